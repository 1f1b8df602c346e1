#pragma once

#include <cstddef>

#include "eltwise/bare_loops.hpp"
#include "isa/compiler.hpp"

/// The loop, and the operations that need no product. Each file of an instruction set instantiates them with its own
/// type (backends/target.hpp), so that the linker merges none of them.
namespace bench {

/// Computes out[i...] = f(i) for all vectors, four at a time.
template <class Isa, class F>
RINGLET_INLINE void unrolled_by_four(std::uint64_t* out, std::size_t n, F f) {
  constexpr std::size_t lanes = Isa::lanes;
  std::size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    const auto first = f(i), second = f(i + lanes), third = f(i + 2 * lanes), fourth = f(i + 3 * lanes);
    Isa::store(out + i, first);
    Isa::store(out + i + lanes, second);
    Isa::store(out + i + 2 * lanes, third);
    Isa::store(out + i + 3 * lanes, fourth);
  }
  for (; i < n; i += lanes) Isa::store(out + i, f(i));
}

template <class Isa>
struct BareSums {
  using Vec = typename Isa::Vec;

  static void add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                  const BareConstants& c) {
    const Vec q = Isa::broadcast(c.q);
    unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
      return Isa::subtract_once(Isa::add(Isa::load(x + i), Isa::load(y + i)), q);
    });
  }

  static void sub(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                  const BareConstants& c) {
    const Vec q = Isa::broadcast(c.q);
    unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
      return Isa::add_if_negative(Isa::sub(Isa::load(x + i), Isa::load(y + i)), q);
    });
  }

  static void cmp_add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t*, std::size_t n,
                      const BareConstants& c) {
    const Vec bound = Isa::broadcast(c.bound);
    const Vec summand = Isa::broadcast(c.summand);
    unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
      const Vec word = Isa::load(x + i);
      return Isa::add_if(Isa::less(word, bound), word, summand);
    });
  }
};

}  // namespace bench
