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
#include "kernels/ntt_forward_ranges.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/range_check.hpp"

/// The forward transform: Cooley-Tukey stages, natural to bit-reversed order, over any arithmetic, in the passes that
/// ntt_pass.hpp describes.
namespace ringlet::kernels {

/// Elements of the arrays that a pass reads and writes.
template <NttArithmetic A, PassInput input>
using ForwardInput = std::conditional_t<reads_words(input), WordOf<A>, CellOf<A>>;
template <NttArithmetic A, PassOutput output>
using ForwardOutput = std::conditional_t<writes_words(output), WordOf<A>, CellOf<A>>;

/// Computes the butterfly of one stage. `remaining` stages, including this one, are left in the pass.
template <class A, unsigned remaining, bool final, Bound low, Bound high, class W>
RINGLET_INLINE void forward_butterfly(const A& a, typename A::Vec& x, typename A::Vec& y, const W& w) {
  using Ranges = ForwardRanges<A>;
  if constexpr (Ranges::prepares({low, high}, remaining))
    x = a.template prepare<high, Ranges::lift(remaining, final)>(x);
  a.butterfly_ct(x, y, w);
  constexpr Range after = Ranges::after_stage({low, high}, remaining, final);
  static_assert(after.high <= A::capacity);
  check_ranges(a, {x, y}, [=](std::size_t) RINGLET_INLINE_LAMBDA { return after; });
}

/// Computes stage `stage` and those after it, out of K stages across the 2^K vectors of each of `groups` register
/// blocks. `later` stages of the pass follow inside vectors. The twiddles of register blocks lie `group_words` apart.
template <class A, unsigned K, unsigned groups, unsigned later, bool final, Bound low, Bound high, unsigned stage = 0>
RINGLET_INLINE void forward_stages(const A& a, typename A::Vec (&x)[groups << K], const TwiddleWordOf<A>* twiddles,
                                   std::size_t group_words) {
  if constexpr (stage < K) {
    constexpr unsigned remaining = K - stage + later;
    constexpr unsigned half = 1u << (K - 1 - stage);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (groups << (K - 1)); ++i) {
      const unsigned group = i >> (K - 1);
      const unsigned block = (i / half) & ((1u << stage) - 1);
      const auto w = A::Twiddle::template load<1>(twiddles + group * group_words +
                                                  ((1u << stage) - 1 + block) * A::Twiddle::words);
      const unsigned at = (group << K) + block * 2 * half + i % half;
      forward_butterfly<A, remaining, final, low, high>(a, x[at], x[at + half], w);
    }
    constexpr Range after = ForwardRanges<A>::after_stage({low, high}, remaining, final);
    forward_stages<A, K, groups, later, final, after.low, after.high, stage + 1>(a, x, twiddles, group_words);
  }
}

/// Computes the stages inside a vector, on pairs of neighbouring vectors.
template <class A, unsigned K, unsigned groups, Bound low, Bound high, unsigned stage = 0>
RINGLET_INLINE void forward_stages_in_lanes(const A& a, typename A::Vec (&x)[groups << K],
                                            const TwiddleWordOf<A>* twiddles, std::size_t group_words) {
  if constexpr (stage < A::Isa::lanes_log) {
    constexpr unsigned remaining = A::Isa::lanes_log - stage;
    using Stages = LaneStages<typename A::Isa>;
    constexpr unsigned distinct = Stages::twiddles.count[stage];
    constexpr unsigned pairs = 1u << (K - 1);
    RINGLET_UNROLL_FULLY
    for (unsigned p = 0; p < groups * pairs; ++p) {
      Stages::template exchange<stage>(x[2 * p], x[2 * p + 1]);
      const auto w = A::Twiddle::template load<distinct>(twiddles + (p / pairs) * group_words +
                                                         (p % pairs) * distinct * A::Twiddle::words);
      forward_butterfly<A, remaining, true, low, high>(a, x[2 * p], x[2 * p + 1], w);
    }
    constexpr Range after = ForwardRanges<A>::after_stage({low, high}, remaining, true);
    forward_stages_in_lanes<A, K, groups, after.low, after.high, stage + 1>(
        a, x, twiddles + pairs * distinct * A::Twiddle::words, group_words);
  }
}

