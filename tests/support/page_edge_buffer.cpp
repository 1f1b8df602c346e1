#include "support/page_edge_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace ringlet_test {
namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::size_t whole_pages(std::size_t bytes) { return (bytes + page_bytes() - 1) / page_bytes() * page_bytes(); }

}  // namespace

PageEdgeBuffer::PageEdgeBuffer(std::span<const std::uint64_t> content, Edge edge)
    : mapping_bytes_(whole_pages(content.size_bytes()) + 2 * page_bytes()) {
  mapping_ = mmap(nullptr, mapping_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  std::byte* const accessible = static_cast<std::byte*>(mapping_) + page_bytes();
  const std::size_t accessible_bytes = mapping_bytes_ - 2 * page_bytes();
  if (mprotect(accessible, accessible_bytes, PROT_READ | PROT_WRITE) != 0) {
    throw std::system_error(errno, std::generic_category(), "mprotect");
  }
  const std::size_t offset = edge == Edge::front ? 0 : accessible_bytes - content.size_bytes();
  words_ = {static_cast<std::uint64_t*>(static_cast<void*>(accessible + offset)), content.size()};
  std::ranges::copy(content, words_.begin());
}

PageEdgeBuffer::~PageEdgeBuffer() { munmap(mapping_, mapping_bytes_); }

}  // namespace ringlet_test
