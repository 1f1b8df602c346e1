#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"

/// Layouts of arrays in memory. Kernels are written once, over one of these. `has_tails`: an array may end within a
/// vector.
namespace ringlet::kernels {

/// Arrays as kernels get them: WordArrays holds word after word, SplitArrays the low limbs of 128-bit words in one
/// array and the high ones in another.
template <class Word>
struct WordArrays {
  using In = const Word*;
  using Out = Word*;
  static constexpr bool has_fixed_vectors = true;
};
struct SplitArrays {
  struct In {
    const std::uint64_t* low;
    const std::uint64_t* high;
  };
  struct Out {
    std::uint64_t* low;
    std::uint64_t* high;
  };
  /// The tables of fixed vectors have the order of lanes that loads of words give.
  static constexpr bool has_fixed_vectors = false;
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

/// Loads and stores of vectors in SplitArrays.
template <class Isa>
struct SplitVectors : SplitArrays {
  using Arrays = SplitArrays;
  using Vec = typename Isa::Vec;
  static constexpr bool has_tails = true;

  RINGLET_INLINE static bool is_null(In p) { return p.low == nullptr; }
  RINGLET_INLINE static Vec load(In p, std::size_t i) { return Isa::load_split(p.low + i, p.high + i); }
  RINGLET_INLINE static void store(Out p, std::size_t i, Vec x) { Isa::store_split(p.low + i, p.high + i, x); }
  RINGLET_INLINE static Vec load_partial(In p, std::size_t i, std::size_t count) {
    return Isa::load_split_partial(p.low + i, p.high + i, count);
  }
  RINGLET_INLINE static void store_partial(Out p, std::size_t i, Vec x, std::size_t count) {
    Isa::store_split_partial(p.low + i, p.high + i, x, count);
  }
};

}  // namespace ringlet::kernels
