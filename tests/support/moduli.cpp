#include "support/moduli.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "reference/multiword.hpp"
#include "reference/primes.hpp"

namespace ringlet_test {
namespace {

constexpr std::uint64_t power_of_two(unsigned exponent) { return std::uint64_t{1} << exponent; }
/// Returns the greatest number of a length.
constexpr std::uint64_t greatest_of(unsigned bits) { return ~std::uint64_t{0} >> (64 - bits); }

constexpr std::uint64_t goldilocks = 0xffff'ffff'0000'0001;

/// Draws q from the upper part of [2^(bits-1), 2^bits) and returns the one for which
/// 2^exponent / q has the largest fraction.
std::uint64_t badly_truncated_modulus(Random& random, unsigned bits, unsigned exponent) {
  constexpr int attempts = 300;
  const std::uint64_t greatest = greatest_of(bits);
  std::uint64_t worst = greatest;
  double worst_fraction = 0;
  for (int i = 0; i < attempts; ++i) {
    const std::uint64_t q = greatest - random.up_to(greatest / 16);
    const double fraction = static_cast<double>(reference::multiword::pow(2, exponent, q)) / static_cast<double>(q);
    if (fraction > worst_fraction) {
      worst_fraction = fraction;
      worst = q;
    }
  }
  return worst;
}

/// Lengths at which ranges of moduli end, and the length that decides which arithmetic runs.
const std::vector<unsigned> edges =
    sizeof(Word) == 4 ? std::vector<unsigned>{30, 31} : std::vector<unsigned>{47, 48, 49, 50, 60, 61, 62, 63};
constexpr unsigned decisive = sizeof(Word) == 4 ? 31 : 50;

bool is_modulus(std::uint64_t q) { return q <= largest_modulus; }

/// Returns the largest prime of all. The greatest modulus is composite in each word.
std::optional<std::uint64_t> largest_prime(std::uint64_t order) {
  return reference::largest_prime_below(largest_modulus, order);
}

void append_prime(Words& primes, std::optional<std::uint64_t> prime) {
  if (!prime || !is_modulus(*prime) || std::ranges::find(primes, *prime) != primes.end()) return;
  primes.push_back(static_cast<Word>(*prime));
}

}  // namespace

bool has_room(std::uint64_t q, unsigned factor) {
  return sizeof(Word) != 8 || q < power_of_two(62) || factor == ringlet::Range::any || q - 1 <= max_word / factor;
}

Words short_moduli(Words moduli) {
  std::erase_if(moduli, [](std::uint64_t q) { return q >= power_of_two(62); });
  return moduli;
}

Words moduli_among(std::vector<std::uint64_t> numbers) {
  std::erase_if(numbers, [](std::uint64_t q) { return !is_modulus(q); });
  return {numbers.begin(), numbers.end()};
}

Words edge_primes(std::uint64_t order) {
  Words primes;
  for (const std::uint64_t q : {3U, 5U, 17U, 97U, 257U, 7681U, 12289U, 65537U}) {
    if (q % order == 1) append_prime(primes, q);
  }
  for (const unsigned bits : edges) {
    append_prime(primes, reference::largest_prime_below(power_of_two(bits), order));
    append_prime(primes, reference::smallest_prime_above(power_of_two(bits), order));
  }
  append_prime(primes, largest_prime(order));
  if (goldilocks % order == 1) append_prime(primes, goldilocks);
  return primes;
}

Words decisive_primes(std::uint64_t order) {
  Words primes = tightest_primes(order);
  append_prime(primes, reference::smallest_prime_above(power_of_two(decisive), order));
  return primes;
}

Words tightest_primes(std::uint64_t order) {
  Words primes;
  for (const unsigned bits : {decisive, 62U}) {
    append_prime(primes, reference::largest_prime_below(power_of_two(bits), order));
  }
  append_prime(primes, largest_prime(order));
  return primes;
}

Words primes_of_every_length(std::uint64_t order) {
  Words primes;
  for (unsigned bits = 2; bits <= max_modulus_bits; ++bits) {
    const auto smallest = reference::smallest_prime_above(power_of_two(bits - 1), order);
    const auto largest = bits == 64 ? largest_prime(order) : reference::largest_prime_below(power_of_two(bits), order);
    if (smallest && *smallest <= greatest_of(bits)) append_prime(primes, smallest);
    if (largest && *largest >= power_of_two(bits - 1)) append_prime(primes, largest);
  }
  return primes;
}

Words any_moduli(Random& random) {
  std::vector<std::uint64_t> moduli = exact(edge_primes(2));
  for (std::uint64_t q = 2; q <= 257; ++q) moduli.push_back(q);
  for (unsigned bits = 9; bits < max_modulus_bits; ++bits) {
    const std::uint64_t power = power_of_two(bits);
    moduli.insert(moduli.end(), {power - 1, power, power + 1, power + random.up_to(power - 1)});
  }
  moduli.insert(moduli.end(), {largest_modulus - 1, largest_modulus});
  return moduli_among(std::move(moduli));
}

Words badly_truncated_moduli(Random& random) {
  std::vector<std::uint64_t> moduli;
  for (const unsigned bits :
       {14U, 15U, 20U, 31U, 32U, 33U, 47U, 48U, 49U, 50U, 51U, 52U, 53U, 57U, 58U, 59U, 60U, 61U, 62U, 63U, 64U}) {
    for (const unsigned exponent : {52U, 64U, 128U, bits + 50, bits + 52, bits + 62, bits + 96}) {
      moduli.push_back(badly_truncated_modulus(random, bits, exponent));
    }
  }
  return moduli_among(std::move(moduli));
}

Words sample_moduli() {
  return moduli_among({2, 257, power_of_two(14), power_of_two(32), (power_of_two(48) - 59), power_of_two(50) - 1,
                       power_of_two(50) + 1, power_of_two(52) - 1, power_of_two(61), power_of_two(62) - 1,
                       power_of_two(62), power_of_two(63) - 25, power_of_two(63), goldilocks, largest_modulus});
}

}  // namespace ringlet_test
