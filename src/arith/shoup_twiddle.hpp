#pragma once

#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::arith {

/// A vector of multiplicands w with their Shoup quotients: two words a twiddle.
template <class Isa>
struct ShoupTwiddle {
  static constexpr unsigned words = 2;

  typename Isa::Vec value;
  typename Isa::Vec quotient;

  /// `count` twiddles, repeated through the lanes: in memory first their values, then their quotients.
  template <unsigned count>
  RINGLET_INLINE static ShoupTwiddle load(const std::uint64_t* p) {
    return {Isa::template load_repeated<count>(p), Isa::template load_repeated<count>(p + count)};
  }
};

}  // namespace ringlet::arith
