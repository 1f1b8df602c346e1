#include "c/executor.hpp"

#include <atomic>
#include <exception>
#include <string>

#include "c/support.hpp"

namespace ringlet::c {
namespace {

constexpr std::size_t most_workers = 65536;

/// State of one call of `run`, which its tasks share.
struct Call {
  const Executor::Task& task;
  std::size_t count;
  std::size_t workers;
  std::atomic<std::size_t> begun{0};
  /// An int, because compilers for RISC-V call a library to exchange bytes.
  std::atomic<int> has_failed{0};
  /// Exception of the task that set has_failed; other tasks do not touch it.
  std::exception_ptr error{};

  void run(std::size_t index, std::size_t worker) {
    if (index >= count) checks::reject("index", index, "it must be below the count " + std::to_string(count));
    if (worker >= workers) checks::reject("worker", worker, "it must be below workers = " + std::to_string(workers));
    begun.fetch_add(1, std::memory_order_relaxed);
    task(index, worker);
  }
};

}  // namespace

extern "C" {
static void run_task(void* task_context, size_t index, size_t worker) {
  Call& call = *static_cast<Call*>(task_context);
  if (call.has_failed.load(std::memory_order_relaxed) != 0) return;
  try {
    call.run(index, worker);
  } catch (...) {
    if (call.has_failed.exchange(1) == 0) call.error = std::current_exception();
  }
}
}

void CallersExecutor::run(std::size_t count, const Task& task) {
  Call call{task, count, executor_.workers};
  executor_.run(executor_.context, count, run_task, &call);
  if (call.error) std::rethrow_exception(call.error);
  const std::size_t begun = call.begun.load(std::memory_order_relaxed);
  if (begun != count) {
    checks::reject("number of tasks that run called", begun, "it must be " + std::to_string(count));
  }
}

}  // namespace ringlet::c

using namespace ringlet::c;

ringlet_status ringlet_executor_create(ringlet_executor** executor, size_t workers, ringlet_run run, void* context) {
  return create("executor", executor, [=] {
    // Operations multiply numbers of tasks by workers, and set memory aside for each worker.
    if (workers == 0 || workers > most_workers) ringlet::checks::reject("workers", workers, "it must be 1 to 65536");
    if (run == nullptr) throw NullPointer("run");
    return ringlet_executor{workers, run, context};
  });
}

void ringlet_executor_destroy(ringlet_executor* executor) { delete executor; }

size_t ringlet_executor_workers(const ringlet_executor* executor) {
  return executor == nullptr ? 0 : executor->workers;
}
