#include "ringlet/number_theory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
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

/// Whether odd n below 2^124, with its Barrett constants, is prime or a strong pseudoprime to base a.
bool is_strong_probable_prime(const arith::DoubleModulus& n, uint128_t a) {
  const unsigned twos = arith::count_trailing_zeros(n.q - 1);
  uint128_t x = arith::pow_mod(a, (n.q - 1) >> twos, n);
  if (x == 1 || x == n.q - 1) return true;
  for (unsigned i = 1; i < twos; ++i) {
    x = arith::mul_mod(x, x, n);
    if (x == n.q - 1) return true;
  }
  return false;
}

bool is_square(uint128_t n) {
  // Newton from above.
  uint128_t root = uint128_t{1} << ((arith::bit_width(n) + 1) / 2);
  for (uint128_t next = (root + n / root) / 2; next < root; next = (root + n / root) / 2) root = next;
  return root * root == n;
}

/// The Jacobi symbol (a/n), n odd.
int jacobi(uint128_t a, uint128_t n) {
  int sign = 1;
  for (a %= n; a != 0; a %= n) {
    const unsigned twos = arith::count_trailing_zeros(a);
    a >>= twos;
    if (twos % 2 == 1 && (n % 8 == 3 || n % 8 == 5)) sign = -sign;
    if (a % 4 == 3 && n % 4 == 3) sign = -sign;
    std::swap(a, n);
  }
  return n == 1 ? sign : 0;
}

/// The strong Lucas test of odd n > 7, not a square, with Selfridge's parameters: D the first of 5, -7, 9, -11, ...
/// with (D/n) = -1, P = 1, Q = (1 - D)/4.
bool is_strong_lucas_probable_prime(const arith::DoubleModulus& m) {
  const uint128_t n = m.q;
  const auto add = [n](uint128_t a, uint128_t b) { return a + b >= n ? a + b - n : a + b; };
  const auto sub = [n](uint128_t a, uint128_t b) { return a >= b ? a - b : a - b + n; };
  const auto half = [n](uint128_t a) { return (a % 2 == 0 ? a : a + n) / 2; };

  std::uint64_t absolute = 5;
  bool negative = false;
  for (;; absolute += 2, negative = !negative) {
    const int symbol = jacobi(negative ? n - absolute % n : absolute, n);
    if (symbol == -1) break;
    if (symbol == 0 && absolute % n != 0) return false;
  }
  const uint128_t d = negative ? n - absolute % n : absolute % n;
  const uint128_t q1 = negative ? ((absolute + 1) / 4) % n : sub(0, ((absolute - 1) / 4) % n);

  // U_k, V_k and Q^k for the leading bits k of (n + 1) / 2^twos.
  const unsigned twos = arith::count_trailing_zeros(n + 1);
  const uint128_t index = (n + 1) >> twos;
  uint128_t u = 1, v = 1, power = q1;
  const auto double_v = [&] { v = sub(arith::mul_mod(v, v, m), add(power, power)); };
  for (unsigned bit = arith::bit_width(index) - 1; bit-- > 0;) {
    u = arith::mul_mod(u, v, m);
    double_v();
    power = arith::mul_mod(power, power, m);
    if ((index >> bit & 1) != 0) {
      const uint128_t u_next = half(add(u, v));
      v = half(add(arith::mul_mod(d, u, m), v));
      u = u_next;
      power = arith::mul_mod(power, q1, m);
    }
  }
  if (u == 0 || v == 0) return true;
  for (unsigned i = 1; i < twos; ++i) {
    double_v();
    power = arith::mul_mod(power, power, m);
    if (v == 0) return true;
  }
  return false;
}

void require_power_of_two(const char* name, std::uint64_t value) {
  if (!std::has_single_bit(value)) api::reject(name, value, "it must be a power of two");
}

template <class Word>
void require_prime(const Modulus<Word>& q) {
  if (!is_prime(q.value())) api::reject("q", q.value(), "roots of unity are sought modulo a prime");
}

/// Order exactly 2^k: root^(2^(k-1)) = -1 (or root = 1 for k = 0).
template <class Word>
bool has_order(Word root, std::uint64_t order, const arith::BasicModulus<Word>& m) {
  if (order == 1) return root == 1;
  return arith::pow_mod<Word>(root, order / 2, m) == m.q - 1;
}

