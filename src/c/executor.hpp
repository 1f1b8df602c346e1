#pragma once

#include <cstddef>
#include <optional>

#include "ringlet/executor.hpp"
#include "ringlet/ringlet.h"

struct ringlet_executor {
  std::size_t workers;
  ringlet_run run;
  void* context;
};

namespace ringlet::c {

/// Threads of a handle. An exception of a task does not reach the caller's frames: the first exception is thrown after
/// the caller's function has returned.
class CallersExecutor final : public Executor {
 public:
  explicit CallersExecutor(const ringlet_executor& executor) : executor_(executor) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return executor_.workers; }
  /// Errors  std::invalid_argument also if the caller's function leaves tasks out, or passes a worker that is too large
  void run(std::size_t count, const Task& task) override;

 private:
  const ringlet_executor& executor_;
};

/// Argument of an operation: the executor of a handle, or null for a null handle.
class Threads {
 public:
  explicit Threads(const ringlet_executor* executor) {
    if (executor != nullptr) callers_.emplace(*executor);
  }
  operator Executor*() { return callers_ ? &*callers_ : nullptr; }

 private:
  std::optional<CallersExecutor> callers_;
};

}  // namespace ringlet::c
