#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lab/methods/barrett128.hpp"
#include "lab/methods/canonical_eltwise.hpp"
#include "lab/methods/names.hpp"
#include "lab/methods/papers.hpp"
#include "lab/methods/pease.hpp"
#include "lab/methods/split_eltwise.hpp"

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

  template <template <class> class Eltwise>
  static constexpr std::array eltwise{
      Eltwise<WithSchoolbook<0, ElementCpu>>::table(schoolbook),
      Eltwise<WithSchoolbook<1, ElementCpu>>::table(schoolbook),
      Eltwise<WithKaratsuba<0, ElementCpu>>::table(karatsuba),
      Eltwise<WithKaratsuba<1, ElementCpu>>::table(karatsuba),
  };
  static constexpr auto contiguous = eltwise<CanonicalEltwise>;
  static constexpr auto split = eltwise<SplitEltwise>;

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
