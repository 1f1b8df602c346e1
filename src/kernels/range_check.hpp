#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"

namespace ringlet::kernels {

#ifdef RINGLET_CHECKED
/// Throws std::logic_error: a kernel left the range that its schedule had computed. Defined outside the backends.
[[noreturn]] void report_range_violation(std::uint64_t value, std::uint64_t q, arith::Bound bound);
#endif

/// In a checked build, compares every lane with the bound that the schedule derived for it at compile time.
template <class A>
RINGLET_INLINE void check_bound([[maybe_unused]] const A& a, [[maybe_unused]] const typename A::Vec& x,
                                [[maybe_unused]] arith::Bound bound) {
#ifdef RINGLET_CHECKED
  __extension__ using Wide = unsigned __int128;
  std::uint64_t lanes[A::Isa::lanes];
  A::Isa::store(lanes, x);
  for (const std::uint64_t lane : lanes) {
    const std::uint64_t value = lane & A::significant_bits;
    if (static_cast<Wide>(value) * arith::one_q >= static_cast<Wide>(bound) * a.modulus()) {
      report_range_violation(value, a.modulus(), bound);
    }
  }
#endif
}

template <class A, std::size_t count>
RINGLET_INLINE void check_bounds([[maybe_unused]] const A& a, [[maybe_unused]] const typename A::Vec (&x)[count],
                                 [[maybe_unused]] arith::Bound bound) {
#ifdef RINGLET_CHECKED
  for (std::size_t i = 0; i < count; ++i) check_bound(a, x[i], bound);
#endif
}

}  // namespace ringlet::kernels
