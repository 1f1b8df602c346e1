#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ringlet_test {

/// Words next to an inaccessible page. Reading or writing one word beyond that end ends the process.
class PageEdgeBuffer {
 public:
  enum class Edge { front, back };

  PageEdgeBuffer(std::span<const std::uint64_t> content, Edge edge);
  ~PageEdgeBuffer();

  PageEdgeBuffer(const PageEdgeBuffer&) = delete;
  PageEdgeBuffer& operator=(const PageEdgeBuffer&) = delete;

  [[nodiscard]] std::span<std::uint64_t> span() const { return words_; }

 private:
  void* mapping_;
  std::size_t mapping_bytes_;
  std::span<std::uint64_t> words_;
};

}  // namespace ringlet_test
