#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/environment.hpp"
#include "kernels/factors.hpp"
#include "kernels/kernel_table.hpp"
#include "kernels/lane_stages.hpp"
#include "kernels/ntt_inverse_ranges.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/range_check.hpp"

/// The inverse transform: Gentleman-Sande stages, bit-reversed to natural order, over any arithmetic. It is the forward
/// transform (ntt_forward.hpp) read backwards, with the same passes and table layout and with inverse twiddles. The
/// factor 1/n is applied in stage 0, the last stage done.
namespace ringlet::kernels {

/// Element of the array that a pass writes.
template <NttArithmetic A, PassOutput output>
using InverseOutput = std::conditional_t<writes_words(output), WordOf<A>, CellOf<A>>;

/// The twiddles of BasicNttCall::scale, with 1/n in registers.
template <NttArithmetic A>
struct Scale {
  RINGLET_INLINE explicit Scale(const TwiddleWordOf<A>* twiddles)
      : factor(A::Twiddle::template load<1>(twiddles)), products(twiddles + A::Twiddle::words) {}

  decltype(A::Twiddle::template load<1>(nullptr)) factor;
  /// The twiddles of pass 0 times 1/n.
  const TwiddleWordOf<A>* products;
};

/// Returns the product of x and w, lifted for the number of steps that InverseBounds::lift counts.
template <class A, unsigned lift = 0, class W>
RINGLET_INLINE typename A::Vec inverse_product(const A& a, typename A::Vec x, const W& w) {
  if constexpr (A::traits.lifts_products) {
    return a.template mul_twiddle<lift>(x, w);
  } else {
    return a.mul_twiddle(x, w);
  }
}

/// Computes the butterfly at `position` of the register block x, with twiddle w. `scale` multiplies its sum in the last
/// pass.
template <class A, class Bounds, unsigned step, unsigned position, class W>
RINGLET_INLINE void inverse_butterfly(const A& a, typename A::Vec* x, const W& w, const W& scale) {
  constexpr unsigned partner = position + (1u << step);
  constexpr unsigned i = position % (1u << step);
  typename A::Vec& sum = x[position];
  typename A::Vec& difference = x[partner];
  if constexpr (Bounds::in_order(step, position)) {
    a.butterfly_gs_in_order(sum, difference);
  } else {
    a.butterfly_gs(sum, difference);
  }
  difference = inverse_product<A, Bounds::lift(step, partner)>(a, difference, w);
  constexpr Bound bound = Bounds::table.before[step][position].high + Bounds::table.before[step][partner].high;
  if constexpr (Bounds::scales(step, i)) {
    sum = inverse_product(a, sum, scale);
  } else if constexpr (Bounds::carries(step, i)) {
    sum = A::Isa::carried(sum);
  } else if constexpr (Bounds::reduces(bound, step)) {
    sum = a.reduce(sum);
  }
  check_ranges(a, {sum, difference}, [](std::size_t k) RINGLET_INLINE_LAMBDA {
    return Bounds::table.before[step + 1][k == 0 ? position : partner];
  });
}

/// Computes the butterflies from number i on of the group that starts at position `base`, with twiddle w, or `first`
/// for the first butterfly. Calls done(j) after the last use of value j.
template <class A, class Bounds, unsigned step, unsigned base, unsigned i = 0, class W, class Done>
RINGLET_INLINE void inverse_group(const A& a, typename A::Vec* x, const W& w, const W& first, const W& scale,
                                  const Done& done) {
  constexpr unsigned half = 1u << step;
  if constexpr (i < half) {
    inverse_butterfly<A, Bounds, step, base + i>(a, x, i == 0 ? first : w, scale);
    done(base + i);
    done(base + i + half);
    inverse_group<A, Bounds, step, base, i + 1>(a, x, w, first, scale, done);
  }
}

/// Computes the group of a step that starts at position `base` of the register block x, with the twiddles of its block
/// of the pass.
template <class A, class Bounds, unsigned K, unsigned step, unsigned base, class Done>
RINGLET_INLINE void inverse_group_with_twiddles(const A& a, typename A::Vec* x, const TwiddleWordOf<A>* twiddles,
                                                const Scale<A>& scale, const Done& done) {
  constexpr std::size_t index = (1u << (K - 1 - step)) - 1 + (base >> (step + 1));
  const auto w = A::Twiddle::template load<1>(twiddles + index * A::Twiddle::words);
  if constexpr (Bounds::scaled && A::traits.scales_first_products) {
    const auto first = A::Twiddle::template load<1>(scale.products + index * A::Twiddle::words);
    inverse_group<A, Bounds, step, base>(a, x, w, first, scale.factor, done);
  } else {
    inverse_group<A, Bounds, step, base>(a, x, w, w, scale.factor, done);
  }
}

/// Computes the groups of a step from the group at position `base` on.
template <class A, class Bounds, unsigned K, unsigned step, unsigned base = 0>
RINGLET_INLINE void inverse_groups(const A& a, typename A::Vec* x, const TwiddleWordOf<A>* twiddles,
                                   const Scale<A>& scale) {
  if constexpr (base < (1u << K)) {
    inverse_group_with_twiddles<A, Bounds, K, step, base>(a, x, twiddles, scale, [](unsigned) RINGLET_INLINE_LAMBDA {});
    inverse_groups<A, Bounds, K, step, base + (2u << step)>(a, x, twiddles, scale);
  }
}

/// Computes the first `steps` steps of the part of a register block that starts at value `base`: the steps on either
/// half, then the last step. `load(i)` returns value i, `store(i, x)` stores it.
template <class A, class Bounds, unsigned K, unsigned steps = K, unsigned base = 0, class Load, class Store>
RINGLET_INLINE void inverse_block(const A& a, typename A::Vec (&x)[1u << K], const TwiddleWordOf<A>* twiddles,
                                  const Scale<A>& scale, const Load& load, const Store& store) {
  if constexpr (steps == 0) {
    x[base] = load(base);
  } else {
    inverse_block<A, Bounds, K, steps - 1, base>(a, x, twiddles, scale, load, store);
    inverse_block<A, Bounds, K, steps - 1, base + (1u << (steps - 1))>(a, x, twiddles, scale, load, store);
    inverse_group_with_twiddles<A, Bounds, K, steps - 1, base>(a, x, twiddles, scale,
                                                               [&](unsigned i) RINGLET_INLINE_LAMBDA {
                                                                 if constexpr (steps == K) store(i, x[i]);
                                                               });
  }
}

/// Computes K stages across the 2^K vectors of each of `tiles` tiles, with the factor 1/n in the last pass.
template <class A, unsigned K, unsigned tiles, Bound entry, PassOutput output, unsigned step = 0>
RINGLET_INLINE void inverse_stages(const A& a, typename A::Vec (&x)[tiles << K], const TwiddleWordOf<A>* twiddles,
                                   std::size_t tile_words, const Scale<A>& scale) {
  using Bounds = InverseBounds<A, K, entry, output>;
  if constexpr (step < K) {
    RINGLET_UNROLL_FULLY
    for (unsigned tile = 0; tile < tiles; ++tile) {
      inverse_groups<A, Bounds, K, step>(a, x + (tile << K), twiddles + tile * tile_words, scale);
    }
    inverse_stages<A, K, tiles, entry, output, step + 1>(a, x, twiddles, tile_words, scale);
  }
}

/// Computes the stages inside a vector, the finest first.
template <class A, unsigned K, unsigned tiles, Bound before, unsigned remaining>
RINGLET_INLINE void inverse_stages_in_lanes(const A& a, typename A::Vec (&x)[tiles << K],
                                            const TwiddleWordOf<A>* twiddles_end, std::size_t tile_words) {
  if constexpr (remaining > 0) {
    using Stages = LaneStages<typename A::Isa>;
    constexpr unsigned stage = remaining - 1;
    constexpr unsigned distinct = Stages::twiddles.count[stage];
    constexpr unsigned pairs = 1u << (K - 1);
    const TwiddleWordOf<A>* twiddles = twiddles_end - pairs * distinct * A::Twiddle::words;
    RINGLET_UNROLL_FULLY
    for (unsigned p = 0; p < tiles * pairs; ++p) {
      const auto w = A::Twiddle::template load<distinct>(twiddles + (p / pairs) * tile_words +
                                                         (p % pairs) * distinct * A::Twiddle::words);
      a.butterfly_gs(x[2 * p], x[2 * p + 1]);
      x[2 * p + 1] = inverse_product(a, x[2 * p + 1], w);
      if constexpr (InverseLaneBounds<A>::reduces(2 * before)) x[2 * p] = a.reduce(x[2 * p]);
      Stages::template undo<stage>(x[2 * p], x[2 * p + 1]);
    }
    constexpr Bound after = InverseLaneBounds<A>::after(before);
    check_ranges(a, x, [](std::size_t) RINGLET_INLINE_LAMBDA { return Range{0, after}; });
    inverse_stages_in_lanes<A, K, tiles, after, remaining - 1>(a, x, twiddles, tile_words);
  }
}

template <class A, PassOutput output>
RINGLET_INLINE void store_inverse(const A& a, InverseOutput<A, output>* out, typename A::Vec x) {
  if constexpr (!writes_words(output)) {
    A::Isa::store(out, x);
  } else {
    constexpr Bound bound = A::traits.scales_first_products ? A::capacity / 2 : A::product_bound(A::capacity);
    constexpr unsigned factor = output == PassOutput::lazy_words ? A::traits.inverse_outputs.most() : 1;
    A::Isa::store(out, a.template finish<factor, bound>(x));
  }
}

/// Computes the register blocks of rows as forward_rows does, with its stages in reverse order.
template <class A, unsigned K, PassInput input, PassOutput output, unsigned columns, class Load, class Store>
RINGLET_INLINE void inverse_rows(const A& a, const Scale<A>& scale, std::size_t width, const TwiddleWordOf<A>* twiddles,
                                 const Load& load, const Store& store) {
  constexpr std::size_t lanes = A::Isa::lanes;
  if constexpr (A::traits.fills_registers) {
    for (std::size_t column = 0; column < width; column += lanes) {
      typename A::Vec x[1u << K];
      inverse_block<A, InverseBounds<A, K, inverse_cells<A, input>(), output>, K>(
          a, x, twiddles, scale, [&](unsigned i) RINGLET_INLINE_LAMBDA { return load(i, column); },
          [&](unsigned i, const typename A::Vec& value) RINGLET_INLINE_LAMBDA { store(i, column, value); });
    }
    return;
  }
  for (std::size_t column = 0; column < width; column += columns * lanes) {
    typename A::Vec x[columns << K];
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) x[i] = load(i % (1u << K), column + (i >> K) * lanes);
    inverse_stages<A, K, columns, inverse_cells<A, input>(), output>(a, x, twiddles, 0, scale);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) store(i % (1u << K), column + (i >> K) * lanes, x[i]);
  }
}

