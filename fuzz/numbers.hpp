#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "input.hpp"
#include "reference/multiword_words.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/uint.hpp"
#include "support/page_edge_buffer.hpp"

/// Common functions for words of all lengths and multiword numbers. A number is its 64-bit words, or a word of 32 bits;
/// the oracle uses integers of GMP.
namespace fuzz {

using Integers = std::vector<mpz_class>;

template <class Word>
using WordsOf = std::array<std::uint64_t, sizeof(Word) / sizeof(std::uint64_t)>;

template <class Word>
[[nodiscard]] mpz_class integer(const Word& x) {
  if constexpr (sizeof(Word) < 8) {
    return mpz_class(static_cast<unsigned long>(x));
  } else {
    return reference::integer_of(std::bit_cast<WordsOf<Word>>(x));
  }
}

template <class Word>
[[nodiscard]] Word number(const mpz_class& x) {
  if constexpr (sizeof(Word) < 8) {
    return static_cast<Word>(x.get_ui());
  } else {
    WordsOf<Word> words{};
    reference::put_words(words, x);
    return std::bit_cast<Word>(words);
  }
}

template <class Word>
[[nodiscard]] std::vector<Word> numbers(const Integers& integers) {
  std::vector<Word> all;
  for (const mpz_class& x : integers) all.push_back(number<Word>(x));
  return all;
}

template <class Word>
[[nodiscard]] Integers integers(std::span<const Word> words) {
  Integers all;
  for (const Word& x : words) all.push_back(integer(x));
  return all;
}

/// Returns the number of different values of a Word.
template <class Word>
[[nodiscard]] mpz_class range_of() {
  return reference::power_of_two(8 * sizeof(Word));
}

/// Lengths of the moduli of Word.
template <class Word>
inline constexpr unsigned min_bits = 2;
template <unsigned width>
inline constexpr unsigned min_bits<ringlet::UInt<width>> = ringlet::Modulus<ringlet::UInt<width>>::min_bits;
template <class Word>
inline constexpr unsigned max_bits = ringlet::Modulus<Word>::max_bits;

/// Returns a modulus of min_bits to max_bits bits: next to an edge of a kernel's range, or any.
[[nodiscard]] mpz_class modulus(Input& input, unsigned min_bits, unsigned max_bits);
template <class Word>
[[nodiscard]] mpz_class modulus(Input& input) {
  return modulus(input, min_bits<Word>, max_bits<Word>);
}

/// Returns a prime that is 1 modulo `step`, a power of two, chosen in the same way.
[[nodiscard]] mpz_class prime(Input& input, unsigned min_bits, unsigned max_bits, std::uint64_t step);
template <class Word>
[[nodiscard]] mpz_class prime(Input& input, std::uint64_t step) {
  return prime(input, min_bits<Word>, max_bits<Word>, step);
}

/// Returns any of the primitive roots of unity of an order that is a power of two.
[[nodiscard]] mpz_class root_of_unity(Input& input, std::uint64_t order, const mpz_class& q);

/// Returns n numbers below `bound`: all as large as possible, zeros except for one, at the corners of
/// arithmetic modulo q, or random.
[[nodiscard]] Integers operands(Input& input, std::size_t n, const mpz_class& q, const mpz_class& bound);

/// Returns the end of a lazy range [0, factor * q). Range::any stands for any Word.
template <class Word>
[[nodiscard]] mpz_class bound_of(unsigned factor, const mpz_class& q) {
  const mpz_class bound = q * factor;
  return factor == ringlet::Range::any || bound > range_of<Word>() ? range_of<Word>() : bound;
}

/// Returns whether operations on arrays of Word take values below factor * q: 64-bit words refuse factors whose values
/// do not fit, from q = 2^62 on.
template <class Word>
[[nodiscard]] bool has_room(unsigned factor, const mpz_class& q) {
  return sizeof(Word) != 8 || q < reference::power_of_two(62) || factor == ringlet::Range::any ||
         q * factor <= range_of<Word>();
}

/// Returns a length around the numbers of lanes, around tiles, or beyond.
[[nodiscard]] std::size_t length(Input& input);

/// Array at either edge of an inaccessible page, or on the heap at a chosen distance from a multiple of 64 bytes, up
/// to AddressSanitizer's red zone.
template <class Word>
class Array {
 public:
  Array(Input& input, const std::vector<Word>& content) : size_(content.size()) {
    using ringlet_test::PageEdgeBuffer;
    const std::size_t bytes = size_ * sizeof(Word), place = input.up_to(9);
    if (place < 8) {
      const std::size_t offset = place * std::min<std::size_t>(8, alignof(Word)) / alignof(Word) * alignof(Word);
      void* block = nullptr;
      if (posix_memalign(&block, 64, offset + bytes) != 0) throw std::bad_alloc();
      heap_.reset(block);
      data_ = reinterpret_cast<Word*>(static_cast<std::byte*>(block) + offset);
    } else {
      const bool is_front = place == 8;
      page_.emplace(std::vector<std::uint64_t>((bytes + 7) / 8),
                    is_front ? PageEdgeBuffer::Edge::front : PageEdgeBuffer::Edge::back);
      const std::span<std::uint64_t> words = page_->span();
      data_ = is_front ? reinterpret_cast<Word*>(words.data())
                       : reinterpret_cast<Word*>(words.data() + words.size()) - size_;
    }
    std::uninitialized_copy(content.begin(), content.end(), data_);
  }
  Array(Input& input, const Integers& content) : Array(input, numbers<Word>(content)) {}

  [[nodiscard]] std::span<Word> span() { return {data_, size_}; }
  [[nodiscard]] Integers integers() { return fuzz::integers<Word>(span()); }

 private:
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  std::unique_ptr<void, Free> heap_;
  std::optional<ringlet_test::PageEdgeBuffer> page_;
  Word* data_;
  std::size_t size_;
};

/// Requires the expected results modulo q, below factor * q. With factor 0 or 1, requires exactly these.
void require_results(const Integers& results, const Integers& expected, unsigned factor, const mpz_class& q,
                     const std::function<std::string()>& call);

}  // namespace fuzz
