#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "hexl/number-theory/number-theory.hpp"
#include "ringlet/number_theory.hpp"

namespace intel::hexl {
namespace {

/// Returns whether Ringlet finds roots of unity of this order: 2^k, k >= 1, modulo a prime q = 1 (mod 2^k), q < 2^62.
bool has_roots(std::uint64_t degree, std::uint64_t modulus) {
  if (!std::has_single_bit(degree) || degree < 2 || modulus < 3 || modulus >> 62 != 0) return false;
  return (modulus - 1) % degree == 0 && ringlet::is_prime(modulus);
}

}  // namespace

uint64_t ReverseBits(uint64_t x, uint64_t bit_width) {
  uint64_t reversed = 0;
  for (uint64_t i = 0; i < bit_width; ++i, x >>= 1) reversed = reversed << 1 | (x & 1);
  return reversed;
}

uint64_t InverseMod(uint64_t x, uint64_t modulus) {
  if (modulus == 1) return 0;
  // Euclid's algorithm. Invariant: a = s x, b = -t x (mod modulus), or a = -s x, b = t x if `negative` is set.
  uint64_t a = x % modulus, b = modulus, s = 1, t = 0;
  bool negative = false;
  while (a > 1) {
    const uint64_t quotient = b / a;
    b = std::exchange(a, b - quotient * a);
    t = std::exchange(s, t + quotient * s);
    negative = !negative;
  }
  if (a == 0) {
    throw std::invalid_argument("x is " + std::to_string(x) + ", but it must have an inverse modulo " +
                                std::to_string(modulus));
  }
  return negative ? modulus - s : s;
}

uint64_t MultiplyMod(uint64_t x, uint64_t y, uint64_t modulus) {
  return static_cast<uint64_t>(MultiplyUInt64(x, y) % modulus);
}

uint64_t MultiplyMod(uint64_t x, uint64_t y, uint64_t y_precon, uint64_t modulus) {
  const uint64_t product = MultiplyModLazy<64>(x, y, y_precon, modulus);
  return product >= modulus ? product - modulus : product;
}

uint64_t AddUIntMod(uint64_t x, uint64_t y, uint64_t modulus) {
  return SubUIntMod(x, y == 0 ? 0 : modulus - y, modulus);
}

uint64_t SubUIntMod(uint64_t x, uint64_t y, uint64_t modulus) { return x >= y ? x - y : x - y + modulus; }

uint64_t PowMod(uint64_t base, uint64_t exp, uint64_t modulus) {
  uint64_t power = 1 % modulus;
  for (base %= modulus; exp != 0; exp >>= 1) {
    if ((exp & 1) != 0) power = MultiplyMod(power, base, modulus);
    base = MultiplyMod(base, base, modulus);
  }
  return power;
}

bool IsPrimitiveRoot(uint64_t root, uint64_t degree, uint64_t modulus) {
  return root != 0 && PowMod(root, degree / 2, modulus) == modulus - 1;
}

uint64_t GeneratePrimitiveRoot(uint64_t degree, uint64_t modulus) {
  return has_roots(degree, modulus) ? ringlet::primitive_root_of_unity(degree, ringlet::Modulus{modulus}) : 0;
}

uint64_t MinimalPrimitiveRoot(uint64_t degree, uint64_t modulus) {
  return has_roots(degree, modulus) ? ringlet::smallest_primitive_root_of_unity(degree, ringlet::Modulus{modulus}) : 0;
}

bool IsPrime(uint64_t n) { return ringlet::is_prime(n); }

std::vector<uint64_t> GeneratePrimes(size_t num_primes, size_t bit_size, bool prefer_small_primes, size_t ntt_size) {
  if (num_primes == 0 || bit_size > 62 || !IsPowerOfTwo(ntt_size) || Log2(ntt_size) >= bit_size) {
    throw std::invalid_argument("num_primes is " + std::to_string(num_primes) + ", bit_size " +
                                std::to_string(bit_size) + ", ntt_size " + std::to_string(ntt_size) +
                                ", but num_primes must be positive, ntt_size a power of two below 2^bit_size <= 2^62");
  }
  const uint64_t low = (uint64_t{1} << bit_size) + 1, high = (uint64_t{1} << (bit_size + 1)) - 1, step = 2 * ntt_size;
  std::vector<uint64_t> primes;
  for (uint64_t q = prefer_small_primes ? low : high - high % step + 1;
       primes.size() < num_primes && (prefer_small_primes ? q < high : q > low);
       q += prefer_small_primes ? step : -step) {
    if (IsPrime(q)) primes.push_back(q);
  }
  return primes;
}

}  // namespace intel::hexl
