#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "arith/word_arithmetic.hpp"
#include "backends/shoup128_kernels.hpp"
#include "lab/counts.hpp"
#include "lab/isa/features.hpp"
#include "lab/isa/mqx.hpp"
#include "lab/isa/traced.hpp"
#include "ringlet/ringlet.hpp"

namespace ringlet::lab {
namespace {

using kernels::Constant;

/// The kernels of the library's Shoup arithmetic for one variant of MQX on AVX-512.
template <class Features>
class ShoupCounter {
  template <unsigned lanes_log>
  using Isa = Uncounted<MqxLimb64x2<Mqx<Traced<true, lanes_log>, Counted, Features>>>;
  template <unsigned lanes_log>
  using ArithmeticOn = arith::Shoup64<Isa<lanes_log>, 16, arith::TruncatedProduct<Isa<lanes_log>>>;
  /// Of as many lanes as AVX-512 has, which decides how many stages are left to a tile.
  using A = ArithmeticOn<3>;
  using Ranges = kernels::ForwardRanges<A>;
  static constexpr std::size_t lanes = A::Isa::lanes;

 public:
  explicit ShoupCounter(const std::string& features)
      : variant_("<.*Shoup64<.*Mqx<ringlet::isa::Avx512, ringlet::lab::Projected, ringlet::lab::" + features + "> ") {}

  void count() {
    forward_entries<1>();
    forward_entries<2>();
    forward_entries<3>();
    inverse_factors<1>();
    inverse_factors<2>();
    inverse_factors<3>();
    elements();
  }

 private:
  /// The radices of strided passes stop below those of tiles.
  static constexpr unsigned max_radix_log = 2;

  template <unsigned K>
  void forward_entries() {
    forward<K, Ranges::canonical>();
    forward<K, Ranges::lazy>();
    forward<K, Ranges::steady>();
  }

  template <unsigned K, unsigned entry>
  void forward() {
    const std::string radix = ".*, " + std::to_string(K) + "u, " + std::to_string(entry) + "u";
    if constexpr (K <= max_radix_log) {
      pass<K>("forward_strided" + variant_ + radix + ">\\\\(", lanes, [this](std::size_t stride) {
        kernels::forward_strided<A, K, entry>(a_, in_.data(), out_.data(), stride, twiddles_.data());
      });
    }
    const auto tiles = [&](auto factor) {
      pass<K>("forward_tiles" + variant_ + radix + ", " + std::to_string(factor.value) + "u>\\\\(", 1,
              [this](std::size_t count) {
                kernels::forward_tiles<A, K, entry, decltype(factor)::value>(a_, in_.data(), out_.data(), count,
                                                                             twiddles_.data(), 0);
              });
    };
    tiles(Constant<1u>{});
    tiles(Constant<4u>{});
  }

  template <unsigned K>
  void inverse_factors() {
    inverse<K, 0>();
    inverse<K, 1>();
    inverse<K, 2>();
  }

  template <unsigned K, unsigned output_factor>
  void inverse() {
    const std::string radix = ".*, " + std::to_string(K) + "u, " + std::to_string(output_factor) + "u";
    if constexpr (K <= max_radix_log) {
      pass<K>("inverse_strided" + variant_ + radix + ">\\\\(", lanes, [this](std::size_t stride) {
        kernels::inverse_strided<A, K, output_factor>(a_, scale_.data(), in_.data(), out_.data(), stride,
                                                      twiddles_.data());
      });
    }
    pass<K>("inverse_tiles" + variant_ + radix + ", unsigned __int128>\\\\(", 1, [this](std::size_t count) {
      kernels::inverse_tiles<A, K, output_factor>(a_, scale_.data(), in_.data(), out_.data(), count, twiddles_.data(),
                                                  0);
    });
  }

  /// A pass has a loop over as many register blocks as AVX-512 has room for, and one over single blocks for what is
  /// left.
  template <unsigned K>
  void pass(const std::string& pattern, std::size_t one_block, const std::function<void(std::size_t)>& run) {
    constexpr std::size_t together = kernels::interleaved<A, K>;
    std::vector<TraceCounts> parts{trace([&] { run(together * one_block); })};
    if (together > 1) parts.push_back(trace([&] { run(one_block); }));
    print_counts("shoup", pattern, parts);
  }

  // On one lane, where the numbers can be checked.
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
      print_counts("shoup", "Eltwise" + variant_ + ".*>::" + function, parts);
    };
    print("add\\\\(", {element(add_mod(x, y, q_), [&] { Eltwise::add(&out, &x, &y, 1, modulus_); })});
    print("add_scalar\\\\(", {element(add_mod(x, y, q_), [&] { Eltwise::add_scalar(&out, &x, y, 1, modulus_); })});
    print("sub\\\\(", {element(sub_mod(x, y, q_), [&] { Eltwise::sub(&out, &x, &y, 1, modulus_); })});
    print("neg\\\\(", {element(sub_mod(0, x, q_), [&] { Eltwise::neg(&out, &x, 1, modulus_); })});
    const auto reduce = [&](unsigned from, unsigned to) {
      return element(x, [&] { Eltwise::reduce(&out, &x, 1, modulus_, from, to); });
    };
    print("reduce\\\\(", {reduce(0, 1), reduce(0, 2), reduce(4, 1), reduce(4, 2), reduce(2, 1)});
    const std::array<uint128_t, 2> fixed{y, ShoupOperand<uint128_t>(y, q_).quotient()};
    for (const unsigned factor : {1U, 2U, 4U, 8U}) {
      const std::string constant = ".*Constant<" + std::to_string(factor) + "u>\\\\)";
      print("mul\\\\(" + constant, {element(product, [&] { Eltwise::mul(&out, &x, &y, 1, modulus_, factor); })});
      const auto multiply_add = [&](uint128_t expected, const uint128_t* summand) {
        return element(expected, [&] { Eltwise::axpy(&out, &x, fixed.data(), summand, 1, modulus_, factor); });
      };
      print("multiply_add<" + constant, {multiply_add(product, nullptr), multiply_add(add_mod(product, z, q_), &z)});
    }
  }

  std::string variant_;
  Modulus<uint128_t> q_{(uint128_t{1} << 124) - 59};
  arith::DoubleModulus modulus_ = arith::make_modulus(q_.value());
  A a_{modulus_};
  // What a pass reads and writes at most: eight vectors, and the twiddles of a tile.
  std::array<uint128_t, 8 * lanes> in_{}, out_{};
  std::array<uint128_t, 256> twiddles_{};
  std::array<uint128_t, 4> scale_{};
};

template <class Features>
void count(const std::string& features) {
  ShoupCounter<Features>(features).count();
}

}  // namespace

void count_shoup() {
  count<PlusM>("PlusM");
  count<PlusC>("PlusC");
  count<PlusMC>("PlusMC");
  count<PlusMhC>("PlusMhC");
}

}  // namespace ringlet::lab
