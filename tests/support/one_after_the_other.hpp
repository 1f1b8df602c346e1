#pragma once

#include <cstddef>

#include "ringlet/executor.hpp"

namespace ringlet_test {

/// Executor with any number of workers that take turns on the calling thread. Counts calls and tasks.
class OneAfterTheOther final : public ringlet::Executor {
 public:
  explicit OneAfterTheOther(std::size_t workers) : workers_(workers) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return workers_; }

  void run(std::size_t count, const Task& task) override {
    ++calls;
    tasks += count;
    for (std::size_t i = 0; i < count; ++i) task(i, i % workers_);
  }

  std::size_t calls = 0;
  std::size_t tasks = 0;

 private:
  std::size_t workers_;
};

}  // namespace ringlet_test
