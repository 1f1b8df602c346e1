#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/word128.hpp"
#include "ringlet/ringlet.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "support/page_edge_buffer.hpp"
#include "support/random.hpp"

/// Data and moduli of the tests of 128-bit words.
namespace ringlet_test {

using reference::word128::uint128;
using Words128 = std::vector<uint128>;

inline constexpr uint128 one128 = 1;
inline constexpr uint128 largest_modulus128 = (one128 << 124) - 1;
/// Prime that has no transforms, since 2^124 - 720 has few factors of two.
inline constexpr uint128 plain_prime = (one128 << 124) - 719;

[[nodiscard]] inline uint128 random_word128(Random& random) { return (uint128{random.word()} << 64) | random.word(); }

/// Returns words in [0, top]: half uniform, half corners: 0, 1, all-ones limbs, the neighbours
/// of multiples of q, and the top.
[[nodiscard]] inline Words128 corner_biased_words128(Random& random, std::size_t n, uint128 q, uint128 top) {
  const uint128 low_ones = ~std::uint64_t{0};
  const Words128 corners{0,         1,      q - 1,    q,         q + 1,        2 * q - 1,    2 * q,
                         4 * q - 1, q / 2,  low_ones, ~low_ones, one128 << 64, q & low_ones, q & ~low_ones,
                         top,       top - 1};
  Words128 values(n);
  for (uint128& value : values) {
    const uint128 corner = corners[random.up_to(corners.size() - 1)];
    value = random.coin() && corner <= top
                ? corner
                : (top == ~uint128{0} ? random_word128(random) : random_word128(random) % (top + 1));
  }
  return values;
}

/// Returns moduli, prime or not: small, around the limb boundary, powers of two with their neighbours, the largest.
[[nodiscard]] inline Words128 any_moduli128(Random& random) {
  Words128 moduli{2, 3, 4, 5, 6, 97, 256, plain_prime, largest_modulus128, largest_modulus128 - 1};
  for (const unsigned bits :
       {16u, 52u, 60u, 61u, 62u, 63u, 64u, 65u, 66u, 80u, 97u, 98u, 99u, 104u, 105u, 106u, 116u, 120u, 123u}) {
    for (const uint128 q : {(one128 << bits) - 1, one128 << bits, (one128 << bits) + 1}) moduli.push_back(q);
    moduli.push_back((one128 << (bits - 1)) + random_word128(random) % (one128 << (bits - 1)));
  }
  return moduli;
}

/// Returns the largest and the smallest prime q = 1 (mod 2n) of bit lengths where kernels begin and end, and more.
[[nodiscard]] inline Words128 edge_primes128(std::size_t n) {
  Words128 primes;
  for (const unsigned bits : {60u, 61u, 65u, 80u, 97u, 98u, 99u, 104u, 105u, 106u, 116u, 120u, 123u, 124u}) {
    primes.push_back(ringlet::ntt_primes<ringlet::uint128_t>(1, bits, n, ringlet::PrimeOrder::largest_first).front());
    primes.push_back(ringlet::ntt_primes<ringlet::uint128_t>(1, bits, n, ringlet::PrimeOrder::smallest_first).front());
  }
  return primes;
}

/// Returns lengths up to two vectors of any backend, some around whole numbers of vectors up to more than kernels that
/// work in stages have in flight, and `longest`.
[[nodiscard]] inline std::vector<std::size_t> element_counts(std::size_t longest) {
  std::vector<std::size_t> counts;
  for (std::size_t n = 1; n < 60; n += n < 17 ? 1 : 7) counts.push_back(n);
  counts.push_back(longest);
  return counts;
}

/// Returns a third of `element_counts`; three consecutive turns cover all.
[[nodiscard]] inline std::vector<std::size_t> element_counts_of_turn(std::size_t turn, std::size_t longest) {
  std::vector<std::size_t> counts;
  const std::vector<std::size_t> all = element_counts(longest);
  for (std::size_t i = turn % 3; i < all.size(); i += 3) counts.push_back(all[i]);
  return counts;
}

/// Returns a few of them for large n: the ends of the kernels in 52-bit limbs.
[[nodiscard]] inline Words128 few_primes128(std::size_t n) {
  return {ringlet::ntt_primes<ringlet::uint128_t>(1, 61, n, ringlet::PrimeOrder::smallest_first).front(),
          ringlet::ntt_primes<ringlet::uint128_t>(1, 98, n, ringlet::PrimeOrder::largest_first).front(),
          ringlet::ntt_primes<ringlet::uint128_t>(1, 99, n, ringlet::PrimeOrder::smallest_first).front(),
          ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n, ringlet::PrimeOrder::largest_first).front()};
}

/// Words of another length in a buffer of 64-bit words, for example between guards. If they do not fill the buffer,
/// they are at its end; at a front edge, at its beginning. `place` has the buffer's other arguments, but a
/// misalignment counts 128-bit words.
template <class Word, class Buffer>
class WordsIn {
 public:
  template <class... Place>
  explicit WordsIn(std::span<const Word> content, Place... place)
      : words_(std::vector<std::uint64_t>((content.size_bytes() + 7) / 8), in_words(place)...) {
    const bool at_front = (is_front(place) || ...);
    Word* const begin = static_cast<Word*>(static_cast<void*>(words_.span().data()));
    const std::size_t room = words_.span().size_bytes() / sizeof(Word);
    span_ = {begin + (at_front ? 0 : room - content.size()), content.size()};
    std::ranges::copy(content, span_.begin());
  }
  template <class... Place>
  explicit WordsIn(std::size_t n, Place... place) : WordsIn(std::vector<Word>(n), place...) {}

  [[nodiscard]] std::span<Word> span() const { return span_; }

 private:
  static PageEdgeBuffer::Edge in_words(PageEdgeBuffer::Edge edge) { return edge; }
  static std::size_t in_words(std::size_t misalignment) { return (sizeof(Word) + 7) / 8 * misalignment % 8; }
  static bool is_front(PageEdgeBuffer::Edge edge) { return edge == PageEdgeBuffer::Edge::front; }
  static bool is_front(std::size_t /*misalignment*/) { return false; }

  Buffer words_;
  std::span<Word> span_;
};
using Words128AtPageEdge = WordsIn<uint128, PageEdgeBuffer>;

[[nodiscard]] inline std::string text_of(uint128 x) {
  std::string digits;
  for (; x >= 10; x /= 10) digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(x % 10)));
  digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(x)));
  return digits;
}

}  // namespace ringlet_test