/// Reduces the first value of each register block of a pass that reads `cells`, for arithmetics that reduce no other
/// values (`reduces_leaders`).
template <class A, unsigned K, PassInput input, std::size_t count>
RINGLET_INLINE void reduce_leaders(const A& a, typename A::Vec (&x)[count]) {
  if constexpr (A::traits.reduces_leaders && input == PassInput::cells) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < count; i += 1u << K) x[i] = a.reduce_leader(x[i]);
  }
}

/// Computes the stages from `stage` on of the part of a register block that starts at value `base`: one stage, then the
/// other stages on either half. `load(i)` returns value i, `store(i, x)` stores it.
template <class A, unsigned K, Bound low, Bound high, unsigned stage = 0, unsigned base = 0, class Load, class Store>
RINGLET_INLINE void forward_block(const A& a, typename A::Vec (&x)[1u << K], const TwiddleWordOf<A>* twiddles,
                                  const Load& load, const Store& store) {
  if constexpr (stage < K) {
    constexpr unsigned half = 1u << (K - 1 - stage);
    constexpr std::size_t index = (1u << stage) - 1 + (base >> (K - stage));
    constexpr Range after = ForwardRanges<A>::after_stage({low, high}, K - stage, false);
    const auto w = A::Twiddle::template load<1>(twiddles + index * A::Twiddle::words);
    RINGLET_UNROLL_FULLY
    for (unsigned i = base; i < base + half; ++i) {
      if constexpr (stage == 0) {
        x[i] = load(i);
        x[i + half] = load(i + half);
      }
      forward_butterfly<A, K - stage, false, low, high>(a, x[i], x[i + half], w);
      if constexpr (stage + 1 == K) {
        store(i, x[i]);
        store(i + half, x[i + half]);
      }
    }
    forward_block<A, K, after.low, after.high, stage + 1, base>(a, x, twiddles, load, store);
    if constexpr (stage + 1 < K) {
      forward_block<A, K, after.low, after.high, stage + 1, base + half>(a, x, twiddles, load, store);
    }
  }
}

/// Computes the register blocks of `width` neighbouring values in each of 2^K rows, `columns` vectors of a row at once.
/// `load(i, column)` returns the vector of row i that begins at `column`, `store(i, column, x)` stores it. final:
/// whether these are the last stages of the transform.
template <class A, unsigned K, PassInput input, unsigned columns, bool final = false, class Load, class Store>
RINGLET_INLINE void forward_rows(const A& a, std::size_t width, const TwiddleWordOf<A>* twiddles, const Load& load,
                                 const Store& store) {
  constexpr Range range = ForwardRanges<A>::entry(input, K);
  constexpr std::size_t lanes = A::Isa::lanes;
  if constexpr (A::traits.fills_registers) {
    static_assert(!A::traits.reduces_leaders && A::max_lift == 0);
    for (std::size_t column = 0; column < width; column += lanes) {
      typename A::Vec x[1u << K];
      forward_block<A, K, range.low, range.high>(
          a, x, twiddles, [&](unsigned i) RINGLET_INLINE_LAMBDA { return load(i, column); },
          [&](unsigned i, const typename A::Vec& value) RINGLET_INLINE_LAMBDA { store(i, column, value); });
    }
    return;
  }
  for (std::size_t column = 0; column < width; column += columns * lanes) {
    typename A::Vec x[columns << K];
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) x[i] = load(i % (1u << K), column + (i >> K) * lanes);
    reduce_leaders<A, K, input>(a, x);
    forward_stages<A, K, columns, 0, final, range.low, range.high>(a, x, twiddles, 0);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < (columns << K); ++i) store(i % (1u << K), column + (i >> K) * lanes, x[i]);
  }
}

