#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "arith/bound.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet::kernels {

#ifdef RINGLET_CHECKED
/// Throws std::logic_error if one of `count` values is outside its range, that is, if a kernel left the range that its
/// schedule had computed. Only the significant bits of a value count. Defined in range_check.cpp, outside the backends.
RINGLET_FOR_LARGE void check_lanes(const std::uint64_t* lanes, std::size_t count, std::uint64_t significant_bits,
                                   std::uint64_t q, arith::Range range);
RINGLET_FOR_LARGE void check_lanes(const uint128_t* lanes, std::size_t count, uint128_t significant_bits, uint128_t q,
                                   arith::Range range);

/// Checks words shorter than 64 bits in the same way.
template <class Word>
  requires(sizeof(Word) < sizeof(std::uint64_t))
void check_lanes(const Word* lanes, std::size_t count, Word significant_bits, std::uint64_t q, arith::Range range) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t lane = lanes[i];
    check_lanes(&lane, 1, significant_bits, q, range);
  }
}

/// Checks doubles: they must be integers, and their magnitude must be in range.
void check_double_lanes(const std::uint64_t* lanes, std::size_t count, std::uint64_t q, arith::Bound bound);

/// Checks vectors of limbs: limb 0 of all lanes, then limb 1 of all lanes, ...
void check_limbs(const std::uint64_t* limbs, std::size_t lanes, unsigned limb_count, uint128_t q, arith::Range range);

/// Checks vectors of limbs of which each must be in range, in units of 2^unit_log.
void check_single_limbs(const std::uint64_t* limbs, std::size_t count, unsigned unit_log, arith::Range range);

/// Checks limbs that are doubles: they must be integers, and the magnitude of their number must be in range.
void check_double_limbs(const std::uint64_t* limbs, std::size_t lanes, unsigned limb_count, unsigned limb_bits,
                        uint128_t q, arith::Bound bound);

/// Checks a cell of multiword numbers. Limbs of 52 bits are signed, and their number is taken modulo 2^(52 limbs).
/// Limbs of 64 bits are words. Doubles must be integers. A range that begins below zero requires doubles.
void check_multiword_cell(const std::uint64_t* cell, std::size_t lanes, arith::MultiwordFormat format,
                          const MultiwordModulusConstants& q, arith::SignedRange range);
#endif

#ifdef RINGLET_CHECKED
/// Type of a lane, if it is an integer: a cell, unless the instruction set names a longer integer.
template <class Isa>
struct LaneOf {
  using type = typename Isa::Cell;
};
template <class Isa>
  requires requires { typename Isa::Lane; }
struct LaneOf<Isa> {
  using type = typename Isa::Lane;
};

/// Compares every lane of a vector with its range. Never inlined: a kernel checks hundreds of vectors, and arrays for
/// their lanes would be half of its code.
template <class A, class Modulus>
[[gnu::noinline, gnu::no_sanitize_address]] void check_vector(Modulus q, typename A::Vec x, arith::Range range) {
  constexpr std::size_t lanes = A::Isa::lanes;
  if constexpr (std::is_class_v<typename A::Isa::Cell>) {
    typename A::Isa::Cell vector[lanes];
    A::Isa::store(vector, x);
    if constexpr (A::traits.in_doubles) {
      check_double_limbs(vector[0].limb, lanes, A::Isa::limb_count, A::Isa::limb_bits, q, range.high);
    } else if constexpr (A::traits.limb_unit_log != 0) {
      check_single_limbs(vector[0].limb, lanes * A::Isa::limb_count, A::traits.limb_unit_log, range);
    } else {
      check_limbs(vector[0].limb, lanes, A::Isa::limb_count, q, range);
    }
  } else {
    using Word = typename LaneOf<typename A::Isa>::type;
    Word vector[lanes];
    A::Isa::store(vector, x);
    if constexpr (A::traits.in_doubles) {
      check_double_lanes(vector, lanes, q, range.high);
    } else {
      constexpr unsigned bits = A::traits.significant_bits;
      constexpr Word mask = bits == 0 ? static_cast<Word>(~Word{0}) : (Word{1} << (bits % (8 * sizeof(Word)))) - 1;
      check_lanes(vector, lanes, mask, q, range);
    }
  }
}
#endif

/// Compares, in a checked build, every lane of vector i with range_of(i), which the schedule derived at compile time.
template <class A, std::size_t count, class RangeOf>
RINGLET_INLINE void check_ranges([[maybe_unused]] const A& a, [[maybe_unused]] const typename A::Vec (&x)[count],
                                 [[maybe_unused]] RangeOf range_of) {
#ifdef RINGLET_CHECKED
  for (std::size_t i = 0; i < count; ++i) check_vector<A>(a.modulus(), x[i], range_of(i));
#endif
}

/// Checks values of arith::MultiwordNttArithmetic in the same way. Returns x.
template <class A>
RINGLET_INLINE const typename A::Value& in_range([[maybe_unused]] const MultiwordModulusConstants& q,
                                                 const typename A::Value& x,
                                                 [[maybe_unused]] arith::SignedRange range) {
#ifdef RINGLET_CHECKED
  alignas(64) std::uint64_t cell[A::lanes * A::limbs];
  A::store(cell, x);
  check_multiword_cell(cell, A::lanes, A::twiddle_format, q, range);
#endif
  return x;
}

}  // namespace ringlet::kernels
