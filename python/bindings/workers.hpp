#pragma once

#include <cstddef>
#include <ringlet/executor.hpp>

namespace ringlet_python {

/// Threads of the process's own pool: each call takes the calling one and at most threads - 1 others, which have left
/// the tasks before `run` returns and wait, asleep, for the next call of any object. A thread that finishes early takes
/// over tasks of the others, so one that starts late or is disturbed holds nobody up. Where the system has no more
/// threads, those that there are do the work. Threads may share an object, and tasks may use it.
class Workers final : public ringlet::Executor {
 public:
  /// threads >= 1
  explicit Workers(std::size_t threads) : threads_(threads) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return threads_; }
  void run(std::size_t count, const Task& task) override;

 private:
  std::size_t threads_;
};

}  // namespace ringlet_python
