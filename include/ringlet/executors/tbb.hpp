// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>

#include "ringlet/executor.hpp"

namespace ringlet {

/// Executor over oneTBB's threads, in an arena of its own. Header only; the library itself does not need oneTBB.
///
/// Threads  threads may share an executor; if its arena has too few threads for all of them, they wait for each other's
///          tasks. Tasks may use other executors, but not their own.
class TbbExecutor final : public Executor {
 public:
  /// Takes as many threads as oneTBB would use.
  TbbExecutor() = default;
  /// Takes this many threads at most.
  /// Validity  threads >= 1; oneTBB may have fewer
  explicit TbbExecutor(std::size_t threads) : arena_(static_cast<int>(threads == 0 ? 1 : threads)) {}

  [[nodiscard]] std::size_t workers() const noexcept override {
    return static_cast<std::size_t>(arena_.max_concurrency());
  }

  void run(std::size_t count, const Task& task) override {
    using Tasks = oneapi::tbb::blocked_range<std::size_t>;
    arena_.execute([&] {
      oneapi::tbb::parallel_for(
          Tasks(0, count),
          [&task](const Tasks& tasks) {
            const auto worker = static_cast<std::size_t>(oneapi::tbb::this_task_arena::current_thread_index());
            // While a task waits for oneTBB, its thread must not start another task of this call as the same worker.
            oneapi::tbb::this_task_arena::isolate([&] {
              for (std::size_t i = tasks.begin(); i < tasks.end(); ++i) task(i, worker);
            });
          },
          oneapi::tbb::simple_partitioner());
    });
  }

 private:
  oneapi::tbb::task_arena arena_;
};

}  // namespace ringlet
