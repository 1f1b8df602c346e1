#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/environment.hpp"
#include "kernels/ntt_call.hpp"
#include "kernels/ntt_forward.hpp"
#include "kernels/ntt_inverse.hpp"

/// Transforms of the columns of a matrix without transposing it. A vector holds neighbouring columns, so that no value
/// changes its lane and all lanes have the same twiddle. All passes are strided: the first one reads the array, the
/// last one writes it, and between them the values are in a block of cells that fits a second-level cache. So distant
/// memory is read once and written once. Rows may lie a multiple of 4 KB apart and a CPU does not foresee the next row:
/// kernels prefetch the next rows while they work on some. A layer above divides tall matrices into calls.
///
/// Source  D. H. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990), for the four steps.
namespace ringlet::kernels {

/// Whether an arithmetic has columns with factors, for large transforms: its values are 64-bit words between passes,
/// with moduli of large transforms, and it needs no special steps of long numbers.
template <class A>
inline constexpr bool has_column_factors =
    std::same_as<WordOf<A>, std::uint64_t> && std::same_as<CellOf<A>, std::uint64_t> && arith::serves_rns<A> &&
    !A::traits.fills_registers && !A::traits.scales_first_products && !A::traits.lifts_products;

/// The passes of one call in both directions. Pass 0, with the first stages, is run first forward and last in the
/// inverse.
template <NttArithmetic A, unsigned max_radix_log>
class Columns {
  using Word = WordOf<A>;
  using Cell = CellOf<A>;
  using Vec = typename A::Vec;
  using Isa = typename A::Isa;
  using Call = BasicColumnsCall<Word>;
  using Ranges = ForwardRanges<A>;

  /// Place of a pass in a call: its number, and `count` of its blocks from block `first` on.
  struct Part {
    unsigned index;
    std::size_t first;
    std::size_t count;
  };
  using Pass = void (*)(const A&, const Call&, Part);

  static constexpr unsigned min_factor_radix_log = max_radix_log - 1;
  /// Whether adding strides up beside the work on a vector costs nothing. Otherwise the offset of each row stays in
  /// memory.
  static constexpr bool has_long_vectors = Isa::lanes >= 8;
  /// Whether words may be written past the caches. With several vectors per cache line, parts of too many lines would
  /// wait to be written.
  static constexpr bool can_stream = has_column_factors<A> && Isa::lanes * sizeof(Word) == 64;

  /// Kind of the cells of a forward transform, whose last pass comes after two others at most.
  static constexpr PassInput forward_cells = [] {
    static_assert(max_column_passes == 3);
    if constexpr (Ranges::grows_slowly) {
      constexpr Bound room = Ranges::room(max_radix_log), once = Ranges::after_pass(arith::one_q, max_radix_log);
      if (once <= room && Ranges::after_pass(once, max_radix_log) <= room) return PassInput::roomy_cells;
    }
    return PassInput::cells;
  }();

 public:
  static void forward(const Call& call) {
    run(call, [&](const A& a) {
      if (call.pass_count == 1) {
        return choose<1, max_only_radix_log>(call.log_rows, [](auto k) -> Pass {
          return forward_pass<decltype(k)::value, PassInput::canonical_words, PassOutput::canonical_words>;
        })(a, call, {0, 0, 1});
      }
      choose<1, max_radix_log>(call.passes[0].radix_log, [](auto k) -> Pass {
        return forward_pass<decltype(k)::value, PassInput::canonical_words, PassOutput::cells>;
      })(a, call, {0, 0, 1});
      forward_blocks(a, call, {1, 0, std::size_t{1} << call.passes[0].radix_log});
    });
  }

