#include "support/repeated_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace ringlet_test {
namespace {

constexpr std::size_t odd_pages = 3 * 5 * 7;
/// The system allows a process some 65,000 mappings.
constexpr std::size_t max_blocks = 2000;

std::size_t page_words() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / sizeof(std::uint64_t); }

std::size_t rounded_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

template <class Result>
Result checked(Result result, Result failure, const char* what) {
  if (result == failure) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// Maps `words` words of the file at a place within a mapping, or new memory if `file` is negative.
void place(std::uint64_t* at, std::size_t words, int file) {
  const int flags = MAP_FIXED | MAP_NORESERVE | (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
  checked(mmap(at, words * sizeof *at, PROT_READ | PROT_WRITE, flags, file, 0), MAP_FAILED, "mmap");
}

}  // namespace

std::size_t RepeatedBuffer::period(std::size_t size) {
  const std::size_t shortest = odd_pages * page_words();
  return shortest * rounded_up(size, shortest * max_blocks) / (shortest * max_blocks);
}

RepeatedBuffer::RepeatedBuffer(std::size_t size, std::span<const std::uint64_t> content) : size_(size) {
  const std::size_t block = period(size), pages = rounded_up(size, page_words());
  const std::size_t own = std::min(pages, rounded_up(own_words, page_words()) + page_words());
  if (content.size() != block) throw std::logic_error("the content must fill the block");
  mapping_bytes_ = pages * sizeof *words_;
  words_ = static_cast<std::uint64_t*>(
      checked(mmap(nullptr, mapping_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0), MAP_FAILED,
              "mmap"));
  const int file = checked(memfd_create("repeated", MFD_CLOEXEC), -1, "memfd_create");
  checked(ftruncate(file, static_cast<off_t>(block * sizeof *words_)), -1, "ftruncate");
  for (std::size_t at = 0; at < pages - own; at += block) place(words_ + at, std::min(block, pages - own - at), file);
  place(words_ + pages - own, own, -1);
  close(file);
  std::ranges::copy(content.first(std::min(block, pages - own)), words_);
  std::ranges::copy(content.first(own), words_ + pages - own);
}

RepeatedBuffer::~RepeatedBuffer() { munmap(words_, mapping_bytes_); }

}  // namespace ringlet_test
