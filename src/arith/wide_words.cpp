#include "arith/wide_words.hpp"

#include <algorithm>
#include <bit>

namespace ringlet::arith {
namespace {

/// x <- 2^count x mod q for x < q. No sum overflows: q is below half of all numbers.
void double_modulo(std::span<std::uint64_t> x, std::span<const std::uint64_t> q, std::size_t count) {
  for (; count > 0; --count) {
    add_to(x, x);
    if (!is_less(x, q)) subtract_from(x, q);
  }
}

/// Low bits that an odd number and its inverse modulo 2^64 have in common.
constexpr unsigned bits_of_own_inverse = 3;  // proof 17.1

/// 1/q mod 2^64 for odd q. Newton's step doubles the bits that are right.
std::uint64_t inverse_of_odd(std::uint64_t q) {
  std::uint64_t inverse = q;
  for (unsigned bits = bits_of_own_inverse; bits < 64; bits *= 2) inverse *= 2 - q * inverse;
  return inverse;
}

}  // namespace

WideModulusConstants make_wide_modulus(std::span<const std::uint64_t> q) {
  WideModulusConstants constants{};
  std::ranges::copy(q, constants.q);
  constants.words = static_cast<unsigned>(q.size());
  unsigned top = constants.words - 1;
  while (q[top] == 0) --top;
  constants.bits = 64 * top + static_cast<unsigned>(std::bit_width(q[top]));
  constants.negative_inverse = 0 - inverse_of_odd(q[0]);

  // 2^(bits-1) is below q, and what is missing to R, then to R^2, is made by doublings.
  const std::span one(constants.one, q.size()), square(constants.square, q.size());
  one[top] = std::uint64_t{1} << ((constants.bits - 1) % 64);
  double_modulo(one, q, 64 * q.size() + 1 - constants.bits);
  std::ranges::copy(one, constants.square);
  double_modulo(square, q, 64 * q.size());
  return constants;
}

}  // namespace ringlet::arith
