#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "kernels/eltwise_table.hpp"
#include "kernels/lane_stages.hpp"
#include "kernels/multiword_table.hpp"
#include "kernels/ntt_call.hpp"
#include "kernels/rns_table.hpp"
#include "ringlet/types.hpp"

/// The kernels of a backend as plain data. The registry only reads it, so that listing a backend never runs one of its
/// instructions.
namespace ringlet::kernels {

using arith::TwiddleCodec;
using arith::WordModulus;

/// Operations on values that stay in a transform's own layout, cells, from one call to the next. Coefficients are in
/// natural order, evaluations in an order of the kernel's own. Both are lazy, below bounds that the arithmetic sets and
/// every operation keeps.
/// Shapes     n cells, aligned to a cache line, n = 2^log_n a size of the transform; arrays of n words, any alignment
/// Aliasing   out may equal a, b or z
template <class Word>
struct BasicBufferKernels {
  std::size_t cell_bytes;
  /// Convert from and to canonical words; evaluations are in bit-reversed order there.
  void (*load)(void* out, const Word* in, std::size_t n, const ModulusFor<Word>&, Domain);
  void (*store)(Word* out, const void* in, std::size_t n, const ModulusFor<Word>&, Domain);
  /// Transform in place. Input and output factors of the call are ignored.
  void (*forward)(const BasicNttCall<Word>&);
  void (*inverse)(const BasicNttCall<Word>&);
  /// Reduces evaluations so that they can be multiplied. Needed only for results of products; null if these are small
  /// enough.
  void (*reduce)(void* out, const void* in, std::size_t n, const ModulusFor<Word>&);
  /// Compute a + b and a - b; all operands are in the same domain.
  void (*add)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  void (*sub)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  /// Compute a b and a b + z on evaluations. If a or b is a result of products, `reduce` comes first.
  void (*mul)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  void (*mul_add)(void* out, const void* a, const void* b, const void* z, std::size_t n, const ModulusFor<Word>&);
};

/// A transform kernel with its valid range and the tables that it needs.
template <class Word>
struct BasicNttKernel {
  const char* arithmetic;
  arith::ModulusRange<TwiddleWord<Word>> moduli;
  /// Least log_n, for n = 2^log_n.
  unsigned min_log_n;
  /// Number of stages inside a vector: the last pass has radix_log + lanes_log stages.
  unsigned lanes_log;
  LaneTwiddles lane_twiddles;
  /// Radices of passes: log2 is 1 .. max_radix_log; best_radix_log is the fastest.
  unsigned max_radix_log;
  unsigned best_radix_log;
  TwiddleCodec<TwiddleWord<Word>> codec;
  bool scales_first_products;
  /// Least log_n for which values are twisted, so that tiles share their twiddles; 0: never.
  unsigned twist_log_n;
  /// Bytes of scratch memory per value between passes; 0 if a value fits its place in the output.
  std::size_t scratch_bytes;
  void (*forward)(const BasicNttCall<Word>&);
  void (*inverse)(const BasicNttCall<Word>&);
  /// Transform columns of a matrix without transposing it.
  void (*forward_columns)(const BasicColumnsCall<Word>&);
  void (*inverse_columns)(const BasicColumnsCall<Word>&);
  /// Whether transforms of columns multiply by factors.
  bool has_column_factors;
  /// Operations on cells; null if values between passes are the caller's words.
  const BasicBufferKernels<Word>* buffer = nullptr;

  [[nodiscard]] bool serves(TwiddleWord<Word> q, unsigned log_n) const {
    return moduli.contains(q) && log_n >= min_log_n;
  }
  [[nodiscard]] bool twists(unsigned log_n) const { return twist_log_n != 0 && log_n >= twist_log_n; }
};

using NttKernel = BasicNttKernel<std::uint64_t>;

/// Kernels of one family of arithmetic on one instruction set, for one word, best first.
template <class Word>
struct WordKernels {
  std::span<const BasicNttKernel<Word>> ntt = {};
  std::span<const BasicEltwiseKernels<Word>> eltwise = {};
  /// Number of calls of these kernels; null unless the build is checked.
  const std::uint64_t* calls = nullptr;
};

}  // namespace ringlet::kernels
