#include "support/guarded_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ringlet_test {
namespace {

constexpr std::size_t line_words = 8;
// Wider than two vectors, so that a store that is one vector off cannot skip them.
constexpr std::size_t guard_words = 24;

std::uint64_t guard(std::size_t index) { return 0xfeedface00000000 | index; }

std::size_t words_to_boundary(const std::uint64_t* p) {
  const std::size_t word = reinterpret_cast<std::uintptr_t>(p) / sizeof(std::uint64_t);
  return (line_words - word % line_words) % line_words;
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t size, std::size_t misalignment)
    : storage_(guard_words + 2 * line_words + size + guard_words), size_(size) {
  begin_ = guard_words + words_to_boundary(storage_.data() + guard_words) + misalignment;
  for (std::size_t i = 0; i < storage_.size(); ++i) storage_[i] = guard(i);
}

GuardedBuffer::GuardedBuffer(std::span<const std::uint64_t> content, std::size_t misalignment)
    : GuardedBuffer(content.size(), misalignment) {
  std::ranges::copy(content, span().begin());
}

GuardedBuffer::~GuardedBuffer() { EXPECT_TRUE(intact()) << "words outside the " << size_ << " of a buffer changed"; }

bool GuardedBuffer::intact() const {
  for (std::size_t i = 0; i < storage_.size(); ++i) {
    const bool inside = begin_ <= i && i < begin_ + size_;
    if (!inside && storage_[i] != guard(i)) return false;
  }
  return true;
}

}  // namespace ringlet_test
