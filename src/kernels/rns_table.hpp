#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arith/codec.hpp"
#include "arith/dot/dot_arithmetic.hpp"
#include "arith/modulus.hpp"

namespace ringlet::kernels {

/// Arguments of sums over rows: out_j = sum_i c_ji y_i modulo p_j.
/// Shapes     y: `terms` rows, `in_stride` words apart; out: `outputs` rows; `count` values in each
/// Aliasing   none
/// Input      y and c up to the kernel's greatest modulus
/// Output     [0, p_j)
struct DotRowsCall {
  const std::uint64_t* in;
  std::size_t in_stride;
  std::size_t terms;
  std::uint64_t* const* out;
  /// Index in each row of out at which the results begin.
  std::size_t offset;
  std::size_t outputs;
  std::size_t count;
  /// For row j: its `terms` factors c_ji in the kernel's codec, and the constants of p_j.
  const std::uint64_t* factors;
  const std::uint64_t* moduli;
};

/// Number of contiguous values of a row of second operands in an inner product.
inline constexpr std::size_t inner_product_block = 16;

/// Arguments of inner products of vectors, value by value: out_k = z_k + sum_t x_t y_kt modulo one p.
/// Shapes     `terms` rows x; `outputs` times as many rows y, the rows of one output after the rows of another;
///            `outputs` rows z, or null for zero; `count` values in each
/// Layout     x, z, out: contiguous rows. y: blocks of `inner_product_block` values, `step` words from one to the
///            next; the last block may be shorter
/// Aliasing   row k of out may be row k of z; a single row of out may be a row of x and, if step is
///            inner_product_block, of y
/// Input      x, y and z up to the kernel's greatest modulus
/// Output     [0, p)
struct InnerProductCall {
  const std::uint64_t* const* x;
  const std::uint64_t* const* y;
  const std::uint64_t* const* z;
  std::size_t step;
  std::size_t terms;
  std::uint64_t* const* out;
  std::size_t outputs;
  std::size_t count;
  /// Constants of p.
  const std::uint64_t* modulus;
};

/// Kernels of one arithmetic of dot products on residues in words.
struct DotKernels {
  const char* arithmetic;
  /// Greatest modulus of operands and of results.
  std::uint64_t greatest_modulus;
  arith::TwiddleCodec<std::uint64_t> factor;
  arith::ModulusCodec<arith::WordModulus> modulus;
  void (*rows)(const DotRowsCall&);
  void (*inner_product)(const InnerProductCall&);
  /// acc[i] += floor(floor(y[i] 2^shift / 2^12) f / 2^52)
  void (*add_fractions)(std::uint64_t* acc, const std::uint64_t* y, std::size_t count, unsigned shift, std::uint64_t f);

  /// Whether the kernels support a sum. largest: the largest modulus of its operands and results.
  [[nodiscard]] bool serves(std::uint64_t largest) const { return largest <= greatest_modulus; }
};

/// The map X -> X^g modulo X^n + 1, g odd, on one row; n >= 2^lanes_log, a power of two. A kernel is null if vectors
/// gain nothing.
/// Shapes     n words in each array
/// Aliasing   none
struct AutomorphismKernels {
  unsigned lanes_log = 0;
  /// Maps coefficients in [0, q), natural order.
  void (*coefficients)(std::uint64_t* out, const std::uint64_t* in, std::uint64_t g, std::size_t n,
                       std::uint64_t q) = nullptr;
  /// Map evaluations in bit-reversed order: out = image of in, for any words; and out = out + image of in modulo q, all
  /// in [0, q). Either both are null or neither is. sources: for each block of 2^lanes_log values, the index in `in` of
  /// its first value. The first kernel writes `count` values, a multiple of 2^lanes_log, and reads at sources & mask.
  void (*evaluations)(std::uint64_t* out, const std::uint64_t* in, const std::uint32_t* sources, std::uint64_t g,
                      std::size_t count, std::uint32_t mask) = nullptr;
  void (*add_evaluations)(std::uint64_t* out, const std::uint64_t* in, const std::uint32_t* sources, std::uint64_t g,
                          std::size_t n, std::uint64_t q) = nullptr;
};

/// Constants of a digit of integers in [-q/2, q/2): docs/bounds/dot.md, 16.6.
struct DigitConstants {
  std::uint64_t q;
  std::uint64_t above_half;  ///< the least x whose representative is negative
  std::uint64_t offset;
  std::uint64_t shift;
  std::uint64_t mask;
  std::uint64_t half;
  std::uint64_t p;
};

/// Constants of reconstructions: of the primes p_0 < p_1 < ..., below 2^50, of an offset h, and of the results. A
/// vector of residues stands for the integer x in [0, P), P = p_0 p_1 ..., of which x - h is wanted. D_i = p_0 ...
/// p_(i-1). docs/bounds/products.md, section 23.
struct ReconstructionConstants {
  static constexpr unsigned max_primes = 4;
  static constexpr unsigned max_inverses = max_primes * (max_primes - 1) / 2;

  arith::WordModulus primes[max_primes];
  /// h modulo each prime.
  std::uint64_t offsets[max_primes];
  /// 1 / p_i modulo p_j for i < j in the kernel's codec; number i + j (j - 1) / 2.
  std::uint64_t inverses[max_inverses * arith::max_twiddle_words];
  /// Results modulo m: D_i mod m and floor(2^64 (D_i mod m) / m). Results modulo 2^128: the words of D_i.
  std::uint64_t weights[max_primes];
  std::uint64_t upper_weights[max_primes];
  /// Results modulo m: s = -h mod m and 2^64 s / m + fraction_excess, rounded down, in two words. Results modulo 2^128:
  /// the words of -h mod 2^128.
  std::uint64_t start;
  std::uint64_t upper_start;
  std::uint64_t start_carry;
  /// m, or 0 for 2^64.
  std::uint64_t modulus;
};

/// Arguments of a reconstruction.
/// Shapes     residues: a row of `count` values in [0, p_i) for each prime; out: `count` results
/// Aliasing   out may be a row if a result is a word
struct ReconstructionCall {
  const std::uint64_t* const* residues;
  std::uint64_t* out;
  std::size_t count;
  const ReconstructionConstants* constants;
};

/// Kernels that make integers of residues. Entry k is for k + 1 primes.
struct ReconstructionKernels {
  const char* arithmetic;
  arith::TwiddleCodec<std::uint64_t> inverse;
  /// Computes x - h modulo m, in words in [0, m).
  void (*to_words[ReconstructionConstants::max_primes])(const ReconstructionCall&);
  /// Computes x - h modulo 2^128, in two words each, the low word first.
  void (*to_integers[3])(const ReconstructionCall&);
};

/// Kernels of one instruction set for residues in rows.
struct RnsFamily {
  /// Kernels of dot products, best first.
  std::span<const DotKernels> dot = {};
  AutomorphismKernels automorphism = {};
  /// Computes a digit of x in [0, q) modulo p, in [0, p). out may be x.
  void (*balanced_digit)(std::uint64_t* out, const std::uint64_t* x, std::size_t count,
                         const DigitConstants&) = nullptr;
  /// Kernels of reconstructions; null if vectors gain nothing.
  const ReconstructionKernels* reconstruction = nullptr;
  /// Number of calls, as WordKernels::calls.
  const std::uint64_t* calls = nullptr;
};

}  // namespace ringlet::kernels
