#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "reference/multiword_words.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "support/errors.hpp"
#include "support/random.hpp"

namespace ringlet {

template <unsigned width>
void PrintTo(const UInt<width>& x, std::ostream* out) {
  *out << x.hexadecimal();
}

}  // namespace ringlet

/// Numbers and moduli for all tests of multiword moduli.
namespace ringlet_test {

template <unsigned value>
using Width = std::integral_constant<unsigned, value>;

/// All widths, for typed tests: `TypeParam::value`.
using AllWidths = ::testing::Types<Width<192>, Width<256>, Width<320>, Width<384>, Width<512>>;

template <unsigned width>
[[nodiscard]] ringlet::UInt<width> uint_of(const mpz_class& x) {
  ringlet::UInt<width> number{};
  reference::put_words(number.words, x);
  return number;
}

template <unsigned width>
[[nodiscard]] mpz_class integer_of(const ringlet::UInt<width>& x) {
  return reference::integer_of(x.words);
}

/// Returns words at any address as numbers.
template <unsigned width>
[[nodiscard]] std::span<ringlet::UInt<width>> numbers_in(std::span<std::uint64_t> words) {
  using Number = ringlet::UInt<width>;
  return {reinterpret_cast<Number*>(words.data()), words.size() / Number::word_count};
}

/// Returns the constants of an odd modulus that lower layers read, without its powers of two:
/// q, its bits, -1/q modulo 2^64.
[[nodiscard]] inline ringlet::MultiwordModulusConstants constants_of(const mpz_class& q, unsigned words) {
  ringlet::MultiwordModulusConstants constants{};
  constants.words = words;
  constants.bits = static_cast<unsigned>(mpz_sizeinbase(q.get_mpz_t(), 2));
  reference::put_words(std::span(constants.q).first(words), q);
  std::uint64_t inverse[1];
  reference::put_words(inverse, reference::inverse(q, reference::power_of_two(64)));
  constants.negative_inverse = -inverse[0];
  return constants;
}

template <unsigned width>
[[nodiscard]] ringlet::Modulus<ringlet::UInt<width>> modulus_of(const mpz_class& q) {
  return ringlet::Modulus<ringlet::UInt<width>>(uint_of<width>(q));
}

/// Calls check(Width<width>) for a width that is known at run time.
template <class Check>
void with_width(unsigned width, Check check) {
  const auto try_width = [&]<unsigned value>(Width<value> type) {
    if (width == value) check(type);
  };
  try_width(Width<192>());
  try_width(Width<256>());
  try_width(Width<320>());
  try_width(Width<384>());
  try_width(Width<512>());
}

/// Draws from [0, bound) uniformly.
[[nodiscard]] inline mpz_class random_below(Random& random, const mpz_class& bound) {
  mpz_class x;
  for (std::size_t bits = 0; bits < mpz_sizeinbase(bound.get_mpz_t(), 2) + 64; bits += 64) {
    x = (x << 64) + mpz_class(static_cast<unsigned long>(random.word()));
  }
  return x % bound;
}

/// Returns odd moduli at the corners of a width: both ends of the range, words of all zeros or all ones, and random
/// ones of several lengths, prime or not.
[[nodiscard]] inline std::vector<mpz_class> corner_moduli(Random& random, unsigned width) {
  using reference::power_of_two;
  std::vector<mpz_class> moduli{power_of_two(124) + 1,
                                power_of_two(125) - 1,
                                power_of_two(width - 2) + 1,
                                power_of_two(width - 1) - 1,
                                power_of_two(width - 1) - power_of_two(width - 64) + 1,
                                power_of_two(width - 1) - power_of_two(64) + 1,
                                power_of_two(width - 1) - power_of_two(64) - 1};
  for (unsigned bits = 125; bits < width; bits += 31) {
    const mpz_class half = power_of_two(bits - 1);
    moduli.push_back(half + (random_below(random, half) / 2 * 2) + 1);
  }
  return moduli;
}

/// Returns the first and the last prime of a width, and of 125 and 255 bits, that are 1 modulo `step`, a power of two.
[[nodiscard]] inline std::vector<mpz_class> edge_primes(unsigned width, const mpz_class& step) {
  using reference::power_of_two;
  std::vector<mpz_class> primes{reference::prime_beside(power_of_two(124), step, false),
                                reference::prime_beside(power_of_two(125), step, true),
                                reference::prime_beside(power_of_two(width - 2), step, false),
                                reference::prime_beside(power_of_two(width - 1), step, true)};
  if (width > 256) primes.push_back(reference::prime_beside(power_of_two(255), step, true));
  return primes;
}

/// Returns `count` numbers below q: 0, 1, q - 1, powers of two and their neighbours,
/// words of all ones, and random numbers.
[[nodiscard]] inline std::vector<mpz_class> corner_residues(Random& random, const mpz_class& q, std::size_t count) {
  using reference::power_of_two;
  std::vector<mpz_class> corners{0, 1, 2, q - 1, q - 2, q / 2, q / 2 + 1};
  const auto bits = static_cast<unsigned>(mpz_sizeinbase(q.get_mpz_t(), 2));
  for (unsigned exponent = 52; exponent < bits; exponent += exponent % 64 == 0 ? 40 : 64 - exponent % 64) {
    corners.insert(corners.end(), {power_of_two(exponent) % q, power_of_two(exponent) - 1,
                                   reference::residue(q - power_of_two(exponent), q)});
  }
  std::vector<mpz_class> numbers;
  while (numbers.size() < count) {
    const bool is_corner = random.coin();
    numbers.push_back(is_corner ? corners[random.up_to(corners.size() - 1)] : random_below(random, q));
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 4); ++i) numbers[random.up_to(count - 1)] = corners[i];
  return numbers;
}

}  // namespace ringlet_test
