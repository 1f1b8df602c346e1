#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "memory/aligned_words.hpp"
#include "memory/out_of_memory.hpp"

namespace ringlet::memory {

/// Advises the system to use huge pages inside a block. Without them, reads in many streams at once wait for address
/// translations. The system may ignore the advice.
inline void advise_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t first = (address + page - 1) / page * page, end = (address + bytes) / page * page;
  if (first < end)
    static_cast<void>(::madvise(static_cast<char*>(block) + (first - address), end - first, MADV_HUGEPAGE));
#endif
}

/// Words of working memory or of a key, uninitialised, aligned to a cache line. Blocks of 4 MiB or more use huge pages
/// if the system has some. Blocks are wiped when they are released.
class HugeBlock {
 public:
  /// Throws OutOfMemory.
  explicit HugeBlock(std::size_t words) : words_(words), bytes_(make_block(words * sizeof(std::uint64_t))) {}

  [[nodiscard]] std::uint64_t* get() const { return static_cast<std::uint64_t*>(bytes_.get()); }
  [[nodiscard]] std::size_t words() const { return words_; }
  /// Number of bytes that were allocated.
  [[nodiscard]] std::size_t bytes() const { return bytes_.get_deleter().count; }

 private:
  static constexpr std::size_t huge_page = std::size_t{1} << 21;
  static constexpr std::align_val_t huge_alignment{huge_page};
  static constexpr std::align_val_t small_alignment = CacheLineAllocator<std::uint64_t>::alignment;

  struct Free {
    std::size_t count = 0;
    bool is_huge = false;
    void operator()(void* p) const noexcept { release(p, count, is_huge ? huge_alignment : small_alignment); }
  };
  using Bytes = std::unique_ptr<void, Free>;

  static Bytes make_block(std::size_t count) {
    if (count < 2 * huge_page) return {allocate(count, small_alignment), Free{count, false}};
    // Rounds up to whole pages, so that no page is shared with another block.
    const std::size_t whole = (count + huge_page - 1) / huge_page * huge_page;
    Bytes bytes(allocate(whole, huge_alignment), Free{whole, true});
    advise_huge_pages(bytes.get(), whole);
    return bytes;
  }

  std::size_t words_;
  Bytes bytes_;
};

}  // namespace ringlet::memory
