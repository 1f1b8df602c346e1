#pragma once

#include <cstddef>

#include "isa/compiler.hpp"

/// Layouts of arrays in memory, over which the loops of map.hpp are written.
namespace ringlet::kernels {

/// Loads and stores of vectors in arrays as kernels get them, word after word.
template <class Isa>
struct WordVectors {
  using In = const typename Isa::Word*;
  using Out = typename Isa::Word*;
  using Vec = typename Isa::Vec;
  /// Whether an array may end within a vector.
  static constexpr bool has_tails = true;

  RINGLET_INLINE static Vec load(In p, std::size_t i) { return Isa::load(p + i); }
  RINGLET_INLINE static void store(Out p, std::size_t i, Vec x) { Isa::store(p + i, x); }
  RINGLET_INLINE static Vec load_partial(In p, std::size_t i, std::size_t count) {
    return Isa::load_partial(p + i, count);
  }
  RINGLET_INLINE static void store_partial(Out p, std::size_t i, Vec x, std::size_t count) {
    Isa::store_partial(p + i, x, count);
  }
};

}  // namespace ringlet::kernels
