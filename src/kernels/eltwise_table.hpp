#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "arith/codec.hpp"
#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "kernels/choose.hpp"
#include "ringlet/types.hpp"

/// The element-wise kernels of a backend as plain data, and the list of their operations.
namespace ringlet::kernels {

using arith::ModulusFor;
using arith::TwiddleWord;

/// Number of words that stay in a first-level cache between two kernels.
inline constexpr std::size_t words_per_tile = 512;  // no proof: memory

// Operations whose inputs are arrays only, with their number of inputs, called a, b and c. `sum` is applied to
// operations on canonical arrays, `product` to operations on lazy arrays, which have an input factor. The list declares
// the kernels. It also defines the functions that call them, in C++ for each kind of arrays and in C for each word.
#define RINGLET_ARRAY_OPERATIONS(sum, product, T) \
  sum(T, add, 2) sum(T, sub, 2) sum(T, neg, 1) product(T, mul, 2) product(T, mul_sub, 3)

#define RINGLET_INPUTS_1(In) In a
#define RINGLET_INPUTS_2(In) In a, In b
#define RINGLET_INPUTS_3(In) In a, In b, In c

/// Element-wise kernels. A null entry leaves the operation to the next table, which is no slower.
/// Shapes     n >= 1 words in each array
/// Aliasing   out may equal any input; any alignment
/// Ranges     as in ringlet/eltwise.hpp
template <class Word>
struct BasicEltwiseKernels {
  using WordType = Word;
  using In = const Word*;
  using Out = Word*;

  const char* arithmetic;
  arith::ModulusRange<TwiddleWord<Word>> moduli;
  unsigned lanes;
  /// Codec of the multiplicands of `mul_fixed` and `scale_difference`.
  arith::TwiddleCodec<TwiddleWord<Word>> codec;
#define RINGLET_SUM(T, name, inputs) \
  void (*name)(Out out, RINGLET_INPUTS_##inputs(In), std::size_t n, const ModulusFor<T>&);
#define RINGLET_PRODUCT(T, name, inputs) \
  void (*name)(Out out, RINGLET_INPUTS_##inputs(In), std::size_t n, const ModulusFor<T>&, unsigned input_factor);
  RINGLET_ARRAY_OPERATIONS(RINGLET_SUM, RINGLET_PRODUCT, Word)
#undef RINGLET_SUM
#undef RINGLET_PRODUCT
  /// out = a b / R + c mod q, R = 2^bits of the word, for odd q. c may be null, for a b / R.
  void (*mul_montgomery)(Out out, In a, In b, In c, std::size_t n, const ModulusFor<Word>&, unsigned input_factor);
  void (*add_scalar)(Out out, In a, Word b, std::size_t n, const ModulusFor<Word>&);
  /// out[0] = a[0] b[0], out[1] = a[0] b[1] + a[1] b[0], out[2] = a[1] b[1], all in [0, q). Each of out may be any of a
  /// and b.
  void (*tensor)(Out const* out, In const* a, In const* b, std::size_t n, const ModulusFor<Word>&);
  /// out = z + x[0] y[0] + ... + x[terms - 1] y[terms - 1], terms >= 1, all in [0, q); z may be null, for no summand.
  /// out may be z, but no row of x or y.
  void (*sum_products)(Out out, In const* x, In const* y, In z, std::size_t terms, std::size_t n,
                       const ModulusFor<Word>&);
  /// out = x s + z, s below q; z may be null, for x s.
  void (*axpy)(Out out, In x, Word s, In z, std::size_t n, const ModulusFor<Word>&, unsigned input_factor);
  /// out = (x - y) w, x below q, y below 4q. w: one multiplicand, by `codec`.
  void (*scale_difference)(Out out, In x, In y, const TwiddleWord<Word>* w, std::size_t n, const ModulusFor<Word>&);
  /// out[i] = x[i] w[i] + z[i], or x[i] w[i] if z is null. w: twiddles in groups of `lanes`, first the values of a
  /// group, then its quotients. The last group is complete, too.
  void (*mul_fixed)(Out out, In x, const TwiddleWord<Word>* w, In z, std::size_t n, const ModulusFor<Word>&,
                    unsigned input_factor);
  /// Reduces words below input_factor q in {2, 4}, or any words for ringlet::Range::any.
  void (*reduce)(Out out, In in, std::size_t n, const ModulusFor<Word>&, unsigned input_factor, unsigned output_factor);
  void (*cmp_add)(Out out, In in, std::size_t n, Comparison, Word bound, Word diff);
  void (*cmp_sub)(Out out, In in, std::size_t n, const ModulusFor<Word>&, Comparison, Word bound, Word diff);

  [[nodiscard]] bool serves(TwiddleWord<Word> q) const { return moduli.contains(q); }

  /// Calls visit(Constant<member>, name) for each operation on these words.
  template <class Visit>
  static constexpr void for_each_operation(Visit visit) {
    using Self = BasicEltwiseKernels;
#define RINGLET_VISIT(T, name, inputs) visit(Constant<&T::name>{}, #name);
    RINGLET_ARRAY_OPERATIONS(RINGLET_VISIT, RINGLET_VISIT, Self)
#undef RINGLET_VISIT
    if constexpr (arith::WordTraits<Word>::has_montgomery) visit(Constant<&Self::mul_montgomery>{}, "mul_montgomery");
    visit(Constant<&Self::add_scalar>{}, "add_scalar");
    visit(Constant<&Self::axpy>{}, "axpy");
    visit(Constant<&Self::reduce>{}, "reduce");
    visit(Constant<&Self::mul_fixed>{}, "mul_fixed");
    if constexpr (arith::has_rns<Word>) {
      visit(Constant<&Self::tensor>{}, "tensor");
      visit(Constant<&Self::scale_difference>{}, "scale_difference");
    } else {
      visit(Constant<&Self::sum_products>{}, "sum_products");
    }
    if constexpr (arith::WordTraits<Word>::has_comparisons) {
      visit(Constant<&Self::cmp_add>{}, "cmp_add");
      visit(Constant<&Self::cmp_sub>{}, "cmp_sub");
    }
  }

  friend bool operator==(const BasicEltwiseKernels&, const BasicEltwiseKernels&) = default;

  /// Returns these kernels without the operations that `others` have.
  [[nodiscard]] constexpr BasicEltwiseKernels without(const BasicEltwiseKernels& others) const {
    BasicEltwiseKernels rest = *this;
    for_each_operation([&](auto operation, const char* /*name*/) {
      if (others.*operation.value != nullptr) rest.*operation.value = nullptr;
    });
    return rest;
  }
};

using EltwiseKernels32 = BasicEltwiseKernels<std::uint32_t>;
using EltwiseKernels = BasicEltwiseKernels<std::uint64_t>;
using EltwiseKernels128 = BasicEltwiseKernels<uint128_t>;

}  // namespace ringlet::kernels
