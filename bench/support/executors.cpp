#include "support/executors.hpp"

#include <stdexcept>

#ifdef _OPENMP
#include <ringlet/executors/openmp.hpp>
#endif

namespace bench {

#ifdef _OPENMP
std::size_t cores() { return ringlet::OpenMpExecutor().workers(); }

std::unique_ptr<ringlet::Executor> executor_on(std::size_t threads) {
  return std::make_unique<ringlet::OpenMpExecutor>(threads);
}
#else
std::size_t cores() { return 1; }

std::unique_ptr<ringlet::Executor> executor_on(std::size_t threads) {
  if (threads > 1) throw std::runtime_error("several threads need OpenMP");
  return std::make_unique<ringlet::SerialExecutor>();
}
#endif

std::unique_ptr<ringlet::Executor> executor_on_all_cores() { return cores() > 1 ? executor_on(cores()) : nullptr; }

}  // namespace bench
