#include "ringlet/number_theory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "arith/bit_reversal.hpp"
#include "arith/multiword_words.hpp"
#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "checks/checks.hpp"
#include "number_theory/primality.hpp"
#include "number_theory/prime_search.hpp"

namespace ringlet {
namespace {

/// Returns a b mod n for any 64-bit n, because numbers to be tested for primality need not be a Modulus.
std::uint64_t mul_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
  return static_cast<std::uint64_t>(uint128_t{a} * b % n);
}

std::uint64_t pow_modulo(std::uint64_t base, std::uint64_t exponent, std::uint64_t n) {
  std::uint64_t power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = mul_modulo(power, base, n);
    base = mul_modulo(base, base, n);
  }
  return power;
}

/// Whether odd n passes the strong test to base a, 1 < a < n.
bool is_strong_probable_prime(std::uint64_t n, std::uint64_t a) {
  const int twos = std::countr_zero(n - 1);
  std::uint64_t x = pow_modulo(a, (n - 1) >> twos, n);
  if (x == 1 || x == n - 1) return true;
  for (int i = 1; i < twos; ++i) {
    x = mul_modulo(x, x, n);
    if (x == n - 1) return true;
  }
  return false;
}

/// Residues modulo an odd n below 2^124, as a ring for primality.hpp.
class Ring128 {
 public:
  using Number = uint128_t;
  using Element = uint128_t;

  explicit Ring128(uint128_t n) : m_(arith::make_modulus(n)) {}

  [[nodiscard]] std::uint64_t remainder(std::uint64_t d) const { return static_cast<std::uint64_t>(m_.q % d); }
  [[nodiscard]] uint128_t predecessor() const { return m_.q - 1; }
  [[nodiscard]] uint128_t successor() const { return m_.q + 1; }

  [[nodiscard]] uint128_t element(std::uint64_t x) const { return x % m_.q; }
  [[nodiscard]] uint128_t add(uint128_t a, uint128_t b) const { return a + b >= m_.q ? a + b - m_.q : a + b; }
  [[nodiscard]] uint128_t sub(uint128_t a, uint128_t b) const { return a >= b ? a - b : a - b + m_.q; }
  [[nodiscard]] uint128_t mul(uint128_t a, uint128_t b) const { return arith::mul_mod(a, b, m_); }
  [[nodiscard]] uint128_t half(uint128_t a) const { return (a % 2 == 0 ? a : a + m_.q) / 2; }

  [[nodiscard]] static unsigned bit_width(uint128_t e) { return arith::bit_width(e); }
  [[nodiscard]] static unsigned trailing_zeros(uint128_t e) { return arith::count_trailing_zeros(e); }
  [[nodiscard]] static bool bit(uint128_t e, unsigned i) { return (e >> i & 1) != 0; }

  [[nodiscard]] bool is_square() const {
    const std::uint64_t words[] = {static_cast<std::uint64_t>(m_.q), static_cast<std::uint64_t>(m_.q >> 64)};
    return arith::is_square(words);
  }

 private:
  arith::Modulus128 m_;
};

template <class Word>
void require_prime(const Modulus<Word>& q) {
  if (!is_prime(q.value())) checks::reject("q", q.value(), "roots of unity need a prime modulus");
}

/// Whether the order of root is exactly 2^k: root^(2^(k-1)) = -1 (or root = 1 for k = 0).
template <class Word>
bool has_order(Word root, std::uint64_t order, const arith::BasicModulus<Word>& m) {
  if (order == 1) return root == 1;
  return arith::pow_mod<Word>(root, static_cast<Word>(order / 2), m) == m.q - 1;
}

/// Functions for every word. They compute in the word of twiddles.
template <class ArrayWord>
struct NumberTheory {
  using Word = arith::TwiddleWord<ArrayWord>;
  using Q = Modulus<ArrayWord>;

  static void require_power_of_two(const char* name, std::uint64_t value) {
    if (!std::has_single_bit(value)) checks::reject(name, value, "it must be a power of two");
  }

