#include "api/checks.hpp"

#include <bit>
#include <cmath>

#include "arith/bound.hpp"
#include "kernels/range_check.hpp"

namespace ringlet::api {

void reject(const std::string& what, std::uint64_t value, const std::string& rule) {
  throw std::invalid_argument(what + " is " + std::to_string(value) + ", but " + rule);
}

void check_overlap([[maybe_unused]] const char* name, [[maybe_unused]] std::span<const std::uint64_t> out,
                   [[maybe_unused]] std::span<const std::uint64_t> in) {
  if constexpr (checked) {
    const std::less<const std::uint64_t*> before;
    const bool disjoint = !before(out.data(), in.data() + in.size()) || !before(in.data(), out.data() + out.size());
    if (out.data() == in.data() || disjoint) return;
    throw std::invalid_argument(std::string("out overlaps ") + name +
                                " in part, but it must be the same array or a separate one");
  }
}

namespace {

/// By what additions do: the C library's fegetround reads another control word than the one that vectors obey.
[[maybe_unused]] bool rounds_to_nearest() {
  const volatile double one = 1;
  const volatile double quarter = 0x1p-54;  // of the distance to the next double above one
  const volatile double three_quarters = 0x3p-54;
  return one + quarter == one && -one - quarter == -one && one + three_quarters > one;
}

/// The index of the first element that is not below factor q, or the size.
std::size_t first_above(std::span<const std::uint64_t> values, const Modulus<std::uint64_t>& q, unsigned factor) {
  const uint128_t bound = uint128_t{factor} * q.value();
  const auto found = std::find_if(values.begin(), values.end(), [bound](std::uint64_t x) { return x >= bound; });
  return static_cast<std::size_t>(found - values.begin());
}

[[maybe_unused]] std::string describe_violation(const char* name, std::span<const std::uint64_t> values,
                                                const Modulus<std::uint64_t>& q, unsigned factor, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "] is " + std::to_string(values[index]) +
         ", but it must lie in [0, " + std::to_string(factor) + " q), q = " + std::to_string(q.value());
}

}  // namespace

void require_canonical(const char* name, std::span<const std::uint64_t> values, const Modulus<std::uint64_t>& q) {
  const std::size_t index = first_above(values, q, 1);
  if (index == values.size()) return;
  reject(std::string(name) + "[" + std::to_string(index) + "]", values[index],
         "it must lie in [0, q), q = " + std::to_string(q.value()));
}

void check_input([[maybe_unused]] const char* name, [[maybe_unused]] std::span<const std::uint64_t> in,
                 [[maybe_unused]] const Modulus<std::uint64_t>& q, [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    if (!rounds_to_nearest()) throw std::logic_error("the calling thread does not round to nearest");
    const std::size_t index = first_above(in, q, factor);
    if (index != in.size()) throw std::invalid_argument(describe_violation(name, in, q, factor, index));
  }
}

void check_output([[maybe_unused]] std::span<const std::uint64_t> out, [[maybe_unused]] const Modulus<std::uint64_t>& q,
                  [[maybe_unused]] unsigned factor) {
  if constexpr (checked) {
    const std::size_t index = first_above(out, q, factor);
    if (index != out.size()) throw std::logic_error(describe_violation("out", out, q, factor, index));
  }
}

}  // namespace ringlet::api

#ifdef RINGLET_CHECKED
namespace ringlet::kernels {

void check_lanes(const std::uint64_t* lanes, std::size_t count, std::uint64_t significant_bits, std::uint64_t q,
                 arith::Range range) {
  const uint128_t low = uint128_t{range.low} * q;
  const uint128_t high = uint128_t{range.high} * q;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t value = lanes[i] & significant_bits;
    const uint128_t scaled = uint128_t{value} * arith::one_q;
    if (scaled >= low && scaled < high) continue;
    const std::string unit = "/" + std::to_string(arith::one_q) + " q";
    throw std::logic_error("a lazy value is " + std::to_string(value) + ", but it must lie in [" +
                           std::to_string(range.low) + unit + ", " + std::to_string(range.high) + unit +
                           "), q = " + std::to_string(q));
  }
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

}  // namespace ringlet::kernels
#endif
