#include <functional>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "backends/families/shoup128.hpp"
#include "lab/count_passes.hpp"
#include "lab/count_variants.hpp"
#include "lab/counts.hpp"
#include "ringlet/ringlet.hpp"

namespace ringlet::lab {
namespace {

/// Counts the kernels of the library's Shoup arithmetic for one variant of MQX on AVX-512.
template <class Features>
class ShoupCounter {
  template <unsigned lanes_log>
  using Isa = CountedIsa<Features, true, lanes_log>;
  template <unsigned lanes_log>
  using ArithmeticOn = arith::Shoup<Isa<lanes_log>, 16, arith::TruncatedProduct<Isa<lanes_log>>>;
  using A = ArithmeticOn<3>;

 public:
  explicit ShoupCounter(const std::string& features) : variant_("<.*Shoup<.*" + projected_isa(features) + ' ') {}

  void count() {
    PassCounter<A, 2>("shoup", variant_, modulus_).count();
    elements();
  }

 private:
  // One lane, so that the numbers can be checked.
  using Element = ArithmeticOn<0>;
  using Eltwise = kernels::Eltwise<Element>;

  void elements() {
    const uint128_t x = q_.value() / 3, y = q_.value() / 5 * 4, z = q_.value() - 7;
    const uint128_t product = mul_mod(x, y, q_);
    uint128_t out = 0;
    const auto element = [&](uint128_t expected, const std::function<void()>& run) {
      const TraceCounts counts = trace(run);
      require(out == expected, variant_);
      return counts;
    };
    const auto print = [&](const std::string& function, const std::vector<TraceCounts>& parts) {
      print_counts("shoup", "Eltwise" + variant_ + ".*>::" + function, parts, eltwise_loops);
    };
    print("add\\\\(", {element(add_mod(x, y, q_), [&] { Eltwise::add(&out, &x, &y, 1, modulus_); })});
    print("add_scalar\\\\(", {element(add_mod(x, y, q_), [&] { Eltwise::add_scalar(&out, &x, y, 1, modulus_); })});
    print("sub\\\\(", {element(sub_mod(x, y, q_), [&] { Eltwise::sub(&out, &x, &y, 1, modulus_); })});
    print("neg\\\\(", {element(sub_mod(0, x, q_), [&] { Eltwise::neg(&out, &x, 1, modulus_); })});
    const auto reduce = [&](unsigned from, unsigned to) {
      return element(x, [&] { Eltwise::reduce(&out, &x, 1, modulus_, from, to); });
    };
    print("reduce\\\\(", {reduce(0, 1), reduce(0, 2), reduce(4, 1), reduce(4, 2), reduce(2, 1)});
    const auto constant = [](unsigned factor) { return ".*Constant<" + std::to_string(factor) + "u>\\\\)"; };
    for (const unsigned factor : {1U, 4U}) {
      print("mul\\\\(" + constant(factor),
            {element(product, [&] { Eltwise::mul(&out, &x, &y, 1, modulus_, factor); })});
      print("mul_sub\\\\(" + constant(factor),
            {element(sub_mod(product, z, q_), [&] { Eltwise::mul_sub(&out, &x, &y, &z, 1, modulus_, factor); })});
    }
    const auto multiply_add = [&](uint128_t expected, const uint128_t* summand, unsigned factor) {
      return element(expected, [&] { Eltwise::axpy(&out, &x, y, summand, 1, modulus_, factor); });
    };
    // Without a summand, products are the same for all factors.
    print("multiply_add<.*lambda\\\\(auto[^)]*\\\\)#1}" + constant(1), {multiply_add(product, nullptr, 1)});
    for (const unsigned factor : {1U, 4U, 8U}) {
      print("multiply_add<.*lambda\\\\(auto[^)]*\\\\)#2}" + constant(factor),
            {multiply_add(add_mod(product, z, q_), &z, factor)});
    }
  }

  std::string variant_;
  Modulus<uint128_t> q_{(uint128_t{1} << 124) - 59};
  arith::Modulus128 modulus_ = arith::make_modulus(q_.value());
};

}  // namespace

void count_shoup() {
  for_each_variant([]<class Features>(const std::string& features) { ShoupCounter<Features>(features).count(); });
}

}  // namespace ringlet::lab
