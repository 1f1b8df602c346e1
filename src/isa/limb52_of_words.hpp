#pragma once

#include "isa/compiler.hpp"
#include "isa/limb52.hpp"

namespace ringlet::isa {

/// Limb52 of two limbs for arrays of 64-bit words.
template <class Base>
struct Limb52OfWords : Limb52<Base, 2, Base> {
  using Limbs = Limb52<Base, 2, Base>;
  using typename Limbs::Limb;
  using typename Limbs::Vec;

  /// Splits words into limbs below 2^52.
  RINGLET_INLINE static Vec from_words(Limb x) { return {{Limbs::low_digit(x), Base::template shift_right<52>(x)}}; }

  /// Returns a value in [-q, q) plus q where it is negative, as words. Input: q < 2^64.
  RINGLET_INLINE static Limb to_residues(Vec x, Limb q) {
    const Limb twelve = Limbs::broadcast_limb(12);
    const Limb top = Base::shift_left(Limbs::digits(x).limb[1], twelve);
    const Limb word = Base::add(x.limb[0], Base::shift_left(x.limb[1], Limbs::broadcast_limb(52)));
    return Base::add_if(Base::is_negative(top), word, q);
  }
};

}  // namespace ringlet::isa
