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
    using kernels::PassInput, kernels::PassOutput;
    if constexpr (!A::traits.ignores_factors) forward<K, PassInput::canonical_words>();
    forward<K, PassInput::lazy_words>();
    forward<K, PassInput::cells>();
    inverse<K, PassOutput::cells>();
    inverse<K, PassOutput::canonical_words>();
    if constexpr (!A::traits.ignores_factors) inverse<K, PassOutput::lazy_words>();
    if constexpr (kernels::can_twist<A, max_radix_log> && K >= kernels::min_twist_radix_log) {
      strided_forward<K, PassInput::twisted_cells>();
      strided_inverse<K, PassInput::twisted_cells, PassOutput::cells>();
    }
  }

  /// The template arguments of a pass as they are demangled.
  template <class Mode>
  static std::string arguments(unsigned radix_log, const char* type, Mode mode) {
    return ".*, " + std::to_string(radix_log) + "u, \\\\(ringlet::kernels::" + type + "\\\\)" +
           std::to_string(static_cast<int>(mode));
  }

  template <unsigned K, kernels::PassInput input>
  void strided_forward() {
    pass<K>("forward_strided" + arithmetic_ + arguments(K, "PassInput", input) + ">\\\\(", lanes,
            [this](std::size_t stride) {
              kernels::forward_strided<A, K, input>(a_, in_.data(), out_.data(), stride, twiddles_.data(),
                                                    twiddles_.data());
            });
  }

  template <unsigned K, kernels::PassInput input, kernels::PassOutput output>
  void strided_inverse() {
    const std::string last = ", \\\\(ringlet::kernels::PassOutput\\\\)" + std::to_string(static_cast<int>(output));
    pass<K>("inverse_strided" + arithmetic_ + arguments(K, "PassInput", input) + last + ">\\\\(", lanes,
            [this](std::size_t stride) {
              kernels::inverse_strided<A, K, input, output>(a_, scale_.data(), in_.data(), out_.data(), stride,
                                                            twiddles_.data(), twiddles_.data());
            });
  }

  template <unsigned K, kernels::PassInput input>
  void forward() {
    const std::string radix = arguments(K, "PassInput", input);
    if constexpr (K <= max_radix_log) strided_forward<K, input>();
    const auto tiles = [&](auto output) {
      const std::string last =
          ", \\\\(ringlet::kernels::PassOutput\\\\)" + std::to_string(static_cast<int>(output.value));
      pass<K>("forward_tiles" + arithmetic_ + radix + last + ">\\\\(", 1, [this](std::size_t count) {
        kernels::forward_tiles<A, K, input, decltype(output)::value>(a_, in_.data(), out_.data(), count,
                                                                     twiddles_.data(), 0);
      });
    };
    tiles(kernels::Constant<kernels::PassOutput::canonical_words>{});
    if constexpr (!A::traits.ignores_factors) tiles(kernels::Constant<kernels::PassOutput::lazy_words>{});
  }

  template <unsigned K, kernels::PassOutput output>
  void inverse() {
    const std::string radix = arguments(K, "PassOutput", output);
    if constexpr (K <= max_radix_log) strided_inverse<K, kernels::PassInput::cells, output>();
    pass<K>("inverse_tiles" + arithmetic_ + radix + ", unsigned __int128>\\\\(", 1, [this](std::size_t count) {
      kernels::inverse_tiles<A, K, output>(a_, scale_.data(), in_.data(), out_.data(), count, twiddles_.data(), 0);
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
