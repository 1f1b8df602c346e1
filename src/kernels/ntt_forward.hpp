#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/range_check.hpp"

/// The forward transform: Cooley-Tukey stages, natural to bit-reversed order, over any arithmetic, in the passes that
/// ntt_pass.hpp describes.
namespace ringlet::kernels {

/// Bounds of the values along the forward transform; they are the same for all positions.
template <class A>
struct ForwardBounds {
  /// Whether the operand X of a butterfly must be reduced so that X + growth stays below the capacity.
  static constexpr bool reduces(Bound before) { return before + A::ct_growth > A::capacity; }
  static constexpr Bound after(Bound before) {
    return (reduces(before) ? A::reduced_bound(before) : before) + A::ct_growth;
  }
  static constexpr Bound after(Bound before, unsigned stages) {
    return stages == 0 ? before : after(after(before), stages - 1);
  }
};

/// The ranges with which a pass can be entered: canonical, or whatever an arithmetic can hold.
template <class A, unsigned entry>
inline constexpr Bound forward_entry = entry == 0 ? arith::one_q : A::capacity;

template <class A, Bound before>
RINGLET_INLINE void forward_butterfly(const A& a, typename A::Vec& x, typename A::Vec& y,
                                      const typename A::Twiddle& w) {
  if constexpr (ForwardBounds<A>::reduces(before)) x = a.reduce(x);
  a.butterfly_ct(x, y, w);
}

/// K stages across the 2^K vectors of each of `tiles` tiles, interleaved tile by tile to have independent work.
template <class A, unsigned K, unsigned tiles, Bound before, unsigned stage = 0>
RINGLET_INLINE void forward_stages(const A& a, typename A::Vec (&x)[tiles << K], const std::uint64_t* twiddles,
                                   std::size_t tile_words) {
  if constexpr (stage < K) {
    constexpr unsigned half = 1u << (K - 1 - stage);
    RINGLET_UNROLL_FULLY
    for (unsigned tile = 0; tile < tiles; ++tile) {
      RINGLET_UNROLL_FULLY
      for (unsigned group = 0; group < (1u << stage); ++group) {
        const auto w =
            a.template load_twiddle<1>(twiddles + tile * tile_words + ((1u << stage) - 1 + group) * A::twiddle_words);
        RINGLET_UNROLL_FULLY
        for (unsigned i = 0; i < half; ++i) {
          const unsigned at = (tile << K) + group * 2 * half + i;
          forward_butterfly<A, before>(a, x[at], x[at + half], w);
        }
      }
    }
    constexpr Bound after = ForwardBounds<A>::after(before);
    check_bounds(a, x, after);
    forward_stages<A, K, tiles, after, stage + 1>(a, x, twiddles, tile_words);
  }
}

/// The stages inside a vector, on pairs of neighbouring vectors.
template <class A, unsigned K, unsigned tiles, Bound before, unsigned stage = 0>
RINGLET_INLINE void forward_stages_in_lanes(const A& a, typename A::Vec (&x)[tiles << K], const std::uint64_t* twiddles,
                                            std::size_t tile_words) {
  if constexpr (stage < A::Isa::lanes_log) {
    constexpr unsigned distinct = 2u << stage;
    constexpr unsigned pairs = 1u << (K - 1);
    RINGLET_UNROLL_FULLY
    for (unsigned p = 0; p < tiles * pairs; ++p) {
      A::Isa::interleave(x[2 * p], x[2 * p + 1]);
      const auto w = a.template load_twiddle<distinct>(twiddles + (p / pairs) * tile_words +
                                                       (p % pairs) * distinct * A::twiddle_words);
      forward_butterfly<A, before>(a, x[2 * p], x[2 * p + 1], w);
    }
    constexpr Bound after = ForwardBounds<A>::after(before);
    check_bounds(a, x, after);
    forward_stages_in_lanes<A, K, tiles, after, stage + 1>(a, x, twiddles + pairs * distinct * A::twiddle_words,
                                                           tile_words);
  }
}

/// One block of a strided pass: `stride` values in each of its 2^K rows.
template <class A, unsigned K, unsigned entry>
void forward_strided(const A& arithmetic, const std::uint64_t* in, std::uint64_t* out, std::size_t stride,
                     const std::uint64_t* twiddles) {
  using Isa = typename A::Isa;
  const A a = arithmetic;  // a copy whose constants the stores below cannot alias
  for (std::size_t column = 0; column < stride; column += Isa::lanes) {
    typename A::Vec x[1u << K];
    RINGLET_UNROLL_FULLY
    for (unsigned row = 0; row < (1u << K); ++row) x[row] = Isa::load(in + row * stride + column);
    forward_stages<A, K, 1, forward_entry<A, entry>>(a, x, twiddles, 0);
    RINGLET_UNROLL_FULLY
    for (unsigned row = 0; row < (1u << K); ++row) Isa::store(out + row * stride + column, x[row]);
  }
}

/// `tiles` whole tiles in registers.
template <class A, unsigned K, unsigned entry, unsigned output_factor, unsigned tiles>
RINGLET_INLINE void forward_tile_group(const A& a, const std::uint64_t* in, std::uint64_t* out,
                                       const std::uint64_t* twiddles, std::size_t tile_words) {
  using Isa = typename A::Isa;
  constexpr Bound across = ForwardBounds<A>::after(forward_entry<A, entry>, K);
  constexpr Bound last = ForwardBounds<A>::after(across, Isa::lanes_log);
  typename A::Vec x[tiles << K];
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) x[i] = Isa::load(in + i * Isa::lanes);
  forward_stages<A, K, tiles, forward_entry<A, entry>>(a, x, twiddles, tile_words);
  forward_stages_in_lanes<A, K, tiles, across>(a, x, twiddles + ((1u << K) - 1) * A::twiddle_words, tile_words);
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) x[i] = a.template finish<output_factor, last>(x[i]);
  if constexpr (Isa::lanes > 1) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (tiles << K); i += 2) Isa::interleave(x[i], x[i + 1]);
  }
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) Isa::store(out + i * Isa::lanes, x[i]);
}

