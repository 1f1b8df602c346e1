#pragma once

#include <cstddef>

#include "large/lines.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/large_transport.hpp"

namespace ringlet::large {

/// Transport of arrays in memory, on the threads of an executor.
class LargeArrays final : public LargeBytes {
 public:
  /// Arrays of a transform. Pass 0 reads `in` and writes `between`; pass 1 reads `between` and writes `out`. Both
  /// arrays of a pass may be the same only if the pass stays in place.
  struct Arrays {
    const void* in;
    void* between;
    void* out;
  };

  LargeArrays(const Arrays& arrays, std::size_t number_bytes, Executor& executor)
      : arrays_(arrays), number_bytes_(number_bytes), executor_(&executor) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return executor_->workers(); }
  void run(const LargePass& pass, const LargeCompute& compute) override;

 private:
  /// Calls work(first, count, worker) for all lines, in blocks.
  template <class Work>
  void each_block(std::size_t lines, std::size_t block, const Work& work) const;

  Arrays arrays_;
  std::size_t number_bytes_;
  Executor* executor_;
};

}  // namespace ringlet::large