/// What both words have.
template <class Word>
struct NumberTheory {
  __extension__ using Signed = std::conditional_t < sizeof(Word) == 8, std::int64_t, __int128 > ;

  static Word add_mod(Word a, Word b, const Modulus<Word>& q) {
    api::require_below_modulus("a", a, q);
    api::require_below_modulus("b", b, q);
    const Word sum = a + b;
    return sum >= q.value() ? sum - q.value() : sum;
  }

  static Word sub_mod(Word a, Word b, const Modulus<Word>& q) {
    api::require_below_modulus("a", a, q);
    api::require_below_modulus("b", b, q);
    return a >= b ? a - b : a - b + q.value();
  }

  static Word mul_mod(Word a, Word b, const Modulus<Word>& q) {
    api::require_below_modulus("a", a, q);
    api::require_below_modulus("b", b, q);
    return arith::mul_mod(a, b, q.constants());
  }

  static Word mul_mod(Word x, const ShoupOperand<Word>& w, const Modulus<Word>& q) noexcept {
    return arith::mul_mod(x, arith::BasicShoupPair<Word>{w.value(), w.quotient()}, q.constants());
  }

  static Word pow_mod(Word base, Word exponent, const Modulus<Word>& q) {
    api::require_below_modulus("base", base, q);
    return arith::pow_mod(base, exponent, q.constants());
  }

  static Word inverse_mod(Word a, const Modulus<Word>& q) {
    api::require_below_modulus("a", a, q);
    const Word inverse = arith::inverse_mod(a, q.value());
    if (inverse == 0) {
      api::reject("a", a, "only numbers coprime to q = " + arith::text_of(q.value()) + " have an inverse modulo q");
    }
    return inverse;
  }

  static bool is_primitive_root_of_unity(Word root, std::uint64_t order, const Modulus<Word>& q) {
    require_power_of_two("order", order);
    api::require_below_modulus("root", root, q);
    require_prime(q);
    return (q.value() - 1) % order == 0 && has_order(root, order, q.constants());
  }

  static Word primitive_root_of_unity(std::uint64_t order, const Modulus<Word>& q) {
    require_power_of_two("order", order);
    require_prime(q);
    if ((q.value() - 1) % order != 0) {
      api::reject("order", order, "it must divide q - 1, q = " + arith::text_of(q.value()));
    }
    // Half of all bases x give a root x^((q-1)/order) of the full order: those that are no squares.
    const arith::BasicModulus<Word> m = q.constants();
    for (Word x = 1;; ++x) {
      const Word root = arith::pow_mod<Word>(x, (m.q - 1) / order, m);
      if (has_order(root, order, m)) return root;
    }
  }

  static Word smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<Word>& q) {
    if (order > std::uint64_t{1} << 25) api::reject("order", order, "it must be at most 2^25");
    const Word root = primitive_root_of_unity(order, q);
    // The primitive roots are the odd powers of any of them.
    const arith::BasicModulus<Word> m = q.constants();
    const arith::BasicShoupPair<Word> square = arith::make_shoup_pair(arith::mul_mod(root, root, m), m);
    Word smallest = root;
    Word power = root;
    for (std::uint64_t i = 1; i < order / 2; ++i) {
      power = arith::mul_mod(power, square, m);
      smallest = std::min(smallest, power);
    }
    return smallest;
  }
};

/// q = 2n k + 1 in [2^(bits-1), 2^bits); both ends are even, so the range of k is exact.
template <class Word, class IsPrime>
std::vector<Word> primes_in_progression(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order,
                                        IsPrime is_prime) {
  constexpr unsigned max_bits = Modulus<Word>::max_bits;
  if (bits < 2 || bits > max_bits) api::reject("bits", bits, "it must lie in [2, " + std::to_string(max_bits) + "]");
  if (!std::has_single_bit(n) || n > std::size_t{1} << 24) {
    api::reject("n", n, "it must be a power of two from 1 to 2^24");
  }
  if (count > std::size_t{1} << 20) api::reject("count", count, "it must be at most 2^20");
  api::require_enumerator("order", order, PrimeOrder::smallest_first);

  const Word low = Word{1} << (bits - 1);
  const Word step = 2 * Word{n};
  const Word first = (low - 1 + step - 1) / step;
  const Word last = (2 * low - 2) / step;
  std::vector<Word> primes;
  for (Word i = 0; first + i <= last && primes.size() < count; ++i) {
    const Word k = order == PrimeOrder::smallest_first ? first + i : last - i;
    if (is_prime(step * k + 1)) primes.push_back(step * k + 1);
  }
  if (primes.size() < count) {
    const bool one = primes.size() == 1;
    api::reject("count", count,
                "only " + std::to_string(primes.size()) + (one ? " prime of " : " primes of ") + std::to_string(bits) +
                    (one ? " bits is" : " bits are") + " 1 modulo 2n, n = " + std::to_string(n));
  }
  return primes;
}

}  // namespace

