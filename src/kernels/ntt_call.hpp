#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"

/// What the kernels of transforms are called with.
namespace ringlet::kernels {

using arith::ModulusFor;
using arith::TwiddleWord;

/// One pass of a transform over the data: `radix_log` stages (and, in the last pass, the stages inside a vector), which
/// start at stage `first_stage`, where there are 2^first_stage blocks. `block_words` words of `twiddles` belong to each
/// block, in the order in which the kernel reads them (ntt_pass.hpp).
template <class Word>
struct BasicNttPass {
  unsigned radix_log;
  unsigned first_stage;
  std::size_t block_words;
  /// How many blocks have twiddles of their own, a power of two; those behind them use them again.
  std::size_t distinct_blocks;
  const TwiddleWord<Word>* twiddles;
  /// What the values of each block are multiplied by when the pass reads them, `twist_words` for each block; null where
  /// they are taken as they are.
  const TwiddleWord<Word>* twists = nullptr;
  std::size_t twist_words = 0;

  [[nodiscard]] const TwiddleWord<Word>* twiddles_of(std::size_t block) const {
    return twiddles + (block & (distinct_blocks - 1)) * block_words;
  }
  [[nodiscard]] const TwiddleWord<Word>* twists_of(std::size_t block) const { return twists + block * twist_words; }
};

/// One transform call. On cells (`BasicBufferKernels`), `out` and `scratch` both point to them, and there is no `in`.
/// Aliasing   out may equal in.
/// Input      forward: below input_factor q, in {1, 2, 4}; inverse: below input_factor q, in {1, 2}
/// Output     forward: below output_factor q, in {1, 4}; inverse: in {1, 2}
template <class Word>
struct BasicNttCall {
  const ModulusFor<Word>* modulus;
  const BasicNttPass<Word>* passes;
  unsigned pass_count;
  unsigned log_n;
  /// Inverse only: 1/n as a twiddle, applied to the sums of the last stage. (Its differences have it in their own.)
  /// For a kernel that scales first products: 1/n, and then the twiddles of pass 0 across vectors times 1/n.
  const TwiddleWord<Word>* scale;
  Word* out;
  const Word* in;
  unsigned input_factor;
  unsigned output_factor;
  /// n times the kernel's scratch_bytes, on a cache line; apart from in and out.
  void* scratch;
};

/// One call on some columns of a matrix, which are transformed as they lie in its rows: the stages of a transform of
/// 2^log_rows values on vectors of neighbouring columns. Between columns and rows of a large transform, the value in
/// place p of column c has a factor row_factors[p] column_factors[p, c]: forward it is multiplied by that last, in the
/// inverse first. Places of evaluations are in bit-reversed order.
/// Shapes     log_rows is the sum of both radices; rows lie `stride` words apart, in both arrays; columns: a multiple
///            of the kernel's lanes
/// Aliasing   out may equal in
/// Input      canonical
/// Output     canonical
template <class Word>
struct BasicColumnsCall {
  const ModulusFor<Word>* modulus;
  /// Two strided passes.
  const BasicNttPass<Word>* passes;
  /// As in BasicNttCall.
  const TwiddleWord<Word>* scale;
  /// A twiddle for each place, and for each place the twiddles of all columns in groups as long as a vector.
  const TwiddleWord<Word>* row_factors;
  const TwiddleWord<Word>* column_factors;
  Word* out;
  const Word* in;
  std::size_t stride;
  std::size_t columns;
  /// Room for the values of the call, on a cache line.
  Word* block;
  /// Whether the forward transform writes past the caches, where the CPU can: out and stride are multiples of a cache
  /// line, and `in` is another array.
  bool streams;
};

}  // namespace ringlet::kernels
