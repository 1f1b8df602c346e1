#include <ringlet/multiword_number_theory.hpp>
#include <ringlet/number_theory.hpp>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "modulus.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

constexpr const char* is_prime_doc = R"(Returns whether n is prime.

:param n: an integer in [0, 2^511). Below about 2^81.4 the answer is proved. Above, no composite number is known to
    pass, but one may exist: if an adversary chooses n, prove primality by other means.
:raises ValueError: when n is outside the range.

Source: J. Sorenson, J. Webster, "Strong pseudoprimes to twelve prime bases", Math. Comp. 86 (2017); R. Baillie,
S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).

>>> is_prime(97), is_prime(2**61 - 1), is_prime(2**61 + 1)
(True, True, False)
)";

constexpr const char* ntt_primes_doc = R"(Finds primes that are moduli of transforms of size n.

:param count: the number of primes, 0 to 2^20.
:param bits: the number of bits of each prime, 2 to 511. Residues have one word up to 62 bits, two up to 124, more
    beyond.
:param n: a power of two, 1 <= n <= 2^24, or 2^26 for more than 124 bits.
:param order: ``"largest_first"`` or ``"smallest_first"``: the end of [2^(bits-1), 2^bits) at which the search starts.
:returns: a list of distinct primes q = 1 (mod 2n), which serve both rings.
:raises ValueError: when an argument is outside its range, or when there are fewer such primes.

>>> ntt_primes(2, 30, 4096)
[1073692673, 1073668097]
)";

constexpr const char* primitive_root_doc =
    R"(Returns a primitive root of unity: an element of multiplicative order exactly ``order`` modulo q.

:param order: a power of two that divides q - 1.
:param q: a prime; a :class:`Modulus` or an integer.
:param smallest: whether to find the numerically smallest one, for q < 2^124 and order <= 2^25 (the time grows linearly
    with order). False gives another one, always the same for the same arguments. Default: the root that plans use by
    default, which is the smallest one for q < 2^124 and another one beyond.
:raises ValueError: with the value and the rule.

>>> primitive_root(8, 17)
2
>>> [pow(2, k, 17) for k in range(1, 9)]
[2, 4, 8, 16, 15, 13, 9, 1]
)";

constexpr const char* is_primitive_root_doc =
    R"(Returns whether ``root`` has multiplicative order exactly ``order`` modulo q.

:param root: an integer in [0, q).
:param order: a power of two. If it does not divide q - 1, no root has this order.
:param q: a prime; a :class:`Modulus` or an integer.
:raises ValueError: with the value and the rule.

>>> is_primitive_root(2, 8, 17), is_primitive_root(4, 8, 17)
(True, False)
)";

std::uint64_t low_word(uint128_t x) { return static_cast<std::uint64_t>(x); }
template <unsigned width>
std::uint64_t low_word(const ringlet::UInt<width>& x) {
  return x.words[0];
}

bool is_prime(nb::handle n) {
  const auto number = to_number_of<ringlet::UInt<512>>(n, "n");
  const unsigned bits = number ? number->bit_width() : max_modulus_bits + 1;
  if (bits > max_modulus_bits) reject("n", n, "it must lie in [0, 2^" + std::to_string(max_modulus_bits) + ")");
  return with_word(fewest_words(bits), [&]<class Word>() { return ringlet::is_prime(*to_number_of<Word>(n, "n")); });
}

template <class Word>
Word power_of_two(unsigned exponent) {
  if constexpr (ringlet::MultiwordNumber<Word>) {
    Word x{};
    x.words[exponent / 64] = std::uint64_t{1} << (exponent % 64);
    return x;
  } else {
    return Word{1} << exponent;
  }
}

/// Adds the step to q or subtracts it; the result must fit the type.
template <class Word>
void advance(Word& q, std::uint64_t step, bool upwards) {
  if constexpr (ringlet::MultiwordNumber<Word>) {
    for (std::uint64_t& word : q.words) {
      const std::uint64_t before = word;
      word = upwards ? word + step : word - step;
      step = (upwards ? word < before : word > before) ? 1 : 0;
    }
  } else {
    q = upwards ? q + step : q - step;
  }
}