/// Computes one block of a strided pass; each row has at least a tile's values. twists: one for each value of a row.
template <class A, unsigned K, PassInput input, PassOutput output>
void inverse_strided(const A& arithmetic, const TwiddleWordOf<A>* scale, const CellOf<A>* in,
                     InverseOutput<A, output>* out, std::size_t stride, const TwiddleWordOf<A>* twiddles,
                     const TwiddleWordOf<A>* twists) {
  const A a = arithmetic;  // a copy whose constants the stores cannot alias
  const Scale<A> factors(scale);
  const auto load = [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
    return load_input<A, input>(a, in + i * stride + column, twists, column);
  };
  const auto store = [&](unsigned i, std::size_t column, const typename A::Vec& x)
                         RINGLET_INLINE_LAMBDA { store_inverse<A, output>(a, out + i * stride + column, x); };
  inverse_rows<A, K, input, output, interleaved<A, K>>(a, factors, stride, twiddles, load, store);
}

template <class A, unsigned K, PassOutput output, unsigned tiles, class Stored>
RINGLET_INLINE void inverse_tile_group(const A& a, const Scale<A>& scale, const Stored* in,
                                       InverseOutput<A, output>* out, const TwiddleWordOf<A>* twiddles,
                                       std::size_t tile_words) {
  using Isa = typename A::Isa;
  constexpr bool from_words = std::is_same_v<Stored, WordOf<A>>;
  constexpr Bound entry = inverse_input<A, from_words>();
  static_assert(A::Isa::lanes == 1 || entry <= A::capacity / 2);
  constexpr Bound across = InverseLaneBounds<A>::after(entry, Isa::lanes_log);
  // Words are not negative.
  static_assert(InverseLaneBounds<A>::widest_difference(from_words ? 0 : entry, entry, Isa::lanes_log) <=
                A::max_multiplicand());
  constexpr std::size_t lane_words = lane_twiddle_count(K, LaneStages<Isa>::twiddles) * A::Twiddle::words;
  typename A::Vec x[tiles << K];
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) x[i] = load_values<A, from_words>(in + i * Isa::lanes);
  if constexpr (Isa::lanes > 1 && from_words) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (tiles << K); i += 2) LaneStages<Isa>::template undo<Isa::lanes_log>(x[i], x[i + 1]);
  }
  inverse_stages_in_lanes<A, K, tiles, entry, Isa::lanes_log>(a, x, twiddles + lane_words, tile_words);
  if constexpr (A::traits.fills_registers) {
    for (unsigned tile = 0; tile < tiles; ++tile) {
      typename A::Vec y[1u << K];
      inverse_block<A, InverseBounds<A, K, across, output>, K>(
          a, y, twiddles + lane_words + tile * tile_words, scale,
          [&](unsigned i) RINGLET_INLINE_LAMBDA { return x[(tile << K) + i]; },
          [&](unsigned i, const typename A::Vec& value)
              RINGLET_INLINE_LAMBDA { store_inverse<A, output>(a, out + ((tile << K) + i) * Isa::lanes, value); });
    }
  } else {
    inverse_stages<A, K, tiles, across, output>(a, x, twiddles + lane_words, tile_words, scale);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (tiles << K); ++i) store_inverse<A, output>(a, out + i * Isa::lanes, x[i]);
  }
}

