#pragma once

#include <cstdint>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::lab {

/// Executes the proposed instructions exactly, lane by lane, for any instruction set: the "Emulation" column of Table
/// 2.
///
/// They are calls, since a kernel would otherwise hold thousands of copies. Only one file uses each Base.
template <class Base>
struct Emulated {
  using Vec = typename Base::Vec;
  using Carry = typename Base::Carry;

  [[gnu::noinline]] static void multiply_widening(Vec a, Vec b, Vec& low, Vec& high) {
    const Lanes x(a), y(b);
    Lanes low_lanes, high_lanes;
    for (unsigned i = 0; i < Base::lanes; ++i) {
      const uint128_t product = uint128_t{x.lane[i]} * y.lane[i];
      low_lanes.lane[i] = static_cast<std::uint64_t>(product);
      high_lanes.lane[i] = static_cast<std::uint64_t>(product >> 64);
    }
    low = low_lanes.vector();
    high = high_lanes.vector();
  }

  [[gnu::noinline]] static Vec multiply_high(Vec a, Vec b) {
    Vec low, high;
    multiply_widening(a, b, low, high);
    return high;
  }

  [[gnu::noinline]] static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const Lanes x(a), y(b), in(bits_of(carry));
    Lanes sum, out;
    for (unsigned i = 0; i < Base::lanes; ++i) {
      const uint128_t exact = uint128_t{x.lane[i]} + y.lane[i] + in.lane[i];
      sum.lane[i] = static_cast<std::uint64_t>(exact);
      out.lane[i] = static_cast<std::uint64_t>(exact >> 64);
    }
    carry = carry_of(out.vector());
    return sum.vector();
  }

  [[gnu::noinline]] static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const Lanes x(a), y(b), in(bits_of(borrow));
    Lanes difference, out;
    for (unsigned i = 0; i < Base::lanes; ++i) {
      const uint128_t exact = uint128_t{x.lane[i]} - y.lane[i] - in.lane[i];
      difference.lane[i] = static_cast<std::uint64_t>(exact);
      out.lane[i] = static_cast<std::uint64_t>(exact >> 127);
    }
    borrow = carry_of(out.vector());
    return difference.vector();
  }

  [[gnu::noinline]] static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry) {
    const Lanes x(a), y(b), in(bits_of(carry)), holds(bits_of(predicate));
    Lanes sum;
    for (unsigned i = 0; i < Base::lanes; ++i) {
      sum.lane[i] = holds.lane[i] != 0 ? x.lane[i] + y.lane[i] + in.lane[i] : x.lane[i];
    }
    return sum.vector();
  }

 private:
  struct Lanes {
    std::uint64_t lane[Base::lanes];

    RINGLET_INLINE Lanes() : lane{} {}
    RINGLET_INLINE explicit Lanes(Vec x) { Base::store(lane, x); }
    [[nodiscard]] RINGLET_INLINE Vec vector() const { return Base::load(lane); }
  };

  /// Converts carries to a 1 in each lane, and back. Each instruction set has its own type of carries.
  RINGLET_INLINE static Vec bits_of(Carry carry) { return Base::select(carry, Base::broadcast(1), Base::broadcast(0)); }
  RINGLET_INLINE static Carry carry_of(Vec bits) {
    Carry carry{};
    (void)Base::add_carry(bits, Base::broadcast(~std::uint64_t{0}), carry);
    return carry;
  }
};

}  // namespace ringlet::lab
