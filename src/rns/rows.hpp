#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "memory/memory_pool.hpp"
#include "ringlet/executor.hpp"

namespace ringlet::rns {

/// Rows of working memory.
struct Rows {
  std::uint64_t* words;
  std::size_t stride;

  [[nodiscard]] std::uint64_t* operator[](std::size_t i) const { return words + i * stride; }
  /// Returns the rows from number i on.
  [[nodiscard]] Rows from(std::size_t i) const { return {words + i * stride, stride}; }
};

/// Numbers of rows in a workspace: shared rows for each polynomial, and a task's own, for each place.
struct WorkspaceShape {
  std::size_t shared_rows;
  std::size_t polynomials;
  std::size_t own_rows;
  std::size_t places;
};

/// Working memory of a call: rows of n words, uninitialised. The stride is a cache line more than n words: with n a
/// power of two, equal positions of many rows would otherwise compete for the same lines of a cache.
class Workspace {
 public:
  /// Throws OutOfMemory.
  Workspace(memory::MemoryPool& pool, const WorkspaceShape& shape, std::size_t n)
      : shape_(shape),
        stride_(n + 8),
        memory_(pool, (shape.polynomials * shape.shared_rows + shape.places * shape.own_rows) * stride_) {}

  [[nodiscard]] Rows shared(std::size_t polynomial) const { return all().from(polynomial * shape_.shared_rows); }
  [[nodiscard]] Rows own(std::size_t place) const {
    return all().from(shape_.polynomials * shape_.shared_rows + place * shape_.own_rows);
  }

 private:
  [[nodiscard]] Rows all() const { return {memory_.get(), stride_}; }

  WorkspaceShape shape_;
  std::size_t stride_;
  memory::MemoryPool::Loan memory_;
};

/// Returns the number of places for `count` tasks, at least as many as can run at the same time.
[[nodiscard]] inline std::size_t places(const Executor& executor, std::size_t count) {
  return std::min(count, executor.workers());
}

/// Calls work(i, place) for each i in [0, count), with one task for each. Tasks that run at the same time have
/// different places, below places(executor, count).
template <class Work>
void run_in_places(Executor& executor, std::size_t count, const Work& work) {
  const bool has_place_for_each = count <= executor.workers();
  const auto task = [&](std::size_t i, std::size_t worker) { work(i, has_place_for_each ? i : worker); };
  executor.run(count, std::ref(task));
}

}  // namespace ringlet::rns
