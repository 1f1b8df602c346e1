// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

/// Interface to a program's threads. The library starts no thread. An operation that can use several takes an
/// `Executor`, through which it runs tasks on the caller's threads. Results do not depend on how many there are.
namespace ringlet {

/// Threads of a program as operations use them. A program derives its own class from `Executor`, over its thread pool.
/// An executor is the last argument of a call; a `Range` or a `Form` before it may be left out.
///
/// Calls       an operation calls `run` once for each of its phases, on the thread that called the operation, never
///             inside a task. Each executor says whether several threads may share it and whether tasks may use it
///             again (nesting); neither is required.
/// Tasks       the tasks of one call are independent: they may run in any order, at the same time or one after the
///             other, on any threads. No task waits for another.
/// Exceptions  a task may throw, for instance std::bad_alloc.
class RINGLET_API Executor {
 public:
  /// Function that `run` calls as task(i, worker).
  using Task = std::function<void(std::size_t task, std::size_t worker)>;

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Number of workers, at least 1, constant for the executor's lifetime. Operations allocate memory for each worker.
  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;

  /// Calls task(i, worker) once for each i in [0, count), and returns when all of these calls have returned.
  ///
  /// Worker   in [0, workers()); two tasks that run at the same time have different numbers. The numbers hold for this
  ///          call alone: another call may give the same threads other numbers.
  /// Threads  any, with or without the calling thread; fewer than workers() are enough
  /// Memory   writes before the call are visible to each task; writes of tasks are visible after the call
  /// Errors   throws the first exception of a task, once no task runs any more; tasks that had not begun by then may be
  ///          left out. Throws its own exceptions, such as std::bad_alloc, only if no task has begun.
  virtual void run(std::size_t count, const Task& task) = 0;
};

/// Executor that runs all tasks in order on the calling thread. Threads may share it, and tasks may use it.
class SerialExecutor final : public Executor {
 public:
  [[nodiscard]] std::size_t workers() const noexcept override { return 1; }

  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = 0; i < count; ++i) task(i, 0);
  }
};

/// Splits [0, items) into pieces and calls work(begin, end, worker) on each, as tasks of the executor. One worker gets
/// one piece; several get up to sixteen pieces each, so that a late worker does not hold up the call. Allocates nothing
/// itself.
///
/// Grain     number of items that stay together, because they are one object (the n values of a transform) or too
///           little work for a task. A piece begins at a multiple of it, and ends at a multiple or at the last item.
/// Validity  grain >= 1, items <= 2^63
/// Errors    std::invalid_argument for grain = 0; what `run` throws
template <class Work>
void run_in_pieces(Executor& executor, std::size_t items, std::size_t grain, const Work& work) {
  if (grain == 0) throw std::invalid_argument("grain is 0, but it must be at least 1");
  if (items == 0) return;
  const auto rounded_up = [](std::size_t x, std::size_t y) { return x / y + (x % y != 0 ? 1 : 0); };
  constexpr std::size_t pieces_per_worker = 16;
  const std::size_t workers = executor.workers();
  const std::size_t grains = rounded_up(items, grain);
  // Caps the workers that count, so that the product does not wrap.
  const std::size_t most = pieces_per_worker * std::min(workers, std::size_t{1} << 20);
  const std::size_t size = grain * rounded_up(grains, workers == 1 ? 1 : std::min(grains, most));
  const auto piece = [&](std::size_t i, std::size_t worker) {
    const std::size_t begin = i * size;
    work(begin, begin + std::min(size, items - begin), worker);
  };
  // std::function stores a reference without allocating.
  executor.run(rounded_up(items, size), std::ref(piece));
}

}  // namespace ringlet
