#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/compiler.hpp"

/// The stages inside vectors: shuffles that move both halves of a block to the same lanes of two neighbouring vectors,
/// and the order of the twiddles that fits them.
namespace ringlet::kernels {

/// Blocks whose twiddles the stages inside a vector read for a pair of vectors. blocks(j) lists the blocks of stage j
/// in order, out of the pair's 2^(j+1) blocks.
struct LaneTwiddles {
  static constexpr std::size_t max_lanes_log = 4;

  std::array<std::uint8_t, max_lanes_log> count;
  std::array<std::array<std::uint8_t, 1 << max_lanes_log>, max_lanes_log> block;

  [[nodiscard]] constexpr std::span<const std::uint8_t> blocks(unsigned j) const { return {block[j].data(), count[j]}; }
  /// Number of twiddles of all stages.
  [[nodiscard]] constexpr std::size_t per_pair() const {
    std::size_t sum = 0;
    for (const std::size_t each : count) sum += each;
    return sum;
  }
};

/// `exchange<j>` shuffles a pair of vectors before stage j of the forward transform. `exchange<lanes_log>` follows the
/// last stage and puts values in order. The inverse begins with `undo<lanes_log>`; `undo<j>` follows its stage j.
///
/// A perfect shuffle suits all stages, whatever the number of lanes. On the values 0 to 7 of two vectors of four
/// lanes:
///
///   across the pair    0 1 2 3 | 4 5 6 7    joins 0 and 4, 1 and 5, ...
///   interleave         0 4 1 5 | 2 6 3 7    joins 0 and 2, 4 and 6, ...
///   interleave         0 2 4 6 | 1 3 5 7    joins 0 and 1, 2 and 3, ...
///   interleave         0 1 2 3 | 4 5 6 7
template <class Isa>
struct LaneStages {
  /// Twiddles of the first 2, 4, ..., lanes blocks, in order.
  static constexpr LaneTwiddles twiddles = [] {
    LaneTwiddles all{};
    for (unsigned j = 0; j < Isa::lanes_log; ++j) {
      all.count[j] = static_cast<std::uint8_t>(2u << j);
      for (std::uint8_t i = 0; i < all.count[j]; ++i) all.block[j][i] = i;
    }
    return all;
  }();

  template <unsigned stage, class Vec>
  RINGLET_INLINE static void exchange(Vec& a, Vec& b) {
    Isa::interleave(a, b);
  }
  template <unsigned stage, class Vec>
  RINGLET_INLINE static void undo(Vec& a, Vec& b) {
    Isa::deinterleave(a, b);
  }
};

/// Instruction sets of eight lanes with shuffles that cost less than a perfect shuffle.
template <class Isa>
concept TransposesLanes = Isa::lanes == 8 && requires(typename Isa::Vec& x) {
  Isa::transpose_pairs(x, x);
  Isa::transpose_twos(x, x);
  Isa::transpose_fours(x, x);
};

/// A perfect shuffle of eight lanes is an instruction that reads three vectors, as multiply-adds do. Some CPUs do not
/// execute both at once. Transpositions read two vectors and need no more instructions on any CPU. Each is its own
/// inverse. On the values 0 to f:
///
///   across the pair    0 1 2 3 4 5 6 7 | 8 9 a b c d e f    joins 0 and 8, 1 and 9, ...
///   interleave         0 8 1 9 2 a 3 b | 4 c 5 d 6 e 7 f    joins 0 and 4, 8 and c, ...
///   transpose_fours    0 8 1 9 4 c 5 d | 2 a 3 b 6 e 7 f    joins 0 and 2, 8 and a, ...
///   transpose_twos     0 8 2 a 4 c 6 e | 1 9 3 b 5 d 7 f    joins 0 and 1, 8 and 9, ...
///   transpose_pairs    0 1 2 3 4 5 6 7 | 8 9 a b c d e f
///
/// The second of these stages needs the same two twiddles in lanes 0 to 3 and two other twiddles in lanes 4 to 7. No
/// load repeats them in this way, so they are stored twice.
template <TransposesLanes Isa>
struct LaneStages<Isa> {
  static constexpr LaneTwiddles twiddles{{2, 8, 8}, {{{0, 1}, {0, 2, 0, 2, 1, 3, 1, 3}, {0, 4, 1, 5, 2, 6, 3, 7}}}};

  template <unsigned stage, class Vec>
  RINGLET_INLINE static void exchange(Vec& a, Vec& b) {
    if constexpr (stage == 0) Isa::interleave(a, b);
    if constexpr (stage > 0) transpose<stage>(a, b);
  }
  template <unsigned stage, class Vec>
  RINGLET_INLINE static void undo(Vec& a, Vec& b) {
    if constexpr (stage == 0) Isa::deinterleave(a, b);
    if constexpr (stage > 0) transpose<stage>(a, b);
  }

 private:
  template <unsigned stage, class Vec>
  RINGLET_INLINE static void transpose(Vec& a, Vec& b) {
    if constexpr (stage == 1) Isa::transpose_fours(a, b);
    if constexpr (stage == 2) Isa::transpose_twos(a, b);
    if constexpr (stage == 3) Isa::transpose_pairs(a, b);
  }
};

}  // namespace ringlet::kernels
