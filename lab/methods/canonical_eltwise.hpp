#pragma once

#include "kernels/eltwise.hpp"

namespace ringlet::lab {

/// Element-wise operations of the library that an arithmetic of canonical numbers supports.
template <class A, class Layout = kernels::WordVectors<typename A::Isa>>
struct CanonicalEltwise : kernels::Eltwise<A, Layout> {
  using Base = kernels::Eltwise<A, Layout>;

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
