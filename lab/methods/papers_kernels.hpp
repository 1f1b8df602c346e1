#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/layout.hpp"
#include "lab/methods/barrett128.hpp"
#include "lab/methods/canonical_eltwise.hpp"
#include "lab/methods/names.hpp"
#include "lab/methods/papers.hpp"
#include "lab/methods/pease.hpp"
#include "lab/methods/split_arrays.hpp"

namespace ringlet::lab {

/// Kernels of the papers' method: two rows for each kind of product, by the length of the modulus. Cpu: a Limb64x2 of
/// any instruction set; ElementCpu: the same with its lanes in any order.
template <class Cpu, class ElementCpu = Cpu>
struct PapersKernels {
  template <unsigned skipped, class Isa = Cpu>
  using WithSchoolbook = Barrett128<Isa, Schoolbook, skipped>;
  template <unsigned skipped, class Isa = Cpu>
  using WithKaratsuba = Barrett128<Isa, Karatsuba, skipped>;

  static constexpr PeaseKernel pease[] = {pease_kernel<WithSchoolbook<0>>(), pease_kernel<WithSchoolbook<1>>(),
                                          pease_kernel<WithKaratsuba<0>>(), pease_kernel<WithKaratsuba<1>>()};

  template <class Layout>
  static constexpr std::array eltwise_in{
      CanonicalEltwise<WithSchoolbook<0, ElementCpu>, Layout>::table(schoolbook),
      CanonicalEltwise<WithSchoolbook<1, ElementCpu>, Layout>::table(schoolbook),
      CanonicalEltwise<WithKaratsuba<0, ElementCpu>, Layout>::table(karatsuba),
      CanonicalEltwise<WithKaratsuba<1, ElementCpu>, Layout>::table(karatsuba),
  };
  static constexpr auto contiguous = eltwise_in<kernels::WordVectors<ElementCpu>>;
  static constexpr auto split = eltwise_in<SplitVectors<ElementCpu>>;

  /// Returns the method with the two rows from `first` on.
  static constexpr Method method(const char* name, std::size_t first) {
    return {.arithmetic = name,
            .pease = std::span(pease).subspan(first, 2),
            .eltwise = std::span(contiguous).subspan(first, 2),
            .split = std::span(split).subspan(first, 2)};
  }
};

/// Both methods. An instruction set outside the library, with its own `mul_widening`, `add_carry` and `sub_borrow`,
/// gets them by `papers_methods<Target<isa::Limb64x2<...>>>`.
template <class Cpu, class ElementCpu = Cpu>
constexpr PapersMethods papers_methods = {PapersKernels<Cpu, ElementCpu>::method(schoolbook, 0),
                                          PapersKernels<Cpu, ElementCpu>::method(karatsuba, 2)};

}  // namespace ringlet::lab
