#include "plan/aligned_block.hpp"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ringlet::plan {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t alignment_of(std::size_t bytes) { return bytes >= huge_page ? huge_page : cache_line; }

/// Asks for huge pages in the whole pages of a block; a system that refuses leaves it as it was.
void advise_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes >= huge_page) static_cast<void>(madvise(block, bytes / huge_page * huge_page, MADV_HUGEPAGE));
#endif
}

}  // namespace

void* allocate_block(std::size_t bytes) {
  void* const block = ::operator new(bytes, std::align_val_t{alignment_of(bytes)});
  advise_huge_pages(block, bytes);
  return block;
}

void release_block(void* block, std::size_t bytes) noexcept {
  ::operator delete(block, std::align_val_t{alignment_of(bytes)});
}

}  // namespace ringlet::plan