  static void inverse(const Call& call) {
    run(call, [&](const A& a) {
      if (call.pass_count == 1) {
        return choose<1, max_only_radix_log>(call.log_rows, [](auto k) -> Pass {
          return inverse_pass<decltype(k)::value, PassInput::canonical_words, true, true>;
        })(a, call, {0, 0, 1});
      }
      inverse_blocks(a, call, {1, 0, std::size_t{1} << call.passes[0].radix_log});
      if (call.passes[0].first_stage == 0) {
        choose<1, max_radix_log>(call.passes[0].radix_log, [](auto k) -> Pass {
          return inverse_pass<decltype(k)::value, PassInput::cells, true, true>;
        })(a, call, {0, 0, 1});
      } else {
        choose<min_middle_radix_log, max_radix_log>(call.passes[0].radix_log, [](auto k) -> Pass {
          return inverse_pass<decltype(k)::value, PassInput::cells, true, false>;
        })(a, call, {0, 0, 1});
      }
    });
  }

 private:
  template <class F>
  static void run(const Call& call, const F& f) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA { f(A(*call.modulus)); });
  }

  /// Runs the pass of `part` and all later passes on the same values.
  static void forward_blocks(const A& a, const Call& call, Part part) {
    const unsigned radix_log = call.passes[part.index].radix_log;
    if (part.index + 1 == call.pass_count) return last_forward_pass(call, radix_log)(a, call, part);
    const Pass pass = choose<min_middle_radix_log, max_radix_log>(
        radix_log, [](auto k) -> Pass { return forward_pass<decltype(k)::value, forward_cells, PassOutput::cells>; });
    for (std::size_t b = part.first; b < part.first + part.count; ++b) {
      pass(a, call, {part.index, b, 1});
      forward_blocks(a, call, {part.index + 1, b << radix_log, std::size_t{1} << radix_log});
    }
  }

  static Pass last_forward_pass(const Call& call, unsigned radix_log) {
    if constexpr (has_column_factors<A>) {
      if (call.row_factors != nullptr) {
        return choose<min_factor_radix_log, max_radix_log>(radix_log, [&](auto k) -> Pass {
          return forward_pass<decltype(k)::value, forward_cells, PassOutput::canonical_words, true>;
        });
      }
    }
    return choose<min_middle_radix_log, max_radix_log>(radix_log, [](auto k) -> Pass {
      return forward_pass<decltype(k)::value, forward_cells, PassOutput::canonical_words>;
    });
  }

  /// Runs all passes after that of `part` on the same values, then its own.
  static void inverse_blocks(const A& a, const Call& call, Part part) {
    const unsigned radix_log = call.passes[part.index].radix_log;
    if (part.index + 1 == call.pass_count) return first_inverse_pass(call, radix_log)(a, call, part);
    const Pass pass = choose<min_middle_radix_log, max_radix_log>(
        radix_log, [](auto k) -> Pass { return inverse_pass<decltype(k)::value, PassInput::cells, false, false>; });
    for (std::size_t b = part.first; b < part.first + part.count; ++b) {
      inverse_blocks(a, call, {part.index + 1, b << radix_log, std::size_t{1} << radix_log});
      pass(a, call, {part.index, b, 1});
    }
  }

  static Pass first_inverse_pass(const Call& call, unsigned radix_log) {
    if constexpr (has_column_factors<A>) {
      if (call.row_factors != nullptr) {
        return choose<min_factor_radix_log, max_radix_log>(radix_log, [](auto k) -> Pass {
          return inverse_pass<decltype(k)::value, PassInput::twisted_cells, false, false>;
        });
      }
    }
    return choose<min_middle_radix_log, max_radix_log>(radix_log, [](auto k) -> Pass {
      return inverse_pass<decltype(k)::value, PassInput::canonical_words, false, false>;
    });
  }

  /// Rows of a pass of radix 2^K. Block b has the rows b 2^K apart() to (b + 1) 2^K apart() - 1, and its group g has
  /// the rows that lie a multiple of apart() after row g.
  template <unsigned K>
  struct Shape {
    unsigned stages_before, apart_log;

    RINGLET_INLINE Shape(const Call& call, unsigned index)
        : stages_before(call.passes[index].first_stage - call.passes[0].first_stage),
          apart_log(call.log_rows - stages_before - K) {}
    [[nodiscard]] RINGLET_INLINE std::size_t apart() const { return std::size_t{1} << apart_log; }
    /// Returns the distance from the first row of a group to its row i.
    [[nodiscard]] RINGLET_INLINE std::size_t offset(unsigned i, std::size_t stride) const {
      if constexpr (has_long_vectors) return i * (stride << apart_log);
      return static_cast<std::size_t>(i << apart_log) * stride;
    }
    [[nodiscard]] RINGLET_INLINE std::size_t row(std::size_t block, std::size_t group) const {
      return (block << (K + apart_log)) + group;
    }
  };

  /// Rows of evaluations of the caller's array as a pass of radix 2^K takes them, if it takes them.
  template <unsigned K, bool is_used>
  struct EvaluationRows {
    /// Words from the first row of a group to its row i.
    std::size_t offsets[1u << K];
    std::size_t stride;
    bool is_reversed;
    unsigned blocks_log;

    RINGLET_INLINE EvaluationRows(const Call& call, const Shape<K>& shape, std::size_t stride_)
        : stride(stride_), is_reversed(call.is_natural), blocks_log(shape.stages_before) {
      if constexpr (!is_used) return;
      const auto set = [&](unsigned i) RINGLET_INLINE_LAMBDA {
        const std::size_t row = is_reversed ? arith::reverse_bits(i, K) << blocks_log : i * shape.apart();
        offsets[i] = row * stride;
      };
      if constexpr (K <= 2 || !has_long_vectors) {
        for (unsigned i = 0; i < (1u << K); ++i) set(i);
      } else {
        RINGLET_DO_NOT_UNROLL
        for (unsigned i = 0; i < (1u << K); ++i) set(i);
      }
    }
    /// Returns the number of words before the first row of a group.
    [[nodiscard]] RINGLET_INLINE std::size_t start(const Shape<K>& shape, std::size_t block, std::size_t group) const {
      return (is_reversed ? arith::reverse_bits(block, blocks_log) : shape.row(block, group)) * stride;
    }
  };

  /// Computes blocks of a forward pass. The last pass writes words, after the product by factors if it `multiplies`.
  template <unsigned K, PassInput input, PassOutput output, bool multiplies = false>
  static void forward_pass(const A& arithmetic, const Call& arguments, Part part) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const BasicNttPass<Word> pass = call.passes[part.index];
    const Shape<K> shape(call, part.index);
    constexpr bool is_last = writes_words(output);
    const EvaluationRows<K, is_last> out(call, shape, call.out_stride);
    for (std::size_t b = part.first; b < part.first + part.count; ++b) {
      for (std::size_t g = 0; g < shape.apart(); ++g) {
        const std::size_t row = shape.row(b, g);
        const auto cells = [&](unsigned i) RINGLET_INLINE_LAMBDA {
          Cell* const first = static_cast<Cell*>(call.cells);
          if constexpr (has_long_vectors) return first + row * call.cell_stride + shape.offset(i, call.cell_stride);
          return first + (row + (i << shape.apart_log)) * call.cell_stride;
        };
        const Word* const from = call.in + row * call.in_stride;
        // The next rows, or the first rows of the columns after these.
        const auto* const next = bytes_of(g + 1 < shape.apart() ? from + call.in_stride : call.in + call.columns);
        Word* const to = call.out + out.start(shape, b, g);
        const auto load = [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
          if constexpr (reads_words(input)) {
            RINGLET_PREFETCH(next + (shape.offset(i, call.in_stride) + column) * sizeof(Word));
            return load_values<A, true>(from + shape.offset(i, call.in_stride) + column);
          } else {
            return load_values<A, false>(cells(i) + column);
          }
        };
        const auto store = [&](unsigned i, std::size_t column, const Vec& x) RINGLET_INLINE_LAMBDA {
          if constexpr (!is_last) {
            Isa::store(cells(i) + column, x);
          } else if constexpr (multiplies) {
            const Vec product = multiply(a, x, call, row + i, column);
            put(call, to + out.offsets[i] + column, a.template finish<1, A::product_range().high>(product));
          } else {
            constexpr Range last = Ranges::across_last_pass(input, Ranges::entry(input, K), K, 0);
            Isa::store(to + out.offsets[i] + column, a.template finish<1, last.high>(x));
          }
        };
        const auto* const twiddles = pass.twiddles_of((call.block << shape.stages_before) + b);
        forward_rows<A, K, input, 1, is_last && !multiplies>(a, call.columns, twiddles, load, store);
      }
    }
    if constexpr (multiplies && can_stream) Isa::stream_fence();
  }

  /// Computes blocks of an inverse pass. The pass that runs last writes words, and applies 1/n if it has stage 0.
  template <unsigned K, PassInput input, bool is_last, bool scales>
  static void inverse_pass(const A& arithmetic, const Call& arguments, Part part) {
    const A a = arithmetic;  // copies that the stores cannot alias
    const Call call = arguments;
    const Scale<A> scale(call.scale);
    const BasicNttPass<Word> pass = call.passes[part.index];
    const Shape<K> shape(call, part.index);
    constexpr bool reads_array = input != PassInput::cells;
    const EvaluationRows<K, reads_array> in(call, shape, call.in_stride);
    constexpr PassOutput output = scales ? PassOutput::canonical_words : PassOutput::cells;
    for (std::size_t b = part.first; b < part.first + part.count; ++b) {
      for (std::size_t g = 0; g < shape.apart(); ++g) {
        const std::size_t row = shape.row(b, g);
        const auto cells = [&](unsigned i) RINGLET_INLINE_LAMBDA {
          Cell* const first = static_cast<Cell*>(call.cells);
          if constexpr (has_long_vectors) return first + row * call.cell_stride + shape.offset(i, call.cell_stride);
          return first + (row + (i << shape.apart_log)) * call.cell_stride;
        };
        const Word* const from = call.in + in.start(shape, b, g);
        const auto* const next =
            bytes_of(b + 1 < part.first + part.count ? call.in + in.start(shape, b + 1, g) : call.in + call.columns);
        Word* const to = call.out + row * call.out_stride;
        const auto load = [&](unsigned i, std::size_t column) RINGLET_INLINE_LAMBDA {
          if constexpr (reads_array) {
            RINGLET_PREFETCH(next + (in.offsets[i] + column) * sizeof(Word));
            const Vec x = load_values<A, true>(from + in.offsets[i] + column);
            if constexpr (input == PassInput::twisted_cells) return multiply(a, x, call, row + i, column);
            return x;
          } else {
            return load_values<A, false>(cells(i) + column);
          }
        };
        const auto store = [&](unsigned i, std::size_t column, const Vec& x) RINGLET_INLINE_LAMBDA {
          if constexpr (!is_last) {
            Isa::store(cells(i) + column, x);
          } else if constexpr (scales) {
            store_inverse<A, output>(a, to + shape.offset(i, call.out_stride) + column, x);
          } else {
            Isa::store(to + shape.offset(i, call.out_stride) + column,
                       a.template finish<1, A::between_inverse_passes()>(x));
          }
        };
        const auto* const twiddles = pass.twiddles_of((call.block << shape.stages_before) + b);
        inverse_rows<A, K, input, output, 1>(a, scale, call.columns, twiddles, load, store);
      }
    }
  }
  // Words enter an inverse pass as cells of that bound.
  static_assert(A::between_inverse_passes() >= arith::one_q);

  RINGLET_INLINE static const std::byte* bytes_of(const Word* p) { return reinterpret_cast<const std::byte*>(p); }

  RINGLET_INLINE static void put(const Call& call, Word* to, const auto& x) {
    if constexpr (can_stream) {
      if (call.streams) return Isa::stream(to, x);
    }
    Isa::store(to, x);
  }

  /// Multiplies a vector of columns in one row by their factors.
  RINGLET_INLINE static Vec multiply(const A& a, const Vec& x, const Call& call, std::size_t row, std::size_t column) {
    constexpr std::size_t words = A::Twiddle::words;
    const auto of_column =
        A::Twiddle::template load<Isa::lanes>(call.column_factors + (row * call.columns + column) * words);
    const auto of_row = A::Twiddle::template load<1>(call.row_factors + row * words);
    return a.mul_twiddle(a.mul_twiddle(x, of_column), of_row);
  }
};

}  // namespace ringlet::kernels
