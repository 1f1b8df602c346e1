#pragma once

#include "kernels/eltwise.hpp"

namespace ringlet::lab {

/// Element-wise operations of the library that an arithmetic of canonical numbers supports.
template <class A>
struct CanonicalEltwise : kernels::Eltwise<A> {
  using Base = kernels::Eltwise<A>;

  static constexpr typename Base::Kernels table(const char* arithmetic) {
    const auto products = Base::product(arithmetic);
    typename Base::Kernels kernels = products.without(products);
    kernels.mul = Base::mul;
    kernels.axpy = Base::axpy;
    kernels.add = Base::add;
    kernels.sub = Base::sub;
    kernels.neg = Base::neg;
    return kernels;
  }
};

}  // namespace ringlet::lab
