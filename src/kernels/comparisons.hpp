#pragma once

#include <cstddef>

#include "isa/compiler.hpp"
#include "kernels/choose.hpp"
#include "ringlet/types.hpp"

/// Comparisons with a bound, chosen once for a call.
namespace ringlet::kernels {

template <Comparison comparison, class Isa>
RINGLET_INLINE typename Isa::Vec keep_where(typename Isa::Vec x, typename Isa::Vec bound, typename Isa::Vec value) {
  if constexpr (comparison == Comparison::never) return Isa::broadcast(0);
  if constexpr (comparison == Comparison::always) return value;
  if constexpr (comparison == Comparison::equal) return Isa::keep_if(Isa::equal(x, bound), value);
  if constexpr (comparison == Comparison::less) return Isa::keep_if(Isa::less(x, bound), value);
  if constexpr (comparison == Comparison::less_equal) return Isa::keep_if(Isa::less_equal(x, bound), value);
  if constexpr (comparison == Comparison::not_equal) return Isa::keep_if(Isa::invert(Isa::equal(x, bound)), value);
  if constexpr (comparison == Comparison::greater_equal) return Isa::keep_if(Isa::invert(Isa::less(x, bound)), value);
  if constexpr (comparison == Comparison::greater) return Isa::keep_if(Isa::invert(Isa::less_equal(x, bound)), value);
}

/// Number of vectors that `cmp_add` loads before it stores their results. Eight vectors of 32 bytes are up to 1.2 times
/// as fast as one on a core that another program shares (docs/notes/hexl_2026_11.md).
template <class Isa>
inline constexpr std::size_t compared_together = sizeof(typename Isa::Vec) == 32 ? 8 : 1;

template <class F>
RINGLET_INLINE void with_comparison(Comparison comparison, F f) {
  switch (comparison) {
    case Comparison::equal:
      return f(Constant<Comparison::equal>{});
    case Comparison::less:
      return f(Constant<Comparison::less>{});
    case Comparison::less_equal:
      return f(Constant<Comparison::less_equal>{});
    case Comparison::never:
      return f(Constant<Comparison::never>{});
    case Comparison::not_equal:
      return f(Constant<Comparison::not_equal>{});
    case Comparison::greater_equal:
      return f(Constant<Comparison::greater_equal>{});
    case Comparison::greater:
      return f(Constant<Comparison::greater>{});
    case Comparison::always:
      return f(Constant<Comparison::always>{});
  }
}

}  // namespace ringlet::kernels
