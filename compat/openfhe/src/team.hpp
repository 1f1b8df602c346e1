#pragma once

#include <cstddef>
#include <optional>

#include "ringlet/executor.hpp"
#ifdef _OPENMP
#include "ringlet/executors/openmp.hpp"
#endif

namespace ringlet::openfhe {

/// OpenMP's team for one operation. Outside of parallel regions it has the threads asked for, inside no own threads.
class Team {
 public:
  /// Takes `threads` threads; 0: as many as OpenMP would use.
  explicit Team([[maybe_unused]] std::size_t threads) {
#ifdef _OPENMP
    if (omp_in_parallel() != 0) return;
    const std::size_t count = threads == 0 ? static_cast<std::size_t>(omp_get_max_threads()) : threads;
    if (count > 1) executor_.emplace(count);
#endif
  }
  /// Returns the executor, or null for the calling thread alone.
  [[nodiscard]] Executor* get() {
#ifdef _OPENMP
    return executor_ ? &*executor_ : nullptr;
#else
    return nullptr;
#endif
  }
  /// Returns the executor, or one of the calling thread alone.
  [[nodiscard]] Executor& executor() { return get() != nullptr ? *get() : serial_; }

 private:
  SerialExecutor serial_;
#ifdef _OPENMP
  std::optional<OpenMpExecutor> executor_;
#endif
};

}  // namespace ringlet::openfhe
