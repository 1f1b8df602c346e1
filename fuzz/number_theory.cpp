// Calls number theory of words, 128-bit words and multiword numbers, also with invalid operands.

#include "ringlet/number_theory.hpp"

#include <algorithm>
#include <stdexcept>

#include "numbers.hpp"
#include "reference/bits.hpp"
#include "ringlet/multiword_number_theory.hpp"

namespace {

using fuzz::Input;
using fuzz::integer;
using fuzz::Integers;
using fuzz::named;
using fuzz::number;
using ringlet::MultiwordNumber;
using ringlet::UInt;
using ringlet::uint128_t;

/// Returns a number that is rarely at or above the bound.
mpz_class perhaps_below(Input& input, const mpz_class& bound, const mpz_class& end) {
  return input.up_to(15) == 15 ? input.below(end) : fuzz::operands(input, 1, bound, bound)[0];
}

template <class Word>
struct Ring {
  explicit Ring(Input& input, const mpz_class& modulus) : q(modulus), ring(number<Word>(q)) {
    a = perhaps_below(input, q, fuzz::range_of<Word>());
    b = perhaps_below(input, q, fuzz::range_of<Word>());
  }

  [[nodiscard]] std::string text() const { return named("q", q) + named("a", a) + named("b", b); }

  void require_equal(const char* operation, const Word& result, const mpz_class& expected) const {
    fuzz::require_results({integer(result)}, {expected}, 1, q, [&] { return operation + (": " + text()); });
  }

  template <class Exception, class Call>
  void require_refused(const Call& call) const {
    fuzz::require_refused<Exception>(call, [&] { return text(); });
  }

