#include "arith/multiword_words.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <iterator>
#include <utility>

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {
namespace {

/// Computes x <- 2^count x mod q for x < q. No sum overflows: q is below half of all numbers.
void double_modulo(std::span<std::uint64_t> x, std::span<const std::uint64_t> q, std::size_t count) {
  for (; count > 0; --count) {
    add_to(x, x);
    if (!is_less(x, q)) subtract_from(x, q);
  }
}

/// A number, and the factor that multiplies a to give it modulo q.
struct Multiple {
  std::uint64_t number[MultiwordModulusConstants::max_words] = {};
  std::uint64_t factor[MultiwordModulusConstants::max_words] = {};
};

/// Halves the number until it is odd, and its factor modulo q as often. No sum overflows: q is below half of all
/// numbers.
void remove_twos(Multiple& x, std::span<const std::uint64_t> q) {
  const std::span number(x.number, q.size()), factor(x.factor, q.size());
  while (number[0] % 2 == 0) {
    halve(number);
    if (factor[0] % 2 != 0) add_to(factor, q);
    halve(factor);
  }
}

bool is_zero(std::span<const std::uint64_t> x) {
  return std::ranges::all_of(x, [](std::uint64_t word) { return word == 0; });
}

}  // namespace

/// Finds the bits of the root from the highest bit down: a bit is kept if the square does not exceed n.
bool is_square(std::span<const std::uint64_t> n) {
  std::uint64_t root[MultiwordModulusConstants::max_words] = {};
  const auto compare_square = [&] {
    std::uint64_t square[2 * MultiwordModulusConstants::max_words] = {};
    const std::size_t half = (n.size() + 1) / 2;
    for (std::size_t i = 0; i < half; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < half; ++j) {
        const uint128_t sum = uint128_t{root[i]} * root[j] + square[i + j] + carry;
        square[i + j] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
      }
      square[i + half] = carry;
    }
    return std::lexicographical_compare_three_way(std::rend(square) - static_cast<std::ptrdiff_t>(n.size()),
                                                  std::rend(square), n.rbegin(), n.rend());
  };
  for (std::size_t bit = 32 * n.size(); bit-- > 0;) {
    root[bit / 64] ^= std::uint64_t{1} << bit % 64;
    if (compare_square() > 0) root[bit / 64] ^= std::uint64_t{1} << bit % 64;
  }
  return compare_square() == 0;
}

/// Uses Euclid's algorithm by differences and halvings: both numbers stay odd and keep their greatest common divisor.
bool invert(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> q) {
  const std::size_t words = q.size();
  if (is_zero(a)) return false;
  Multiple x, y;
  std::ranges::copy(a, x.number);
  x.factor[0] = 1;
  std::ranges::copy(q, y.number);
  for (;;) {
    remove_twos(x, q);
    if (is_less({x.number, words}, {y.number, words})) std::swap(x, y);
    subtract_from({x.number, words}, {y.number, words});
    if (subtract_from({x.factor, words}, {y.factor, words}) != 0) add_to({x.factor, words}, q);
    if (is_zero({x.number, words})) break;
  }
  std::copy_n(y.factor, words, out.begin());
  return y.number[0] == 1 && is_zero({y.number + 1, words - 1});
}

MultiwordModulusConstants make_multiword_modulus(std::span<const std::uint64_t> q) {
  MultiwordModulusConstants constants{};
  std::ranges::copy(q, constants.q);
  constants.words = static_cast<unsigned>(q.size());
  unsigned top = constants.words - 1;
  while (q[top] == 0) --top;
  constants.bits = 64 * top + static_cast<unsigned>(std::bit_width(q[top]));
  constants.negative_inverse = 0 - inverse_of_odd(q[0]);

  // 2^(bits-1) is below q; doublings give the residues of R, then of R^2.
  const std::span one(constants.one, q.size()), square(constants.square, q.size());
  one[top] = std::uint64_t{1} << ((constants.bits - 1) % 64);
  double_modulo(one, q, 64 * q.size() + 1 - constants.bits);
  std::ranges::copy(one, constants.square);
  double_modulo(square, q, 64 * q.size());
  return constants;
}

}  // namespace ringlet::arith
