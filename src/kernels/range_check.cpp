#include "kernels/range_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <span>
#include <stdexcept>
#include <string>

#include "arith/decimal.hpp"
#include "arith/multiword_limbs.hpp"
#include "isa/rounding.hpp"
#include "kernels/environment.hpp"

namespace ringlet::kernels {
namespace {

/// Returns the smallest integer that is at least bound/256 q. It is at most 2^W and wraps nowhere, since the schedule
/// keeps every bound within the arithmetic's capacity.
uint128_t least(arith::Bound bound, uint128_t q) {
  constexpr uint128_t unit = arith::one_q;
  return bound * (q / unit) + (bound * (q % unit) + unit - 1) / unit;
}

template <class Word>
void check(const Word* lanes, std::size_t count, Word significant_bits, Word q, arith::Range range) {
  const uint128_t low = least(range.low, q), width = least(range.high, q) - low;
  for (std::size_t i = 0; i < count; ++i) {
    const Word value = lanes[i] & significant_bits;
    // A value below the range wraps around, and the difference is too large.
    if (static_cast<Word>(value - static_cast<Word>(low)) < width) continue;
    const std::string unit = "/" + std::to_string(arith::one_q) + " q";
    throw std::logic_error("a lazy value is " + arith::text_of(value) + ", but it must lie in [" +
                           std::to_string(range.low) + unit + ", " + std::to_string(range.high) + unit +
                           "), q = " + arith::text_of(q));
  }
}

/// A number of several limbs times 256: high 2^limb_bits + low, where low < 2^limb_bits. A negative number wraps around
/// in `high`.
struct Scaled {
  uint128_t high;
  std::uint64_t low;

  auto operator<=>(const Scaled&) const = default;
};

constexpr std::uint64_t mask_of(unsigned limb_bits) { return (std::uint64_t{1} << limb_bits) - 1; }

/// Returns 256 times the sum of limb[i] 2^(limb_bits i), which is taken modulo 2^(limb_bits + high_bits).
Scaled scaled_value(const std::array<std::int64_t, 3>& limb, unsigned limb_bits, unsigned high_bits) {
  const std::uint64_t low = (static_cast<std::uint64_t>(limb[0]) & mask_of(limb_bits)) << 8;
  const uint128_t upper = (static_cast<uint128_t>(limb[2]) << limb_bits) + static_cast<uint128_t>(limb[1]) +
                          static_cast<uint128_t>(limb[0] >> limb_bits);
  const uint128_t high = upper & (~uint128_t{0} >> (128 - high_bits));
  return {(high << 8) + (low >> limb_bits), low & mask_of(limb_bits)};
}

/// Returns factor q, for q < 2^124.
Scaled multiple(uint128_t q, arith::Bound factor, unsigned limb_bits) {
  const uint128_t low = factor * (q & mask_of(limb_bits));
  return {factor * (q >> limb_bits) + (low >> limb_bits), static_cast<std::uint64_t>(low) & mask_of(limb_bits)};
}

Scaled add(const Scaled& x, const Scaled& y, unsigned limb_bits) {
  const std::uint64_t low = x.low + y.low;
  return {x.high + y.high + (low >> limb_bits), low & mask_of(limb_bits)};
}

}  // namespace

void check_limbs(const std::uint64_t* limbs, std::size_t lanes, unsigned limb_count, uint128_t q, arith::Range range) {
  constexpr unsigned limb_bits = 52;
  const Scaled low = multiple(q, range.low, limb_bits);
  const Scaled high = multiple(q, range.high, limb_bits);
  for (std::size_t i = 0; i < lanes; ++i) {
    std::array<std::int64_t, 3> limb{};
    for (unsigned j = 0; j < limb_count; ++j) limb[j] = static_cast<std::int64_t>(limbs[j * lanes + i]);
    const Scaled value = scaled_value(limb, limb_bits, limb_bits * (limb_count - 1));
    if (value >= low && value < high) continue;
    throw std::logic_error("a lazy value in limbs leaves [" + std::to_string(range.low) + "/256 q, " +
                           std::to_string(range.high) + "/256 q), q = " + arith::text_of(q));
  }
}

void check_single_limbs(const std::uint64_t* limbs, std::size_t count, unsigned unit_log, arith::Range range) {
  for (std::size_t i = 0; i < count; ++i) {
    if (limbs[i] >= range.low << unit_log && limbs[i] < range.high << unit_log) continue;
    throw std::logic_error("a limb of a lazy value is " + std::to_string(limbs[i]) + ", but it must lie in [" +
                           std::to_string(range.low) + ", " + std::to_string(range.high) + ") 2^" +
                           std::to_string(unit_log));
  }
}

void check_double_limbs(const std::uint64_t* limbs, std::size_t lanes, unsigned limb_count, unsigned limb_bits,
                        uint128_t q, arith::Bound bound) {
  const Scaled offset = multiple(q, bound, limb_bits);
  const Scaled end = multiple(q, 2 * bound, limb_bits);
  for (std::size_t i = 0; i < lanes; ++i) {
    bool integers = true;
    std::array<std::int64_t, 3> limb{};
    for (unsigned j = 0; j < limb_count; ++j) {
      const auto value = std::bit_cast<double>(limbs[j * lanes + i]);
      limb[j] = static_cast<std::int64_t>(std::abs(value) < 0x1p53 ? value : 0);
      integers = integers && static_cast<double>(limb[j]) == value;
    }
    const Scaled value = add(scaled_value(limb, limb_bits, 128), offset, limb_bits);
    if (integers && value > Scaled{} && value < end) continue;
    throw std::logic_error("a lazy value in limbs leaves (-" + std::to_string(bound) + "/256 q, " +
                           std::to_string(bound) + "/256 q), q = " + arith::text_of(q));
  }
}

namespace {

/// A number in limbs of up to 64 bits, with one more limb for a factor of 256 or of a range.
using MultiwordLimbs = std::array<std::uint64_t, 13>;

/// Returns factor q in limbs of `limb_bits` bits.
MultiwordLimbs multiword_multiple(const MultiwordModulusConstants& q, std::uint64_t factor,
                                  arith::MultiwordFormat format) {
  MultiwordLimbs limbs{}, product{};
  arith::put_limbs(std::span(limbs).first(format.limbs), std::span(q.q, q.words), format.limb_bits);
  uint128_t carry = 0;
  for (unsigned i = 0; i <= format.limbs; ++i) {
    carry += uint128_t{limbs[i]} * factor;
    product[i] = static_cast<std::uint64_t>(carry) & (~std::uint64_t{0} >> (64 - format.limb_bits));
    carry >>= format.limb_bits;
  }
  return product;
}

__extension__ using Signed = __int128;

[[noreturn]] void fail(const MultiwordModulusConstants& q, arith::SignedRange range) {
  throw std::logic_error("a lazy value of a multiword transform leaves [" + std::to_string(range.low) + "/256 q, " +
                         std::to_string(range.high) + "/256 q), q of " + std::to_string(q.bits) + " bits");
}

/// Whether a limb is valid: doubles must be integers below 2^53 in magnitude.
bool is_limb(std::uint64_t limb, arith::MultiwordFormat format) {
  const auto value = std::bit_cast<double>(limb);
  return !format.in_doubles || (std::abs(value) < 0x1p53 && std::trunc(value) == value);
}

Signed value_of(std::uint64_t limb, arith::MultiwordFormat format) {
  if (format.in_doubles) return static_cast<std::int64_t>(std::bit_cast<double>(limb));
  return format.limb_bits == 64 ? Signed{limb} : Signed{static_cast<std::int64_t>(limb)};
}

/// Returns 256 times the number of one lane of a cell, plus `addend`. Before the factor, the number is taken modulo
/// 2^(limb_bits (limbs + 1)) for doubles, else modulo 2^(limb_bits limbs).
MultiwordLimbs multiword_scaled(const std::uint64_t* cell, std::size_t lanes, std::size_t lane,
                                arith::MultiwordFormat format, const MultiwordLimbs& addend) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - format.limb_bits);
  MultiwordLimbs scaled{};
  Signed carry = 0, sum = 0;
  std::uint64_t above = 0;
  for (unsigned i = 0; i <= format.limbs; ++i) {
    if (i < format.limbs) carry += value_of(cell[i * lanes + lane], format);
    const std::uint64_t digit = i < format.limbs || format.in_doubles ? static_cast<std::uint64_t>(carry) & mask : 0;
    carry >>= format.limb_bits;
    sum += Signed{((digit << 8) & mask) | above} + addend[i];
    above = digit >> (format.limb_bits - 8);
    scaled[i] = static_cast<std::uint64_t>(sum) & mask;
    sum >>= format.limb_bits;
  }
  return scaled;
}

