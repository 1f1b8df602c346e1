#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/environment.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/range_check.hpp"

/// The inverse transform: Gentleman-Sande stages, bit-reversed to natural order, over any arithmetic. It is the forward
/// transform (ntt_forward.hpp) read backwards: the same passes and the same table layout, with inverse twiddles; the
/// factor 1/n goes into stage 0, the last one done.
namespace ringlet::kernels {

/// What a pass may leave to the next one: as little as two products where reductions reach below that, so that sums
/// have room to grow, else half the capacity.
template <class A>
constexpr Bound inverse_entry() {
  if constexpr (requires { A::gs_entry; }) return A::gs_entry;
  constexpr Bound half = A::capacity / 2;
  constexpr Bound products = 2 * A::product_bound(A::capacity);
  return A::reduced_bound(A::capacity) <= products && products <= half ? products : half;
}

/// Where a pass writes. `output_factor` 0: a pass in the middle, whose output stays lazy; else the last one.
template <class A, unsigned output_factor>
using InverseOutput = std::conditional_t<output_factor == 0 || output_factor == kept, CellOf<A>, WordOf<A>>;

/// Whether 1/n is a factor of the products of pass 0 rather than of those of stage 0. Each value then gets it with its
/// first product of the pass, which is that of a group's first butterfly, and only the value that has none takes one
/// more: the sum of all.
template <class A>
inline constexpr bool scales_first_products = requires { A::scales_first_products; };

/// BasicNttCall::scale, with 1/n in registers.
template <class A>
struct Scale {
  RINGLET_INLINE explicit Scale(const WordOf<A>* twiddles)
      : factor(A::Twiddle::template load<1>(twiddles)), products(twiddles + A::Twiddle::words) {}

  decltype(A::Twiddle::template load<1>(nullptr)) factor;
  /// The twiddles of pass 0 times 1/n.
  const WordOf<A>* products;
};

/// Whether products by the twiddles of a register block can be lifted for nothing, so that where they or their sums
/// meet the first operand of a butterfly is never the smaller one, and its difference needs no offset.
template <class A>
inline constexpr bool lifts_products = requires { requires A::lifts_products; };

/// Whether the sum of all values of a transform is below gs_entry, so that sums never need a reduction between passes.
template <class A>
inline constexpr bool has_room_for_totals = requires { requires A::has_room_for_totals; };

/// Ranges of the values along K stages across 2^K vectors. Sums grow and products do not, so each position has its own.
/// Every operand of a butterfly stays below half the capacity: a sum that would pass it is reduced at once.
template <class A, unsigned K, Bound entry, unsigned output_factor>
struct InverseBounds {
  static constexpr bool scaled = output_factor != 0;
  static constexpr bool finishes = scaled && output_factor != kept;
  static constexpr Bound limit = A::capacity / 2;
  static_assert(entry <= limit);

  /// Of the product in `step` at `position`: in so many of the next steps it is, or is in, the first operand.
  static constexpr unsigned lift(unsigned step, unsigned position) {
    unsigned count = 0;
    while (step + 1 + count < K && (position >> (step + 1 + count) & 1) == 0) ++count;
    return count;
  }
  static constexpr Range product(Bound x, unsigned lift) {
    if constexpr (lifts_products<A>) return A::lifted_product(lift);
    return {0, A::product_bound(x + arith::times_q(A::gs_offset))};
  }

  static constexpr Bound output_limit() {
    if constexpr (output_factor == kept) return A::kept_coefficients;
    return finishes ? limit : inverse_entry<A>();
  }
  static constexpr bool reduces(Bound sum, unsigned step) { return sum > (step + 1 == K ? output_limit() : limit); }
  /// Whether butterfly i of a group only carries its sum, that of all values of a register block.
  static constexpr bool carries(unsigned step, unsigned i) {
    return has_room_for_totals<A> && entry <= inverse_entry<A>() && !scaled && step + 1 == K && i == 0;
  }
  /// Whether butterfly i of a group multiplies its sum by 1/n.
  static constexpr bool scales(unsigned step, unsigned i) {
    return scaled && step + 1 == K && (i == 0 || !scales_first_products<A>);
  }
  static constexpr Range sum(Range x, Range y, unsigned step, unsigned i) {
    const Range sum = {x.low + y.low, x.high + y.high};
    if (scales(step, i)) return product(sum.high, 0);
    if (carries(step, i)) return {0, sum.high < inverse_entry<A>() ? sum.high : inverse_entry<A>()};
    return reduces(sum.high, step) ? Range{0, A::reduced_bound(sum.high)} : sum;
  }