/// Whether a pass adds the summand of the call to the values that it reads.
template <class A, PassInput input>
inline constexpr bool adds_summand = input == PassInput::lazy_words && arith::has_rns<WordOf<A>>;

/// Computes one block of a strided pass. Each of its 2^K rows has `stride` values, at least those of a tile. operands:
/// twists, one for each value of a row, or the one summand of all values.
template <class A, unsigned K, PassInput input>
void forward_strided(const A& arithmetic, const ForwardInput<A, input>* in, CellOf<A>* out, std::size_t stride,
                     const TwiddleWordOf<A>* twiddles, const TwiddleWordOf<A>* operands) {
  const A a = arithmetic;  // a copy whose constants the stores cannot alias
  [[maybe_unused]] const TwiddleWordOf<A> summand = adds_summand<A, input> ? *operands : 0;
  const auto load = [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
    const ForwardInput<A, input>* const from = in + i * stride + column;
    if constexpr (adds_summand<A, input>) {
      return A::from_words(A::Isa::add(A::Isa::load(from), A::Isa::broadcast(summand)));
    } else {
      return load_input<A, input>(a, from, operands, column);
    }
  };
  const auto store = [&](unsigned i, std::size_t column, const typename A::Vec& x)
                         RINGLET_INLINE_LAMBDA { A::Isa::store(out + i * stride + column, x); };
  forward_rows<A, K, input, interleaved<A, K>>(a, stride, twiddles, load, store);
}

/// Stores tiles: words finished and in order, cells reduced and in the order of the last shuffle.
template <class A, PassOutput output, Bound low, Bound bound, std::size_t count>
RINGLET_INLINE void store_tiles(const A& a, ForwardOutput<A, output>* out, typename A::Vec (&x)[count]) {
  using Isa = typename A::Isa;
  if constexpr (!writes_words(output)) {
    static_assert(A::reduced_bound(bound) <= A::buffer_factors);
    RINGLET_UNROLL_FULLY
    for (std::size_t i = 0; i < count; ++i) Isa::store(out + i * Isa::lanes, a.template reduce_to_factor<low>(x[i]));
  } else {
    constexpr unsigned factor = output == PassOutput::lazy_words ? A::traits.forward_outputs.most() : 1;
    decltype(a.template finish<factor, bound>(x[0])) y[count];
    RINGLET_UNROLL_FULLY
    for (std::size_t i = 0; i < count; ++i) y[i] = a.template finish<factor, bound>(x[i]);
    if constexpr (Isa::lanes > 1) {
      RINGLET_UNROLL_FULLY
      for (std::size_t i = 0; i < count; i += 2) LaneStages<Isa>::template exchange<Isa::lanes_log>(y[i], y[i + 1]);
    }
    RINGLET_UNROLL_FULLY
    for (std::size_t i = 0; i < count; ++i) Isa::store(out + i * Isa::lanes, y[i]);
  }
}

/// Computes `tiles` whole tiles in registers.
template <class A, unsigned K, PassInput input, PassOutput output, unsigned tiles>
RINGLET_INLINE void forward_tile_group(const A& a, const ForwardInput<A, input>* in, ForwardOutput<A, output>* out,
                                       const TwiddleWordOf<A>* twiddles, std::size_t tile_words) {
  using Isa = typename A::Isa;
  using Ranges = ForwardRanges<A>;
  constexpr Range first = Ranges::entry(input, K + Isa::lanes_log);
  constexpr Range across = Ranges::across_last_pass(input, first, K, Isa::lanes_log);
  constexpr Range last = Ranges::after_stages(across, Isa::lanes_log, 0, true);
  typename A::Vec x[tiles << K];
  RINGLET_UNROLL_FULLY
  for (unsigned i = 0; i < (tiles << K); ++i) x[i] = load_values<A, reads_words(input)>(in + i * Isa::lanes);
  reduce_leaders<A, K, input>(a, x);
  constexpr std::size_t lane_words = lane_twiddle_count(K, LaneStages<Isa>::twiddles) * A::Twiddle::words;
  forward_stages<A, K, tiles, Isa::lanes_log, true, first.low, first.high>(a, x, twiddles + lane_words, tile_words);
  forward_stages_in_lanes<A, K, tiles, across.low, across.high>(a, x, twiddles, tile_words);
  store_tiles<A, output, last.low, last.high>(a, out, x);
}

