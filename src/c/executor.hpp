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

namespace ringlet::c_api {

/// The threads behind a handle. What tasks throw does not reach the caller's frames: the first exception waits until
/// the caller's function has returned.
class CallersExecutor final : public Executor {
 public:
  explicit CallersExecutor(const ringlet_executor& executor) : executor_(executor) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return executor_.workers; }
  /// Errors  std::invalid_argument also where the caller's function leaves tasks out, or tells a worker that is none
  void run(std::size_t count, const Task& task) override;

 private:
  const ringlet_executor& executor_;
};

/// An operation's argument: the executor of a handle, or none for a null one.
class Threads {
 public:
  explicit Threads(const ringlet_executor* executor) {
    if (executor != nullptr) callers_.emplace(*executor);
  }
  operator Executor*() { return callers_ ? &*callers_ : nullptr; }

 private:
  std::optional<CallersExecutor> callers_;
};

}  // namespace ringlet::c_api
