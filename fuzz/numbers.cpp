#include "numbers.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace fuzz {
namespace {

using reference::power_of_two;

/// Returns a power of two, or the largest modulus that five limbs of 52 bits hold.
mpz_class edge(Input& input, unsigned min_bits, unsigned max_bits) {
  static const mpz_class five_limbs = power_of_two(260) / 35;
  const auto bits = static_cast<unsigned>(min_bits + input.up_to(max_bits - min_bits));
  return bits == 255 && max_bits > 255 && input.coin() ? five_limbs : power_of_two(bits);
}

/// Generates many random numbers from one choice of the input, by splitmix64 (S. Vigna).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t word() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  mpz_class below(const mpz_class& bound) {
    std::vector<std::uint64_t> words(mpz_size(bound.get_mpz_t()) + 1);
    std::ranges::generate(words, [this] { return word(); });
    return reference::integer_of(words) % bound;
  }

 private:
  std::uint64_t state_;
};

Integers corners(const mpz_class& q, const mpz_class& bound) {
  Integers all{0, 1, 2, q / 2, q / 2 + 1, bound - 1, bound - 2};
  for (const unsigned factor : {1U, 2U, 4U}) {
    for (const int offset : {-2, -1, 0, 1}) all.push_back(q * factor + offset);
  }
  const auto bits = static_cast<unsigned>(mpz_sizeinbase(bound.get_mpz_t(), 2));
  for (unsigned exponent = 26; exponent < bits; exponent += 26) {
    all.insert(all.end(), {power_of_two(exponent), power_of_two(exponent) - 1, bound - power_of_two(exponent)});
  }
  for (unsigned exponent = 32; exponent < bits; exponent += 32) {
    all.insert(all.end(), {power_of_two(exponent), power_of_two(exponent) - 1, bound - power_of_two(exponent)});
  }
  std::erase_if(all, [&bound](const mpz_class& x) { return x < 0 || x >= bound; });
  return all;
}

}  // namespace

mpz_class modulus(Input& input, unsigned min_bits, unsigned max_bits) {
  const mpz_class end = power_of_two(max_bits), begin = min_bits == 2 ? mpz_class(2) : power_of_two(min_bits - 1);
  const bool must_be_odd = min_bits > 2;
  mpz_class q = edge(input, min_bits - 1, max_bits);
  switch (input.up_to(2)) {
    case 0:
      q -= static_cast<unsigned long>(1 + input.up_to(15));
      break;
    case 1:
      q += static_cast<unsigned long>(input.up_to(15));
      break;
    default:
      q += input.below(q);
  }
  if (must_be_odd && q % 2 == 0) q += 1;
  if (q < begin) return must_be_odd ? mpz_class(begin + 1) : begin;
  return q >= end ? mpz_class(end - 1) : q;
}

mpz_class prime(Input& input, unsigned min_bits, unsigned max_bits, std::uint64_t step) {
  static std::map<std::tuple<mpz_class, std::uint64_t, bool>, mpz_class> known;
  const auto beside = [step](const mpz_class& bound, bool is_below) {
    auto& found = known[{bound, step, is_below}];
    if (found == 0) found = reference::prime_beside(bound, mpz_class(static_cast<unsigned long>(step)), is_below);
    return found;
  };
  // With at least so many bits there are primes below every power of two.
  const unsigned least = std::max(min_bits, static_cast<unsigned>(std::bit_width(step)) + 8);
  const mpz_class bound = edge(input, least, max_bits);
  const std::uint64_t kind = input.up_to(3);
  if (kind == 0 && min_bits == 2) {
    std::vector<mpz_class> small;
    for (const unsigned q : {3U, 5U, 17U, 97U, 193U, 257U, 769U, 3329U, 7681U, 12289U, 40961U, 65537U}) {
      if (q % step == 1) small.emplace_back(q);
    }
    if (!small.empty()) return input.pick(small);
  }
  const mpz_class q = kind == 3 ? beside(bound - input.up_to(255) * (bound >> 9), true) : beside(bound, kind < 2);
  const bool is_in_range = q < power_of_two(max_bits) && q > power_of_two(min_bits - 1);
  return is_in_range ? q : beside(power_of_two(max_bits), true);
}

mpz_class root_of_unity(Input& input, std::uint64_t order, const mpz_class& q) {
  const mpz_class m = static_cast<unsigned long>(order);
  const mpz_class odd = static_cast<unsigned long>(input.up_to(order / 2 - 1) * 2 + 1);
  for (unsigned long x = 2;; ++x) {
    const mpz_class root = reference::power(x, (q - 1) / m, q);
    if (reference::power(root, m / 2, q) == q - 1) return reference::power(root, odd, q);
  }
}

Integers operands(Input& input, std::size_t n, const mpz_class& q, const mpz_class& bound) {
  const std::uint64_t style = input.up_to(5);
  Random random(input.up_to(0xffff));
  if (style == 0) return Integers(n, bound - 1);
  Integers all(n);
  if (style == 1) {
    all[random.word() % n] = input.below(bound);
    return all;
  }
  const Integers special = corners(q, bound);
  for (mpz_class& x : all) {
    const bool is_special = style == 2 || (style == 3 && random.word() % 2 == 0);
    x = is_special ? special[random.word() % special.size()] : random.below(bound);
  }
  return all;
}

std::size_t length(Input& input) {
  const std::uint64_t kind = input.up_to(31);
  if (kind == 31) return 4096 + input.up_to(40);
  return kind < 8 ? 1 + input.up_to(299) : 1 + input.up_to(40);
}

void require_results(const Integers& results, const Integers& expected, unsigned factor, const mpz_class& q,
                     const std::function<std::string()>& call) {
  require(results.size() == expected.size(), call);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool is_right = factor <= 1 ? results[i] == expected[i]
                                      : results[i] < factor * q && reference::residue(results[i] - expected[i], q) == 0;
    require(is_right,
            [&] { return call() + named("i", i) + named("result", results[i]) + named("expected", expected[i]); });
  }
}

}  // namespace fuzz
