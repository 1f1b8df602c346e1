#pragma once

#include <seal/seal.h>

#include <ringlet/seal/evaluator.hpp>

namespace ringlet_bench {

/// OpenMP's threads, as many as OMP_NUM_THREADS says; nullptr for one.
[[nodiscard]] ringlet::Executor* executor();

}  // namespace ringlet_bench

namespace seal {

/// Included before SEAL's benchmark program, which names the evaluator with and without `seal::`.
class SubstitutedEvaluator : public ringlet::seal::Evaluator {
 public:
  explicit SubstitutedEvaluator(const SEALContext& context)
      : ringlet::seal::Evaluator(context, ringlet_bench::executor()) {}
};

}  // namespace seal

#define Evaluator SubstitutedEvaluator
