// Zama's tfhe-ntt, a Rust crate, by the C functions of tfhe_ntt/src/lib.rs. All its operations work in place.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "words/contenders.hpp"

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

namespace bench::words {
namespace {

using Plan = std::shared_ptr<TfheNttPlan>;

void ring_product(const TfheNttPlan* plan, Arrays& d, CacheLineWords& b_transform) {
  std::ranges::copy(d.a, d.out.begin());
  std::ranges::copy(d.b, b_transform.begin());
  ringlet_bench_tfhe_ntt_forward(plan, d.out.data());
  ringlet_bench_tfhe_ntt_forward(plan, b_transform.data());
  ringlet_bench_tfhe_ntt_multiply_normalize(plan, d.out.data(), b_transform.data());
  ringlet_bench_tfhe_ntt_inverse(plan, d.out.data());
}

std::function<void()> function(const Plan& plan, Operation operation, const std::shared_ptr<Arrays>& d) {
  switch (operation) {
    case Operation::forward:
      return [plan, d] { ringlet_bench_tfhe_ntt_forward(plan.get(), d->out.data()); };
    // The crate omits the factor 1/n and leaves it to its users.
    case Operation::inverse:
      return [plan, d] { ringlet_bench_tfhe_ntt_inverse(plan.get(), d->out.data()); };
    // The crate has no plain product. The accumulating one is the faster of its two.
    case Operation::elementwise_product:
      std::ranges::fill(d->out, Word{0});
      return [plan, d] { ringlet_bench_tfhe_ntt_multiply_add(plan.get(), d->out.data(), d->a.data(), d->b.data()); };
    case Operation::ring_product:
      return [plan, d, b = CacheLineWords(d->b.size())]() mutable { ring_product(plan.get(), *d, b); };
  }
  return {};
}

Run prepare(const Ring& ring, Operation operation, const Words& a, const Words& b) {
  const Plan plan(ringlet_bench_tfhe_ntt_new(ring.n, ring.q), [](TfheNttPlan* of) {
    if (of != nullptr) ringlet_bench_tfhe_ntt_delete(of);
  });
  if (plan == nullptr) return {};
  const auto d = std::make_shared<Arrays>(a, b);
  const bool uses_ifma = ringlet_bench_tfhe_ntt_uses_ifma(plan.get());
  return run_on(d, std::string("tfhe-ntt 0.7.1 / ") + (uses_ifma ? "ifma" : "64-bit words"),
                function(plan, operation, d));
}

}  // namespace

Contender tfhe_ntt() {
  return {.name = "tfhe-ntt",
          .unscaled_inverse = true,
          .has_tables = true,
          .remark = "its inverse leaves out the factor 1/n, its elementwise product adds to what was there",
          .prepare = prepare};
}

}  // namespace bench::words
