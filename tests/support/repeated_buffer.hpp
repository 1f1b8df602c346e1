#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet_test {

/// Array of words that may be larger than the machine's memory. One block of memory is mapped again and again, so a
/// write to it appears at all its places. Only the last pages are separate memory. The block's length has no factor in
/// common with a power of two beyond that of a page, so an index without its upper bits finds another value.
class RepeatedBuffer {
 public:
  /// Number of words in the block of an array of `size` words.
  [[nodiscard]] static std::size_t period(std::size_t size);

  /// Fills the array; `content` has as many words as the block. The last pages begin with the same words.
  RepeatedBuffer(std::size_t size, std::span<const std::uint64_t> content);
  ~RepeatedBuffer();

  RepeatedBuffer(const RepeatedBuffer&) = delete;
  RepeatedBuffer& operator=(const RepeatedBuffer&) = delete;

  [[nodiscard]] std::span<std::uint64_t> span() const { return {words_, size_}; }

  /// Least number of words at the end that appear at no other place.
  static constexpr std::size_t own_words = 1024;

 private:
  std::size_t size_;
  std::size_t mapping_bytes_;
  std::uint64_t* words_;
};

}  // namespace ringlet_test
