#pragma once

#include "isa/avx512.hpp"

namespace ringlet::isa {

/// ISA policy of AVX-512 with the 52-bit integer multiply-add instructions.
struct Avx512Ifma : Avx512 {
  /// Number of low bits of a lane that the multiply-adds read, and number of bits above them.
  static constexpr unsigned multiplier_bits = 52;
  static constexpr unsigned ignored_bits = 12;

  /// Return accumulator + the low (high) 52 bits of the 104-bit product of the low 52 bits of x and y. The upper 12
  /// bits of x and y do not matter.
  RINGLET_INLINE static Vec madd52_low(Vec accumulator, Vec x, Vec y) {
    return _mm512_madd52lo_epu64(accumulator, x, y);
  }
  RINGLET_INLINE static Vec madd52_high(Vec accumulator, Vec x, Vec y) {
    return _mm512_madd52hi_epu64(accumulator, x, y);
  }
};

}  // namespace ringlet::isa
