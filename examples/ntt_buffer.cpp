// a b + a a modulo X^4096 + 1 and a 124-bit prime, in the layout that the plan's kernel works in.
#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <vector>

int main() {
  const std::size_t n = 4096;
  const ringlet::Modulus q{ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front()};
  const ringlet::Ntt ntt{n, q};
  const std::vector<ringlet::uint128_t> ones(n, 1), twos(n, 2);
  ringlet::NttBuffer a{ntt, ones}, b{ntt, twos};  // converted once
  a.forward();
  b.forward().mul(a).mul_add(a, a).inverse();
  std::vector<ringlet::uint128_t> c(n);
  b.store(c);  // converted back, to [0, q)
  std::cout << ntt.describe() << ": c[n-1] = " << static_cast<std::uint64_t>(c[n - 1]) << " (3n = " << 3 * n << ")\n";
}
