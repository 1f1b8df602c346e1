#pragma once

#include <cstdint>
#include <cstring>

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// Four words of 32 bits in a vector that every CPU has: compilers build it from the instructions of their target.
struct FourWords {
  using Vec [[gnu::vector_size(16)]] = std::uint32_t;

  RINGLET_INLINE static Vec load(const std::uint32_t* p) {
    Vec x;
    std::memcpy(&x, p, sizeof x);
    return x;
  }
  RINGLET_INLINE static void store(std::uint32_t* p, Vec x) { std::memcpy(p, &x, sizeof x); }

  /// Transposes a matrix of four rows.
  RINGLET_INLINE static void transpose(Vec& a, Vec& b, Vec& c, Vec& d) {
    const Vec ac_low = __builtin_shufflevector(a, c, 0, 4, 1, 5), ac_high = __builtin_shufflevector(a, c, 2, 6, 3, 7);
    const Vec bd_low = __builtin_shufflevector(b, d, 0, 4, 1, 5), bd_high = __builtin_shufflevector(b, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(ac_low, bd_low, 0, 4, 1, 5);
    b = __builtin_shufflevector(ac_low, bd_low, 2, 6, 3, 7);
    c = __builtin_shufflevector(ac_high, bd_high, 0, 4, 1, 5);
    d = __builtin_shufflevector(ac_high, bd_high, 2, 6, 3, 7);
  }
};

}  // namespace ringlet::isa
