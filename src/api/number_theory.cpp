#include "ringlet/number_theory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "api/checks.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet {
namespace {

/// a b mod n for any 64-bit n: primality is asked of numbers that are no Modulus.
std::uint64_t wide_mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  return static_cast<std::uint64_t>(uint128_t{a} * b % n);
}

std::uint64_t wide_pow_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t n) {
  std::uint64_t power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = wide_mul_mod(power, base, n);
    base = wide_mul_mod(base, base, n);
  }
  return power;
}

/// Whether odd n passes the strong test to base a, 1 < a < n.
bool is_strong_probable_prime(std::uint64_t n, std::uint64_t a) {
  const int twos = std::countr_zero(n - 1);
  std::uint64_t x = wide_pow_mod(a, (n - 1) >> twos, n);
  if (x == 1 || x == n - 1) return true;
  for (int i = 1; i < twos; ++i) {
    x = wide_mul_mod(x, x, n);
    if (x == n - 1) return true;
  }
  return false;
}

void require_power_of_two(const char* name, std::uint64_t value) {
  if (!std::has_single_bit(value)) api::reject(name, value, "it must be a power of two");
}

void require_prime(const Modulus<std::uint64_t>& q) {
  if (!is_prime(q.value())) api::reject("modulus q", q.value(), "roots of unity are sought modulo a prime");
}

/// Order exactly 2^k: root^(2^(k-1)) = -1 (or root = 1 for k = 0).
bool has_order(std::uint64_t root, std::uint64_t order, const arith::WordModulus& m) {
  if (order == 1) return root == 1;
  return arith::pow_mod(root, order / 2, m) == m.q - 1;
}

}  // namespace

std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  api::require_below_modulus("a", a, q);
  api::require_below_modulus("b", b, q);
  const std::uint64_t sum = a + b;
  return sum >= q.value() ? sum - q.value() : sum;
}

std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  api::require_below_modulus("a", a, q);
  api::require_below_modulus("b", b, q);
  return a >= b ? a - b : a - b + q.value();
}

std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  api::require_below_modulus("a", a, q);
  api::require_below_modulus("b", b, q);
  return arith::mul_mod(a, b, api::kernel_modulus(q));
}

std::uint64_t mul_mod(std::uint64_t x, const ShoupOperand<std::uint64_t>& w, const Modulus<std::uint64_t>& q) noexcept {
  return arith::mul_mod(x, arith::ShoupPair{w.value(), w.quotient()}, api::kernel_modulus(q));
}

std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, const Modulus<std::uint64_t>& q) {
  api::require_below_modulus("base", base, q);
  return arith::pow_mod(base, exponent, api::kernel_modulus(q));
}

std::uint64_t inverse_mod(std::uint64_t a, const Modulus<std::uint64_t>& q) {
  api::require_below_modulus("a", a, q);
  // Extended Euclid: coefficient * a = remainder (mod q) on both rows. |coefficient| <= q < 2^62 throughout.
  std::uint64_t remainder = q.value();
  std::uint64_t next_remainder = a;
  std::int64_t coefficient = 0;
  std::int64_t next_coefficient = 1;
  while (next_remainder != 0) {
    const std::uint64_t quotient = remainder / next_remainder;
    remainder = std::exchange(next_remainder, remainder % next_remainder);
    coefficient = std::exchange(next_coefficient, coefficient - static_cast<std::int64_t>(quotient) * next_coefficient);
  }
  if (remainder != 1) {
    api::reject("a", a, "only numbers coprime to q = " + std::to_string(q.value()) + " have an inverse modulo q");
  }
  return coefficient < 0 ? q.value() - static_cast<std::uint64_t>(-coefficient)
                         : static_cast<std::uint64_t>(coefficient);
}

bool is_prime(std::uint64_t n) noexcept {
  constexpr std::array<std::uint64_t, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const std::uint64_t p : bases) {
    if (n % p == 0) return n == p;
  }
  return n > 1 &&
         std::all_of(bases.begin(), bases.end(), [n](std::uint64_t base) { return is_strong_probable_prime(n, base); });
}

std::vector<std::uint64_t> ntt_primes(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order) {
  if (bits < 2 || bits > Modulus<std::uint64_t>::max_bits) api::reject("bits", bits, "it must lie in [2, 62]");
  require_power_of_two("transform size n", n);
  if (n > std::size_t{1} << 24) api::reject("transform size n", n, "it must be at most 2^24");
  if (count > std::size_t{1} << 20) api::reject("count", count, "it must be at most 2^20");
  api::require_enumerator("order", order, PrimeOrder::smallest_first);

  // q = 2n k + 1 in [2^(bits-1), 2^bits); both ends are even, so the range of k is exact.
  const std::uint64_t low = std::uint64_t{1} << (bits - 1);
  const std::uint64_t step = 2 * std::uint64_t{n};
  const std::uint64_t first = (low - 1 + step - 1) / step;
  const std::uint64_t last = (2 * low - 2) / step;
  std::vector<std::uint64_t> primes;
  for (std::uint64_t i = 0; first + i <= last && primes.size() < count; ++i) {
    const std::uint64_t k = order == PrimeOrder::smallest_first ? first + i : last - i;
    if (is_prime(step * k + 1)) primes.push_back(step * k + 1);
  }
  if (primes.size() < count) {
    api::reject("count", count,
                "only " + std::to_string(primes.size()) + " primes of " + std::to_string(bits) +
                    " bits are 1 modulo 2n, n = " + std::to_string(n));
  }
  return primes;
}

bool is_primitive_root_of_unity(std::uint64_t root, std::uint64_t order, const Modulus<std::uint64_t>& q) {
  require_power_of_two("order", order);
  api::require_below_modulus("root", root, q);
  require_prime(q);
  return (q.value() - 1) % order == 0 && has_order(root, order, api::kernel_modulus(q));
}

std::uint64_t primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint64_t>& q) {
  require_power_of_two("order", order);
  require_prime(q);
  if ((q.value() - 1) % order != 0) {
    api::reject("order", order, "it must divide q - 1, q = " + std::to_string(q.value()));
  }
  // Half of all bases x give a root x^((q-1)/order) of the full order: those that are no squares.
  const arith::WordModulus m = api::kernel_modulus(q);
  for (std::uint64_t x = 1;; ++x) {
    const std::uint64_t root = arith::pow_mod(x, (m.q - 1) / order, m);
    if (has_order(root, order, m)) return root;
  }
}

std::uint64_t smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint64_t>& q) {
  if (order > std::uint64_t{1} << 25) api::reject("order", order, "it must be at most 2^25");
  const std::uint64_t root = primitive_root_of_unity(order, q);
  // The primitive roots are the odd powers of any of them.
  const arith::WordModulus m = api::kernel_modulus(q);
  const arith::ShoupPair square = arith::make_shoup_pair(arith::mul_mod(root, root, m), m);
  std::uint64_t smallest = root;
  std::uint64_t power = root;
  for (std::uint64_t i = 1; i < order / 2; ++i) {
    power = arith::mul_mod(power, square, m);
    smallest = std::min(smallest, power);
  }
  return smallest;
}

std::uint64_t reverse_bits(std::uint64_t x, unsigned bit_count) {
  if (bit_count > 64)
    throw std::out_of_range("bit_count is " + std::to_string(bit_count) + ", but it must be at most 64");
  if (bit_count < 64 && (x >> bit_count) != 0) {
    throw std::out_of_range("x is " + std::to_string(x) +
                            ", but it must have at most bit_count = " + std::to_string(bit_count) + " bits");
  }
  return arith::reverse_bits(x, bit_count);
}

}  // namespace ringlet
