#pragma once

#include <cstddef>
#include <cstdint>

#include "ringlet/executor.hpp"

namespace ringlet::products {

/// Integer of `count` >= 1 limbs, the lowest first.
struct LongInteger {
  const std::uint64_t* limbs;
  std::size_t count;
};

/// Multiplies integers by the schoolbook. a is at least as long as b; out has the limbs of both.
void multiply_limbs(std::uint64_t* out, const LongInteger& a, const LongInteger& b);

/// Multiplies integers as polynomials whose coefficients are their digits to the base 2^digit_bits.
void multiply_digits(std::uint64_t* out, const LongInteger& a, const LongInteger& b, unsigned digit_bits,
                     Executor& executor);

/// Returns the longest digits for a shorter operand of so many limbs, for which two primes are enough.
[[nodiscard]] unsigned longest_digits(std::size_t limbs);

}  // namespace ringlet::products
