#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "isa/compiler.hpp"

namespace ringlet::kernels {

#ifdef RINGLET_CHECKED
/// Throws std::logic_error: a kernel left the range that its schedule had computed. Defined outside the backends.
[[noreturn]] void report_range_violation(std::uint64_t value, std::uint64_t q, arith::Range range);
#endif

/// In a checked build, compares every lane with the bound that the schedule derived for it at compile time.
template <class A>
RINGLET_INLINE void check_range([[maybe_unused]] const A& a, [[maybe_unused]] const typename A::Vec& x,
                                [[maybe_unused]] arith::Range range) {
#ifdef RINGLET_CHECKED
  __extension__ using Wide = unsigned __int128;
  std::uint64_t lanes[A::Isa::lanes];
  A::Isa::store(lanes, x);
  for (const std::uint64_t lane : lanes) {
    const std::uint64_t value = lane & A::significant_bits;
    const Wide scaled = static_cast<Wide>(value) * arith::one_q;
    if (scaled < static_cast<Wide>(range.low) * a.modulus() || scaled >= static_cast<Wide>(range.high) * a.modulus()) {
      report_range_violation(value, a.modulus(), range);
    }
  }
#endif
}

template <class A, std::size_t count>
RINGLET_INLINE void check_ranges([[maybe_unused]] const A& a, [[maybe_unused]] const typename A::Vec (&x)[count],
                                 [[maybe_unused]] arith::Range range) {
#ifdef RINGLET_CHECKED
  for (std::size_t i = 0; i < count; ++i) check_range(a, x[i], range);
#endif
}

}  // namespace ringlet::kernels
