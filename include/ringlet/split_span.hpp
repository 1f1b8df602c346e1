// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ringlet/types.hpp"

/// 128-bit words whose limbs are apart: vectors need not be taken apart and put together. ringlet/eltwise.hpp has the
/// operations on them.
namespace ringlet {

/// An array of 128-bit words as two arrays, element i being high[i] * 2^64 + low[i]. Limb: std::uint64_t or its const.
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
