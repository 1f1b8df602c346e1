#pragma once

#include <array>

#include "arith/barrett128.hpp"
#include "kernels/eltwise.hpp"
#include "kernels/ntt_kernel.hpp"

namespace ringlet::backends {

/// The method of the papers for double words, found by name: what the library's own kernels are compared with. Cpu: a
/// Limb64x2 of any instruction set; ElementCpu: the same, its lanes in any order.
template <class Cpu, class ElementCpu = Cpu>
struct Barrett128Kernels {
  template <unsigned skipped, class Isa = Cpu>
  using WithSchoolbook = arith::Barrett128<Isa, isa::Schoolbook, skipped>;
  template <unsigned skipped, class Isa = Cpu>
  using WithKaratsuba = arith::Barrett128<Isa, isa::Karatsuba, skipped>;

  static constexpr kernels::BasicNttKernel<uint128_t> ntt[] = {
      kernels::pease_kernel<WithSchoolbook<0>>("limb64x2-schoolbook"),
      kernels::pease_kernel<WithSchoolbook<1>>("limb64x2-schoolbook"),
      kernels::pease_kernel<WithKaratsuba<0>>("limb64x2-karatsuba"),
      kernels::pease_kernel<WithKaratsuba<1>>("limb64x2-karatsuba")};

  template <class A, class Layout>
  static constexpr auto eltwise_of(const char* arithmetic) {
    return kernels::Eltwise<A, Layout>::canonical(arithmetic);
  }
  template <class Layout>
  static constexpr std::array eltwise_in{
      eltwise_of<WithSchoolbook<0, ElementCpu>, Layout>("limb64x2-schoolbook"),
      eltwise_of<WithSchoolbook<1, ElementCpu>, Layout>("limb64x2-schoolbook"),
      eltwise_of<WithKaratsuba<0, ElementCpu>, Layout>("limb64x2-karatsuba"),
      eltwise_of<WithKaratsuba<1, ElementCpu>, Layout>("limb64x2-karatsuba"),
  };
  static constexpr auto contiguous = eltwise_in<kernels::Contiguous<ElementCpu>>;
  static constexpr auto split = eltwise_in<kernels::Split<ElementCpu>>;
};

}  // namespace ringlet::backends
