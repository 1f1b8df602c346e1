#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "kernels/layout.hpp"
#include "kernels/map.hpp"
#include "kernels/rns_table.hpp"

namespace ringlet::kernels {

/// Computes digits of centred representatives as residues: out = ((u >> shift) mod 2^width) - 2^(width - 1) modulo p.
/// Here u is the representative of x in [-q/2, q/2) plus an offset that makes it positive and its digits unsigned
/// (docs/bounds/dot.md, 16.6).
template <class Isa>
void balanced_digit(std::uint64_t* out, const std::uint64_t* x, std::size_t count, const DigitConstants& c) {
  Isa::count_call();
  using Vec = typename Isa::Vec;
  using Layout = WordVectors<Isa>;
  const Vec above_half = Isa::broadcast(c.above_half), q = Isa::broadcast(c.q), offset = Isa::broadcast(c.offset);
  const Vec shift = Isa::broadcast(c.shift), mask = Isa::broadcast(c.mask), half = Isa::broadcast(c.half);
  const Vec p = Isa::broadcast(c.p);
  map<Isa, Layout>(
      out, count,
      [=](Vec value) RINGLET_INLINE_LAMBDA {
        const Vec u = Isa::add(Isa::subtract_modulo(value, above_half, q), offset);
        return Isa::subtract_modulo(Isa::bit_and(Isa::shift_right_any(u, shift), mask), half, p);
      },
      Array<Layout>{x});
}

}  // namespace ringlet::kernels
