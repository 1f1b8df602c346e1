#pragma once

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// How a twiddle w, any fixed multiplicand, is stored: w, then its quotient. Every twiddle type names the format that
/// it loads, and tables of kernels take theirs from it.
enum class TwiddleFormat {
  shoup64,          ///< floor(w 2^W / q), W the bits of the word
  shoup52,          ///< floor(w 2^52 / q)
  shoup52x2,        ///< the high and the low 52 bits of floor(w 2^104 / q)
  fma53,            ///< both as doubles: w centred, and w / q rounded (arith/fma53/double_twiddle.hpp)
  limbs52x2,        ///< the limbs of w and of floor(w 2^104 / q) (arith/radix52/row_product.hpp)
  limbs52x3,        ///< those of w and of floor(w 2^156 / q)
  rows52x2,         ///< rows of 52-bit limbs (arith/radix52/row_product.hpp), two of two
  rows52x3,         ///< three of three
  narrow_rows52x2,  ///< rows for digits of fewer bits (arith/radix52/eltwise.hpp)
  narrow_rows52x3,
  fma_rows2,  ///< rows of balanced limbs in doubles (arith/fma_limbs/fma_limbs.hpp), two of two
  fma_rows3,  ///< three of three
  rows64x2,   ///< rows of 64-bit limbs, two of two: the laboratory's (lab/arith/row_shoup128.hpp)
  value,      ///< none
};

/// Words of a twiddle in a format.
RINGLET_INLINE constexpr unsigned twiddle_words(TwiddleFormat format) {
  switch (format) {
    case TwiddleFormat::value:
      return 1;
    case TwiddleFormat::shoup52x2:
    case TwiddleFormat::rows52x2:
    case TwiddleFormat::rows64x2:
    case TwiddleFormat::narrow_rows52x2:
    case TwiddleFormat::limbs52x3:
    case TwiddleFormat::fma_rows2:
      return 3;
    case TwiddleFormat::rows52x3:
    case TwiddleFormat::narrow_rows52x3:
    case TwiddleFormat::fma_rows3:
      return 6;
    default:
      return 2;
  }
}

/// Those of the largest one.
inline constexpr unsigned max_twiddle_words = 6;

}  // namespace ringlet::arith
