#pragma once

#include <cstddef>

#include "isa/compiler.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/map.hpp"

namespace ringlet::lab {

/// The element-wise operations of an arithmetic of canonical numbers: the library's, but with the arithmetic's own
/// additions and subtractions.
template <class A, class Layout = kernels::WordVectors<typename A::Isa>>
struct CanonicalEltwise : kernels::Eltwise<A, Layout> {
  using Base = kernels::Eltwise<A, Layout>;
  using Isa = typename Base::Isa;
  using Vec = typename Base::Vec;
  using Modulus = typename Base::Modulus;
  using In = typename Base::In;
  using Out = typename Base::Out;
  using Input = typename Base::Input;

  static void add(Out out, In a, In b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return arithmetic.add(x, y); };
    kernels::map<Isa, Layout>(out, n, f, Input{a}, Input{b});
  }

  static void sub(Out out, In a, In b, std::size_t n, const Modulus& m) {
    Isa::count_call();
    const A arithmetic(m);
    const auto f = [&](Vec x, Vec y) RINGLET_INLINE_LAMBDA { return arithmetic.sub(x, y); };
    kernels::map<Isa, Layout>(out, n, f, Input{a}, Input{b});
  }

  static constexpr typename Base::Kernels table(const char* arithmetic) {
    const auto products = Base::product(arithmetic);
    typename Base::Kernels kernels = products.without(products);
    kernels.mul = Base::mul;
    kernels.axpy = Base::axpy;
    kernels.add = add;
    kernels.sub = sub;
    kernels.neg = Base::neg;
    return kernels;
  }
};

}  // namespace ringlet::lab
