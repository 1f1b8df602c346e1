#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Plain loops with the library's instructions, as a baseline of its calls: each does one operation on whole vectors
/// and checks nothing. Not part of the library.
namespace bench {

/// Modulus q, 2^(bits-1) <= q < 2^bits, the operands that all elements share, and constants that are computed once from
/// them.
struct BareConstants {
  std::uint64_t q;
  unsigned bits;
  /// Scalar of axpy and mul_scalar.
  std::uint64_t scalar;
  std::uint64_t scalar_quotient_52;  ///< floor(scalar 2^52 / q), for q < 2^52
  std::uint64_t scalar_quotient_64;  ///< floor(scalar 2^64 / q)
  /// Barrett's floor(2^(62+bits) / q) and floor(2^64 / q).
  std::uint64_t product_quotient;
  std::uint64_t word_quotient;
  /// Operands of cmp_add.
  std::uint64_t bound;
  std::uint64_t summand;
};

/// Computes the constants. Input: 2 <= q < 2^62, scalar < q.
[[nodiscard]] BareConstants bare_constants(std::uint64_t q, std::uint64_t scalar, std::uint64_t bound,
                                           std::uint64_t summand);

/// Computes out[i] from x[i] and, if the operation has it, y[i]. n is a multiple of the eight lanes.
using BareLoop = void (*)(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                          const BareConstants& c);

/// Loop of an operation, by its name in the report, for moduli of min_bits to max_bits.
struct BareOperation {
  const char* operation;
  unsigned min_bits;
  unsigned max_bits;
  BareLoop loop;
};

/// Tables of loops by instruction set. They are plain data: reading them executes no code of the instruction set.
extern const std::span<const BareOperation> bare_avx512dq;
extern const std::span<const BareOperation> bare_avx512ifma;

/// Returns the loop that a backend is compared with, or null if there is none.
[[nodiscard]] BareLoop find_bare_loop(const std::string& backend, const std::string& operation, unsigned bits);

}  // namespace bench
