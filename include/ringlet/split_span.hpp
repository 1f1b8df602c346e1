// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ringlet/types.hpp"

/// 128-bit words with low and high limbs in separate arrays, so that vectors need no shuffles between words and limbs.
/// ringlet/eltwise.hpp has the operations on them.
namespace ringlet {

/// Array of 128-bit words as two arrays: element i is high[i] * 2^64 + low[i]. Limb is std::uint64_t or const
/// std::uint64_t.
template <class Limb>
  requires std::same_as<std::remove_const_t<Limb>, std::uint64_t>
struct SplitSpan {
  std::span<Limb> low;
  std::span<Limb> high;

  operator SplitSpan<const Limb>() const
    requires(!std::is_const_v<Limb>)
  {
    return {low, high};
  }
};

}  // namespace ringlet
