#pragma once

#include <cstdint>

namespace ringlet::arith {

/// A word-size modulus with its Barrett quotients, as kernels get it. 2 <= q < 2^62.
struct WordModulus {
  std::uint64_t q;
  std::uint64_t product_quotient;  ///< floor(2^(bits+62) / q)
  std::uint64_t word_quotient;     ///< floor(2^64 / q)
  unsigned bits;                   ///< 2^(bits-1) <= q < 2^bits
};

/// A multiplicand with its Shoup quotient floor(value * 2^64 / q).
struct ShoupPair {
  std::uint64_t value;
  std::uint64_t quotient;
};

}  // namespace ringlet::arith