  static Word add_mod(Word a, Word b, const Q& q) {
    checks::require_below_modulus("a", a, q);
    checks::require_below_modulus("b", b, q);
    return arith::add_mod(a, b, q.constants());
  }

  static Word sub_mod(Word a, Word b, const Q& q) {
    checks::require_below_modulus("a", a, q);
    checks::require_below_modulus("b", b, q);
    return a >= b ? a - b : a - b + q.value();
  }

  static Word mul_mod(Word a, Word b, const Q& q) {
    checks::require_below_modulus("a", a, q);
    checks::require_below_modulus("b", b, q);
    return arith::mul_mod(a, b, q.constants());
  }

  static Word mul_mod(Word x, const ShoupOperand<ArrayWord>& w, const Q& q) noexcept {
    return arith::mul_mod(x, arith::BasicShoupPair<Word>{w.value(), w.quotient()}, q.constants());
  }

  static Word pow_mod(Word base, Word exponent, const Q& q) {
    checks::require_below_modulus("base", base, q);
    return arith::pow_mod(base, exponent, q.constants());
  }

  static Word inverse_mod(Word a, const Q& q) {
    checks::require_below_modulus("a", a, q);
    const Word inverse = arith::inverse_mod<Word>(a, q.value());
    if (inverse == 0) {
      checks::reject("a", a, "only numbers coprime to q = " + arith::text_of(q.value()) + " have an inverse modulo q");
    }
    return inverse;
  }

  static bool is_primitive_root_of_unity(Word root, std::uint64_t order, const Q& q) {
    require_power_of_two("order", order);
    checks::require_below_modulus("root", root, q);
    require_prime(q);
    return (q.value() - 1) % order == 0 && has_order(root, order, q.constants());
  }

  static Word primitive_root_of_unity(std::uint64_t order, const Q& q) {
    require_power_of_two("order", order);
    require_prime(q);
    if ((q.value() - 1) % order != 0) {
      checks::reject("order", order, "it must divide q - 1, q = " + arith::text_of(q.value()));
    }
    // Half of all bases x, the bases that are not squares, give a root x^((q-1)/order) of the full order.
    const arith::BasicModulus<Word> m = q.constants();
    for (Word x = 1;; ++x) {
      const Word root = arith::pow_mod<Word>(x, static_cast<Word>((m.q - 1) / order), m);
      if (has_order(root, order, m)) return root;
    }
  }

  static Word smallest_primitive_root_of_unity(std::uint64_t order, const Q& q) {
    if (order > std::uint64_t{1} << 25) checks::reject("order", order, "it must be at most 2^25");
    const Word root = primitive_root_of_unity(order, q);
    // The primitive roots are the odd powers of any of them. Several series run side by side, as each product waits for
    // the product before. After the last power, they begin again.
    const arith::BasicModulus<Word> m = q.constants();
    std::array<Word, 4> powers = {root};
    const Word square = arith::mul_mod(root, root, m);
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = arith::mul_mod(powers[i - 1], square, m);
    const Word fourth = arith::mul_mod(square, square, m);
    const arith::BasicShoupPair<Word> step = arith::make_shoup_pair(arith::mul_mod(fourth, fourth, m), m);
    Word smallest = root;
    for (std::uint64_t i = 0; i < order / 2; i += powers.size()) {
      for (Word& power : powers) {
        smallest = std::min(smallest, power);
        power = arith::mul_mod(power, step, m);
      }
    }
    return smallest;
  }
};

