#include "ringlet/executors/openmp.hpp"
#include "substitute.hpp"

namespace ringlet_bench {

ringlet::Executor* executor() {
  static ringlet::OpenMpExecutor threads;
  return threads.workers() == 1 ? nullptr : &threads;
}

}  // namespace ringlet_bench
