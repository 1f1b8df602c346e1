// Zama's tfhe-ntt, a Rust crate, through the C functions of tfhe_ntt/src/lib.rs. All its operations work in place.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "peers/peers.hpp"
#include "word_computation.hpp"

struct TfheNttPlan;

extern "C" {
TfheNttPlan* ringlet_bench_tfhe_ntt_new(std::size_t n, std::uint64_t q);
void ringlet_bench_tfhe_ntt_delete(TfheNttPlan* plan);
bool ringlet_bench_tfhe_ntt_uses_ifma(const TfheNttPlan* plan);
void ringlet_bench_tfhe_ntt_forward(const TfheNttPlan* plan, std::uint64_t* data);
void ringlet_bench_tfhe_ntt_inverse(const TfheNttPlan* plan, std::uint64_t* data);
void ringlet_bench_tfhe_ntt_multiply_add(const TfheNttPlan* plan, std::uint64_t* out, const std::uint64_t* a,
                                         const std::uint64_t* b);
void ringlet_bench_tfhe_ntt_multiply_normalize(const TfheNttPlan* plan, std::uint64_t* out, const std::uint64_t* b);
}

namespace bench {
namespace {

struct DeletePlan {
  void operator()(TfheNttPlan* plan) const { ringlet_bench_tfhe_ntt_delete(plan); }
};
using Plan = std::unique_ptr<TfheNttPlan, DeletePlan>;

class PlanComputation : public WordComputation {
 public:
  PlanComputation(Plan plan, const Parameters& parameters, Start start)
      : WordComputation(parameters.n, start), plan_(std::move(plan)) {}

  std::string description() const override {
    return ringlet_bench_tfhe_ntt_uses_ifma(plan()) ? "tfhe-ntt 0.7.1 / ifma" : "tfhe-ntt 0.7.1 / 64-bit words";
  }

 protected:
  const TfheNttPlan* plan() const { return plan_.get(); }

 private:
  Plan plan_;
};

class Forward final : public PlanComputation {
 public:
  Forward(Plan plan, const Parameters& parameters)
      : PlanComputation(std::move(plan), parameters, Start::first_operand) {}
  void run() override { ringlet_bench_tfhe_ntt_forward(plan(), out().data()); }
};

/// Without the factor 1/n, which the crate leaves to its users.
class Inverse final : public PlanComputation {
 public:
  Inverse(Plan plan, const Parameters& parameters)
      : PlanComputation(std::move(plan), parameters, Start::first_operand) {}
  void run() override { ringlet_bench_tfhe_ntt_inverse(plan(), out().data()); }
};

/// The crate has no plain product. Of the two that it has, the accumulating one is the faster.
class ElementwiseProduct final : public PlanComputation {
 public:
  ElementwiseProduct(Plan plan, const Parameters& parameters)
      : PlanComputation(std::move(plan), parameters, Start::zero) {}
  void run() override { ringlet_bench_tfhe_ntt_multiply_add(plan(), out().data(), a().data(), b().data()); }
};

class RingProduct final : public PlanComputation {
 public:
  RingProduct(Plan plan, const Parameters& parameters)
      : PlanComputation(std::move(plan), parameters, Start::zero), b_transform_(parameters.n) {}

  void run() override {
    std::ranges::copy(a(), out().begin());
    std::ranges::copy(b(), b_transform_.begin());
    ringlet_bench_tfhe_ntt_forward(plan(), out().data());
    ringlet_bench_tfhe_ntt_forward(plan(), b_transform_.data());
    ringlet_bench_tfhe_ntt_multiply_normalize(plan(), out().data(), b_transform_.data());
    ringlet_bench_tfhe_ntt_inverse(plan(), out().data());
  }

 private:
  CacheLineWords b_transform_;
};

std::unique_ptr<Computation> make(Operation operation, const Parameters& parameters) {
  Plan plan(ringlet_bench_tfhe_ntt_new(parameters.n, parameters.q));
  if (plan == nullptr) return nullptr;
  return make_computation<Forward, Inverse, ElementwiseProduct, RingProduct>(operation, std::move(plan), parameters);
}

}  // namespace

Contender tfhe_ntt() {
  return {.name = "tfhe-ntt",
          .unscaled_inverse = true,
          .has_tables = true,
          .remark = "its inverse leaves out the factor 1/n, its elementwise product adds to what was there",
          .make = make};
}

}  // namespace bench
