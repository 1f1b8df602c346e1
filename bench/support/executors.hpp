#pragma once

#include <cstddef>
#include <memory>
#include <ringlet/executor.hpp>

namespace bench {

/// Number of cores that OpenMP uses, 1 where the compiler has no OpenMP.
[[nodiscard]] std::size_t cores();

/// Executor of so many threads. Throws std::runtime_error where several need OpenMP and the compiler has none.
[[nodiscard]] std::unique_ptr<ringlet::Executor> executor_on(std::size_t threads);

/// Executor of one thread for each core, null where there is one core only.
[[nodiscard]] std::unique_ptr<ringlet::Executor> executor_on_all_cores();

}  // namespace bench
