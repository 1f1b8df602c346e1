#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/lane_stages.hpp"
#include "kernels/layout.hpp"
#include "kernels/modulus_range.hpp"
#include "kernels/multiword_table.hpp"
#include "kernels/ntt_call.hpp"
#include "kernels/rns_table.hpp"
#include "ringlet/types.hpp"

/// What a backend provides: plain data that names its kernels. The registry only reads it, so that listing a backend
/// never runs one of its instructions.
namespace ringlet::kernels {

using arith::TwiddleCodec;
using arith::WordModulus;

/// The operations on values that stay in a transform's own layout, cells, from one call to the next. Coefficients are
/// in natural order, evaluations in one of the kernel's own; both are lazy, below bounds that the arithmetic sets and
/// every operation keeps.
/// Shapes     n cells, n = 2^log_n as the transform allows it, on a cache line; arrays of n words, any alignment
/// Aliasing   out may equal a, b or z
template <class Word>
struct BasicBufferKernels {
  std::size_t cell_bytes;
  /// From and to canonical words; evaluations in bit-reversed order.
  void (*load)(void* out, const Word* in, std::size_t n, const ModulusFor<Word>&, Domain);
  void (*store)(Word* out, const void* in, std::size_t n, const ModulusFor<Word>&, Domain);
  /// In place. Factors are ignored.
  void (*forward)(const BasicNttCall<Word>&);
  void (*inverse)(const BasicNttCall<Word>&);
  /// Evaluations to such as may be factors of products; all but those may be that products leave. Null where all may.
  void (*reduce)(void* out, const void* in, std::size_t n, const ModulusFor<Word>&);
  /// a + b and a - b, all in the same domain.
  void (*add)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  void (*sub)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  /// a b, and a b + z, on evaluations; a and b may be factors.
  void (*mul)(void* out, const void* a, const void* b, std::size_t n, const ModulusFor<Word>&);
  void (*mul_add)(void* out, const void* a, const void* b, const void* z, std::size_t n, const ModulusFor<Word>&);
};

/// A transform kernel with the range that it is valid for and the tables that it wants.
template <class Word>
struct BasicNttKernel {
  const char* arithmetic;
  ModulusRange<TwiddleWord<Word>> moduli;
  /// n = 2^log_n with log_n >= min_log_n
  unsigned min_log_n;
  /// The last pass takes radix_log + lanes_log stages.
  unsigned lanes_log;
  LaneTwiddles lane_twiddles;
  /// The radices that a pass may have: 1 .. max_radix_log; those that are fastest.
  unsigned max_radix_log;
  unsigned best_radix_log;
  TwiddleCodec<TwiddleWord<Word>> codec;
  bool scales_first_products;
  /// From n = 2^twist_log_n on, values are twisted so that tiles share their twiddles; 0: never.
  unsigned twist_log_n;
  /// What a value takes between passes, if it does not fit its place in the output; else 0.
  std::size_t scratch_bytes;
  void (*forward)(const BasicNttCall<Word>&);
  void (*inverse)(const BasicNttCall<Word>&);
  /// The columns of a matrix without turning it, in two passes of radix 2^(max_radix_log - 1) or 2^max_radix_log; null
  /// where columns must be turned into lines.
  void (*forward_columns)(const BasicColumnsCall<Word>&) = nullptr;
  void (*inverse_columns)(const BasicColumnsCall<Word>&) = nullptr;
  /// Null where values lie between passes as the caller has them.
  const BasicBufferKernels<Word>* buffer = nullptr;

  [[nodiscard]] bool serves(TwiddleWord<Word> q, unsigned log_n) const {
    return moduli.contains(q) && log_n >= min_log_n;
  }
  [[nodiscard]] bool twists(unsigned log_n) const { return twist_log_n != 0 && log_n >= twist_log_n; }
};

using NttKernel = BasicNttKernel<std::uint64_t>;

/// The kernels of one family of arithmetic on one instruction set, for one word, best first.
template <class Word>
struct WordKernels {
  std::span<const BasicNttKernel<Word>> ntt = {};
  std::span<const BasicEltwiseKernels<Word>> eltwise = {};
  /// Element-wise kernels on split arrays, for words that have these.
  std::span<const BasicEltwiseKernels<Word, SplitArrays>> split = {};
  /// How often one of them was entered; null unless the build is checked.
  const std::uint64_t* calls = nullptr;

  /// The element-wise kernels of either type.
  template <class Kernels>
  [[nodiscard]] std::span<const Kernels> eltwise_of() const {
    if constexpr (std::is_same_v<Kernels, BasicEltwiseKernels<Word>>) {
      return eltwise;
    } else {
      return split;
    }
  }
};

}  // namespace ringlet::kernels