  struct Table {
    Range before[K + 1][1u << K];
  };
  static constexpr Table make() {
    Table ranges{};
    for (Range& range : ranges.before[0]) range = {0, entry};
    for (unsigned step = 0; step < K; ++step) {
      const unsigned half = 1u << step;
      for (unsigned i = 0; i < (1u << K); ++i) {
        if ((i & half) != 0) continue;
        const Range* now = ranges.before[step];
        ranges.before[step + 1][i] = sum(now[i], now[i + half], step, i % half);
        ranges.before[step + 1][i + half] = product(now[i].high, lift(step, i + half));
      }
    }
    return ranges;
  }
  static constexpr Table table = make();

  /// Whether the first operand of the butterfly at `position` is never the smaller one.
  static constexpr bool in_order(unsigned step, unsigned position) {
    const Range* now = table.before[step];
    return lifts_products<A> && now[position].low >= now[position + (1u << step)].high;
  }
};

/// The product of x by w, lifted for so many steps as InverseBounds says.
template <class A, unsigned lift = 0, class W>
RINGLET_INLINE typename A::Vec inverse_product(const A& a, typename A::Vec x, const W& w) {
  if constexpr (lifts_products<A>) {
    return a.template mul_twiddle<lift>(x, w);
  } else {
    return a.mul_twiddle(x, w);
  }
}

/// Butterfly i of a group that starts at position `base` of the register block x, with twiddle w, or `first` for the
/// first one. `scale` multiplies its sum in the last pass.
template <class A, class Bounds, unsigned step, unsigned base, unsigned i = 0, class W>
RINGLET_INLINE void inverse_group(const A& a, typename A::Vec* x, const W& w, const W& first, const W& scale) {
  constexpr unsigned half = 1u << step;
  if constexpr (i < half) {
    typename A::Vec& sum = x[base + i];
    typename A::Vec& difference = x[base + i + half];
    if constexpr (Bounds::in_order(step, base + i)) {
      a.butterfly_gs_in_order(sum, difference);
    } else {
      a.butterfly_gs(sum, difference);
    }
    difference = inverse_product<A, Bounds::lift(step, base + i + half)>(a, difference, i == 0 ? first : w);
    constexpr Bound bound =
        Bounds::table.before[step][base + i].high + Bounds::table.before[step][base + i + half].high;
    if constexpr (Bounds::scales(step, i)) {
      sum = inverse_product(a, sum, scale);
    } else if constexpr (Bounds::carries(step, i)) {
      sum = A::Isa::carried(sum);
    } else if constexpr (Bounds::reduces(bound, step)) {
      sum = a.reduce(sum);
    }
    inverse_group<A, Bounds, step, base, i + 1>(a, x, w, first, scale);
  }
}

/// The groups of a step from number `group` on in the register block x. Twiddles: those of its block of the pass.
template <class A, class Bounds, unsigned K, unsigned step, unsigned group = 0>
RINGLET_INLINE void inverse_groups(const A& a, typename A::Vec* x, const WordOf<A>* twiddles, const Scale<A>& scale) {
  constexpr unsigned groups = 1u << (K - 1 - step);
  if constexpr (group < groups) {
    constexpr std::size_t index = groups - 1 + group;
    constexpr unsigned base = group << (step + 1);
    const auto w = A::Twiddle::template load<1>(twiddles + index * A::Twiddle::words);
    if constexpr (Bounds::scaled && scales_first_products<A>) {
      const auto first = A::Twiddle::template load<1>(scale.products + index * A::Twiddle::words);
      inverse_group<A, Bounds, step, base>(a, x, w, first, scale.factor);
    } else {
      inverse_group<A, Bounds, step, base>(a, x, w, w, scale.factor);
    }
    inverse_groups<A, Bounds, K, step, group + 1>(a, x, twiddles, scale);
  }
}

/// K stages across the 2^K vectors of each of `tiles` tiles, with the factor 1/n in the last pass.
template <class A, unsigned K, unsigned tiles, Bound entry, unsigned output_factor, unsigned step = 0>
RINGLET_INLINE void inverse_stages(const A& a, typename A::Vec (&x)[tiles << K], const WordOf<A>* twiddles,
                                   std::size_t tile_words, const Scale<A>& scale) {
  using Bounds = InverseBounds<A, K, entry, output_factor>;
  if constexpr (step < K) {
    RINGLET_UNROLL_FULLY
    for (unsigned tile = 0; tile < tiles; ++tile) {
      inverse_groups<A, Bounds, K, step>(a, x + (tile << K), twiddles + tile * tile_words, scale);
    }
    check_ranges(a, x,
                 [](std::size_t i) RINGLET_INLINE_LAMBDA { return Bounds::table.before[step + 1][i % (1u << K)]; });
    inverse_stages<A, K, tiles, entry, output_factor, step + 1>(a, x, twiddles, tile_words, scale);
  }
}

/// Bound of a product by the twiddle of a stage inside a vector.
template <class A>
constexpr Bound lane_product_bound(Bound x) {
  if constexpr (requires { A::lane_product_bound(x); }) {
    return A::lane_product_bound(x);
  } else {
    return A::product_bound(x);
  }
}

/// Bounds of the stages inside a vector: a shuffle follows each, so that all positions share one bound.
template <class A>
struct InverseLaneBounds {
  static constexpr bool reduces(Bound sum) { return sum > A::capacity / 2; }
  static constexpr Bound after(Bound before) {
    const Bound sum = reduces(2 * before) ? A::reduced_bound(2 * before) : 2 * before;
    const Bound product = lane_product_bound<A>(before + arith::times_q(A::gs_offset));
    return sum > product ? sum : product;
  }
  static constexpr Bound after(Bound before, unsigned stages) {
    return stages == 0 ? before : after(after(before), stages - 1);
  }
};

/// The stages inside a vector, the finest first.
template <class A, unsigned K, unsigned tiles, Bound before, unsigned remaining>
RINGLET_INLINE void inverse_stages_in_lanes(const A& a, typename A::Vec (&x)[tiles << K], const WordOf<A>* twiddles_end,
                                            std::size_t tile_words) {
  if constexpr (remaining > 0) {
    constexpr unsigned distinct = 1u << remaining;
    constexpr unsigned pairs = 1u << (K - 1);
    const WordOf<A>* twiddles = twiddles_end - pairs * distinct * LaneTwiddle<A>::words;
    RINGLET_UNROLL_FULLY
    for (unsigned p = 0; p < tiles * pairs; ++p) {
      const auto w = LaneTwiddle<A>::template load<distinct>(twiddles + (p / pairs) * tile_words +
                                                             (p % pairs) * distinct * LaneTwiddle<A>::words);
      a.butterfly_gs(x[2 * p], x[2 * p + 1]);
      x[2 * p + 1] = inverse_product(a, x[2 * p + 1], w);
      if constexpr (InverseLaneBounds<A>::reduces(2 * before)) x[2 * p] = a.reduce(x[2 * p]);
      A::Isa::deinterleave(x[2 * p], x[2 * p + 1]);
    }
    constexpr Bound after = InverseLaneBounds<A>::after(before);
    check_ranges(a, x, [](std::size_t) RINGLET_INLINE_LAMBDA { return Range{0, after}; });
    inverse_stages_in_lanes<A, K, tiles, after, remaining - 1>(a, x, twiddles, tile_words);
  }
}

template <class A, unsigned output_factor>
RINGLET_INLINE void store_inverse(const A& a, InverseOutput<A, output_factor>* out, typename A::Vec x) {
  if constexpr (output_factor == 0 || output_factor == kept) {
    A::Isa::store(out, x);
  } else {
    constexpr Bound bound = scales_first_products<A> ? A::capacity / 2 : A::product_bound(A::capacity);
    A::Isa::store(out, a.template finish<output_factor, bound>(x));
  }
}

template <class A, unsigned K, unsigned output_factor, unsigned columns>
RINGLET_INLINE void inverse_columns(const A& a, const Scale<A>& scale, const CellOf<A>* in,
                                    InverseOutput<A, output_factor>* out, std::size_t stride,
                                    const WordOf<A>* twiddles) {
  using Isa = typename A::Isa;
  for (std::size_t column = 0; column < stride; column += columns * Isa::lanes) {
    typename A::Vec x[columns << K];
    const auto offset = [&](unsigned i)
                            RINGLET_INLINE_LAMBDA { return (i % (1u << K)) * stride + column + (i >> K) * Isa::lanes; };
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) x[i] = Isa::load(in + offset(i));
    inverse_stages<A, K, columns, inverse_entry<A>(), output_factor>(a, x, twiddles, 0, scale);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) store_inverse<A, output_factor>(a, out + offset(i), x[i]);
  }
}

