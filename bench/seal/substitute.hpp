#pragma once

#include <seal/seal.h>

#include <ringlet/seal/evaluator.hpp>

namespace ringlet_bench {

/// Returns an executor with OMP_NUM_THREADS threads of OpenMP, or nullptr for one thread.
[[nodiscard]] ringlet::Executor* executor();

}  // namespace ringlet_bench

namespace seal {

/// Replacement of SEAL's evaluator. This header is included before SEAL's benchmark program, which names the evaluator
/// with and without `seal::`.
class SubstitutedEvaluator : public ringlet::seal::Evaluator {
 public:
  explicit SubstitutedEvaluator(const SEALContext& context)
      : ringlet::seal::Evaluator(context, ringlet_bench::executor()) {}
};

}  // namespace seal

#define Evaluator SubstitutedEvaluator