/// A run of `count` tiles, a power of two.
template <class A, unsigned K, unsigned entry, unsigned output_factor>
void forward_tiles(const A& arithmetic, const std::uint64_t* in, std::uint64_t* out, std::size_t count,
                   const std::uint64_t* twiddles, std::size_t tile_words) {
  constexpr std::size_t tile = static_cast<std::size_t>(A::Isa::lanes) << K;
  constexpr unsigned group = interleaved_tiles<A, K>;
  const A a = arithmetic;
  if (count < group) {
    forward_tile_group<A, K, entry, output_factor, 1>(a, in, out, twiddles, tile_words);
    return;
  }
  for (std::size_t i = 0; i < count; i += group) {
    forward_tile_group<A, K, entry, output_factor, group>(a, in + i * tile, out + i * tile, twiddles + i * tile_words,
                                                          tile_words);
  }
}

/// The passes of one arithmetic, by radix, entry range and output factor.
template <class A, unsigned max_radix_log>
class ForwardTransform {
 public:
  static void run(const NttCall& call) {
    A::Isa::count_call();
    const A a(*call.modulus);
    const unsigned entry = call.input_factor == 1 ? 0 : 1;
    blocks(a, call, 0, entry, 0, 1, call.in, call.out, std::size_t{1} << call.log_n);
  }

 private:
  using Strided = void (*)(const A&, const std::uint64_t*, std::uint64_t*, std::size_t, const std::uint64_t*);
  using Tiles = void (*)(const A&, const std::uint64_t*, std::uint64_t*, std::size_t, const std::uint64_t*,
                         std::size_t);
  static_assert(max_radix_log == 3 || max_radix_log == 4);

  static Strided strided(unsigned radix_log, unsigned entry) {
    constexpr unsigned top = max_radix_log;
    static constexpr Strided table[2][4] = {
        {forward_strided<A, 1, 0>, forward_strided<A, 2, 0>, forward_strided<A, 3, 0>, forward_strided<A, top, 0>},
        {forward_strided<A, 1, 1>, forward_strided<A, 2, 1>, forward_strided<A, 3, 1>, forward_strided<A, top, 1>}};
    return table[entry][radix_log - 1];
  }

  static Tiles tiles(unsigned radix_log, unsigned entry, unsigned output_factor) {
    static constexpr Tiles table[2][2][3] = {
        {{forward_tiles<A, 1, 0, 1>, forward_tiles<A, 2, 0, 1>, forward_tiles<A, 3, 0, 1>},
         {forward_tiles<A, 1, 0, 4>, forward_tiles<A, 2, 0, 4>, forward_tiles<A, 3, 0, 4>}},
        {{forward_tiles<A, 1, 1, 1>, forward_tiles<A, 2, 1, 1>, forward_tiles<A, 3, 1, 1>},
         {forward_tiles<A, 1, 1, 4>, forward_tiles<A, 2, 1, 4>, forward_tiles<A, 3, 1, 4>}}};
    return table[entry][output_factor == 1 ? 0 : 1][radix_log - 1];
  }

  /// `count` neighbouring blocks of pass `index`, from block number `first`, and all that is below them.
  static void blocks(const A& a, const NttCall& call, unsigned index, unsigned entry, std::size_t first,
                     std::size_t count, const std::uint64_t* in, std::uint64_t* out, std::size_t length) {
    const NttPass& pass = call.passes[index];
    const std::uint64_t* twiddles = pass.twiddles + first * pass.block_words;
    if (index + 1 == call.pass_count) {
      tiles(pass.radix_log, entry, call.output_factor)(a, in, out, count, twiddles, pass.block_words);
      return;
    }
    const Strided run_pass = strided(pass.radix_log, entry);
    const std::size_t children = std::size_t{1} << pass.radix_log;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t* block = out + i * length;
      run_pass(a, in + i * length, block, length >> pass.radix_log, twiddles + i * pass.block_words);
      blocks(a, call, index + 1, 1, (first + i) << pass.radix_log, children, block, block, length >> pass.radix_log);
    }
  }
};

}  // namespace ringlet::kernels
