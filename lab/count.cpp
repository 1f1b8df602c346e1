// Counts the proposed instructions that each kernel executes for one element or butterfly, by running the exact kernel
// on one and recording every instruction. scripts/check projection compares the projected machine code with the counts.
//
// Prints a JSON object for each kernel and variant: a pattern of the names of its functions, and the counts.
#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "kernels/layout.hpp"
#include "lab/count_variants.hpp"
#include "lab/counts.hpp"
#include "lab/methods/barrett128.hpp"
#include "lab/methods/canonical_eltwise.hpp"
#include "lab/methods/pease.hpp"
#include "ringlet/ringlet.hpp"

namespace {

using ringlet::uint128_t;
using namespace ringlet::lab;
namespace kernels = ringlet::kernels;

/// Counts the kernels of the papers' method for one variant of MQX.
///
/// avx512    whether AVX-512 is the extended instruction set; otherwise AVX2
/// skipped   the parameter of Barrett128
template <class Features, bool avx512, template <class> class Product, unsigned skipped>
class Counter {
  using Isa = CountedIsa<Features, avx512>;
  using A = Barrett128<Isa, Product, skipped>;
  using InWords = kernels::WordVectors<Isa>;
  using Eltwise = CanonicalEltwise<A>;
  using Modulus = ringlet::Modulus<uint128_t>;

 public:
  /// Takes the names of the variant in the projected code.
  Counter(const std::string& features, const std::string& product)
      : variant_(projected_isa(features, avx512) + " > >, ringlet::lab::" + product + ", " + std::to_string(skipped) +
                 "u>") {}

  void count() {
    forward_stage<1>();
    forward_stage<4>();
    inverse_stage<1, false>();
    inverse_stage<1, true>();
    inverse_stage<2, false>();
    inverse_stage<2, true>();
    elements();
  }

 private:
  template <unsigned factor>
  void forward_stage() {
    const std::array<uint128_t, 2> in{x_, y_};
    std::array<uint128_t, 2> out{};
    const TraceCounts counts =
        trace([&] { pease_forward_stage<A, factor, InWords, InWords>(A(modulus_), in.data(), out.data(), 1, pass()); });
    const uint128_t product = ringlet::mul_mod(y_, w_, q_);
    require(out[0] == ringlet::add_mod(x_, product, q_) && out[1] == ringlet::sub_mod(x_, product, q_), variant_);
    print_counts("papers", "pease_forward_stage<.*" + variant_ + ", " + std::to_string(factor) + "u, ", {counts});
  }

  template <unsigned factor, bool scaled>
  void inverse_stage() {
    const std::array<uint128_t, 2> in{x_, y_};
    std::array<uint128_t, 2> out{};
    const TraceCounts counts = trace([&] {
      pease_inverse_stage<A, factor, scaled, InWords, InWords>(A(modulus_), in.data(), out.data(), 1, pass(), &x_);
    });
    const uint128_t sum = ringlet::add_mod(x_, y_, q_);
    require(out[0] == (scaled ? ringlet::mul_mod(sum, x_, q_) : sum), variant_);
    require(out[1] == ringlet::mul_mod(ringlet::sub_mod(x_, y_, q_), w_, q_), variant_);
    print_counts("papers",
                 "pease_inverse_stage<.*" + variant_ + ", " + std::to_string(factor) + "u, " +
                     (scaled ? "true" : "false") + ", ",
                 {counts});
  }

  void elements() {
    const uint128_t product = ringlet::mul_mod(x_, y_, q_);
    element("add\\\\(", ringlet::add_mod(x_, y_, q_), [&] { Eltwise::add(&out_, &x_, &y_, 1, modulus_); });
    element("sub\\\\(", ringlet::sub_mod(x_, y_, q_), [&] { Eltwise::sub(&out_, &x_, &y_, 1, modulus_); });
    element("neg\\\\(", ringlet::sub_mod(0, x_, q_), [&] { Eltwise::neg(&out_, &x_, 1, modulus_); });
    element("mul\\\\(.*lambda", product, [&] { Eltwise::mul(&out_, &x_, &y_, 1, modulus_, 1); });
    // Counts axpy and mul_fixed, each with and without a summand.
    const auto fixed = [&](const uint128_t* summand) {
      return trace([&] { Eltwise::axpy(&out_, &x_, y_, summand, 1, modulus_, 1); });
    };
    const TraceCounts with_sum = fixed(&w_);
    require(out_ == ringlet::add_mod(product, w_, q_), variant_);
    const TraceCounts without = fixed(nullptr);
    require(out_ == product, variant_);
    print_counts("papers", name_of("multiply_add<.*lambda\\\\(auto[^)]*\\\\)#1}"), {without}, eltwise_loops);
    print_counts("papers", name_of("multiply_add<.*lambda\\\\(auto[^)]*\\\\)#2}"), {with_sum}, eltwise_loops);
  }

  void element(const std::string& function, uint128_t expected, const std::function<void()>& run) {
    const TraceCounts counts = trace(run);
    require(out_ == expected, variant_ + " " + function);
    print_counts("papers", name_of(function), {counts}, eltwise_loops);
  }

  [[nodiscard]] std::string name_of(const std::string& function) const {
    return "Eltwise<ringlet::lab::Barrett128<.*" + variant_ + ",.*::" + function;
  }
  [[nodiscard]] PeaseStage pass() const { return {1, 0, 1, 1, &w_}; }

  std::string variant_;
  Modulus q_{(uint128_t{1} << (skipped == 0 ? 65 : 124)) - 21};
  ringlet::arith::Modulus128 modulus_ = ringlet::arith::make_modulus(q_.value());
  uint128_t x_ = q_.value() / 3;
  uint128_t y_ = q_.value() / 5 * 4;
  uint128_t w_ = q_.value() - 7;
  uint128_t out_ = 0;
};

template <class Features, bool avx512>
void count(const std::string& features) {
  Counter<Features, avx512, Schoolbook, 0>(features, "Schoolbook").count();
  Counter<Features, avx512, Schoolbook, 1>(features, "Schoolbook").count();
  Counter<Features, avx512, Karatsuba, 0>(features, "Karatsuba").count();
  Counter<Features, avx512, Karatsuba, 1>(features, "Karatsuba").count();
}

template <bool avx512>
void count_all() {
  for_each_variant([]<class Features>(const std::string& features) { count<Features, avx512>(features); });
  count<PlusMCP, avx512>("PlusMCP");
}

}  // namespace

int main() {
  try {
    count_all<true>();
    count_all<false>();
    count_shoup();
    count_rows();
  } catch (const std::exception& error) {
    std::cerr << "ringlet_lab_count: " << error.what() << '\n';
    return 1;
  }
}
