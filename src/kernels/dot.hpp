#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/dot/dot_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "kernels/environment.hpp"
#include "kernels/inner_product.hpp"
#include "kernels/layout.hpp"
#include "kernels/map.hpp"
#include "kernels/rns_table.hpp"

/// Kernels of dot products, over any arithmetic of them.
namespace ringlet::kernels {

template <arith::DotArithmetic A>
class Dot {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Sum = typename A::Sum;

 public:
  static constexpr DotKernels table(const char* arithmetic) {
    return {.arithmetic = arithmetic,
            .greatest_modulus = A::traits.end() - 1,
            .factor = arith::codec_of<typename A::Factor>(),
            .modulus = arith::modulus_codec_of<A>(),
            .rows = rows,
            .inner_product = InnerProduct<A>::run,
            .add_fractions = add_fractions};
  }

 private:
  /// Number of sums accumulated together: the registers hold these, their operands and factors.
  static constexpr unsigned sums_in_flight = Isa::lanes == 8 ? 8 : Isa::lanes == 1 ? 2 : 4;

  static void rows(const DotRowsCall& call) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      std::size_t j = 0;
      if constexpr (sums_in_flight >= 8) {
        for (; j + 4 <= call.outputs; j += 4) row_group<4>(call, j);
      }
      for (; j + 2 <= call.outputs; j += 2) row_group<2>(call, j);
      if (j < call.outputs) row_group<1>(call, j);
    });
  }

  /// Computes `outputs` rows from row j on.
  template <unsigned outputs>
  static void row_group(const DotRowsCall& call, std::size_t j) {
    constexpr unsigned vectors = sums_in_flight / outputs;
    std::size_t i = 0;
    for (; i + vectors * Isa::lanes <= call.count; i += vectors * Isa::lanes) block<outputs, vectors>(call, j, i);
    for (; i < call.count; i += Isa::lanes) block<outputs, 1, (Isa::lanes > 1)>(call, j, i);
  }

  /// Computes `vectors` neighbouring vectors of `outputs` rows. partial: one vector, or the rest of the rows.
  template <unsigned outputs, unsigned vectors, bool partial = false>
  RINGLET_INLINE static void block(const DotRowsCall& call, std::size_t j, std::size_t i) {
    constexpr unsigned factor_words = A::Factor::words;
    const std::size_t lanes = std::min<std::size_t>(Isa::lanes, call.count - i);
    const auto arithmetic_of = [&](unsigned k)
                                   RINGLET_INLINE_LAMBDA { return A(call.moduli + (j + k) * A::ModulusCodec::words); };
    Sum sums[outputs][vectors];
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < outputs * vectors; ++k) sums[k / vectors][k % vectors] = A::start(Isa::broadcast(0));
    const std::uint64_t* factors = call.factors + j * call.terms * factor_words;
    const std::uint64_t* in = call.in + i;
    // All sums take the same number of products, so no branch depends on values.
    for (std::size_t term = 0, end = 0; end < call.terms;) {
      if (end != 0) fold_all(arithmetic_of, sums);
      end = std::min<std::size_t>(end + A::traits.max_products, call.terms);
      for (; term < end; ++term, in += call.in_stride, factors += factor_words) {
        typename A::Factor x[vectors];
        RINGLET_UNROLL_FULLY
        for (unsigned v = 0; v < vectors; ++v) {
          x[v] = A::operand(partial ? Isa::load_partial(in, lanes) : Isa::load(in + v * Isa::lanes));
        }
        RINGLET_UNROLL_FULLY
        for (unsigned k = 0; k < outputs; ++k) {
          const auto c = A::Factor::template load<1>(factors + k * call.terms * factor_words);
          RINGLET_UNROLL_FULLY
          for (unsigned v = 0; v < vectors; ++v) A::add_product(sums[k][v], x[v], c);
        }
      }
    }
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < outputs; ++k) {
      const A a = arithmetic_of(k);
      std::uint64_t* const out = call.out[j + k] + call.offset + i;
      RINGLET_UNROLL_FULLY
      for (unsigned v = 0; v < vectors; ++v) {
        const Vec value = a.reduce(sums[k][v]);
        if constexpr (partial) {
          Isa::store_partial(out, value, lanes);
        } else {
          Isa::store(out + v * Isa::lanes, value);
        }
      }
    }
  }

  /// Folds all sums. Many sums of several registers each are folded in a loop, through memory, because unrolled code
  /// would be longer than the rest of the kernel.
  template <unsigned outputs, unsigned vectors, class ArithmeticOf>
  RINGLET_INLINE static void fold_all(const ArithmeticOf& arithmetic_of, Sum (&sums)[outputs][vectors]) {
    if constexpr (outputs < 4 || sizeof(Sum) <= 2 * sizeof(Vec)) {
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < outputs; ++k) {
        const A a = arithmetic_of(k);
        RINGLET_UNROLL_FULLY
        for (Sum& sum : sums[k]) a.fold(sum);
      }
    } else {
      Sum in_memory[outputs][vectors];
      RINGLET_UNROLL_FULLY
      for (unsigned s = 0; s < outputs * vectors; ++s)
        in_memory[s / vectors][s % vectors] = sums[s / vectors][s % vectors];
      RINGLET_DO_NOT_UNROLL
      for (unsigned k = 0; k < outputs; ++k) {
        const A a = arithmetic_of(k);
        RINGLET_DO_NOT_UNROLL
        for (Sum& sum : in_memory[k]) a.fold(sum);
      }
      RINGLET_UNROLL_FULLY
      for (unsigned s = 0; s < outputs * vectors; ++s)
        sums[s / vectors][s % vectors] = in_memory[s / vectors][s % vectors];
    }
  }

  static void add_fractions(std::uint64_t* acc, const std::uint64_t* y, std::size_t count, unsigned shift,
                            std::uint64_t f) {
    Isa::count_call();
    using Layout = WordVectors<Isa>;
    const Vec by = Isa::broadcast(shift), factor = Isa::broadcast(f);
    map<Isa, Layout>(
        acc, count, [=](Vec sum, Vec x) RINGLET_INLINE_LAMBDA { return A::add_fraction(sum, x, by, factor); },
        Array<Layout>{acc}, Array<Layout>{y});
  }
};

}  // namespace ringlet::kernels
