#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// What a program would have that needs one operation on whole vectors and checks nothing: the same instructions in a
/// plain loop, as a baseline of the library's calls. No part of the library.
namespace bench {

/// A modulus, the operands that all elements share, and what a loop needs of them, computed once: with W = 2^(bits-1)
/// <= q < 2^bits.
struct BareConstants {
  std::uint64_t q;
  unsigned bits;
  /// Of axpy and mul_scalar.
  std::uint64_t scalar;
  std::uint64_t scalar_quotient_52;  ///< floor(scalar 2^52 / q), where q < 2^52
  std::uint64_t scalar_quotient_64;  ///< floor(scalar 2^64 / q)
  /// floor(2^(62+bits) / q) and floor(2^64 / q), Barrett's.
  std::uint64_t product_quotient;
  std::uint64_t word_quotient;
  /// Of cmp_add.
  std::uint64_t bound;
  std::uint64_t summand;
};

/// Input: 2 <= q < 2^62, scalar < q.
[[nodiscard]] BareConstants bare_constants(std::uint64_t q, std::uint64_t scalar, std::uint64_t bound,
                                           std::uint64_t summand);

/// out[i] of x[i] and, where the operation has it, y[i]. n: a multiple of the eight lanes.
using BareLoop = void (*)(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                          const BareConstants& c);

/// One operation by its name in the report, for moduli of some lengths.
struct BareOperation {
  const char* operation;
  unsigned min_bits;
  unsigned max_bits;
  BareLoop loop;
};

/// Plain data: reading it runs none of the instruction set's code.
extern const std::span<const BareOperation> bare_avx512dq;
extern const std::span<const BareOperation> bare_avx512ifma;

/// The loop that a backend is compared with, or null where there is none.
[[nodiscard]] BareLoop find_bare_loop(const std::string& backend, const std::string& operation, unsigned bits);

}  // namespace bench
