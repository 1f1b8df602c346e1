#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ringlet/ringlet.hpp>
#include <vector>

#include "support/words.hpp"

/// Problems on which large transforms are measured.
namespace bench::large {

/// Returns 2^log_n random numbers, the same for each call.
template <class Word>
[[nodiscard]] std::vector<Word> random_input(unsigned bits, unsigned log_n) {
  std::vector<Word> numbers(std::size_t{1} << log_n);
  const Words words = random_numbers(numbers.size(), sizeof(Word) / 8, bits - 1, log_n);
  std::memcpy(numbers.data(), words.data(), words.size() * sizeof(words[0]));
  return numbers;
}

/// Returns measure(q) for a prime q of so many bits that has cyclic transforms. From 125 bits on, q is the modulus of
/// the scalar field of BLS12-381.
template <class Measure>
auto with_modulus(unsigned bits, unsigned log_n, const Measure& measure) {
  const std::size_t n = std::size_t{1} << std::min(log_n, 24U);
  // The search is for primes for up to 2^24 points, half of which serve 2^26 points as well.
  const auto first = [log_n](const auto& primes) {
    return *std::ranges::find_if(primes, [log_n](const auto& q) { return (q - 1) % (std::uint64_t{1} << log_n) == 0; });
  };
  if (bits <= 62) return measure(ringlet::Modulus<std::uint64_t>(first(ringlet::ntt_primes(16, bits, n))));
  if (bits <= 124)
    return measure(ringlet::Modulus<ringlet::uint128_t>(first(ringlet::ntt_primes<ringlet::uint128_t>(16, bits, n))));
  return measure(ringlet::Modulus<ringlet::UInt<256>>(ringlet::field<256>("bls12-381-fr").modulus));
}

}  // namespace bench::large
