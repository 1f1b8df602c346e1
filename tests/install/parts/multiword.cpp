#include <ringlet/ringlet.h>
#include <ringlet/ringlet.hpp>
#include <vector>

// The inverse transform undoes the forward transform, modulo the order of BN254's group.
int main() {
  using Number = ringlet::UInt<256>;
  const ringlet::Ntt<Number> ntt{64, ringlet::Modulus<Number>{ringlet::field<256>("bn254-fr").modulus}};
  const std::vector<Number> x(64, Number{5});
  std::vector<Number> y(64);
  ntt.forward(y, x);
  if (y == x) return 1;
  ntt.inverse(y, y);
  uint64_t number[4];
  if (ringlet_multiword_parse(number, 4, "7") != RINGLET_OK || number[0] != 7) return 1;
  return y == x ? 0 : 1;
}
