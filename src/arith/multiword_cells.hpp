#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "isa/transpose.hpp"

namespace ringlet::arith {

/// The part of MultiwordNttArithmetic that moves numbers of limbs, one vector for each limb. Arithmetics on them
/// inherit it. A cell holds limb 0 of all lanes, then limb 1 of all lanes, and so on.
template <class IsaPolicy, unsigned word_count>
class MultiwordCells {
 public:
  using Isa = IsaPolicy;
  using Base = typename Isa::Base;
  using Limb = typename Isa::Limb;
  using Value = typename Isa::Vec;
  static constexpr unsigned lanes = Isa::lanes;
  static constexpr unsigned words = word_count;
  static constexpr unsigned limbs = Isa::limb_count;

  RINGLET_INLINE static Value load(const std::uint64_t* cell) {
    Value x;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) x.limb[i] = Base::load(cell + i * lanes);
    return x;
  }
  RINGLET_INLINE static void store(std::uint64_t* cell, const Value& x) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) Base::store(cell + i * lanes, x.limb[i]);
  }
  RINGLET_INLINE static void stream(std::uint64_t* cell, const Value& x) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limbs; ++i) Base::stream(cell + i * lanes, x.limb[i]);
  }
  RINGLET_INLINE static void stream_fence() { Base::stream_fence(); }

  RINGLET_INLINE static void transpose(Value (&x)[lanes]) {
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < limbs; ++j) {
      Limb row[lanes];
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < lanes; ++i) row[i] = x[i].limb[j];
      Columns::transpose(row);
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < lanes; ++i) x[i].limb[j] = row[i];
    }
  }

 protected:
  /// Numbers in words, one vector for each word.
  using Columns = isa::WordColumns<Base, words>;

  /// Stores neighbouring numbers, past the caches if p is aligned to a cache line.
  RINGLET_INLINE static void stream_columns(std::uint64_t* p, const Limb (&word)[words]) {
    if ((reinterpret_cast<std::uintptr_t>(p) & 63) != 0) return Columns::store(p, words, word);
    alignas(64) std::uint64_t line[lanes * words];
    Columns::store(line, words, word);
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < words; ++k) Base::stream(p + lanes * k, Base::load(line + lanes * k));
  }
};

}  // namespace ringlet::arith