/// One block of a strided pass.
template <class A, unsigned K, unsigned output_factor>
void inverse_strided(const A& arithmetic, const WordOf<A>* scale, const CellOf<A>* in,
                     InverseOutput<A, output_factor>* out, std::size_t stride, const WordOf<A>* twiddles) {
  const A a = arithmetic;  // a copy whose constants the stores cannot alias
  const Scale<A> factors(scale);
  constexpr unsigned columns = interleaved<A, K>;
  if constexpr (columns > 1) {
    if (stride >= columns * A::Isa::lanes)
      return inverse_columns<A, K, output_factor, columns>(a, factors, in, out, stride, twiddles);
  }
  inverse_columns<A, K, output_factor, 1>(a, factors, in, out, stride, twiddles);
}

/// The bound of what the first pass reads: the caller's words, or evaluations that are in cells.
template <class A, bool from_words>
constexpr Bound inverse_input() {
  if constexpr (from_words) {
    return arith::times_q(2);
  } else {
    return A::kept_evaluations;
  }
}

template <class A, unsigned K, unsigned output_factor, unsigned tiles, class Stored>
RINGLET_INLINE void inverse_tile_group(const A& a, const Scale<A>& scale, const Stored* in,
                                       InverseOutput<A, output_factor>* out, const WordOf<A>* twiddles,
                                       std::size_t tile_words) {
  using Isa = typename A::Isa;
  constexpr bool from_words = std::is_same_v<Stored, WordOf<A>>;
  constexpr Bound entry = inverse_input<A, from_words>();
  constexpr Bound across = InverseLaneBounds<A>::after(entry, Isa::lanes_log);
  constexpr std::size_t lane_words = lane_twiddle_count(K, Isa::lanes_log) * LaneTwiddle<A>::words;
  typename A::Vec x[tiles << K];
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) x[i] = load_values<A, from_words>(in + i * Isa::lanes);
  if constexpr (Isa::lanes > 1 && from_words) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (tiles << K); i += 2) Isa::deinterleave(x[i], x[i + 1]);
  }
  inverse_stages_in_lanes<A, K, tiles, entry, Isa::lanes_log>(a, x, twiddles + lane_words, tile_words);
  inverse_stages<A, K, tiles, across, output_factor>(a, x, twiddles + lane_words, tile_words, scale);
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) store_inverse<A, output_factor>(a, out + i * Isa::lanes, x[i]);
}

