#pragma once

#include <cstddef>

#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"

/// Arguments of the transform kernels.
namespace ringlet::kernels {

using arith::ModulusFor;
using arith::TwiddleWord;

/// One pass of a transform over the data. It has `radix_log` stages and, if it is the last pass, the stages inside a
/// vector. It starts at stage `first_stage`, which has 2^first_stage blocks. Each block has `block_words` words of
/// `twiddles`, in the order in which the kernel reads them (ntt_pass.hpp).
template <class Word>
struct BasicNttPass {
  unsigned radix_log;
  unsigned first_stage;
  std::size_t block_words;
  /// Number of blocks with twiddles of their own, a power of two. The following blocks use the same twiddles again.
  std::size_t distinct_blocks;
  const TwiddleWord<Word>* twiddles;
  /// Multiplicands for the values that a pass reads, `twist_words` for each block; null if the pass does not multiply.
  const TwiddleWord<Word>* twists = nullptr;
  std::size_t twist_words = 0;

  [[nodiscard]] const TwiddleWord<Word>* twiddles_of(std::size_t block) const {
    return twiddles + (block & (distinct_blocks - 1)) * block_words;
  }
  [[nodiscard]] const TwiddleWord<Word>* twists_of(std::size_t block) const { return twists + block * twist_words; }
};

/// Arguments of one transform. On cells (`BasicBufferKernels`), `out` and `scratch` both point to them, and `in` is
/// unused.
/// Aliasing   out may equal in.
/// Input      forward: below input_factor q, in {1, 2, 4}; inverse: below input_factor q, in {1, 2}
/// Output     forward: below output_factor q, in {1, 4}; inverse: in {1, 2}
template <class Word>
struct BasicNttCall {
  const ModulusFor<Word>* modulus;
  const BasicNttPass<Word>* passes;
  unsigned pass_count;
  unsigned log_n;
  /// Inverse only: 1/n as a twiddle, applied to the sums of the last stage. (The twiddles of its differences include
  /// 1/n.) For a kernel that scales first products: 1/n, then the twiddles of pass 0 across vectors times 1/n.
  const TwiddleWord<Word>* scale;
  Word* out;
  const Word* in;
  unsigned input_factor;
  unsigned output_factor;
  /// n times the kernel's scratch_bytes, aligned to a cache line, disjoint from in and out.
  void* scratch;
  /// Forward only, in several passes, for words that have rows of residues: the constant that is added to each input.
  /// If it is not 0, input_factor is 4, and the sums lie below 4q.
  TwiddleWord<Word> summand = 0;
  /// Forward only, in several passes: called with each run of results, [first, first + count), once it is in `out`.
  void (*finished)(const void* context, std::size_t first, std::size_t count) = nullptr;
  const void* context = nullptr;
};

/// Arguments of a transform of some columns of a matrix without transposing it: the stages of a transform of 2^log_rows
/// values on vectors of neighbouring columns. In a large transform, the value in place p of column c has a factor
/// row_factors[p] column_factors[p, c] between columns and rows. The forward transform multiplies by it last, the
/// inverse first. Places of evaluations are in bit-reversed order.
/// Shapes     log_rows is the sum of both radices; rows lie `stride` words apart, in both arrays; columns: a multiple
///            of the kernel's lanes
/// Aliasing   out may equal in
/// Input      canonical
/// Output     canonical
template <class Word>
struct BasicColumnsCall {
  const ModulusFor<Word>* modulus;
  /// The two strided passes.
  const BasicNttPass<Word>* passes;
  /// 1/n, as BasicNttCall::scale.
  const TwiddleWord<Word>* scale;
  /// One twiddle for each place; and, for each place, the twiddles of all columns in groups as long as a vector.
  const TwiddleWord<Word>* row_factors;
  const TwiddleWord<Word>* column_factors;
  Word* out;
  const Word* in;
  std::size_t stride;
  std::size_t columns;
  /// Room for the values of all columns, aligned to a cache line.
  Word* block;
  /// Whether the forward transform writes past the caches if the CPU can. Then out and stride are multiples of a cache
  /// line, and `in` is another array.
  bool streams;
};

}  // namespace ringlet::kernels
