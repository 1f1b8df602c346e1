#pragma once

#include "isa/compiler.hpp"
#include "isa/rounding.hpp"

namespace ringlet::kernels {

#ifdef RINGLET_CHECKED
/// f(context) in isa::DefaultRounding, which a failed range check leaves, too. Defined outside the backends: what
/// cleans up after an exception would be a symbol that they share.
void call_in_default_rounding(void (*f)(const void* context), const void* context);
#endif

/// Whether A computes on doubles, which its traits say, or the format of its multiplicands.
template <class A>
inline constexpr bool is_in_doubles = [] {
  if constexpr (requires { A::twiddle_format.in_doubles; }) {
    return A::twiddle_format.in_doubles;
  } else {
    return A::traits.in_doubles;
  }
}();

/// f(), the whole work of a kernel over A, its constants included: where A computes on doubles, in
/// isa::DefaultRounding.
template <class A, class F>
RINGLET_INLINE void in_environment(const F& f) {
  if constexpr (is_in_doubles<A>) {
#ifdef RINGLET_CHECKED
    call_in_default_rounding([](const void* context) { (*static_cast<const F*>(context))(); }, &f);
#else
    const isa::DefaultRounding rounding;
    f();
    rounding.leave();
#endif
  } else {
    f();
  }
}

}  // namespace ringlet::kernels
