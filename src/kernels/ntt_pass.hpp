#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"

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
///
/// Twiddles of one block of a pass that begins at stage s, for block number b:
///   in a tile, for j = 0 .. log2(lanes)-1, for each pair of vectors p = 0 .. 2^(K-1) - 1:
///                                   those of stage s+K+j, blocks (b << (K+j)) + (p << (j+1)) + 0 .. 2^(j+1) - 1,
///                                   together
///   for k = 0 .. K-1:               the twiddles of stage s+k, blocks (b << k) + 0 .. 2^k - 1, one by one
///   in a tile, padding to whole vectors
/// "Together" means: the first words of all of them, then the second words.
namespace ringlet::kernels {

using arith::Bound;
using arith::Range;

/// The word that an arithmetic works on: 64 or 128 bits.
template <class A>
using WordOf = typename A::Isa::Word;

/// Twiddles per block of a strided pass.
RINGLET_INLINE constexpr std::size_t strided_twiddle_count(unsigned radix_log) {
  return (std::size_t{1} << radix_log) - 1;
}

/// Twiddles of the stages inside the vectors of a tile: 2^(K-1) pairs with 2^(j+1) each in stage j.
RINGLET_INLINE constexpr std::size_t lane_twiddle_count(unsigned radix_log, unsigned lanes_log) {
  return ((std::size_t{1} << lanes_log) - 1) << radix_log;
}

/// Twiddles per tile. The padding lets all vectors of twiddles lie on their boundaries.
RINGLET_INLINE constexpr std::size_t tile_twiddle_count(unsigned radix_log, unsigned lanes_log) {
  const std::size_t lanes = std::size_t{1} << lanes_log;
  return lane_twiddle_count(radix_log, lanes_log) + (strided_twiddle_count(radix_log) + lanes - 1) / lanes * lanes;
}

/// The radices 2^1 .. 2^3 that a tile pass may have.
inline constexpr unsigned max_tile_radix_log = 3;

/// How many register blocks of 2^K vectors are worked on at once, to have independent work: as many as leave half of
/// the registers for constants and twiddles.
template <class A, unsigned K>
inline constexpr unsigned interleaved = (2u << K) <= A::Isa::registers ? A::Isa::registers / (2u << K) : 1;

/// A vector of the caller's words, where a pass is the first, or of what another pass has stored.
template <class A, bool from_words>
RINGLET_INLINE typename A::Vec load_values(const WordOf<A>* p) {
  if constexpr (from_words) return A::from_words(A::Isa::load(p));
  return A::Isa::load(p);
}

}  // namespace ringlet::kernels
