#include "arith/multiword_words.hpp"
#include "memory/aligned_words.hpp"
#include "multiword/checks.hpp"
#include "multiword/kernels.hpp"
#include "multiword/widths.hpp"
#include "number_theory/batch_inversion.hpp"
#include "ringlet/multiword_eltwise.hpp"

namespace ringlet {
namespace {

/// Ring of multiword numbers for number_theory/batch_inversion.hpp. All products are Montgomery's, for either form. The
/// inverse of v is w with v w = R^2 if both are in Montgomery form, and w / R^2 if both are plain.
template <unsigned width>
class NumberRing : public multiword::MultiwordKernels<width> {
 public:
  using Number = UInt<width>;

  NumberRing(const Modulus<Number>& q, Form form) : multiword::MultiwordKernels<width>(q), q_(q.value()), form_(form) {}

  bool invert(Number& x) const {
    Number inverse;
    if (!arith::invert(inverse.words, x.words, q_.words)) return false;
    x = form_ == Form::montgomery ? this->to_montgomery(this->to_montgomery(inverse)) : inverse;
    return true;
  }

 private:
  const Number& q_;
  Form form_;
};

}  // namespace

template <unsigned width>
void invert(UIntSpan<width> out, UIntView<width> a, const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  multiword::check_arrays(out, {{"a", a}}, q);
  const NumberRing<width> ring(q, form);
  memory::AlignedWords<UInt<width>> products(a.size());
  number_theory::invert(ring, out, a, UIntSpan<width>(products), multiword::reject_multiword<width>);
  multiword::check_multiword_output(out, q);
}

template <unsigned width>
void powers(UIntSpan<width> out, const std::type_identity_t<UInt<width>>& first,
            const std::type_identity_t<UInt<width>>& ratio, const Modulus<UInt<width>>& q, Form form) {
  checks::require_form(form);
  checks::require_nonempty("out", out.size());
  multiword::require_below("first", first, q);
  multiword::require_below("ratio", ratio, q);
  const multiword::MultiwordKernels kernels(q);
  number_theory::powers(kernels, out, first, kernels.factor(ratio, form));
  multiword::check_multiword_output(out, q);
}

// Instantiates each function for each width.
#define RINGLET_INSTANTIATE(width)                                                        \
  using N##width = UInt<width>;                                                           \
  template void invert(UIntSpan<width>, UIntView<width>, const Modulus<N##width>&, Form); \
  template void powers(UIntSpan<width>, const N##width&, const N##width&, const Modulus<N##width>&, Form);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
