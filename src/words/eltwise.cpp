#include "ringlet/eltwise.hpp"

#include "arith/word_traits.hpp"
#include "words/checked_eltwise.hpp"
#include "words/multiply_and_add.hpp"

namespace ringlet {
namespace {

/// Computes out = a b + c.
template <class T>
void multiply_arrays_and_add(typename T::Out out, typename T::In a, typename T::In b, typename T::In c,
                             const typename T::Q& q, Range range) {
  checks::require_product_factors(range, q);
  T::check_all(out, q, range.input_factor, a, b, c);
  words::multiply_and_add(out.data(), a.data(), b.data(), c.data(), out.size(),
                          words::kernels_for<typename T::Kernels>(q.bits()), q.constants(), range.input_factor);
  checks::check_output(out, q, 1);
}

}  // namespace

#define RINGLET_NAMES_1 a
#define RINGLET_NAMES_2 a, b
#define RINGLET_NAMES_3 a, b, c
#define RINGLET_SUM(T, name, inputs)                                     \
  void name(T::Out out, RINGLET_INPUTS_##inputs(T::In), const T::Q& q) { \
    T::combine<&T::Kernels::name>(out, q, RINGLET_NAMES_##inputs);       \
  }
#define RINGLET_PRODUCT(T, name, inputs)                                              \
  void name(T::Out out, RINGLET_INPUTS_##inputs(T::In), const T::Q& q, Range range) { \
    T::multiply<&T::Kernels::name>(out, q, range, RINGLET_NAMES_##inputs);            \
  }

// Operations on all words.
#define RINGLET_DEFINE(T)                                                                  \
  RINGLET_ARRAY_OPERATIONS(RINGLET_SUM, RINGLET_PRODUCT, T)                                \
  void add(T::Out out, T::In a, T::Word b, const T::Q& q) { T::add_scalar(out, a, b, q); } \
  void sub(T::Out out, T::In a, T::Word b, const T::Q& q) { T::sub_scalar(out, a, b, q); } \
  void mul(T::Out out, T::In a, T::Word s, const T::Q& q, Range range) {                   \
    T::mul_add(out, a, s, std::nullopt, q, range);                                         \
  }                                                                                        \
  void mul_add(T::Out out, T::In a, T::Word s, T::In c, const T::Q& q, Range range) {      \
    T::mul_add(out, a, s, c, q, range);                                                    \
  }                                                                                        \
  void mul_add(T::Out out, T::In a, T::In b, T::In c, const T::Q& q, Range range) {        \
    multiply_arrays_and_add<T>(out, a, b, c, q, range);                                    \
  }                                                                                        \
  void reduce(T::Out out, T::In in, const T::Q& q, Range range) { T::reduce(out, in, q, range); }
#define RINGLET_DEFINE_WORD(Word) RINGLET_DEFINE(words::WordOperations<Word>)
RINGLET_FOR_EACH_WORD(RINGLET_DEFINE_WORD)

// Operations that 128-bit words lack.
#define RINGLET_DEFINE_COMPARISONS(Word)                                                                      \
  void cmp_add(std::span<Word> out, std::span<const Word> in, Comparison comparison, Word bound, Word diff) { \
    words::WordOperations<Word>::cmp_add(out, in, comparison, bound, diff);                                   \
  }                                                                                                           \
  void cmp_sub(std::span<Word> out, std::span<const Word> in, const Modulus<Word>& q, Comparison comparison,  \
               Word bound, Word diff) {                                                                       \
    words::WordOperations<Word>::cmp_sub(out, in, q, comparison, bound, diff);                                \
  }
RINGLET_FOR_WORD32(RINGLET_DEFINE_COMPARISONS)
RINGLET_FOR_WORD64(RINGLET_DEFINE_COMPARISONS)
RINGLET_FOR_EACH_TEST_WORD(RINGLET_DEFINE_COMPARISONS)

}  // namespace ringlet