/// Finds the primes of the library's ntt_primes, in its order. Searches in steps and lets signal handlers run between
/// these, because some primes take minutes.
template <class Word>
std::vector<Word> find_primes(std::uint64_t count, unsigned bits, std::uint64_t n, ringlet::PrimeOrder order) {
  const bool upwards = order == ringlet::PrimeOrder::smallest_first;
  const std::uint64_t step = 2 * n;
  std::vector<Word> primes;
  // Even the first candidate after 1 has too many bits.
  if (bits < 64 && step >> bits != 0) return primes;
  // 2^(bits-1) + 1, or 2^bits - 2n + 1
  auto q = power_of_two<Word>(upwards ? bits - 1 : bits);
  advance(q, upwards ? 1 : step - 1, upwards);
  const auto low = power_of_two<Word>(bits - 1), high = power_of_two<Word>(bits);
  Unlocked unlocked;
  for (; q >= low && q < high && primes.size() < count; advance(q, step, upwards)) {
    unlocked.look_for_signals();
    if (ringlet::is_prime(q)) primes.push_back(q);
  }
  return primes;
}

nb::list ntt_primes(nb::handle count, nb::handle bits, nb::handle n, nb::handle order) {
  const unsigned number = to_small(count, "count", 0, 1U << 20);
  const unsigned width = to_small(bits, "bits", 2, max_modulus_bits);
  const unsigned words = fewest_words(width);
  const std::uint64_t size = to_power_of_two(n, "n", 0, words <= 2 ? 24 : 26);
  const ringlet::PrimeOrder chosen = to_choice<ringlet::PrimeOrder>(order, "order");
  const nb::list primes = with_word(words, [&]<class Word>() {
    nb::list list;
    for (const Word& prime : find_primes<Word>(number, width, size, chosen)) list.append(to_python(prime));
    return list;
  });
  if (primes.size() < number) {
    const bool one = primes.size() == 1;
    reject("count", std::to_string(number),
           "only " + std::to_string(primes.size()) + (one ? " prime of " : " primes of ") + std::to_string(width) +
               (one ? " bits is" : " bits are") + " 1 modulo 2n, n = " + std::to_string(size));
  }
  return primes;
}

nb::object primitive_root(nb::handle order, nb::handle q, nb::handle smallest) {
  const std::optional<uint128_t> number = to_number(order, "order");
  const ModulusArgument modulus(q);
  return modulus->visit([&]<class Word>(const ringlet::Modulus<Word>& m) {
    const bool is_smallest = smallest.is_none() ? !ringlet::MultiwordNumber<Word> : to_bool(smallest);
    const unsigned log_limit = is_smallest ? 25 : 63;
    const bool is_power = number && *number != 0 && (*number & (*number - 1)) == 0;
    if (!is_power || *number > uint128_t{1} << log_limit || ((low_word(m.value()) - 1) & (*number - 1)) != 0) {
      reject("order", order,
             "it must be a power of two, at most 2^" + std::to_string(log_limit) +
                 ", that divides q - 1, q = " + to_string(m.value()));
    }
    const auto size = static_cast<std::uint64_t>(*number);
    if constexpr (ringlet::MultiwordNumber<Word>) {
      if (is_smallest) reject("smallest", "True", "it must be None or False for q >= 2^124");
    } else if (is_smallest) {
      return to_python(ringlet::smallest_primitive_root_of_unity(size, m));
    }
    return to_python(ringlet::primitive_root_of_unity(size, m));
  });
}

bool is_primitive_root(nb::handle root, nb::handle order, nb::handle q) {
  const std::uint64_t number = to_power_of_two(order, "order", 0, 63);
  return ModulusArgument(q)->visit([&](const auto& modulus) {
    const auto residue = to_residue(root, "root", modulus.value());
    return ringlet::is_primitive_root_of_unity(residue, number, modulus);
  });
}

}  // namespace

void bind_number_theory(nb::module_& module) {
  define(module, "is_prime(n) -> bool", &is_prime, is_prime_doc);
  define(module,
         "ntt_primes(count: int, bits: int, n: int, *, "
         "order: typing.Literal['largest_first', 'smallest_first'] = 'largest_first') -> list[int]",
         &ntt_primes, ntt_primes_doc);
  define(module, "primitive_root(order: Integer, q, *, smallest: bool | None = None) -> int", &primitive_root,
         primitive_root_doc);
  define(module, "is_primitive_root(root: Integer, order: Integer, q) -> bool", &is_primitive_root,
         is_primitive_root_doc);
}

}  // namespace ringlet_python
