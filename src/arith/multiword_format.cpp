#include "arith/multiword_format.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "arith/multiword_limbs.hpp"
#include "arith/multiword_words.hpp"

namespace ringlet::arith {
namespace {

/// Returns x / q for x <= q/2, with an error of at most 2^-54.
double ratio_of(std::span<const std::uint64_t> x, std::span<const std::uint64_t> q, unsigned q_bits) {
  const unsigned first = q_bits - 63;
  const uint128_t numerator = uint128_t{bits_from(x, first)} << 64;
  const auto quotient = static_cast<std::uint64_t>(numerator / bits_from(q, first));
  const std::uint64_t leading_53_bits = (quotient + 0x200) & ~std::uint64_t{0x3ff};  // proof 19.2
  return static_cast<double>(leading_53_bits) * 0x1p-64;
}

}  // namespace

void encode_row(std::span<std::uint64_t> row, std::span<const std::uint64_t> x, const MultiwordFormat& format,
                const MultiwordModulusConstants& q) {
  const auto limbs = row.first(format.limbs);
  if (!format.in_doubles) return put_limbs(limbs, x, format.limb_bits);
  const std::span<const std::uint64_t> modulus(q.q, q.words);
  std::array<std::uint64_t, MultiwordModulusConstants::max_words> negated{};
  const std::span<std::uint64_t> opposite = std::span(negated).first(q.words);
  std::ranges::copy(modulus, opposite.begin());
  subtract_from(opposite, x);
  const bool is_negative = is_less(opposite, x);
  const std::span<const std::uint64_t> magnitude = is_negative ? std::span<const std::uint64_t>(opposite) : x;
  put_balanced(limbs, magnitude, format.limb_bits);
  row[format.limbs] = std::bit_cast<std::uint64_t>(ratio_of(magnitude, modulus, q.bits));
  if (!is_negative) return;
  for (std::uint64_t& word : row) word = std::bit_cast<std::uint64_t>(-std::bit_cast<double>(word));
}

}  // namespace ringlet::arith