/// Computes `count` tiles, each with twiddles of its own. `count` is a multiple of the number computed at once.
template <class A, unsigned K, PassInput input, PassOutput output>
void forward_tiles(const A& arithmetic, const ForwardInput<A, input>* in, ForwardOutput<A, output>* out,
                   std::size_t count, const TwiddleWordOf<A>* twiddles, std::size_t tile_words) {
  constexpr std::size_t tile = static_cast<std::size_t>(A::Isa::lanes) << K;
  constexpr unsigned group = tiles_together<A, K, is_first(input)>;
  const A a = arithmetic;
  for (std::size_t i = 0; i < count; i += group) {
    forward_tile_group<A, K, input, output, group>(a, in + i * tile, out + i * tile, twiddles + i * tile_words,
                                                   tile_words);
  }
}

/// The passes of one arithmetic, chosen by radix, input and output.
template <NttArithmetic A, unsigned max_radix_log>
class ForwardTransform {
  using Word = WordOf<A>;
  using Twiddles = TwiddleWordOf<A>;
  using Cell = CellOf<A>;

 public:
  static void run(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A a(*call.modulus);
      with_input_factor<A::traits.forward_inputs>(call.input_factor, [&](auto factor) {
        first_pass<factor.value == 1 ? PassInput::canonical_words : PassInput::lazy_words>(a, call, call.in, call.out);
      });
    });
  }

  /// Transforms in place on the cells of `call`.
  static void run_in_buffer(const BasicNttCall<Word>& call) {
    A::Isa::count_call();
    Cell* cells = cells_of<A>(call);
    first_pass<PassInput::buffer_cells>(A(*call.modulus), call, cells, cells);
  }

 private:
  using Ranges = ForwardRanges<A>;
  static_assert(!Ranges::grows_slowly || (Ranges::room(max_tile_radix_log + A::Isa::lanes_log) < A::capacity &&
                                          Ranges::room(max_radix_log) >= arith::times_q(4)));
  template <PassInput input>
  using Input = ForwardInput<A, input>;

  template <PassInput input>
  static auto strided(unsigned radix_log) {
    using Pass = void (*)(const A&, const Input<input>*, Cell*, std::size_t, const Twiddles*, const Twiddles*);
    constexpr unsigned min_radix_log = is_first(input)                     ? 1
                                       : input == PassInput::twisted_cells ? min_twist_radix_log
                                                                           : min_middle_radix_log;
    return choose<min_radix_log, max_radix_log>(
        radix_log, [](auto k) -> Pass { return forward_strided<A, decltype(k)::value, input>; });
  }

  template <PassInput input, PassOutput output>
  static auto tiles(unsigned radix_log) {
    using Pass =
        void (*)(const A&, const Input<input>*, ForwardOutput<A, output>*, std::size_t, const Twiddles*, std::size_t);
    return choose<is_first(input) ? 1 : min_last_tile_radix_log, max_tile_radix_log_of(max_radix_log)>(
        radix_log, [](auto k) -> Pass { return forward_tiles<A, decltype(k)::value, input, output>; });
  }

  /// Returns the pass of tiles after other passes. Out: words, or cells if the result stays there.
  template <PassInput input, class Out>
  static auto last_tiles(unsigned radix_log, unsigned output_factor) {
    if constexpr (!std::is_same_v<Out, Word>) {
      return tiles<input, PassOutput::buffer_cells>(radix_log);
    } else {
      return with_output_factor<A::traits.forward_outputs>(output_factor, [=](auto factor) {
        return tiles < input, factor.value == 1 ? PassOutput::canonical_words : PassOutput::lazy_words > (radix_log);
      });
    }
  }

  /// Returns f(Constant<input>) for a middle pass of `stages` stages on values below `before`.
  template <class F>
  RINGLET_INLINE static auto choose_input(Bound before, unsigned stages, F f) {
    if constexpr (Ranges::grows_slowly) {
      if (before <= Ranges::room(stages)) return f(Constant<PassInput::roomy_cells>{});
    }
    return f(Constant<PassInput::cells>{});
  }

  template <PassInput input, class Out>
  static void first_pass(const A& a, const BasicNttCall<Word>& call, const Input<input>* in, Out* out) {
    const BasicNttPass<Word>& pass = call.passes[0];
    if (call.pass_count == 1) {
      // One tile always writes canonical words, which saves a variant for lazy words.
      constexpr PassOutput output = std::is_same_v<Out, Word> ? PassOutput::canonical_words : PassOutput::buffer_cells;
      tiles<input, output>(pass.radix_log)(a, in, out, 1, pass.twiddles, pass.block_words);
      return;
    }
    const std::size_t stride = std::size_t{1} << (call.log_n - pass.radix_log);
    Cell* cells = cells_of<A>(call);
    strided<input>(pass.radix_log)(a, in, cells, stride, pass.twiddles, &call.summand);
    constexpr Bound before = Ranges::entry(input, 0).high;
    const Bound after = Ranges::after_pass(before, pass.radix_log);
    blocks(a, call, 1, after, 0, std::size_t{1} << pass.radix_log, cells, out, stride);
  }

  /// Runs pass `index` on `count` neighbouring blocks from block number `first` on, and all later passes on the same
  /// values. These lie below `before`.
  template <class Out>
  static void blocks(const A& a, const BasicNttCall<Word>& call, unsigned index, Bound before, std::size_t first,
                     std::size_t count, Cell* cells, Out* out, std::size_t length) {
    const BasicNttPass<Word>& pass = call.passes[index];
    if (index + 1 == call.pass_count) {
      const auto run_pass = choose_input(before, pass.radix_log + A::Isa::lanes_log, [&](auto input) {
        return last_tiles<decltype(input)::value, Out>(pass.radix_log, call.output_factor);
      });
      // Only `distinct` tiles have twiddles of their own; the next run of tiles uses the same twiddles again.
      const std::size_t distinct = std::min(count, pass.distinct_blocks);
      for (std::size_t i = 0; i < count; i += distinct) {
        run_pass(a, cells + i * length, out + i * length, distinct, pass.twiddles_of(first), pass.block_words);
      }
      if constexpr (std::is_same_v<Out, Word>) {
        if (call.finished != nullptr) {
          call.finished(call.context, static_cast<std::size_t>(out - call.out), count * length);
        }
      }
      return;
    }
    auto run_pass = choose_input(before, pass.radix_log,
                                 [&](auto input) { return strided<decltype(input)::value>(pass.radix_log); });
    if constexpr (can_twist<A, max_radix_log>) {
      if (pass.twists != nullptr) {
        run_pass = strided<PassInput::twisted_cells>(pass.radix_log);
        before = A::product_range().high;
      }
    }
    const Bound after = Ranges::after_pass(before, pass.radix_log);
    const std::size_t stride = length >> pass.radix_log;
    const std::size_t together = blocks_together<A>(count, length);
    for (std::size_t i = 0; i < count; i += together) {
      for (std::size_t j = i; j < i + together; ++j) {
        run_pass(a, cells + j * length, cells + j * length, stride, pass.twiddles_of(first + j),
                 pass.twists_of(first + j));
      }
      blocks(a, call, index + 1, after, (first + i) << pass.radix_log, together << pass.radix_log, cells + i * length,
             out + i * length, stride);
    }
  }
};

}  // namespace ringlet::kernels
