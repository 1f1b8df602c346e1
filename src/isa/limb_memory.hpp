#pragma once

#include <cstdint>
#include <cstring>

#include "isa/compiler.hpp"
#include "isa/limb64x2.hpp"
#include "ringlet/types.hpp"

namespace ringlet::isa {

/// Numbers of several limbs over any policy of 64-bit lanes, one vector of lanes per limb: how they lie in memory and
/// move. What a limb means is for the policies above (`Limb52`, `DoubleLimbs`).
///
/// In arrays of the caller a number is a 128-bit integer. Between passes it is a Cell, kept limb by limb: of `lanes`
/// neighbouring cells first all limbs 0, then all limbs 1, and so on, so that a cell's address alone means nothing.
template <class BaseIsa, unsigned count>
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
  using Word = uint128_t;
  using WordIsa = Limb64x2<Base>;
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

  /// Limb `index` of `repeated` neighbouring tables of 64-bit limbs, through the lanes.
  template <unsigned repeated>
  RINGLET_INLINE static Limb load_limb(const Word* group, unsigned index) {
    const auto* limbs = static_cast<const std::uint64_t*>(static_cast<const void*>(group)) + index * repeated;
    if constexpr (repeated == 1) {
      std::uint64_t limb;
      std::memcpy(&limb, limbs, sizeof limb);
      return Base::broadcast(limb);
    } else {
      return Base::template load_repeated<repeated>(limbs);
    }
  }

  /// Keeps the compiler from holding in registers what it has read at p before: reading again is cheaper than the room.
  template <class T>
  RINGLET_INLINE static void forget(const T*& p) {
    __asm__("" : "+r"(p));
  }

  /// forget() in each turn of a loop that leaves p as it is.
  template <class T>
  RINGLET_INLINE static void forget_again(const T*& p) {
    __asm__ volatile("" : "+r"(p));
  }

  /// Keeps the compiler from moving loads past here, and so the butterflies behind from those before: it would mix them
  /// until their values do not fit the registers. The CPU does the mixing.
  RINGLET_INLINE static void keep_order() { __asm__ volatile("" : : : "memory"); }

  /// Perfect shuffles of the lanes, as those of the base.
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
