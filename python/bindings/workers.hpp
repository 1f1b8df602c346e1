#pragma once

#include <cstddef>
#include <ringlet/executor.hpp>

namespace ringlet_python {

/// Executor on the process's own pool of threads. A call uses the calling thread and at most threads - 1 other threads.
/// The other threads have left the tasks when `run` returns, and sleep until the next call of any object. A thread that
/// finishes early takes over tasks of other threads, so a late or disturbed thread delays nobody. Where the system
/// refuses more threads, the existing threads do the work. Threads may share an object, and tasks may use it.
class Workers final : public ringlet::Executor {
 public:
  /// Input     threads >= 1
  explicit Workers(std::size_t threads) : threads_(threads) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return threads_; }
  void run(std::size_t count, const Task& task) override;

 private:
  std::size_t threads_;
};

}  // namespace ringlet_python
