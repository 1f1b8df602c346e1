#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arith/modulus.hpp"
#include "kernels/choose.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"
#include "kernels/ntt_pass.hpp"
#include "lab/counts.hpp"
#include "lab/isa/traced.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// The passes of transforms of double words.
///
/// A               an arithmetic over a traced instruction set of as many lanes as the projected one has, which decides
///                 how many stages are left to a tile
/// max_radix_log   of strided passes, which may stop below that of tiles
template <class A, unsigned max_radix_log>
class PassCounter {
  using Ranges = kernels::ForwardRanges<A>;
  static constexpr std::size_t lanes = A::Isa::lanes;

 public:
  /// method       as print_counts has it
  /// arithmetic   a pattern of the projected arithmetic's name among the arguments of a pass
  PassCounter(std::string method, std::string arithmetic, const arith::DoubleModulus& modulus)
      : method_(std::move(method)), arithmetic_(std::move(arithmetic)), a_(modulus) {}

  void count() {
    radix<1>();
    radix<2>();
    radix<3>();
  }

 private:
  template <unsigned K>
  void radix() {
    if constexpr (!kernels::ignores_factors<A>) forward<K, Ranges::canonical>();
    forward<K, Ranges::lazy>();
    forward<K, Ranges::steady>();
    inverse<K, 0>();
    inverse<K, 1>();
    if constexpr (!kernels::ignores_factors<A>) inverse<K, 2>();
  }

  template <unsigned K, unsigned entry>
  void forward() {
    const std::string radix = ".*, " + std::to_string(K) + "u, " + std::to_string(entry) + "u";
    if constexpr (K <= max_radix_log) {
      pass<K>("forward_strided" + arithmetic_ + radix + ">\\\\(", lanes, [this](std::size_t stride) {
        kernels::forward_strided<A, K, entry>(a_, in_.data(), out_.data(), stride, twiddles_.data());
      });
    }
    const auto tiles = [&](auto factor) {
      pass<K>("forward_tiles" + arithmetic_ + radix + ", " + std::to_string(factor.value) + "u>\\\\(", 1,
              [this](std::size_t count) {
                kernels::forward_tiles<A, K, entry, decltype(factor)::value>(a_, in_.data(), out_.data(), count,
                                                                             twiddles_.data(), 0, false);
              });
    };
    tiles(kernels::Constant<1u>{});
    if constexpr (!kernels::ignores_factors<A>) tiles(kernels::Constant<4u>{});
  }

  template <unsigned K, unsigned output_factor>
  void inverse() {
    const std::string radix = ".*, " + std::to_string(K) + "u, " + std::to_string(output_factor) + "u";
    if constexpr (K <= max_radix_log) {
      pass<K>("inverse_strided" + arithmetic_ + radix + ">\\\\(", lanes, [this](std::size_t stride) {
        kernels::inverse_strided<A, K, output_factor>(a_, scale_.data(), in_.data(), out_.data(), stride,
                                                      twiddles_.data());
      });
    }
    pass<K>("inverse_tiles" + arithmetic_ + radix + ", unsigned __int128>\\\\(", 1, [this](std::size_t count) {
      kernels::inverse_tiles<A, K, output_factor>(a_, scale_.data(), in_.data(), out_.data(), count, twiddles_.data(),
                                                  0, false);
    });
  }

  /// A pass has a loop over as many register blocks as AVX-512 has room for, and one over single blocks for what is
  /// left.
  template <unsigned K>
  void pass(const std::string& pattern, std::size_t one_block, const std::function<void(std::size_t)>& run) {
    constexpr std::size_t together = kernels::interleaved<A, K>;
    std::vector<TraceCounts> parts{trace([&] { run(together * one_block); })};
    if (together > 1) parts.push_back(trace([&] { run(one_block); }));
    print_counts(method_, pattern, parts);
  }

  std::string method_;
  std::string arithmetic_;
  A a_;
  // What a pass reads and writes at most: eight vectors, and the twiddles of a tile.
  std::array<uint128_t, 8 * lanes> in_{}, out_{};
  std::array<uint128_t, 256> twiddles_{};
  std::array<uint128_t, 8> scale_{};
};

}  // namespace ringlet::lab