/// A run of `count` tiles, a power of two. `far`: the twiddles may have left the caches.
template <class A, unsigned K, unsigned output_factor, class Stored>
void inverse_tiles(const A& arithmetic, const WordOf<A>* scale, const Stored* in, InverseOutput<A, output_factor>* out,
                   std::size_t count, const WordOf<A>* twiddles, std::size_t tile_words, bool far) {
  constexpr std::size_t tile = static_cast<std::size_t>(A::Isa::lanes) << K;
  constexpr unsigned group = interleaved<A, K>;
  const A a = arithmetic;
  const Scale<A> factors(scale);
  if (count < group) {
    for (std::size_t i = 0; i < count; ++i) {
      inverse_tile_group<A, K, output_factor, 1>(a, factors, in + i * tile, out + i * tile, twiddles + i * tile_words,
                                                 tile_words);
    }
    return;
  }
  for (std::size_t i = 0; i < count; i += group) {
    if (far && i + group < count) fetch_twiddles<A>(twiddles + (i + group) * tile_words, group * tile_words);
    inverse_tile_group<A, K, output_factor, group>(a, factors, in + i * tile, out + i * tile, twiddles + i * tile_words,
                                                   tile_words);
  }
}

/// The passes of one arithmetic, by radix and place.
template <class A, unsigned max_radix_log>
class InverseTransform {
  using Word = WordOf<A>;
  using Cell = CellOf<A>;

