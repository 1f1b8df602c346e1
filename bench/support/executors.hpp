#pragma once

#include <cstddef>
#include <memory>
#include <ringlet/executor.hpp>

namespace bench {

/// Returns the number of cores that OpenMP uses, or 1 if the compiler has no OpenMP.
[[nodiscard]] std::size_t cores();

/// Makes an executor with so many threads. Throws std::runtime_error for several threads if the compiler has no OpenMP.
[[nodiscard]] std::unique_ptr<ringlet::Executor> executor_on(std::size_t threads);

/// Makes an executor with one thread for each core. Returns null if there is only one core.
[[nodiscard]] std::unique_ptr<ringlet::Executor> executor_on_all_cores();

}  // namespace bench
