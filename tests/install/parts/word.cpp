#include <ringlet/ringlet.h>
#include <cstdint>
#include <ringlet/ringlet.hpp>
#include <vector>

// (1 + X^7)^2 = 1 - X^6 + 2 X^7 in Z_97[X]/(X^8 + 1), and a product of vectors. The library has the C functions.
int main() {
  using Word = WORD;
  const ringlet::Modulus<Word> q{97};
  std::vector<Word> x{1, 0, 0, 0, 0, 0, 0, 1}, y{50};
  ringlet::Ntt(8, q).multiply(x, x, x);
  ringlet::mul(y, y, y, q);
  DESTROY(nullptr);
  return x == std::vector<Word>{1, 0, 0, 0, 0, 0, 96, 2} && y.front() == 75 ? 0 : 1;
}
