#include "api/checks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <functional>
#include <vector>

#include "arith/bound.hpp"
#include "kernels/environment.hpp"
#include "kernels/range_check.hpp"

namespace ringlet::api {

void reject(const std::string& what, uint128_t value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + text_of(value) + ", but " + rule);
}

std::string text_of(uint128_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

template <class Word>
void check_overlap([[maybe_unused]] const char* name, [[maybe_unused]] std::span<Word> out,
                   [[maybe_unused]] std::span<const Word> in) {
  if constexpr (checked) {
    const std::less<const Word*> before;
    const bool disjoint = !before(out.data(), in.data() + in.size()) || !before(in.data(), out.data() + out.size());
    if (out.data() == in.data() || disjoint) return;
    throw std::invalid_argument(std::string("out overlaps ") + name +
                                " in part, but it must be the same array or a separate one");
  }
}

namespace {

/// The index of the first element that is not below factor q, or the size.
template <class Word>
std::size_t first_above(std::span<const Word> values, const Modulus<Word>& q, unsigned factor) {
  const uint128_t bound = uint128_t{factor} * q.value();
  const auto found = std::find_if(values.begin(), values.end(), [bound](Word x) { return x >= bound; });
  return static_cast<std::size_t>(found - values.begin());
}

template <class Word>
[[maybe_unused]] std::string describe_violation(const char* name, std::span<const Word> values, const Modulus<Word>& q,
                                                unsigned factor, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "] is " + text_of(values[index]) +
         ", but it must lie in [0, " + std::to_string(factor) + " q), q = " + text_of(q.value());
}

}  // namespace

template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q) {
  const std::size_t index = first_above(values, q, 1);
  if (index == values.size()) return;
  reject(std::string(name) + "[" + std::to_string(index) + "]", values[index],
         "it must lie in [0, q), q = " + text_of(q.value()));
}

template <class Word>
void check_input([[maybe_unused]] const char* name, [[maybe_unused]] std::span<const Word> in,
                 [[maybe_unused]] const Modulus<Word>& q, [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    const std::size_t index = first_above(in, q, factor);
    if (index != in.size()) throw std::invalid_argument(describe_violation(name, in, q, factor, index));
  }
}

template <class Word>
void check_output([[maybe_unused]] std::span<Word> out, [[maybe_unused]] const Modulus<Word>& q,
                  [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    const std::span<const Word> values = out;
    const std::size_t index = first_above(values, q, factor);
    if (index != out.size()) throw std::logic_error(describe_violation("out", values, q, factor, index));
  }
}

namespace {

/// The double words of a split array.
[[maybe_unused]] std::vector<uint128_t> joined(SplitSpan<const std::uint64_t> split) {
  std::vector<uint128_t> words;
  for (std::size_t i = 0; i < split.low.size(); ++i) words.push_back((uint128_t{split.high[i]} << 64) | split.low[i]);
  return words;
}

[[maybe_unused]] void require_disjoint(const char* name, std::span<const std::uint64_t> out,
                                       std::span<const std::uint64_t> in) {
  const std::less<const std::uint64_t*> before;
  if (before(out.data(), in.data() + in.size()) && before(in.data(), out.data() + out.size())) {
    throw std::invalid_argument(std::string("a half of out overlaps the other half of ") + name);
  }
}

}  // namespace

void check_overlap(const char* name, SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> in) {
  check_overlap(name, out.low, in.low);
  check_overlap(name, out.high, in.high);
  if constexpr (checked) {
    require_disjoint("out", out.low, out.high);
    require_disjoint(name, out.low, in.high);
    require_disjoint(name, out.high, in.low);
  }
}

void check_input([[maybe_unused]] const char* name, [[maybe_unused]] SplitSpan<const std::uint64_t> in,
                 [[maybe_unused]] const Modulus<uint128_t>& q, [[maybe_unused]] unsigned factor) {
  if constexpr (checked) check_input<uint128_t>(name, joined(in), q, factor);
}

