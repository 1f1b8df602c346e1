#pragma once

#include "isa/compiler.hpp"
#include "isa/rounding.hpp"

namespace ringlet::kernels {

#ifdef RINGLET_CHECKED
/// Calls f(context) in isa::DefaultRounding and restores the caller's state, also after a failed range check. Defined
/// outside the backends: the cleanup after an exception would be a symbol that they share.
void call_in_default_rounding(void (*f)(const void* context), const void* context);
#endif

/// Whether A computes on doubles, according to its traits or to the format of its multiplicands.
template <class A>
inline constexpr bool is_in_doubles = [] {
  if constexpr (requires { A::twiddle_format.in_doubles; }) {
    return A::twiddle_format.in_doubles;
  } else {
    return A::traits.in_doubles;
  }
}();

/// Whether the instructions of A's instruction set ignore the control word.
template <class A>
inline constexpr bool has_own_rounding = requires { requires A::Isa::has_own_rounding; };

/// Calls f(), the whole work of a kernel over A, including its constants. If A computes on doubles by instructions that
/// depend on the control word, isa::DefaultRounding is in force.
template <class A, class F>
RINGLET_INLINE void in_environment(const F& f) {
  if constexpr (is_in_doubles<A> && !has_own_rounding<A>) {
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
