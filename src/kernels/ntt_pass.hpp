#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/lane_stages.hpp"

/// Division of transforms into passes, and the layout of the twiddles of a block: kernels read by it and the plan
/// writes by it.
///
/// Stage s of a transform of n points has 2^s blocks of n / 2^s values; a butterfly combines the halves of a block. A
/// pass keeps its data in registers for several stages:
///
///   strided pass   radix 2^K: K stages on 2^K vectors that lie a block's 2^K-th part apart
///   tile pass      the finest: K stages on 2^K neighbouring vectors, and the stages inside a vector, each on pairs of
///                  vectors shuffled so that the two halves of every block are in the same lane
///
/// A register block of a forward strided pass of two stages, with one vector of each of the four rows of block b:
///
///   row    loaded      stage s, twiddle w of block b    stage s + 1, w0 and w1 of blocks 2b and 2b + 1    stored
///
///    0     x0  ----+------->  x0 + w x2  ----+------->  (x0 + w x2) + w0 (x1 + w x3)                        0
///                  |                         |
///    1     x1  ----|---+--->  x1 + w x3  ----+------->  (x0 + w x2) - w0 (x1 + w x3)                        1
///                  |   |
///    2     x2  ----+---|--->  x0 - w x2  ----+------->  (x0 - w x2) + w1 (x1 - w x3)                        2
///                      |                     |
///    3     x3  --------+--->  x1 - w x3  ----+------->  (x0 - w x2) - w1 (x1 - w x3)                        3
///
/// lane_stages.hpp describes the stages inside vectors. The inverse is both read backwards.
///
/// Passes nest depth first: a block is finished before the next one begins, so that data that fits a cache stays there.
/// For products with long dependency chains, a pass goes over all blocks of up to `breadth` values before the next pass
/// begins.
///
/// Twiddles of one block of a pass that begins at stage s, for block number b:
///   in a tile, for j = 0 .. log2(lanes)-1, for each pair of vectors p = 0 .. 2^(K-1) - 1:
///                                   the twiddles of stage s+K+j, blocks (b << (K+j)) + (p << (j+1)) + i together, for
///                                   i in LaneTwiddles::blocks(j)
///   for k = 0 .. K-1:               the twiddles of stage s+k, blocks (b << k) + 0 .. 2^k - 1, one by one
///   in a tile, padding to whole vectors
/// "Together" means: the first words of all of them, then the second words.
///
/// Twists. The table of the tile pass has as many twiddles as there are values. Reading it from memory takes longer
/// than the computation, so in large transforms tiles share their twiddles. Tile b is a transform modulo X^T - c_b. Let
/// the pass before have radix 2^K, and b = 2^K r + i for the tiles i of its block r. Then c_b = t_r^T c_i with
/// t_r = omega^(bit reversal of r). The coefficients of tile b times t_r^j, j = 0 .. T-1, are the coefficients of a
/// polynomial modulo X^T - c_i. The stages of the pass before combine values of the same j. So that pass can multiply
/// the values that it reads: by t_r^j in the forward transform, and by t_r^-j, after the tiles, in the inverse. This
/// takes T multiplicands for 2^K T values, and twiddles for 2^K tiles in all.
namespace ringlet::kernels {

using arith::Bound;
using arith::NttArithmetic;
using arith::Range;

/// Word of the caller's arrays, and word of twiddles.
template <class A>
using WordOf = typename A::Isa::Word;
template <class A>
using TwiddleWordOf = arith::TwiddleWord<WordOf<A>>;

/// Representation of a value in memory between passes.
template <class A>
using CellOf = typename A::Isa::Cell;

/// Kind of the values that a pass reads: the caller's words in the first pass, cells in all other passes.
enum class PassInput {
  canonical_words,
  lazy_words,     ///< below the arithmetic's greatest factor times q; the inverse reads only these
  cells,          ///< results of earlier passes
  roomy_cells,    ///< values so small that no stage of the pass prepares them
  buffer_cells,   ///< values that stay in cells between calls
  twisted_cells,  ///< results of earlier passes, multiplied by the twists of the block
};
RINGLET_INLINE constexpr bool reads_words(PassInput input) {
  return input == PassInput::canonical_words || input == PassInput::lazy_words;
}

/// Whether a pass with this input is the first one of a forward transform.
RINGLET_INLINE constexpr bool is_first(PassInput input) {
  return reads_words(input) || input == PassInput::buffer_cells;
}

/// Kind of the values that a pass writes: the caller's words in the last pass, cells in all other passes.
enum class PassOutput {
  canonical_words,
  lazy_words,    ///< below the arithmetic's greatest factor times q
  cells,         ///< input of the next pass
  buffer_cells,  ///< results of the last pass that stay in cells until the next call
};
RINGLET_INLINE constexpr bool writes_words(PassOutput output) {
  return output == PassOutput::canonical_words || output == PassOutput::lazy_words;
}

/// Least log2 of the radix of a pass on twisted values.
inline constexpr unsigned min_twist_radix_log = 3;

/// Whether the kernels of an arithmetic twist the values of large transforms. For 128-bit words, only kernels whose
/// twiddles are rows of limbs do: Shoup twiddles are smaller and their products longer, so that twists gain nothing.
template <class A, unsigned max_radix_log>
inline constexpr bool can_twist =
    A::Isa::lanes > 1 &&
    (sizeof(WordOf<A>) <= sizeof(std::uint64_t) || A::traits.has_long_chains) && max_radix_log >= min_twist_radix_log;

/// Size in bytes of the twiddles of one direction from which on a transform is large. Together with the twiddles of the
/// other direction and the data, they exceed a second-level cache.
inline constexpr std::size_t min_shared_table = std::size_t{1} << 18;
template <class A>
inline constexpr unsigned min_twist_log_n =
    std::bit_width((min_shared_table - 1) / (A::Twiddle::words * sizeof(TwiddleWordOf<A>)));

/// Returns the place of a call's cells: the output if they fit there, else `scratch`.
template <class A, class Call>
RINGLET_INLINE CellOf<A>* cells_of(const Call& call) {
  if constexpr (sizeof(CellOf<A>) == sizeof(WordOf<A>)) return static_cast<CellOf<A>*>(static_cast<void*>(call.out));
  return static_cast<CellOf<A>*>(call.scratch);
}

/// Number of twiddles per block of a strided pass.
RINGLET_INLINE constexpr std::size_t strided_twiddle_count(unsigned radix_log) {
  return (std::size_t{1} << radix_log) - 1;
}

/// Number of twiddles of the stages inside the vectors of a tile, which has 2^(K-1) pairs.
RINGLET_INLINE constexpr std::size_t lane_twiddle_count(unsigned radix_log, const LaneTwiddles& twiddles) {
  return twiddles.per_pair() << (radix_log - 1);
}

/// Number of places for the other twiddles of a tile, padded so that all vectors of twiddles are aligned.
RINGLET_INLINE constexpr std::size_t padded_twiddle_count(unsigned radix_log, unsigned lanes_log) {
  const std::size_t lanes = std::size_t{1} << lanes_log;
  return (strided_twiddle_count(radix_log) + lanes - 1) / lanes * lanes;
}

/// Limits of log2 of a tile pass's radix: 1 to 3 if it is the only pass, 2 or 3 after other passes.
inline constexpr unsigned max_tile_radix_log = 3;  // proof 13.3
/// Returns the limit of a kernel whose passes have radices of at most 2^max_radix_log.
RINGLET_INLINE constexpr unsigned max_tile_radix_log_of(unsigned max_radix_log) {
  return max_radix_log < max_tile_radix_log ? max_radix_log : max_tile_radix_log;
}
inline constexpr unsigned min_last_tile_radix_log = 2;

/// Least log2 of the radix of strided passes after the first pass.
inline constexpr unsigned min_middle_radix_log = 2;

/// Number of values up to which a pass goes over all blocks before the next one begins, if products have long chains.
inline constexpr std::size_t breadth = std::size_t{1} << 14;

/// Number of blocks, of `count` with `length` values each, that a pass finishes before the next pass begins with them:
/// one, or, if products have long chains, as many blocks as have `breadth` values together.
template <class A>
RINGLET_INLINE constexpr std::size_t blocks_together([[maybe_unused]] std::size_t count,
                                                     [[maybe_unused]] std::size_t length) {
  if constexpr (A::traits.has_long_chains) {
    if (count * length <= breadth) return count;
    if (length < breadth) return breadth / length;
  }
  return 1;
}

/// Number of register blocks of 2^K vectors computed at once, to have independent work. It is at most the number of
/// vectors in the smallest tile after other passes, because a row may have no more.
template <class A, unsigned K>
inline constexpr unsigned interleaved = (1u << K) > A::Isa::in_flight
                                            ? 1
                                            : std::min(A::Isa::in_flight >> K, 1u << min_last_tile_radix_log);

/// Number of tiles of radix 2^K computed at once: one if it is the only tile, else at most two, the fewest that a pass
/// before the tiles can leave.
template <class A, unsigned K, bool is_only>
inline constexpr unsigned tiles_together = is_only || interleaved<A, K> == 1 ? 1 : 2;

/// Loads a vector: the caller's words in the first pass, else what another pass has stored.
template <class A, bool from_words, class Stored>
RINGLET_INLINE typename A::Vec load_values(const Stored* p) {
  if constexpr (from_words) {
    return A::from_words(A::Isa::load(p));
  } else {
    return A::Isa::load(p);
  }
}

/// Loads a vector of a strided pass, from `column` on in its row. twists: one for each value of a row.
template <class A, PassInput input, class Stored>
RINGLET_INLINE typename A::Vec load_input([[maybe_unused]] const A& a, const Stored* p,
                                          [[maybe_unused]] const TwiddleWordOf<A>* twists,
                                          [[maybe_unused]] std::size_t column) {
  if constexpr (input == PassInput::twisted_cells) {
    return a.mul_twiddle(A::Isa::load(p),
                         A::Twiddle::template load<A::Isa::lanes>(twists + column * A::Twiddle::words));
  } else {
    return load_values<A, reads_words(input)>(p);
  }
}

}  // namespace ringlet::kernels
