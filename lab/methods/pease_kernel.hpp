#pragma once

#include <cstddef>

#include "isa/compiler.hpp"
#include "kernels/kernel_table.hpp"
#include "ringlet/types.hpp"

/// Table entry and call of a transform in Pease's constant geometry (lab/methods/pease.hpp).
namespace ringlet::lab {

/// Stage of a transform: a pass of radix 2. Its twiddles are those of blocks 0 .. 2^s - 1 of stage s, as an array of
/// low and one of high limbs, and repeated to a whole vector if they are fewer.
using PeaseStage = kernels::BasicNttPass<uint128_t>;

RINGLET_INLINE constexpr std::size_t pease_twiddle_count(unsigned stage, unsigned lanes_log) {
  return std::size_t{1} << (stage < lanes_log ? lanes_log : stage);
}

/// Transform call. Its passes are the stages, its scale is 1/n itself.
/// Aliasing   out may equal in.
/// Input      forward: below input_factor q, in {1, 2, 4}; inverse: in {1, 2}
/// Output     below q
using PeaseCall = kernels::BasicNttCall<uint128_t>;

/// Bytes of scratch memory for each of n values: two places.
inline constexpr std::size_t pease_scratch_bytes = 2 * sizeof(uint128_t);  // no proof: memory

struct PeaseKernel {
  arith::ModulusRange<uint128_t> moduli;
  /// Needs n = 2^log_n with log_n > lanes_log.
  unsigned lanes_log;
  void (*forward)(const PeaseCall&);
  void (*inverse)(const PeaseCall&);

  [[nodiscard]] bool serves(uint128_t q, unsigned log_n) const { return moduli.contains(q) && log_n > lanes_log; }
};

}  // namespace ringlet::lab
