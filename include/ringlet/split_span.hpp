#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "ringlet/eltwise.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/types.hpp"

/// Element-wise arithmetic on double words whose limbs are apart: vectors need not be taken apart and put together.
namespace ringlet {

/// An array of double words as two arrays, element i being high[i] * 2^64 + low[i]. Limb: std::uint64_t or its const.
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

/// The operations of ringlet/eltwise.hpp, but sums with a scalar and comparisons, with the same ranges and errors.
/// Shape      n words in each of the two spans of each argument, n >= 1
/// Aliasing   out may equal any input, low with low and high with high; any other overlap, also of the two halves of
///            out, is an error that a checked build reports
RINGLET_API void add(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a, SplitSpan<const std::uint64_t> b,
                     const Modulus<uint128_t>& q);
RINGLET_API void sub(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a, SplitSpan<const std::uint64_t> b,
                     const Modulus<uint128_t>& q);
RINGLET_API void neg(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a, const Modulus<uint128_t>& q);
RINGLET_API void mul(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a, SplitSpan<const std::uint64_t> b,
                     const Modulus<uint128_t>& q, EltwiseRange range = {});
RINGLET_API void mul_sub(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a,
                         SplitSpan<const std::uint64_t> b, SplitSpan<const std::uint64_t> c,
                         const Modulus<uint128_t>& q, EltwiseRange range = {});
RINGLET_API void mul_scalar(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> a, uint128_t s,
                            const Modulus<uint128_t>& q, EltwiseRange range = {});
RINGLET_API void axpy(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> x, uint128_t s,
                      std::optional<SplitSpan<const std::uint64_t>> z, const Modulus<uint128_t>& q,
                      EltwiseRange range = {});
RINGLET_API void reduce(SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> in, const Modulus<uint128_t>& q,
                        ReduceRange range = {});

}  // namespace ringlet
