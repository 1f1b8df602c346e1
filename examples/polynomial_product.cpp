// The product of two polynomials modulo X^4096 + 1 and a 49-bit prime.
#include <cstdint>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <vector>

int main() {
  const std::size_t n = 4096;
  const ringlet::Modulus q{ringlet::ntt_primes(1, 49, n).front()};
  const ringlet::Ntt ntt{n, q};
  std::vector<std::uint64_t> a(n, 1), b(n, 2), c(n);
  ntt.forward(a, a);  // natural to bit-reversed order, in place
  ntt.forward(b, b);
  ringlet::mul(c, a, b, q);  // one product per value
  ntt.inverse(c, c);         // back to coefficients
  std::cout << ntt.describe() << ": c[n-1] = " << c[n - 1] << " (2n = " << 2 * n << ")\n";
}
