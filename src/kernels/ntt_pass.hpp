#pragma once

#include <cstddef>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/kernel_table.hpp"

/// How transforms are cut into passes, and how the twiddles of a block lie in memory: the kernels read by this layout
/// and the plan writes by it.
///
/// Stage s of a transform of n points has 2^s blocks of n / 2^s values; a butterfly joins the halves of a block. Passes
/// keep their data in registers across several stages:
///
///   strided pass   radix 2^K: K stages on 2^K vectors that lie a block's 2^K-th part apart
///   tile pass      the finest: K stages on 2^K neighbouring vectors, and the stages inside a vector, each on pairs of
///                  vectors shuffled so that the two halves of every block stand in the same lane
///
/// Passes nest depth first: a block is finished before the next one is begun, so that what fits a cache stays in it.
/// An arithmetic may set a `breadth`: below it passes go over all blocks before the next one begins.
///
/// Twiddles of one block of a pass that begins at stage s, for block number b:
///   in a tile, for j = 0 .. log2(lanes)-1, for each pair of vectors p = 0 .. 2^(K-1) - 1:
///                                   those of stage s+K+j, blocks (b << (K+j)) + (p << (j+1)) + 0 .. 2^(j+1) - 1,
///                                   together
///   for k = 0 .. K-1:               the twiddles of stage s+k, blocks (b << k) + 0 .. 2^k - 1, one by one
///   in a tile, padding to whole vectors
/// "Together" means: the first words of all of them, then the second words. Those in lanes may have a format of their
/// own.
namespace ringlet::kernels {

using arith::Bound;
using arith::Range;

/// The word that an arithmetic works on: 64 or 128 bits.
template <class A>
using WordOf = typename A::Isa::Word;

/// A value as it lies in memory between passes: a word, or what the instruction set has in its place.
template <class Isa>
struct CellOfIsa {
  using Type = typename Isa::Word;
};
template <class Isa>
  requires requires { typename Isa::Cell; }
struct CellOfIsa<Isa> {
  using Type = typename Isa::Cell;
};
template <class A>
using CellOf = typename CellOfIsa<typename A::Isa>::Type;

/// How an arithmetic reads the twiddles of the stages inside a vector.
template <class A>
struct LaneTwiddleOf {
  using Type = typename A::Twiddle;
};
template <class A>
  requires requires { typename A::LaneTwiddle; }
struct LaneTwiddleOf<A> {
  using Type = typename A::LaneTwiddle;
};
template <class A>
using LaneTwiddle = typename LaneTwiddleOf<A>::Type;

/// Whether an arithmetic takes lazy input as it takes canonical one and always finishes canonically, so that one kernel
/// serves all factors.
template <class A>
inline constexpr bool ignores_factors = requires { A::ignores_factors; };

/// Where the cells of a call lie: in the output if they fit there.
template <class A, class Call>
RINGLET_INLINE CellOf<A>* cells_of(const Call& call) {
  if constexpr (sizeof(CellOf<A>) == sizeof(WordOf<A>)) return static_cast<CellOf<A>*>(static_cast<void*>(call.out));
  return static_cast<CellOf<A>*>(call.scratch);
}

/// In the place of an output factor: the last pass leaves cells, in which the result stays until the next call. For an
/// arithmetic with `kept_coefficients` and `kept_evaluations`, the bounds of such values.
inline constexpr unsigned kept = ~0u;

/// Twiddles per block of a strided pass.
RINGLET_INLINE constexpr std::size_t strided_twiddle_count(unsigned radix_log) {
  return (std::size_t{1} << radix_log) - 1;
}

/// Twiddles of the stages inside the vectors of a tile: 2^(K-1) pairs with 2^(j+1) each in stage j.
RINGLET_INLINE constexpr std::size_t lane_twiddle_count(unsigned radix_log, unsigned lanes_log) {
  return ((std::size_t{1} << lanes_log) - 1) << radix_log;
}

/// Room for the other twiddles of a tile. The padding lets all vectors of twiddles lie on their boundaries.
RINGLET_INLINE constexpr std::size_t padded_twiddle_count(unsigned radix_log, unsigned lanes_log) {
  const std::size_t lanes = std::size_t{1} << lanes_log;
  return (strided_twiddle_count(radix_log) + lanes - 1) / lanes * lanes;
}

/// The radices 2^1 .. 2^3 that a tile pass may have.
inline constexpr unsigned max_tile_radix_log = 3;

/// How many of `count` blocks of `length` values are finished by a pass before the next pass begins with them: one, or
/// as many as `breadth` values are.
template <class A>
RINGLET_INLINE constexpr std::size_t blocks_together([[maybe_unused]] std::size_t count,
                                                     [[maybe_unused]] std::size_t length) {
  if constexpr (requires { A::breadth; }) {
    if (count * length <= A::breadth) return count;
    if (length < A::breadth) return A::breadth / length;
  }
  return 1;
}

/// Whether the table of a tile pass is so large that its twiddles are asked for before they are needed: what a CPU
/// fetches by itself comes late. For arithmetics with a `near_table`, in bytes.
template <class A>
RINGLET_INLINE bool is_far([[maybe_unused]] const BasicNttPass<WordOf<A>>& pass) {
  if constexpr (requires { A::near_table; }) {
    return (pass.block_words << pass.first_stage) * sizeof(WordOf<A>) > A::near_table;
  } else {
    return false;
  }
}

/// Asks for `words` words of twiddles at p.
template <class A>
RINGLET_INLINE void fetch_twiddles([[maybe_unused]] const WordOf<A>* p, [[maybe_unused]] std::size_t words) {
  if constexpr (requires { A::near_table; }) {
    constexpr std::size_t line = 64 / sizeof(*p);
    for (std::size_t at = 0; at < words; at += line) RINGLET_PREFETCH(p + at);
  }
}

/// Whether a register block of an arithmetic fills the registers. Then its halves are worked on one after the other as
/// far as stages allow, each value is loaded where it is used first and stored after its last use.
template <class A>
inline constexpr bool fills_registers = requires { requires A::fills_registers; };

/// How many register blocks of 2^K vectors are worked on at once, to have independent work.
template <class A, unsigned K>
inline constexpr unsigned interleaved = (1u << K) <= A::Isa::in_flight ? A::Isa::in_flight >> K : 1;

/// A vector of the caller's words, where a pass is the first, or of what another pass has stored.
template <class A, bool from_words, class Stored>
RINGLET_INLINE typename A::Vec load_values(const Stored* p) {
  if constexpr (from_words) {
    return A::from_words(A::Isa::load(p));
  } else {
    return A::Isa::load(p);
  }
}

}  // namespace ringlet::kernels
