#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet_test {

/// An array of words that may be larger than the memory of the machine, since its content repeats: one block of memory
/// appears again and again, and what is written into it appears at all its places. Only the last pages are themselves.
/// The block's length has no common factor with a power of two but that of pages, so that an index that lost its upper
/// bits finds another value.
class RepeatedBuffer {
 public:
  /// Words in the block of an array of `size` words.
  [[nodiscard]] static std::size_t period(std::size_t size);

  /// `content` has as many words as the block; the last pages begin like it.
  RepeatedBuffer(std::size_t size, std::span<const std::uint64_t> content);
  ~RepeatedBuffer();

  RepeatedBuffer(const RepeatedBuffer&) = delete;
  RepeatedBuffer& operator=(const RepeatedBuffer&) = delete;

  [[nodiscard]] std::span<std::uint64_t> span() const { return {words_, size_}; }

  /// The least number of words at the end that are at no other place.
  static constexpr std::size_t own_words = 1024;

 private:
  std::size_t size_;
  std::size_t mapping_bytes_;
  std::uint64_t* words_;
};

}  // namespace ringlet_test
