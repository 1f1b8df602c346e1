#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"

/// Layouts of arrays in memory. Kernels are written once, over a layout; the laboratory has another layout.
/// `has_tails`: an array may end within a vector.
namespace ringlet::kernels {

/// Arrays as kernels get them, word after word.
template <class Word>
struct WordArrays {
  using In = const Word*;
  using Out = Word*;
  /// Whether the tables of fixed vectors have the order of lanes that loads give.
  static constexpr bool has_fixed_vectors = true;
};

/// Loads and stores of vectors in WordArrays.
template <class Isa>
struct WordVectors : WordArrays<typename Isa::Word> {
  using Arrays = WordArrays<typename Isa::Word>;
  using typename Arrays::In;
  using typename Arrays::Out;
  using Vec = typename Isa::Vec;
  static constexpr bool has_tails = true;

  RINGLET_INLINE static bool is_null(In p) { return p == nullptr; }
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