 public:
  static void run(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A a(*call.modulus);
      if constexpr (!ignores_factors<A>) {
        if (call.output_factor == 2) return last_pass<2>(a, call, call.in, call.out);
      }
      last_pass<1>(a, call, call.in, call.out);
    });
  }

  /// In place on the cells of `call`, as the forward transform leaves them.
  static void run_on_cells(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    Cell* cells = cells_of<A>(call);
    last_pass<kept>(A(*call.modulus), call, cells, cells);
  }

 private:
  template <unsigned output_factor>
  using Output = InverseOutput<A, output_factor>;

  template <unsigned output_factor>
  static auto strided(unsigned radix_log) {
    using Pass = void (*)(const A&, const Word*, const Cell*, Output<output_factor>*, std::size_t, const Word*);
    return choose<1, max_radix_log>(
        radix_log, [](auto k) -> Pass { return inverse_strided<A, decltype(k)::value, output_factor>; });
  }

  /// Stored: the caller's words, or cells.
  template <unsigned output_factor, class Stored>
  static auto tiles(unsigned radix_log) {
    using Pass = void (*)(const A&, const Word*, const Stored*, Output<output_factor>*, std::size_t, const Word*,
                          std::size_t, bool);
    return choose<1, max_tile_radix_log>(
        radix_log, [](auto k) -> Pass { return inverse_tiles<A, decltype(k)::value, output_factor, Stored>; });
  }

  /// Stage 0 belongs to pass 0, which is the last one done.
  template <unsigned output_factor, class Stored>
  static void last_pass(const A& a, const BasicNttCall<Word>& call, const Stored* in, Output<output_factor>* out) {
    const BasicNttPass<Word>& pass = call.passes[0];
    if (call.pass_count == 1) {
      tiles<output_factor, Stored>(pass.radix_log)(a, call.scale, in, out, 1, pass.twiddles, pass.block_words, false);
      return;
    }
    const std::size_t stride = std::size_t{1} << (call.log_n - pass.radix_log);
    Cell* cells = cells_of<A>(call);
    blocks(a, call, 1, 0, std::size_t{1} << pass.radix_log, in, cells, stride);
    strided<output_factor>(pass.radix_log)(a, call.scale, cells, out, stride, pass.twiddles);
  }

  /// All that is below `count` neighbouring blocks of pass `index`, from block number `first`, then the blocks
  /// themselves.
  template <class Stored>
  static void blocks(const A& a, const BasicNttCall<Word>& call, unsigned index, std::size_t first, std::size_t count,
                     const Stored* in, Cell* cells, std::size_t length) {
    const BasicNttPass<Word>& pass = call.passes[index];
    const Word* twiddles = pass.twiddles + first * pass.block_words;
    if (index + 1 == call.pass_count) {
      tiles<0, Stored>(pass.radix_log)(a, call.scale, in, cells, count, twiddles, pass.block_words, is_far<A>(pass));
      return;
    }
    const auto run_pass = strided<0>(pass.radix_log);
    const std::size_t stride = length >> pass.radix_log;
    const std::size_t together = blocks_together<A>(count, length);
    for (std::size_t i = 0; i < count; i += together) {
      blocks(a, call, index + 1, (first + i) << pass.radix_log, together << pass.radix_log, in + i * length,
             cells + i * length, stride);
      for (std::size_t j = i; j < i + together; ++j)
        run_pass(a, call.scale, cells + j * length, cells + j * length, stride, twiddles + j * pass.block_words);
    }
  }
};

}  // namespace ringlet::kernels