bool is_less(const MultiwordLimbs& x, const MultiwordLimbs& y) {
  return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
}

}  // namespace

void check_multiword_cell(const std::uint64_t* cell, std::size_t lanes, arith::MultiwordFormat format,
                          const MultiwordModulusConstants& q, arith::SignedRange range) {
  // Move everything up if the range begins below zero.
  const auto moved = static_cast<std::uint64_t>(std::max<std::int64_t>(-range.low, 0));
  const MultiwordLimbs offset = multiword_multiple(q, moved, format);
  const MultiwordLimbs low = multiword_multiple(q, static_cast<std::uint64_t>(range.low) + moved, format);
  const MultiwordLimbs end = multiword_multiple(q, static_cast<std::uint64_t>(range.high) + moved, format);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (unsigned i = 0; i < format.limbs; ++i) {
      if (!is_limb(cell[i * lanes + lane], format)) fail(q, range);
    }
    const MultiwordLimbs value = multiword_scaled(cell, lanes, lane, format, offset);
    if (is_less(value, low) || !is_less(value, end)) fail(q, range);
  }
}

void check_lanes(const std::uint64_t* lanes, std::size_t count, std::uint64_t significant_bits, std::uint64_t q,
                 arith::Range range) {
  check(lanes, count, significant_bits, q, range);
}

void check_lanes(const uint128_t* lanes, std::size_t count, uint128_t significant_bits, uint128_t q,
                 arith::Range range) {
  check(lanes, count, significant_bits, q, range);
}

void check_double_lanes(const std::uint64_t* lanes, std::size_t count, std::uint64_t q, arith::Bound bound) {
  const uint128_t end = least(bound, q);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = std::bit_cast<double>(lanes[i]);
    const double magnitude = std::abs(value);
    if (magnitude < 0x1p53) {
      const auto integer = static_cast<std::uint64_t>(magnitude);
      const bool exact = static_cast<double>(integer) == magnitude;
      if (exact && integer < end) continue;
    }
    throw std::logic_error("a lazy value is " + std::to_string(value) + ", but it must be an integer below " +
                           std::to_string(bound) + "/" + std::to_string(arith::one_q) +
                           " q in magnitude, q = " + std::to_string(q));
  }
}

void call_in_default_rounding(void (*f)(const void* context), const void* context) {
  struct Scope {
    isa::DefaultRounding rounding;
    ~Scope() { rounding.leave(); }
  };
  const Scope scope;
  f(context);
}

}  // namespace ringlet::kernels
