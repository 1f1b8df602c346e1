#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arith/word_modulus.hpp"
#include "ringlet/types.hpp"

/// What a backend provides: plain data that names its kernels. The registry only reads it, so that listing a backend
/// never runs one of its instructions.
namespace ringlet::kernels {

using arith::WordModulus;

/// How a twiddle w, any fixed multiplicand, is stored: w, then its quotient.
enum class TwiddleFormat {
  shoup64,    ///< floor(w 2^64 / q)
  shoup52,    ///< floor(w 2^52 / q)
  shoup52x2,  ///< the high and the low 52 bits of floor(w 2^104 / q)
  fma53,      ///< both as doubles: w centred, and w / q rounded (arith/double_twiddle.hpp)
};

/// One pass of a transform over the data: `radix_log` stages (and, in the last pass, the stages inside a vector), which
/// start at stage `first_stage`, where there are 2^first_stage blocks. `block_words` words of `twiddles` belong to each
/// block, in the order in which the kernel reads them (ntt_pass.hpp).
struct NttPass {
  unsigned radix_log;
  unsigned first_stage;
  std::size_t block_words;
  const std::uint64_t* twiddles;
};

/// One transform call.
/// Aliasing   out may equal in.
/// Input      forward: below input_factor q, in {1, 2, 4}; inverse: below input_factor q, in {1, 2}
/// Output     forward: below output_factor q, in {1, 4}; inverse: in {1, 2}
struct NttCall {
  const WordModulus* modulus;
  const NttPass* passes;
  unsigned pass_count;
  unsigned log_n;
  /// Inverse only: 1/n as a twiddle, applied to the sums of the last stage. (Its differences have it in their own.)
  const std::uint64_t* scale;
  std::uint64_t* out;
  const std::uint64_t* in;
  unsigned input_factor;
  unsigned output_factor;
};

/// A transform kernel with the range that it is valid for and the tables that it wants.
struct NttKernel {
  const char* arithmetic;
  /// q < 2^modulus_bits
  unsigned modulus_bits;
  /// n = 2^log_n with log_n >= min_log_n
  unsigned min_log_n;
  /// The last pass takes radix_log + lanes_log stages.
  unsigned lanes_log;
  /// The radices that a pass may have: 1 .. max_radix_log; those that are fastest.
  unsigned max_radix_log;
  unsigned best_radix_log;
  TwiddleFormat format;
  void (*forward)(const NttCall&);
  void (*inverse)(const NttCall&);
};

/// Element-wise kernels for q < 2^modulus_bits. A null entry means "no better than the next in line".
/// Shapes     n >= 1 words in each array
/// Aliasing   out may equal any input; any alignment
/// Ranges     as in ringlet/eltwise.hpp
struct EltwiseKernels {
  const char* arithmetic;
  unsigned modulus_bits;
  unsigned lanes;
  /// Of the multiplicands of `axpy` and `mul_fixed`.
  TwiddleFormat format;
  void (*add)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n, const WordModulus&);
  void (*add_scalar)(std::uint64_t* out, const std::uint64_t* a, std::uint64_t b, std::size_t n, const WordModulus&);
  void (*sub)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n, const WordModulus&);
  void (*neg)(std::uint64_t* out, const std::uint64_t* a, std::size_t n, const WordModulus&);
  void (*mul)(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* b, std::size_t n, const WordModulus&,
              unsigned input_factor);
  /// s is a twiddle; z may be null.
  void (*axpy)(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* s, const std::uint64_t* z,
               std::size_t n, const WordModulus&, unsigned input_factor);
  /// out[i] = x[i] w[i] + z[i], or x[i] w[i] where z is null. w: twiddles in groups of `lanes`, each group first its
  /// values, then its quotients; the last group is complete, too.
  void (*mul_fixed)(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* w, const std::uint64_t* z,
                    std::size_t n, const WordModulus&, unsigned input_factor);
  /// input_factor 0: any word.
  void (*reduce)(std::uint64_t* out, const std::uint64_t* in, std::size_t n, const WordModulus&, unsigned input_factor,
                 unsigned output_factor);
  void (*cmp_add)(std::uint64_t* out, const std::uint64_t* in, std::size_t n, Comparison, std::uint64_t bound,
                  std::uint64_t diff);
  void (*cmp_sub)(std::uint64_t* out, const std::uint64_t* in, std::size_t n, const WordModulus&, Comparison,
                  std::uint64_t bound, std::uint64_t diff);
};

/// All kernels that one backend adds to the weaker ones, best first.
struct BackendKernels {
  std::span<const NttKernel> ntt;
  std::span<const EltwiseKernels> eltwise;
  /// How often a kernel of this backend was entered; null unless the build is checked.
  const std::uint64_t* calls;
};

}  // namespace ringlet::kernels
