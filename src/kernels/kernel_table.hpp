#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arith/word_modulus.hpp"
#include "ringlet/types.hpp"

/// What a backend provides: plain data that names its kernels. The registry only reads it, so that listing a backend
/// never runs one of its instructions.
namespace ringlet::kernels {

using arith::BasicModulus;
using arith::WordModulus;

/// How a twiddle w, any fixed multiplicand, is stored: w, then its quotient.
enum class TwiddleFormat {
  shoup64,           ///< floor(w 2^W / q), W the bits of the word
  shoup52,           ///< floor(w 2^52 / q)
  shoup52x2,         ///< the high and the low 52 bits of floor(w 2^104 / q)
  fma53,             ///< both as doubles: w centred, and w / q rounded (arith/double_twiddle.hpp)
  rows52x2,          ///< rows of 52-bit limbs (arith/ifma52_rows.hpp), two of two
  rows52x3,          ///< three of three
  rows52x3_shifted,  ///< the same of w 2^(124 - b) modulo q 2^(124 - b), b the bits of q
};

/// One pass of a transform over the data: `radix_log` stages (and, in the last pass, the stages inside a vector), which
/// start at stage `first_stage`, where there are 2^first_stage blocks. `block_words` words of `twiddles` belong to each
/// block, in the order in which the kernel reads them (ntt_pass.hpp).
template <class Word>
struct BasicNttPass {
  unsigned radix_log;
  unsigned first_stage;
  std::size_t block_words;
  const Word* twiddles;
};

/// One transform call.
/// Aliasing   out may equal in.
/// Input      forward: below input_factor q, in {1, 2, 4}; inverse: below input_factor q, in {1, 2}
/// Output     forward: below output_factor q, in {1, 4}; inverse: in {1, 2}
template <class Word>
struct BasicNttCall {
  const BasicModulus<Word>* modulus;
  const BasicNttPass<Word>* passes;
  unsigned pass_count;
  unsigned log_n;
  /// Inverse only: 1/n as a twiddle, applied to the sums of the last stage. (Its differences have it in their own.)
  /// For a kernel that scales first products: 1/n, and then the twiddles of pass 0 across vectors times 1/n.
  const Word* scale;
  Word* out;
  const Word* in;
  unsigned input_factor;
  unsigned output_factor;
  /// n times the kernel's scratch_bytes, on a cache line; apart from in and out.
  void* scratch;
};

/// A transform kernel with the range that it is valid for and the tables that it wants.
template <class Word>
struct BasicNttKernel {
  const char* arithmetic;
  /// 2^(min_modulus_bits - 1) <= q < 2^modulus_bits
  unsigned min_modulus_bits;
  unsigned modulus_bits;
  /// n = 2^log_n with log_n >= min_log_n
  unsigned min_log_n;
  /// The last pass takes radix_log + lanes_log stages.
  unsigned lanes_log;
  /// The radices that a pass may have: 1 .. max_radix_log; those that are fastest.
  unsigned max_radix_log;
  unsigned best_radix_log;
  TwiddleFormat format;
  bool scales_first_products;
  /// What a value takes between passes, if it does not fit its place in the output; else 0.
  std::size_t scratch_bytes;
  void (*forward)(const BasicNttCall<Word>&);
  void (*inverse)(const BasicNttCall<Word>&);
};

/// Element-wise kernels for 2^(min_modulus_bits - 1) <= q < 2^modulus_bits. A null entry means "no better than the next
/// in line". Shapes     n >= 1 words in each array Aliasing   out may equal any input; any alignment Ranges     as in
/// ringlet/eltwise.hpp
template <class Word>
struct BasicEltwiseKernels {
  const char* arithmetic;
  unsigned min_modulus_bits;
  unsigned modulus_bits;
  unsigned lanes;
  /// Of the multiplicands of `axpy` and `mul_fixed`.
  TwiddleFormat format;
  void (*add)(Word* out, const Word* a, const Word* b, std::size_t n, const BasicModulus<Word>&);
  void (*add_scalar)(Word* out, const Word* a, Word b, std::size_t n, const BasicModulus<Word>&);
  void (*sub)(Word* out, const Word* a, const Word* b, std::size_t n, const BasicModulus<Word>&);
  void (*neg)(Word* out, const Word* a, std::size_t n, const BasicModulus<Word>&);
  void (*mul)(Word* out, const Word* a, const Word* b, std::size_t n, const BasicModulus<Word>&, unsigned input_factor);
  /// s is a twiddle; z may be null.
  void (*axpy)(Word* out, const Word* x, const Word* s, const Word* z, std::size_t n, const BasicModulus<Word>&,
               unsigned input_factor);
  /// out[i] = x[i] w[i] + z[i], or x[i] w[i] where z is null. w: twiddles in groups of `lanes`, each group first its
  /// values, then its quotients; the last group is complete, too.
  void (*mul_fixed)(Word* out, const Word* x, const Word* w, const Word* z, std::size_t n, const BasicModulus<Word>&,
                    unsigned input_factor);
  /// input_factor 0: any word.
  void (*reduce)(Word* out, const Word* in, std::size_t n, const BasicModulus<Word>&, unsigned input_factor,
                 unsigned output_factor);
  void (*cmp_add)(Word* out, const Word* in, std::size_t n, Comparison, Word bound, Word diff);
  void (*cmp_sub)(Word* out, const Word* in, std::size_t n, const BasicModulus<Word>&, Comparison, Word bound,
                  Word diff);
};

using NttPass = BasicNttPass<std::uint64_t>;
using NttCall = BasicNttCall<std::uint64_t>;
using NttKernel = BasicNttKernel<std::uint64_t>;
using EltwiseKernels = BasicEltwiseKernels<std::uint64_t>;

/// All kernels that one backend adds to the weaker ones, best first.
struct BackendKernels {
  std::span<const NttKernel> ntt;
  std::span<const EltwiseKernels> eltwise;
  /// How often a kernel of this backend was entered; null unless the build is checked.
  const std::uint64_t* calls;
  /// The same for double words.
  std::span<const BasicNttKernel<uint128_t>> ntt128 = {};
  std::span<const BasicEltwiseKernels<uint128_t>> eltwise128 = {};

  template <class Word>
  [[nodiscard]] std::span<const BasicNttKernel<Word>> ntt_of() const {
    if constexpr (sizeof(Word) == sizeof(std::uint64_t)) {
      return ntt;
    } else {
      return ntt128;
    }
  }
  template <class Word>
  [[nodiscard]] std::span<const BasicEltwiseKernels<Word>> eltwise_of() const {
    if constexpr (sizeof(Word) == sizeof(std::uint64_t)) {
      return eltwise;
    } else {
      return eltwise128;
    }
  }
};

}  // namespace ringlet::kernels
