#pragma once

#include "isa/compiler.hpp"
#include "isa/limb64x2.hpp"
#include "lab/isa/features.hpp"

namespace ringlet::isa {
struct Avx2;
}

namespace ringlet::lab {

template <bool with_mul_low, unsigned log_of_lanes>
struct Traced;

/// True if an instruction set multiplies 64-bit words to 64 bits in one instruction. Otherwise the low half of a
/// widening product is faster.
template <class Isa>
inline constexpr bool has_mul_low = true;
template <>
inline constexpr bool has_mul_low<isa::Avx2> = false;
template <bool with_mul_low, unsigned log_of_lanes>
inline constexpr bool has_mul_low<Traced<with_mul_low, log_of_lanes>> = with_mul_low;

/// ISA policy: a base with the multi-word extension, or a part of it. Where arithmetic on several limbs uses one of the
/// three primitives, the proposed instruction replaces the base's sequence.
///
/// Mode       implements these instructions: Mode<Base> has `multiply_widening`, `multiply_high`, `add_carry`,
///            `sub_borrow` and `add_carry_if`. Emulated computes exactly; Projected executes proxies.
/// Features   one of features.hpp
template <class BaseIsa, template <class> class Mode, class FeatureSet>
struct Mqx : BaseIsa {
  using Plain = BaseIsa;
  using Features = FeatureSet;
  using Unit = Mode<Plain>;
  using Vec = typename Plain::Vec;
  using Carry = typename Plain::Carry;

  RINGLET_INLINE static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    if constexpr (Features::multiply == Multiply::widening) {
      Unit::multiply_widening(a, b, low, high);
    } else if constexpr (Features::multiply == Multiply::high) {
      low = Plain::mul_low(a, b);
      high = Unit::multiply_high(a, b);
    } else {
      Plain::mul_widening(a, b, low, high);
    }
  }

  RINGLET_INLINE static Vec mul_high(Vec a, Vec b) {
    if constexpr (Features::multiply == Multiply::high) {
      return Unit::multiply_high(a, b);
    } else if constexpr (Features::multiply == Multiply::widening) {
      Vec low, high;
      Unit::multiply_widening(a, b, low, high);
      return high;
    } else {
      return Plain::mul_high(a, b);
    }
  }

  RINGLET_INLINE static Vec mul_low(Vec a, Vec b) {
    if constexpr (Features::multiply == Multiply::widening && !has_mul_low<Plain>) {
      Vec low, high;
      Unit::multiply_widening(a, b, low, high);
      return low;
    } else {
      return Plain::mul_low(a, b);
    }
  }

  RINGLET_INLINE static Vec add_carry(Vec a, Vec b, Carry& carry) {
    if constexpr (Features::carry) {
      return Unit::add_carry(a, b, carry);
    } else {
      return Plain::add_carry(a, b, carry);
    }
  }
  RINGLET_INLINE static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    if constexpr (Features::carry) {
      return Unit::sub_borrow(a, b, borrow);
    } else {
      return Plain::sub_borrow(a, b, borrow);
    }
  }

  /// Computes a + b + carry where the predicate holds, else a; produces no carry.
  RINGLET_INLINE static Vec add_carry_if(Carry predicate, Vec a, Vec b, Carry carry)
    requires Features::predicated
  {
    return Unit::add_carry_if(predicate, a, b, carry);
  }
};

/// 128-bit words over an Mqx. Predicates save the selection of one limb in a subtraction modulo q. They save nothing in
/// an addition: there the predicate is the borrow of x - q, and computing it gives the difference as well.
template <class Base>
struct MqxLimb64x2 : isa::Limb64x2<Base> {
  using Vec = typename isa::Limb64x2<Base>::Vec;

  /// Computes a - b mod q for a, b in [0, q).
  RINGLET_INLINE static Vec subtract_modulo(Vec a, Vec b, Vec q) {
    if constexpr (Base::Features::predicated) {
      typename Base::Carry borrow{};
      typename Base::Carry carry{};
      const auto low = Base::sub_borrow(a.low, b.low, borrow);
      const auto high = Base::sub_borrow(a.high, b.high, borrow);
      const auto lifted_low = Base::add_carry(low, q.low, carry);
      return {Base::select(borrow, lifted_low, low), Base::add_carry_if(borrow, high, q.high, carry)};
    } else {
      return isa::Limb64x2<Base>::subtract_modulo(a, b, q);
    }
  }
};

}  // namespace ringlet::lab
