#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

/// The papers' layout of 128-bit words: the low limbs in one array, the high limbs in another.
namespace ringlet::lab {

struct SplitArrays {
  struct In {
    const std::uint64_t* low;
    const std::uint64_t* high;
  };
  struct Out {
    std::uint64_t* low;
    std::uint64_t* high;
  };
};

/// Loads and stores of vectors in SplitArrays.
template <class Isa>
struct SplitVectors : SplitArrays {
  using Vec = typename Isa::Vec;
  static constexpr bool has_tails = true;
  /// Whether a vector is one integer of 128 bits.
  static constexpr bool is_scalar = std::is_same_v<Vec, uint128_t>;

  RINGLET_INLINE static Vec load(In p, std::size_t i) {
    if constexpr (is_scalar) {
      return (static_cast<Vec>(p.high[i]) << 64) | p.low[i];
    } else {
      return {Isa::Base::load(p.low + i), Isa::Base::load(p.high + i)};
    }
  }
  RINGLET_INLINE static void store(Out p, std::size_t i, Vec x) {
    if constexpr (is_scalar) {
      p.low[i] = static_cast<std::uint64_t>(x);
      p.high[i] = static_cast<std::uint64_t>(x >> 64);
    } else {
      Isa::Base::store(p.low + i, x.low);
      Isa::Base::store(p.high + i, x.high);
    }
  }
  RINGLET_INLINE static Vec load_partial(In p, std::size_t i, std::size_t count) {
    return {Isa::Base::load_partial(p.low + i, count), Isa::Base::load_partial(p.high + i, count)};
  }
  RINGLET_INLINE static void store_partial(Out p, std::size_t i, Vec x, std::size_t count) {
    Isa::Base::store_partial(p.low + i, x.low, count);
    Isa::Base::store_partial(p.high + i, x.high, count);
  }
};

}  // namespace ringlet::lab
