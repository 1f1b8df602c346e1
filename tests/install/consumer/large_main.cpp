// Runs a large transform of words and one of 255 bits, from the library beside libringlet, on the backend
// that the program has chosen there.
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <vector>

namespace {

/// Transforms and inverts. The first output is the polynomial's value at the root.
template <class Word>
bool transforms(const ringlet::Modulus<Word>& q) {
  constexpr std::size_t n = 1024;
  const ringlet::LargeNtt<Word> large(n, q);
  const ringlet::Ntt<Word> ntt(n, q, {.psi = large.root()});
  std::vector<Word> x(n, Word{3}), y(n), z(n);
  large.forward(y, x);
  large.inverse(z, y);
  ntt.forward(x, x);
  return z == std::vector<Word>(n, Word{3}) && y.front() == x.front() &&
         large.describe().find("scalar") != std::string::npos;
}

}  // namespace

int main() {
  ringlet::backend::force("scalar");
  if (!transforms(ringlet::Modulus<std::uint64_t>(12289))) return 1;
  if (!transforms(ringlet::Modulus<ringlet::UInt<192>>(ringlet::ntt_primes<ringlet::UInt<192>>(1, 150, 1024).front())))
    return 1;
  try {
    ringlet::LargeNtt<std::uint64_t>(1024, ringlet::Modulus<std::uint64_t>(12287));
    return 1;
  } catch (const std::invalid_argument& error) {
    std::cout << "large: " << error.what() << '\n';
  }
}
