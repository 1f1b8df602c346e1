#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/environment.hpp"
#include "kernels/ntt_call.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"

/// Transforms of the columns of a matrix without transposing it. A vector holds neighbouring columns, so that no value
/// changes its lane and all lanes have the same twiddle. There are two strided passes, by way of a block that fits a
/// second-level cache, so that distant memory is read once and written once. Rows lie a multiple of 4 KB apart and a
/// CPU does not foresee the next row: kernels prefetch the next rows while they work on some.
///
/// Source  D. H. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990), for the four steps.
namespace ringlet::kernels {

/// Arithmetics on 64-bit words that stay words between passes and need no special steps of long numbers.
template <class A>
concept ColumnsArithmetic =
    NttArithmetic<A> && std::same_as<WordOf<A>, std::uint64_t> && std::same_as<CellOf<A>, std::uint64_t> &&
    !A::traits.fills_registers && !A::traits.scales_first_products && !A::traits.lifts_products;

/// The passes of one call in both directions. Pass 0, with the first stages, is run first forward and last in the
/// inverse.
template <ColumnsArithmetic A, unsigned max_radix_log>
class Columns {
  using Word = WordOf<A>;
  using Vec = typename A::Vec;
  using Isa = typename A::Isa;
  using Call = BasicColumnsCall<Word>;
  using Pass = void (*)(const A&, const Call&);

 public:
  static void forward(const Call& call) {
    run(call, choose_radix(call.passes[0], [](auto k) -> Pass { return forward_from_array<decltype(k)::value>; }),
        choose_radix(call.passes[1], [&](auto k) -> Pass {
          // With several vectors per cache line, parts of too many lines would wait to be written.
          if constexpr (Isa::lanes * sizeof(Word) == 64) {
            if (call.streams) return forward_to_array<decltype(k)::value, true>;
          }
          return forward_to_array<decltype(k)::value, false>;
        }));
  }

  static void inverse(const Call& call) {
    run(call, choose_radix(call.passes[1], [](auto k) -> Pass { return inverse_from_array<decltype(k)::value>; }),
        choose_radix(call.passes[0], [](auto k) -> Pass { return inverse_to_array<decltype(k)::value>; }));
  }

 private:
  template <class F>
  static Pass choose_radix(const BasicNttPass<Word>& pass, const F& f) {
    return choose<max_radix_log - 1, max_radix_log>(pass.radix_log, f);
  }

  static void run(const Call& call, Pass first, Pass second) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const A a(*call.modulus);
      first(a, call);
      second(a, call);
    });
  }

  /// Transforms from the array to the block: 2^K rows as far apart as possible, then the rows below them.
  template <unsigned K>
  static void forward_from_array(const A& arithmetic, const Call& arguments) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const std::size_t groups = std::size_t{1} << call.passes[1].radix_log;
    const std::size_t columns = call.columns, apart = groups * call.stride;
    for (std::size_t g = 0; g < groups; ++g) {
      const Word* const in = call.in + g * call.stride;
      // The next rows, or the first rows of the columns after these.
      const auto* const next =
          reinterpret_cast<const std::byte*>(g + 1 < groups ? in + call.stride : call.in + columns);
      Word* const block = call.block + g * columns;
      forward_rows<A, K, PassInput::canonical_words, 1>(
          a, columns, call.passes[0].twiddles,
          [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
            RINGLET_PREFETCH(next + (i * apart + column) * sizeof(Word));
            return load_values<A, true>(in + i * apart + column);
          },
          [&](unsigned i, std::size_t column, const Vec& x)
              RINGLET_INLINE_LAMBDA { Isa::store(block + i * groups * columns + column, x); });
    }
  }

  /// Transforms from the block to the array, 2^K neighbouring rows at a time, and multiplies by the factors.
  template <unsigned K, bool streams>
  static void forward_to_array(const A& arithmetic, const Call& arguments) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const std::size_t groups = std::size_t{1} << call.passes[0].radix_log, columns = call.columns;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t first = g << K;
      forward_rows<A, K, PassInput::cells, 1>(
          a, columns, call.passes[1].twiddles_of(g),
          [&](unsigned i, std::size_t column)
              RINGLET_INLINE_LAMBDA { return load_values<A, false>(call.block + (first + i) * columns + column); },
          [&](unsigned i, std::size_t column, const Vec& x) RINGLET_INLINE_LAMBDA {
            const Vec product = multiply(a, x, call, first + i, column);
            put<streams>(call.out + (first + i) * call.stride + column,
                         a.template finish<1, A::product_range().high>(product));
          });
    }
    if constexpr (streams) Isa::stream_fence();
  }

  template <bool streams>
  RINGLET_INLINE static void put(Word* to, const auto& x) {
    if constexpr (streams) {
      Isa::stream(to, x);
    } else {
      Isa::store(to, x);
    }
  }

  /// Multiplies a vector of columns in one row by their factors.
  RINGLET_INLINE static Vec multiply(const A& a, const Vec& x, const Call& call, std::size_t row, std::size_t column) {
    constexpr std::size_t words = A::Twiddle::words;
    const auto of_column =
        A::Twiddle::template load<Isa::lanes>(call.column_factors + (row * call.columns + column) * words);
    const auto of_row = A::Twiddle::template load<1>(call.row_factors + row * words);
    return a.mul_twiddle(a.mul_twiddle(x, of_column), of_row);
  }

  template <unsigned K>
  static void inverse_from_array(const A& arithmetic, const Call& arguments) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const Scale<A> scale(call.scale);
    const std::size_t groups = std::size_t{1} << call.passes[0].radix_log, columns = call.columns;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t first = g << K;
      const Word* const in = call.in + first * call.stride;
      const auto* const next =
          reinterpret_cast<const std::byte*>(g + 1 < groups ? in + (call.stride << K) : call.in + columns);
      inverse_rows<A, K, PassInput::twisted_cells, PassOutput::cells, 1>(
          a, scale, columns, call.passes[1].twiddles_of(g),
          [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
            RINGLET_PREFETCH(next + (i * call.stride + column) * sizeof(Word));
            return multiply(a, load_values<A, true>(in + i * call.stride + column), call, first + i, column);
          },
          [&](unsigned i, std::size_t column, const Vec& x)
              RINGLET_INLINE_LAMBDA { Isa::store(call.block + (first + i) * columns + column, x); });
    }
  }

  template <unsigned K>
  static void inverse_to_array(const A& arithmetic, const Call& arguments) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const Scale<A> scale(call.scale);
    const std::size_t groups = std::size_t{1} << call.passes[1].radix_log;
    const std::size_t columns = call.columns, apart = groups * call.stride;
    for (std::size_t g = 0; g < groups; ++g) {
      Word* const out = call.out + g * call.stride;
      const Word* const block = call.block + g * columns;
      inverse_rows<A, K, PassInput::cells, PassOutput::canonical_words, 1>(
          a, scale, columns, call.passes[0].twiddles,
          [&](unsigned i, std::size_t column)
              RINGLET_INLINE_LAMBDA { return load_values<A, false>(block + i * groups * columns + column); },
          [&](unsigned i, std::size_t column, const Vec& x)
              RINGLET_INLINE_LAMBDA { store_inverse<A, PassOutput::canonical_words>(a, out + i * apart + column, x); });
    }
  }
};

}  // namespace ringlet::kernels