/// Returns primes q = 2n k + 1 in [2^(bits-1), 2^bits). Both ends are even, so the range of k is exact.
template <class ArrayWord>
std::vector<ArrayWord> primes_in_progression(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order) {
  using Word = arith::TwiddleWord<ArrayWord>;
  number_theory::require_prime_search(bits, 2, Modulus<ArrayWord>::max_bits, n, 24, order);
  const Word low = Word{1} << (bits - 1);
  const Word step = 2 * Word{n};
  const Word first = (low - 1 + step - 1) / step;
  const Word last = (2 * low - 2) / step;
  std::vector<ArrayWord> primes;
  for (Word i = 0; first + i <= last && primes.size() < count; ++i) {
    const Word k = order == PrimeOrder::smallest_first ? first + i : last - i;
    if (is_prime(step * k + 1)) primes.push_back(static_cast<ArrayWord>(step * k + 1));
  }
  if (primes.size() < count) number_theory::reject_prime_count(count, primes.size(), bits, n);
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

template <std::same_as<uint128_t> Number>
bool is_prime(Number n) {
  if (n >> Modulus<uint128_t>::max_bits != 0)
    checks::reject("n", n, "it must be below 2^" + std::to_string(Modulus<uint128_t>::max_bits));
  if (n >> 64 == 0) return is_prime(static_cast<std::uint64_t>(n));
  for (const std::uint64_t p : number_theory::first_primes) {
    if (n % p == 0) return false;
  }
  const Ring128 ring(n);
  if (!number_theory::passes_strong_tests(ring)) return false;
  constexpr uint128_t decided = uint128_t{3317044064679} * 1000000000000 + 887385961981;
  return n < decided || (!ring.is_square() && number_theory::is_strong_lucas_probable_prime(ring));
}

template bool is_prime(uint128_t);

void write_ntt_primes(std::span<std::uint32_t> primes, unsigned bits, std::size_t n, PrimeOrder order) {
  std::ranges::copy(primes_in_progression<std::uint32_t>(primes.size(), bits, n, order), primes.begin());
}

void write_ntt_primes(std::span<std::uint64_t> primes, unsigned bits, std::size_t n, PrimeOrder order) {
  std::ranges::copy(primes_in_progression<std::uint64_t>(primes.size(), bits, n, order), primes.begin());
}

void write_ntt_primes(std::span<uint128_t> primes, unsigned bits, std::size_t n, PrimeOrder order) {
  std::ranges::copy(primes_in_progression<uint128_t>(primes.size(), bits, n, order), primes.begin());
}

#define RINGLET_DEFINE(Word)                                                                  \
  Word add_mod(Word a, Word b, const Modulus<Word>& q) {                                      \
    return static_cast<Word>(NumberTheory<Word>::add_mod(a, b, q));                           \
  }                                                                                           \
  Word sub_mod(Word a, Word b, const Modulus<Word>& q) {                                      \
    return static_cast<Word>(NumberTheory<Word>::sub_mod(a, b, q));                           \
  }                                                                                           \
  Word mul_mod(Word a, Word b, const Modulus<Word>& q) {                                      \
    return static_cast<Word>(NumberTheory<Word>::mul_mod(a, b, q));                           \
  }                                                                                           \
  Word mul_mod(Word x, const ShoupOperand<Word>& w, const Modulus<Word>& q) noexcept {        \
    return static_cast<Word>(NumberTheory<Word>::mul_mod(x, w, q));                           \
  }                                                                                           \
  Word pow_mod(Word base, Word exponent, const Modulus<Word>& q) {                            \
    return static_cast<Word>(NumberTheory<Word>::pow_mod(base, exponent, q));                 \
  }                                                                                           \
  Word inverse_mod(Word a, const Modulus<Word>& q) {                                          \
    return static_cast<Word>(NumberTheory<Word>::inverse_mod(a, q));                          \
  }                                                                                           \
  bool is_primitive_root_of_unity(Word root, std::uint64_t order, const Modulus<Word>& q) {   \
    return NumberTheory<Word>::is_primitive_root_of_unity(root, order, q);                    \
  }                                                                                           \
  Word primitive_root_of_unity(std::uint64_t order, const Modulus<Word>& q) {                 \
    return static_cast<Word>(NumberTheory<Word>::primitive_root_of_unity(order, q));          \
  }                                                                                           \
  Word smallest_primitive_root_of_unity(std::uint64_t order, const Modulus<Word>& q) {        \
    return static_cast<Word>(NumberTheory<Word>::smallest_primitive_root_of_unity(order, q)); \
  }
RINGLET_FOR_EACH_WORD(RINGLET_DEFINE)

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
