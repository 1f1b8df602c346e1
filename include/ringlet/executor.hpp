// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

/// The library starts no thread. An operation that can use several takes an `Executor`, by which it borrows the
/// caller's; what it computes does not depend on how many there are.
namespace ringlet {

/// Threads of a program, as an operation sees them: a program derives its own from this, over the pool that it has.
///
/// Calls       an operation calls `run` on the thread that called the operation, once for each of its phases, and never
///             out of a task. More an executor need not allow: each says whether threads may share it, and whether
///             tasks may use it again (nesting).
/// Tasks       of one call are independent: they may run in any order, at the same time or one after the other, on any
///             threads, so none waits for another.
/// Exceptions  a task may throw, such as std::bad_alloc.
class RINGLET_API Executor {
 public:
  /// What `run` calls, as task(i, worker).
  using Task = std::function<void(std::size_t task, std::size_t worker)>;

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// At least 1, and the same as long as the executor exists: by it, operations set memory aside for each worker.
  [[nodiscard]] virtual std::size_t workers() const noexcept = 0;

  /// Calls task(i, worker) once for each i in [0, count), and returns when all of these calls have.
  ///
  /// Worker   in [0, workers()); those of two tasks that run at the same time differ. The numbers belong to this call:
  ///          another one may have others for the same threads.
  /// Threads  any, the calling one among them or not, and fewer than workers() where there are no more
  /// Memory   what was written before the call is visible to each task, what tasks wrote is after it
  /// Errors   the first exception of a task, once no task runs any more; those that had not begun may be left out. Its
  ///          own exceptions, such as std::bad_alloc, only where no task has begun.
  virtual void run(std::size_t count, const Task& task) = 0;
};

/// All tasks in order, on the calling thread. Threads may share one, and tasks may use it.
class SerialExecutor final : public Executor {
 public:
  [[nodiscard]] std::size_t workers() const noexcept override { return 1; }

  void run(std::size_t count, const Task& task) override {
    for (std::size_t i = 0; i < count; ++i) task(i, 0);
  }
};

/// Calls work(begin, end, worker) on pieces of [0, items) that together are all of it, as tasks of the executor: one
/// where there is one worker, else up to sixteen for each, so that one which is late holds nobody up. It allocates
/// nothing itself.
///
/// Grain     items that stay together, because they are one thing (the n values of a transform) or too little work for
///           a task: a piece begins at a multiple of it, and ends at one or at the last item
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
  // As many as count for the number of pieces, so that it does not wrap.
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
