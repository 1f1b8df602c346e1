#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "ringlet/executor.hpp"

namespace ringlet_test {

/// Executor as a program may write its own: starts new threads for each call and runs no task on the calling one.
/// Threads may share an executor.
class NewThreads final : public ringlet::Executor {
 public:
  explicit NewThreads(std::size_t workers) : workers_(workers) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return workers_; }

  void run(std::size_t count, const Task& task) override {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr error;
    std::mutex mutex;
    const auto work = [&](std::size_t worker) {
      try {
        for (std::size_t i = next++; i < count; i = next++) task(i, worker);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!error) error = std::current_exception();
        next = count;
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t worker = 0; worker < workers_; ++worker) threads.emplace_back(work, worker);
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  std::size_t workers_;
};

}  // namespace ringlet_test