void check_output([[maybe_unused]] SplitSpan<std::uint64_t> out, [[maybe_unused]] const Modulus<uint128_t>& q,
                  [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    std::vector<uint128_t> words = joined(out);
    check_output<uint128_t>(words, q, factor);
  }
}

template void require_canonical(const char*, std::span<const std::uint64_t>, const Modulus<std::uint64_t>&);
template void require_canonical(const char*, std::span<const uint128_t>, const Modulus<uint128_t>&);
template void check_overlap(const char*, std::span<std::uint64_t>, std::span<const std::uint64_t>);
template void check_overlap(const char*, std::span<uint128_t>, std::span<const uint128_t>);
template void check_input(const char*, std::span<const std::uint64_t>, const Modulus<std::uint64_t>&, unsigned);
template void check_input(const char*, std::span<const uint128_t>, const Modulus<uint128_t>&, unsigned);
template void check_output(std::span<std::uint64_t>, const Modulus<std::uint64_t>&, unsigned);
template void check_output(std::span<uint128_t>, const Modulus<uint128_t>&, unsigned);

}  // namespace ringlet::api

#ifdef RINGLET_CHECKED
namespace ringlet::kernels {
namespace {

/// The smallest integer that is at least bound/256 q. At most 2^W: it wraps nowhere, since the schedule keeps every
/// bound within the arithmetic's capacity.
uint128_t least(arith::Bound bound, uint128_t q) {
  constexpr uint128_t unit = arith::one_q;
  return bound * (q / unit) + (bound * (q % unit) + unit - 1) / unit;
}

template <class Word>
void check(const Word* lanes, std::size_t count, Word significant_bits, Word q, arith::Range range) {
  const uint128_t low = least(range.low, q), end = least(range.high, q);
  for (std::size_t i = 0; i < count; ++i) {
    const uint128_t value = lanes[i] & significant_bits;
    if (value >= low && value < end) continue;
    const std::string unit = "/" + std::to_string(arith::one_q) + " q";
    throw std::logic_error("a lazy value is " + api::text_of(value) + ", but it must lie in [" +
                           std::to_string(range.low) + unit + ", " + std::to_string(range.high) + unit +
                           "), q = " + api::text_of(q));
  }
}

/// 256 times a number of several limbs: high 2^limb_bits + low, where low < 2^limb_bits. A negative one wraps around in
/// `high`.
struct Scaled {
  uint128_t high;
  std::uint64_t low;

  auto operator<=>(const Scaled&) const = default;
};

constexpr std::uint64_t mask_of(unsigned limb_bits) { return (std::uint64_t{1} << limb_bits) - 1; }

/// 256 times the sum of limb[i] 2^(limb_bits i), which is taken modulo 2^(limb_bits + high_bits).
Scaled scaled_value(const std::array<std::int64_t, 3>& limb, unsigned limb_bits, unsigned high_bits) {
  const std::uint64_t low = (static_cast<std::uint64_t>(limb[0]) & mask_of(limb_bits)) << 8;
  const uint128_t upper = (static_cast<uint128_t>(limb[2]) << limb_bits) + static_cast<uint128_t>(limb[1]) +
                          static_cast<uint128_t>(limb[0] >> limb_bits);
  const uint128_t high = upper & (~uint128_t{0} >> (128 - high_bits));
  return {(high << 8) + (low >> limb_bits), low & mask_of(limb_bits)};
}

/// factor q, for q < 2^124
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
                           std::to_string(range.high) + "/256 q), q = " + api::text_of(q));
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
                           std::to_string(bound) + "/256 q), q = " + api::text_of(q));
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
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = std::bit_cast<double>(lanes[i]);
    const double magnitude = std::abs(value);
    if (magnitude < 0x1p53) {
      const auto integer = static_cast<std::uint64_t>(magnitude);
      const bool exact = static_cast<double>(integer) == magnitude;
      if (exact && uint128_t{integer} * arith::one_q < uint128_t{bound} * q) continue;
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
#endif