  mpz_class q;
  ringlet::Modulus<Word> ring;
  mpz_class a, b;
};

template <class Word>
void arithmetic(Input& input) {
  const Ring<Word> x(input, fuzz::modulus<Word>(input));
  const Word a = number<Word>(x.a), b = number<Word>(x.b);
  const auto all = [&] {
    x.require_equal("add_mod", ringlet::add_mod(a, b, x.ring), (x.a + x.b) % x.q);
    x.require_equal("sub_mod", ringlet::sub_mod(a, b, x.ring), reference::residue(x.a - x.b, x.q));
    x.require_equal("mul_mod", ringlet::mul_mod(a, b, x.ring), x.a * x.b % x.q);
  };
  if (x.a >= x.q || x.b >= x.q) return x.template require_refused<std::out_of_range>(all);
  all();
  if constexpr (!MultiwordNumber<Word>) {
    const mpz_class any = input.below(fuzz::range_of<Word>());
    const ringlet::ShoupOperand<Word> factor(b, x.ring);
    x.require_equal("mul_mod by an operand", ringlet::mul_mod(number<Word>(any), factor, x.ring), any * x.b % x.q);
    x.require_equal("reduce", x.ring.reduce(number<Word>(any)), any % x.q);
    // The quotient of a 32-bit word is as for a 64-bit word.
    const mpz_class quotient = x.b * fuzz::range_of<decltype(factor.quotient())>() / x.q;
    fuzz::require(integer(factor.quotient()) == quotient, [&] { return "quotient: " + x.text(); });
  }
}

template <class Word>
void powers(Input& input) {
  const Ring<Word> x(input, fuzz::modulus<Word>(input));
  const Word a = number<Word>(x.a);
  const mpz_class exponent = input.below(fuzz::range_of<Word>());
  const auto power = [&] {
    x.require_equal("pow_mod", ringlet::pow_mod(a, number<Word>(exponent), x.ring),
                    reference::power(x.a, exponent, x.q));
  };
  const auto inverse = [&] {
    x.require_equal("inverse_mod", ringlet::inverse_mod(a, x.ring), reference::inverse(x.a, x.q));
  };
  if (x.a >= x.q) {
    x.template require_refused<std::out_of_range>(power);
    return x.template require_refused<std::out_of_range>(inverse);
  }
  power();
  if (gcd(x.a, x.q) != 1) return x.template require_refused<std::invalid_argument>(inverse);
  inverse();
}

template <class Word>
void primality(Input& input) {
  mpz_class n = input.below(fuzz::range_of<Word>()) >> static_cast<unsigned long>(input.up_to(8 * sizeof(Word) - 1));
  if (input.coin()) n = fuzz::prime<Word>(input, 2);
  // Weak tests accept products of two primes p (k (p - 1) + 1) as primes.
  if (input.coin()) {
    const mpz_class p = fuzz::prime(input, 10, fuzz::max_bits<Word> / 2, 2);
    const mpz_class other = input.up_to(7) * (p - 1) + 1;
    n = p * other;
  }
  n %= fuzz::range_of<Word>();
  const auto call = [&] { return ringlet::is_prime(number<Word>(n)); };
  const auto text = [&] { return "is_prime: " + named("n", n); };
  if (sizeof(Word) > 8 && n >= reference::power_of_two(fuzz::max_bits<Word>)) {
    return fuzz::require_refused<std::invalid_argument>([&] { static_cast<void>(call()); }, text);
  }
  fuzz::require(call() == reference::is_prime(n), text);
}

template <class Word>
void primes_of_transforms(Input& input) {
  const auto count = input.up_to(3);
  const auto bits = static_cast<unsigned>(input.up_to(fuzz::max_bits<Word> + 1));
  const std::size_t n = std::size_t{1} << input.up_to(MultiwordNumber<Word> ? 48 : 24);
  const bool ascends = input.coin();
  const auto order = ascends ? ringlet::PrimeOrder::smallest_first : ringlet::PrimeOrder::largest_first;
  const auto text = [&] {
    return "primes: " + named("count", count) + named("bits", bits) + named("n", n) + named("ascends", ascends);
  };
  std::vector<Word> found;
  try {
    found = ringlet::ntt_primes<Word>(count, bits, n, order);
  } catch (const std::invalid_argument&) {
    // Every range with many candidates has enough primes.
    const bool is_allowed = bits >= fuzz::min_bits<Word> && bits <= fuzz::max_bits<Word>;
    return fuzz::require(!is_allowed || bits < static_cast<unsigned>(std::bit_width(2 * n)) + 9, text);
  }
  fuzz::require(found.size() == count, text);
  const mpz_class step = 2 * mpz_class(static_cast<unsigned long>(n));
  mpz_class edge = reference::power_of_two(ascends ? bits - 1 : bits);
  for (const Word& prime : found) {
    edge = reference::prime_beside(edge, step, !ascends);
    fuzz::require(integer(prime) == edge, text);
  }
}

template <class Word>
void roots(Input& input) {
  const std::uint64_t order = std::uint64_t{1} << (1 + input.up_to(10));
  const Ring<Word> x(input, fuzz::prime<Word>(input, order));
  const auto is_root = [&](const mpz_class& root) {
    return reference::power(root, static_cast<unsigned long>(order / 2), x.q) == x.q - 1;
  };
  const auto text = [&] { return "roots: " + x.text() + named("order", order); };
  const mpz_class root = integer(ringlet::primitive_root_of_unity(order, x.ring));
  fuzz::require(is_root(root), text);
  const mpz_class& candidate = input.coin() ? root : x.a;
  if (candidate < x.q) {
    fuzz::require(ringlet::is_primitive_root_of_unity(number<Word>(candidate), order, x.ring) == is_root(candidate),
                  text);
  }
  if constexpr (!MultiwordNumber<Word>) {
    const mpz_class smallest = integer(ringlet::smallest_primitive_root_of_unity(order, x.ring));
    mpz_class power = root, expected = root;
    const mpz_class square = root * root % x.q;
    for (std::uint64_t i = 1; i < order; i += 2, power = power * square % x.q) expected = std::min(expected, power);
    fuzz::require(smallest == expected, text);
  }
}

void bits(Input& input) {
  const auto count = static_cast<unsigned>(input.up_to(65));
  const std::uint64_t x = count < 64 && input.coin() ? input.up_to((std::uint64_t{1} << count) - 1) : input.word();
  const auto text = [&] { return "reverse_bits: " + named("x", x) + named("bit_count", count); };
  if (count > 64 || (count < 64 && x >> count != 0)) {
    return fuzz::require_refused<std::out_of_range>([&] { static_cast<void>(ringlet::reverse_bits(x, count)); }, text);
  }
  fuzz::require(ringlet::reverse_bits(x, count) == reference::reverse_bits(x, count), text);
}

template <class Word>
void run(Input& input) {
  using Run = void (*)(Input&);
  input.pick<Run>({arithmetic<Word>, powers<Word>, primality<Word>, primes_of_transforms<Word>, roots<Word>, bits})(
      input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  using Run = void (*)(Input&);
  input.pick<Run>({run<std::uint32_t>, run<std::uint64_t>, run<uint128_t>, run<UInt<192>>, run<UInt<256>>,
                   run<UInt<320>>, run<UInt<384>>, run<UInt<512>>})(input);
  return 0;
}
