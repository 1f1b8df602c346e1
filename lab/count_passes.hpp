#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "arith/modulus.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"
#include "kernels/ntt_pass.hpp"
#include "lab/counts.hpp"
#include "lab/isa/traced.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Counts the passes of transforms of 128-bit words.
///
/// A               an arithmetic over a traced instruction set with as many lanes as the projected one; the number of
///                 lanes decides how many stages are left to a tile
/// max_radix_log   limit for strided passes, which may be below that of tiles
template <class A, unsigned max_radix_log>
class PassCounter {
  static constexpr std::size_t lanes = A::Isa::lanes;

 public:
  /// method       the name for print_counts
  /// arithmetic   a pattern of the projected arithmetic's name among the arguments of a pass
  PassCounter(std::string method, std::string arithmetic, const arith::Modulus128& modulus)
      : method_(std::move(method)), arithmetic_(std::move(arithmetic)), a_(modulus) {}

  void count() {
    radix<1>();
    radix<2>();
    radix<3>();
  }

 private:
  /// Counts the passes of radix 2^K that transforms have.
  template <unsigned K>
  void radix() {
    using kernels::PassInput, kernels::PassOutput;
    if constexpr (A::traits.forward_inputs.count() > 1) forward_first<K, PassInput::canonical_words>();
    forward_first<K, PassInput::lazy_words>();
    strided_inverse<K, PassInput::cells, PassOutput::canonical_words>();
    if constexpr (A::traits.inverse_outputs.count() > 1) strided_inverse<K, PassInput::cells, PassOutput::lazy_words>();
    inverse_tiles<K, PassOutput::canonical_words>();
    if constexpr (K >= kernels::min_middle_radix_log) {
      strided_forward<K, PassInput::cells>();
      strided_inverse<K, PassInput::cells, PassOutput::cells>();
    }
    if constexpr (K >= kernels::min_last_tile_radix_log) {
      forward_tiles<K, PassInput::cells, PassOutput::canonical_words>();
      if constexpr (A::traits.forward_outputs.count() > 1) forward_tiles<K, PassInput::cells, PassOutput::lazy_words>();
      inverse_tiles<K, PassOutput::cells>();
    }
    if constexpr (kernels::can_twist<A, max_radix_log> && K >= kernels::min_twist_radix_log) {
      strided_forward<K, PassInput::twisted_cells>();
      strided_inverse<K, PassInput::twisted_cells, PassOutput::cells>();
    }
  }

  template <unsigned K, kernels::PassInput input>
  void forward_first() {
    strided_forward<K, input>();
    forward_tiles<K, input, kernels::PassOutput::canonical_words>();
  }

  /// Returns the template arguments of a pass in their demangled form.
  template <class Mode>
  static std::string arguments(unsigned radix_log, const char* type, Mode mode) {
    return ".*, " + std::to_string(radix_log) + "u, \\\\(ringlet::kernels::" + type + "\\\\)" +
           std::to_string(static_cast<int>(mode));
  }

  static std::string output_argument(kernels::PassOutput output) {
    return ", \\\\(ringlet::kernels::PassOutput\\\\)" + std::to_string(static_cast<int>(output));
  }

  template <unsigned K, kernels::PassInput input>
  void strided_forward() {
    if constexpr (K <= max_radix_log) {
      print("forward_strided" + arithmetic_ + arguments(K, "PassInput", input) + ">\\\\(", [this] {
        kernels::forward_strided<A, K, input>(a_, in_.data(), out_.data(), kernels::interleaved<A, K> * lanes,
                                              twiddles_.data(), twiddles_.data());
      });
    }
  }

  template <unsigned K, kernels::PassInput input, kernels::PassOutput output>
  void strided_inverse() {
    if constexpr (K <= max_radix_log) {
      const std::string name = "inverse_strided" + arithmetic_ + arguments(K, "PassInput", input);
      print(name + output_argument(output) + ">\\\\(", [this] {
        kernels::inverse_strided<A, K, input, output>(a_, scale_.data(), in_.data(), out_.data(),
                                                      kernels::interleaved<A, K> * lanes, twiddles_.data(),
                                                      twiddles_.data());
      });
    }
  }

  template <unsigned K, kernels::PassInput input, kernels::PassOutput output>
  void forward_tiles() {
    const std::string name = "forward_tiles" + arithmetic_ + arguments(K, "PassInput", input);
    print(name + output_argument(output) + ">\\\\(", [this] {
      kernels::forward_tiles<A, K, input, output>(
          a_, in_.data(), out_.data(), kernels::tiles_together<A, K, kernels::is_first(input)>, twiddles_.data(), 0);
    });
  }

  template <unsigned K, kernels::PassOutput output>
  void inverse_tiles() {
    constexpr bool is_only = output != kernels::PassOutput::cells;
    print("inverse_tiles" + arithmetic_ + arguments(K, "PassOutput", output) + ", unsigned __int128>\\\\(", [this] {
      kernels::inverse_tiles<A, K, output>(a_, scale_.data(), in_.data(), out_.data(),
                                           kernels::tiles_together<A, K, is_only>, twiddles_.data(), 0);
    });
  }

  /// Prints the counts of one turn of a pass's loop, which `run` executes.
  void print(const std::string& pattern, const std::function<void()>& run) {
    print_counts(method_, pattern, {trace(run)});
  }

  std::string method_;
  std::string arithmetic_;
  A a_;
  // The most that a pass reads and writes: eight vectors, and the twiddles of a tile.
  std::array<uint128_t, 8 * lanes> in_{}, out_{};
  std::array<uint128_t, 256> twiddles_{};
  std::array<uint128_t, 8> scale_{};
};

}  // namespace ringlet::lab
