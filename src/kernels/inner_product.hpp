#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/dot/dot_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/environment.hpp"
#include "kernels/rns_table.hpp"

/// Inner products of vectors, over any arithmetic of dot products.
namespace ringlet::kernels {

/// Distance, in words, at which a kernel prefetches the second operands. They are read once, from distant memory, in an
/// order that the CPU does not foresee if there are many rows.
inline constexpr std::size_t words_ahead = 1024;

template <arith::DotArithmetic A>
class InnerProduct {
  using Isa = typename A::Isa;
  using Sum = typename A::Sum;

  static constexpr bool is_sum_short = sizeof(Sum) <= 2 * sizeof(typename A::Vec);
  /// Number of vectors whose sums are accumulated together: the registers hold these and their operands.
  static constexpr unsigned vectors = Isa::lanes == 8 || (Isa::lanes > 1 && is_sum_short) ? 2 : 1;

 public:
  static void run(const InnerProductCall& call) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      std::size_t k = 0;
      for (; k + 2 <= call.outputs; k += 2) rows<2>(call, k);
      if (k < call.outputs) rows<1>(call, k);
    });
  }

 private:
  /// Computes `outputs` rows from row k on.
  template <unsigned outputs>
  static void rows(const InnerProductCall& call, std::size_t k) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < call.count; i += inner_product_block, at += call.step) {
      const std::size_t length = std::min(inner_product_block, call.count - i);
      std::size_t j = 0;
      for (; j + vectors * Isa::lanes <= length; j += vectors * Isa::lanes) {
        values<outputs, vectors>(call, k, i + j, at + j);
      }
      for (; j < length; j += Isa::lanes) values<outputs, 1, (Isa::lanes > 1)>(call, k, i + j, at + j);
    }
  }

  /// Computes `count` neighbouring vectors of `outputs` rows, at i in the rows of x and of out, at `at` in the rows of
  /// y. partial: one vector, or the rest of the rows.
  template <unsigned outputs, unsigned count, bool partial = false>
  RINGLET_INLINE static void values(const InnerProductCall& call, std::size_t k, std::size_t i, std::size_t at) {
    const std::size_t lanes = std::min<std::size_t>(Isa::lanes, call.count - i);
    const A a(call.modulus);
    const auto load = [&](const std::uint64_t* p, unsigned v) RINGLET_INLINE_LAMBDA {
      return partial ? Isa::load_partial(p, lanes) : Isa::load(p + v * Isa::lanes);
    };
    Sum sums[outputs][count];
    RINGLET_UNROLL_FULLY
    for (unsigned s = 0; s < outputs * count; ++s) {
      const unsigned o = s / count, v = s % count;
      sums[o][v] = A::start(call.z == nullptr ? Isa::broadcast(0) : load(call.z[k + o] + i, v));
    }
    for (std::size_t term = 0; term < call.terms; ++term) {
      // All values fill their sums at the same term, so no branch depends on values.
      if (term != 0 && term % A::traits.max_products == 0) {
        RINGLET_UNROLL_FULLY
        for (unsigned s = 0; s < outputs * count; ++s) a.fold(sums[s / count][s % count]);
      }
      const std::uint64_t* const x = call.x[term] + i;
      RINGLET_UNROLL_FULLY
      for (unsigned v = 0; v < count; ++v) {
        const auto operand = A::operand(load(x, v));
        RINGLET_UNROLL_FULLY
        for (unsigned o = 0; o < outputs; ++o) {
          const std::uint64_t* const y = call.y[(k + o) * call.terms + term] + at;
          RINGLET_PREFETCH(y + v * Isa::lanes + words_ahead);
          A::add_product(sums[o][v], operand, A::operand(load(y, v)));
        }
      }
    }
    RINGLET_UNROLL_FULLY
    for (unsigned o = 0; o < outputs; ++o) {
      std::uint64_t* const out = call.out[k + o] + i;
      RINGLET_UNROLL_FULLY
      for (unsigned v = 0; v < count; ++v) {
        const typename A::Vec value = a.reduce(sums[o][v]);
        if constexpr (partial) {
          Isa::store_partial(out, value, lanes);
        } else {
          Isa::store(out + v * Isa::lanes, value);
        }
      }
    }
  }
};

}  // namespace ringlet::kernels