/// Computes `count` tiles, each with twiddles of its own. `count` is a multiple of the number computed at once.
template <class A, unsigned K, PassOutput output, class Stored>
void inverse_tiles(const A& arithmetic, const TwiddleWordOf<A>* scale, const Stored* in, InverseOutput<A, output>* out,
                   std::size_t count, const TwiddleWordOf<A>* twiddles, std::size_t tile_words) {
  constexpr std::size_t tile = static_cast<std::size_t>(A::Isa::lanes) << K;
  constexpr bool is_only = output != PassOutput::cells;
  constexpr unsigned group = tiles_together<A, K, is_only>;
  const A a = arithmetic;
  const Scale<A> factors(scale);
  for (std::size_t i = 0; i < count; i += group) {
    inverse_tile_group<A, K, output, group>(a, factors, in + i * tile, out + i * tile, twiddles + i * tile_words,
                                            tile_words);
  }
}

/// The passes of one arithmetic, chosen by radix and place.
template <NttArithmetic A, unsigned max_radix_log>
class InverseTransform {
  using Word = WordOf<A>;
  using Twiddles = TwiddleWordOf<A>;
  using Cell = CellOf<A>;

 public:
  static void run(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A a(*call.modulus);
      with_output_factor<A::traits.inverse_outputs>(call.output_factor, [&](auto factor) {
        last_pass<factor.value == 1 ? PassOutput::canonical_words : PassOutput::lazy_words>(a, call, call.in, call.out);
      });
    });
  }

  /// Transforms in place on the cells of `call`, in the order in which the forward transform leaves them.
  static void run_in_buffer(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    Cell* cells = cells_of<A>(call);
    last_pass<PassOutput::buffer_cells>(A(*call.modulus), call, cells, cells);
  }

 private:
  template <PassOutput output>
  using Output = InverseOutput<A, output>;

  template <PassOutput output, PassInput input = PassInput::cells>
  static auto strided(unsigned radix_log) {
    using Pass = void (*)(const A&, const Twiddles*, const Cell*, Output<output>*, std::size_t, const Twiddles*,
                          const Twiddles*);
    constexpr unsigned min_radix_log = output != PassOutput::cells         ? 1
                                       : input == PassInput::twisted_cells ? min_twist_radix_log
                                                                           : min_middle_radix_log;
    return choose<min_radix_log, max_radix_log>(
        radix_log, [](auto k) -> Pass { return inverse_strided<A, decltype(k)::value, input, output>; });
  }

  /// Returns the pass of tiles. Stored: the caller's words, or cells.
  template <PassOutput output, class Stored>
  static auto tiles(unsigned radix_log) {
    using Pass =
        void (*)(const A&, const Twiddles*, const Stored*, Output<output>*, std::size_t, const Twiddles*, std::size_t);
    constexpr unsigned min_radix_log = output == PassOutput::cells ? min_last_tile_radix_log : 1;
    return choose<min_radix_log, max_tile_radix_log_of(max_radix_log)>(
        radix_log, [](auto k) -> Pass { return inverse_tiles<A, decltype(k)::value, output, Stored>; });
  }

  /// Runs all passes. Pass 0, which has stage 0, is the last pass done.
  template <PassOutput output, class Stored>
  static void last_pass(const A& a, const BasicNttCall<Word>& call, const Stored* in, Output<output>* out) {
    const BasicNttPass<Word>& pass = call.passes[0];
    if (call.pass_count == 1) {
      // One tile always writes canonical words, which saves a variant for lazy words.
      constexpr PassOutput any_output = writes_words(output) ? PassOutput::canonical_words : output;
      tiles<any_output, Stored>(pass.radix_log)(a, call.scale, in, out, 1, pass.twiddles, pass.block_words);
      return;
    }
    const std::size_t stride = std::size_t{1} << (call.log_n - pass.radix_log);
    Cell* cells = cells_of<A>(call);
    blocks(a, call, 1, 0, std::size_t{1} << pass.radix_log, in, cells, stride);
    strided<output>(pass.radix_log)(a, call.scale, cells, out, stride, pass.twiddles, nullptr);
  }

  /// Runs all passes after `index` on the values of `count` neighbouring blocks from block number `first` on, then pass
  /// `index`.
  template <class Stored>
  static void blocks(const A& a, const BasicNttCall<Word>& call, unsigned index, std::size_t first, std::size_t count,
                     const Stored* in, Cell* cells, std::size_t length) {
    const BasicNttPass<Word>& pass = call.passes[index];
    if (index + 1 == call.pass_count) {
      const auto run_pass = tiles<PassOutput::cells, Stored>(pass.radix_log);
      // Only `distinct` tiles have twiddles of their own; the next run of tiles uses the same twiddles again.
      const std::size_t distinct = std::min(count, pass.distinct_blocks);
      for (std::size_t i = 0; i < count; i += distinct) {
        run_pass(a, call.scale, in + i * length, cells + i * length, distinct, pass.twiddles_of(first),
                 pass.block_words);
      }
      return;
    }
    auto run_pass = strided<PassOutput::cells>(pass.radix_log);
    if constexpr (can_twist<A, max_radix_log>) {
      if (pass.twists != nullptr) run_pass = strided<PassOutput::cells, PassInput::twisted_cells>(pass.radix_log);
    }
    const std::size_t stride = length >> pass.radix_log;
    const std::size_t together = blocks_together<A>(count, length);
    for (std::size_t i = 0; i < count; i += together) {
      blocks(a, call, index + 1, (first + i) << pass.radix_log, together << pass.radix_log, in + i * length,
             cells + i * length, stride);
      for (std::size_t j = i; j < i + together; ++j) {
        run_pass(a, call.scale, cells + j * length, cells + j * length, stride, pass.twiddles_of(first + j),
                 pass.twists_of(first + j));
      }
    }
  }
};

}  // namespace ringlet::kernels
