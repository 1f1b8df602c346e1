#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "plan/aligned_words.hpp"

namespace ringlet::plan {

/// Words of working memory or of a key, uninitialised, on a cache line. Blocks of megabytes lie on large pages where
/// the system has some: they are read in many streams at once, which otherwise wait for the addresses of their pages.
/// They are wiped when they are released.
class LargeBlock {
 public:
  /// Throws std::bad_alloc.
  explicit LargeBlock(std::size_t words) : words_(words), bytes_(allocate(words * sizeof(std::uint64_t))) {}

  [[nodiscard]] std::uint64_t* get() const { return static_cast<std::uint64_t*>(bytes_.get()); }
  [[nodiscard]] std::size_t words() const { return words_; }

 private:
  static constexpr std::size_t large_page = std::size_t{1} << 21;
  static constexpr std::align_val_t large_alignment{large_page};
  static constexpr std::align_val_t small_alignment = CacheLineAllocator<std::uint64_t>::alignment;

  struct Free {
    std::size_t count = 0;
    bool is_large = false;
    void operator()(void* p) const noexcept {
      wipe(p, count);
      ::operator delete(p, count, is_large ? large_alignment : small_alignment);
    }
  };
  using Bytes = std::unique_ptr<void, Free>;

  static Bytes allocate(std::size_t count) {
    if (count < 2 * large_page) return {::operator new(count, small_alignment), Free{count, false}};
    // Whole pages, so that no page is shared with another block.
    const std::size_t whole = (count + large_page - 1) / large_page * large_page;
    Bytes bytes(::operator new(whole, large_alignment), Free{whole, true});
#ifdef __linux__
    // Advice: where it is not taken, memory is as good as any.
    static_cast<void>(::madvise(bytes.get(), whole, MADV_HUGEPAGE));
#endif
    return bytes;
  }

  std::size_t words_;
  Bytes bytes_;
};

}  // namespace ringlet::plan
