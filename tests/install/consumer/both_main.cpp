// Calls HEXL's functions and Ringlet's own in one program. libhexl's Ringlet has no 128-bit
// words and may be another version.

#include <cstdint>
#include <hexl/hexl.hpp>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <vector>

namespace {

/// (1 + X^7)^2 = 1 - X^6 + 2 X^7 in Z_q[X]/(X^8 + 1).
template <class Word>
bool squares(const ringlet::Ntt<Word>& ntt) {
  std::vector<Word> x{1, 0, 0, 0, 0, 0, 0, 1};
  ntt.multiply(x, x, x);
  return x == std::vector<Word>{1, 0, 0, 0, 0, 0, ntt.modulus().value() - 1, 2};
}

}  // namespace

int main() {
  std::vector<std::uint64_t> x{1, 0, 0, 0, 0, 0, 0, 1};
  intel::hexl::NTT hexl(8, 97);
  hexl.ComputeForward(x.data(), x.data(), 1, 1);
  hexl.ComputeInverse(x.data(), x.data(), 1, 1);
  if (x != std::vector<std::uint64_t>{1, 0, 0, 0, 0, 0, 0, 1}) return 1;
  const ringlet::Modulus<ringlet::uint128_t> q{ringlet::ntt_primes<ringlet::uint128_t>(1, 120, 8).front()};
  if (!squares(ringlet::Ntt<ringlet::uint128_t>{8, q})) return 1;
  if (!squares(ringlet::Ntt<std::uint64_t>{8, ringlet::Modulus<std::uint64_t>{97}})) return 1;
  std::cout << "both libraries in one program\n";
}
