#pragma once

#include <cstdint>
#include <cstring>

#include "isa/compiler.hpp"
#include "isa/limb64x2.hpp"

namespace ringlet::isa {

/// Numbers of several limbs over any policy of 64-bit lanes, one vector of lanes per limb: their layout in memory, and
/// moves. The policies above define the meaning of a limb (`Limb52`, `DoubleLimbs`).
///
/// In the caller's arrays, a number is a word of the policy `WordPolicy`, a 128-bit integer by default. Between passes
/// it is a Cell, stored limb by limb: `lanes` neighbouring cells hold first all limbs 0, then all limbs 1, and so on. A
/// cell's address alone thus does not locate a number.
template <class BaseIsa, unsigned count, class WordPolicy = Limb64x2<BaseIsa>>
struct LimbMemory {
  using Base = BaseIsa;
  static constexpr unsigned limb_count = count;
  using Limb = typename Base::Vec;
  struct Vec {
    Limb limb[limb_count];
  };
  struct Cell {
    std::uint64_t limb[limb_count];
  };
  using WordIsa = WordPolicy;
  using Word = typename WordIsa::Word;
  static constexpr unsigned lanes_log = Base::lanes_log;
  static constexpr unsigned lanes = Base::lanes;
  static constexpr unsigned in_flight = Base::in_flight / limb_count;

  // ---- memory ----

  RINGLET_INLINE static Vec load(const Cell* p) {
    Vec x;
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) x.limb[i] = Base::load(p->limb + i * lanes);
    return x;
  }
  RINGLET_INLINE static void store(Cell* p, Vec x) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) Base::store(p->limb + i * lanes, x.limb[i]);
  }

  RINGLET_INLINE static typename WordIsa::Vec load(const Word* p) { return WordIsa::load(p); }
  RINGLET_INLINE static void store(Word* p, typename WordIsa::Vec x) { WordIsa::store(p, x); }

  /// Loads limb `index` of `repeated` neighbouring tables of 64-bit limbs, repeated through the lanes.
  template <unsigned repeated>
  RINGLET_INLINE static Limb load_limb(const void* group, unsigned index) {
    const auto* limbs = static_cast<const std::uint64_t*>(group) + index * repeated;
    if constexpr (repeated == 1) {
      std::uint64_t limb;
      std::memcpy(&limb, limbs, sizeof limb);
      return Base::broadcast(limb);
    } else {
      return Base::template load_repeated<repeated>(limbs);
    }
  }

  /// Keeps the compiler from holding in registers the data that it has read at p: reading again costs less than
  /// registers.
  template <class T>
  RINGLET_INLINE static void forget(const T*& p) {
    __asm__("" : "+r"(p));
  }

  /// Has the effect of forget() in each iteration of a loop that leaves p unchanged.
  template <class T>
  RINGLET_INLINE static void forget_again(const T*& p) {
    __asm__ volatile("" : "+r"(p));
  }

  /// Keeps the compiler from moving loads past here. Otherwise it interleaves the butterflies on both sides until their
  /// values do not fit the registers. The CPU interleaves them anyway.
  RINGLET_INLINE static void keep_order() { __asm__ volatile("" : : : "memory"); }

  /// Shuffle the lanes perfectly, as the base does.
  RINGLET_INLINE static void interleave(Vec& x, Vec& y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) Base::interleave(x.limb[i], y.limb[i]);
  }
  RINGLET_INLINE static void deinterleave(Vec& x, Vec& y) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < limb_count; ++i) Base::deinterleave(x.limb[i], y.limb[i]);
  }
  RINGLET_INLINE static void interleave(typename WordIsa::Vec& x, typename WordIsa::Vec& y) {
    WordIsa::interleave(x, y);
  }
};

}  // namespace ringlet::isa
