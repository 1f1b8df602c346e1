#include <functional>
#include <string>

#include "arith/shoup/product.hpp"
#include "arith/word_arithmetic.hpp"
#include "kernels/eltwise.hpp"
#include "lab/arith/row_shoup128.hpp"
#include "lab/count_passes.hpp"
#include "lab/count_variants.hpp"
#include "lab/counts.hpp"
#include "ringlet/ringlet.hpp"

namespace ringlet::lab {
namespace {

/// Counts the kernels of Shoup products in rows of limbs for one variant of MQX on AVX-512.
template <class Features>
class RowCounter {
  template <unsigned lanes_log>
  using Isa = CountedIsa<Features, true, lanes_log>;
  using Rows = RowShoup128<Isa<3>>;

 public:
  explicit RowCounter(const std::string& features) : variant_(projected_isa(features) + ' ') {}

  void count() {
    PassCounter<Rows, 3>("rows", "<.*RowShoup128<.*" + variant_, modulus_).count();
    products();
  }

 private:
  /// Counts products of transforms' results, on one lane, so that the numbers can be checked.
  void products() {
    using Eltwise = kernels::Eltwise<RowShoup128<Isa<0>>>;
    const uint128_t x = q_.value() / 3, y = q_.value() / 5 * 4;
    uint128_t out = 0;
    const auto print = [&](const std::string& function, uint128_t expected, const std::function<void()>& run) {
      const TraceCounts counts = trace(run);
      require(out == expected, variant_);
      print_counts("rows", "Eltwise<.*RowShoup128<.*" + variant_ + ".*>::" + function, {counts}, eltwise_loops);
    };
    const uint128_t product = mul_mod(x, y, q_);
    for (const unsigned factor : {1U, 4U}) {
      const std::string constant = "\\\\(.*Constant<" + std::to_string(factor) + "u>\\\\)";
      print("mul" + constant, product, [&] { Eltwise::mul(&out, &x, &y, 1, modulus_, factor); });
      print("mul_sub" + constant, sub_mod(product, y, q_),
            [&] { Eltwise::mul_sub(&out, &x, &y, &y, 1, modulus_, factor); });
    }
  }

  std::string variant_;
  Modulus<uint128_t> q_{(uint128_t{1} << 124) - 59};
  arith::Modulus128 modulus_ = arith::make_modulus(q_.value());
};

}  // namespace

void count_rows() {
  for_each_variant([]<class Features>(const std::string& features) { RowCounter<Features>(features).count(); });
}

}  // namespace ringlet::lab
