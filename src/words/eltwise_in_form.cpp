#include "arith/montgomery/word_inverse.hpp"
#include "ringlet/eltwise.hpp"
#include "words/checked_eltwise.hpp"
#include "words/multiply_and_add.hpp"

namespace ringlet {
namespace {

/// Operations on numbers in a form, on arrays of the word.
template <class Word>
struct InForm : words::WordOperations<Word> {
  using Words = words::WordOperations<Word>;
  using typename Words::In;
  using typename Words::Kernels;
  using typename Words::Out;
  using typename Words::Q;

  /// Computes a b / R + c, or a b / R if `summand` is null.
  template <class... Inputs>
  static void multiply_montgomery(Out out, const Q& q, Range range, const Word* summand, In a, In b,
                                  const Inputs&... inputs) {
    checks::require_product_factors(range, q);
    Words::check_all(out, q, range.input_factor, a, b, inputs...);
    words::kernels_for<Kernels>(q.bits()).mul_montgomery(out.data(), a.data(), b.data(), summand, out.size(),
                                                         q.constants(), range.input_factor);
    checks::check_output(out, q, 1);
  }

  /// Computes a b / R - c for values in [0, f q).
  static void subtract_from_products(Out out, In a, In b, In c, const Q& q, unsigned f) {
    const Kernels& kernels = words::kernels_for<Kernels>(q.bits());
    const auto& m = q.constants();
    const auto multiply = [&](Word* products, std::size_t i, std::size_t count) {
      kernels.mul_montgomery(products, &a[i], &b[i], nullptr, count, m, f);
    };
    const auto subtract = [&](const Word* products, std::size_t i, std::size_t count) {
      if (f == 1) {
        kernels.sub(&out[i], products, &c[i], count, m);
      } else {
        kernels.axpy(&out[i], &c[i], static_cast<Word>(m.q - 1), products, count, m, f);
      }
    };
    words::combine_products<Word>(out.size(), multiply, subtract);
  }

  static void multiply_and_subtract(Out out, In a, In b, In c, const Q& q, Range range) {
    checks::require_product_factors(range, q);
    Words::check_all(out, q, range.input_factor, a, b, c);
    subtract_from_products(out, a, b, c, q, range.input_factor);
    checks::check_output(out, q, 1);
  }

  /// Multiplies by a power of R: to Montgomery form, or from it.
  static void convert(Out out, In a, std::uint64_t power, const Q& q) {
    Words::mul_add(out, a, static_cast<Word>(power), std::nullopt, q, {});
  }
};

}  // namespace

#define RINGLET_DEFINE(T)                                                                      \
  void mul(T::Out out, T::In a, T::In b, const T::Q& q, Form form, Range range) {              \
    checks::require_form(form, q);                                                             \
    if (form == Form::plain) return mul(out, a, b, q, range);                                  \
    T::multiply_montgomery(out, q, range, nullptr, a, b);                                      \
  }                                                                                            \
  void mul_add(T::Out out, T::In a, T::In b, T::In c, const T::Q& q, Form form, Range range) { \
    checks::require_form(form, q);                                                             \
    if (form == Form::plain) return mul_add(out, a, b, c, q, range);                           \
    T::multiply_montgomery(out, q, range, c.data(), a, b, c);                                  \
  }                                                                                            \
  void mul_sub(T::Out out, T::In a, T::In b, T::In c, const T::Q& q, Form form, Range range) { \
    checks::require_form(form, q);                                                             \
    if (form == Form::plain) return mul_sub(out, a, b, c, q, range);                           \
    T::multiply_and_subtract(out, a, b, c, q, range);                                          \
  }                                                                                            \
  void to_montgomery(T::Out out, T::In a, const T::Q& q) {                                     \
    checks::require_form(Form::montgomery, q);                                                 \
    T::convert(out, a, arith::r_modulo<T::Word>(q.constants()), q);                            \
  }                                                                                            \
  void from_montgomery(T::Out out, T::In a, const T::Q& q) {                                   \
    checks::require_form(Form::montgomery, q);                                                 \
    T::convert(out, a, arith::inverse_of_r<T::Word>(q.value()), q);                            \
  }
#define RINGLET_DEFINE_WORD(Word) RINGLET_DEFINE(InForm<Word>)
RINGLET_FOR_WORD32(RINGLET_DEFINE_WORD)
RINGLET_FOR_WORD64(RINGLET_DEFINE_WORD)

}  // namespace ringlet
