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

/// Greatest number of passes of a transform of columns.
inline constexpr unsigned max_column_passes = 3;
/// Greatest log2 of the radix of a transform of columns in one pass.
inline constexpr unsigned max_only_radix_log = 2;

/// Arguments of a transform of some columns of a matrix without transposing it: neighbouring stages of a transform, on
/// vectors of neighbouring columns. The stages split a block of 2^log_rows rows, whose number among the blocks of its
/// size is `block`, down to single rows.
/// Shapes     log_rows is the sum of the radices of at most max_column_passes passes. The first pass has 1 stage or
///            more, or 2 if it does not have stage 0; all other passes have at least 2. A single pass has at most
///            max_only_radix_log stages, stage 0 among them. columns: a multiple of the kernel's lanes
/// Aliasing   the rows of out may be the rows of in
/// Input      canonical
/// Output     canonical
template <class Word>
struct BasicColumnsCall {
  const ModulusFor<Word>* modulus;
  const BasicNttPass<Word>* passes;
  unsigned pass_count;
  unsigned log_rows;
  std::size_t block = 0;
  /// Inverse only: see BasicNttCall::scale. Applied if pass 0 has stage 0.
  const TwiddleWord<Word>* scale;
  Word* out;
  const Word* in;
  /// Words from a row to the next one of the block.
  std::size_t out_stride;
  std::size_t in_stride;
  /// Whether rows of evaluations are in natural order in the caller's array, else in bit-reversed order.
  bool is_natural = false;
  std::size_t columns;
  /// Room for the cells of all columns, aligned to a cache line. Rows of cells lie `cell_stride` cells apart, a
  /// multiple of the kernel's lanes.
  void* cells;
  std::size_t cell_stride;
  /// For large transforms, else null: the value in place p of column c has a factor row_factors[p] column_factors[p, c]
  /// between columns and rows. The forward transform multiplies by it last, the inverse first. There is one twiddle for
  /// each place; and, for each place, the twiddles of all columns in groups as long as a vector. Requires two passes of
  /// radix 2^(max_radix_log - 1) or 2^max_radix_log, and evaluations in bit-reversed order.
  const TwiddleWord<Word>* row_factors = nullptr;
  const TwiddleWord<Word>* column_factors = nullptr;
  /// Whether the forward transform with factors writes past the caches if the CPU can. Then out and out_stride are
  /// multiples of a cache line, and `in` is another array.
  bool streams = false;
};

}  // namespace ringlet::kernels
