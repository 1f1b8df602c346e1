// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef _OPENMP
#error \
    "ringlet/executors/openmp.hpp needs a compiler that is told to use OpenMP: -fopenmp, or the target ringlet::openmp"
#endif

#include <omp.h>

#include <cstddef>
#include <exception>

#include "ringlet/executor.hpp"

namespace ringlet {

/// Executor over OpenMP's threads: each phase of an operation is a parallel region in which each thread takes one task
/// after the other. Header only; the library itself does not need OpenMP.
///
/// Threads  threads may share an executor: each has a team of its own. Tasks may use it, too; by OpenMP's default, a
///          nested region has one thread.
class OpenMpExecutor final : public Executor {
 public:
  /// Takes as many threads as OpenMP would use now: OMP_NUM_THREADS, or one thread for each CPU.
  OpenMpExecutor() : OpenMpExecutor(static_cast<std::size_t>(omp_get_max_threads())) {}
  /// Takes this many threads at most.
  /// Validity  threads >= 1; OpenMP may have fewer
  explicit OpenMpExecutor(std::size_t threads) : workers_(threads == 0 ? 1 : threads) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return workers_; }

  void run(std::size_t count, const Task& task) override {
    // An exception must not leave a parallel region: the first exception is kept, and later tasks are skipped.
    std::exception_ptr error;
    bool failed = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(static_cast<int>(workers_)) shared(error, failed)
    for (std::size_t i = 0; i < count; ++i) {
      bool left_out = false;
#pragma omp atomic read
      left_out = failed;
      if (left_out) continue;
      try {
        task(i, static_cast<std::size_t>(omp_get_thread_num()));
      } catch (...) {
#pragma omp critical(ringlet_openmp_executor)
        if (!error) error = std::current_exception();
#pragma omp atomic write
        failed = true;
      }
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  std::size_t workers_;
};

}  // namespace ringlet