bool is_prime(std::uint64_t n) noexcept {
  constexpr std::array<std::uint64_t, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const std::uint64_t p : bases) {
    if (n % p == 0) return n == p;
  }
  return n > 1 &&
         std::all_of(bases.begin(), bases.end(), [n](std::uint64_t base) { return is_strong_probable_prime(n, base); });
}

bool is_prime_double(uint128_t n) {
  if (n >> Modulus<uint128_t>::max_bits != 0) api::reject("n", n, "it must be below 2^124");
  if (n >> 64 == 0) return is_prime(static_cast<std::uint64_t>(n));
  // The first thirteen primes decide every n below this: Sorenson and Webster (2017).
  constexpr std::array<std::uint64_t, 13> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
  constexpr uint128_t decided = uint128_t{3317044064679} * 1000000000000 + 887385961981;
  for (const std::uint64_t p : bases) {
    if (n % p == 0) return false;
  }
  const arith::DoubleModulus m = arith::make_modulus(n);
  for (const std::uint64_t base : bases) {
    if (!is_strong_probable_prime(m, base)) return false;
  }
  return n < decided || (!is_square(n) && is_strong_lucas_probable_prime(m));
}

std::vector<std::uint64_t> ntt_primes(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order) {
  return primes_in_progression<std::uint64_t>(count, bits, n, order, [](std::uint64_t q) { return is_prime(q); });
}

std::vector<uint128_t> ntt_primes_double(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order) {
  return primes_in_progression<uint128_t>(count, bits, n, order, is_prime_double);
}

std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::add_mod(a, b, q);
}
std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::sub_mod(a, b, q);
}
std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::mul_mod(a, b, q);
}
std::uint64_t mul_mod(std::uint64_t x, const ShoupOperand<std::uint64_t>& w, const Modulus<std::uint64_t>& q) noexcept {
  return NumberTheory<std::uint64_t>::mul_mod(x, w, q);
}
std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::pow_mod(base, exponent, q);
}
std::uint64_t inverse_mod(std::uint64_t a, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::inverse_mod(a, q);
}
bool is_primitive_root_of_unity(std::uint64_t root, std::uint64_t order, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::is_primitive_root_of_unity(root, order, q);
}
std::uint64_t primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::primitive_root_of_unity(order, q);
}
std::uint64_t smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<std::uint64_t>& q) {
  return NumberTheory<std::uint64_t>::smallest_primitive_root_of_unity(order, q);
}

uint128_t add_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::add_mod(a, b, q);
}
uint128_t sub_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::sub_mod(a, b, q);
}
uint128_t mul_mod(uint128_t a, uint128_t b, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::mul_mod(a, b, q);
}
uint128_t mul_mod(uint128_t x, const ShoupOperand<uint128_t>& w, const Modulus<uint128_t>& q) noexcept {
  return NumberTheory<uint128_t>::mul_mod(x, w, q);
}
uint128_t pow_mod(uint128_t base, uint128_t exponent, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::pow_mod(base, exponent, q);
}
uint128_t inverse_mod(uint128_t a, const Modulus<uint128_t>& q) { return NumberTheory<uint128_t>::inverse_mod(a, q); }
bool is_primitive_root_of_unity(uint128_t root, std::uint64_t order, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::is_primitive_root_of_unity(root, order, q);
}
uint128_t primitive_root_of_unity(std::uint64_t order, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::primitive_root_of_unity(order, q);
}
uint128_t smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<uint128_t>& q) {
  return NumberTheory<uint128_t>::smallest_primitive_root_of_unity(order, q);
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
