#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ringlet_test {

/// Holds `size` words at a chosen distance from a 64-byte boundary, between guard words. The destructor fails the test
/// if a guard word was overwritten.
class GuardedBuffer {
 public:
  /// `misalignment`: 0 to 7 words; the first word lies 8 * misalignment bytes behind a 64-byte boundary.
  explicit GuardedBuffer(std::size_t size, std::size_t misalignment = 0);
  explicit GuardedBuffer(std::span<const std::uint64_t> content, std::size_t misalignment = 0);
  ~GuardedBuffer();

  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  [[nodiscard]] std::span<std::uint64_t> span() { return std::span(storage_).subspan(begin_, size_); }

  [[nodiscard]] bool intact() const;

 private:
  std::vector<std::uint64_t> storage_;
  std::size_t size_;
  std::size_t begin_;
};

}  // namespace ringlet_test
