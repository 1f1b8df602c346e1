#include "backends/target.hpp"
#include "eltwise/bare_loops.hpp"
#include "eltwise/bare_vectors.hpp"
#include "isa/avx512ifma.hpp"

namespace bench {
namespace {

using Isa = ringlet::backends::Target<ringlet::isa::Avx512Ifma>;
using Vec = Isa::Vec;
using Word = std::uint64_t;
using Sums = BareSums<Isa>;

constexpr Word mask_52 = (Word{1} << 52) - 1;

/// Reduces words modulo q, by the quotient of their leading bits x / 2^(bits-2), which fit in 52 bits if q has at least
/// 15. Computes the remainder modulo 2^52 if a remainder below 2q fits.
template <bool modulo_2_52>
void reduce(Word* out, const Word* x, const Word*, std::size_t n, const BareConstants& c) {
  const Vec q = Isa::broadcast(c.q);
  const Vec minus_q = Isa::broadcast((mask_52 + 1) - c.q);
  const Vec quotient_of_q = Isa::broadcast(c.product_quotient >> 12);
  const Vec shift = Isa::broadcast(c.bits - 2);
  const Vec zero = Isa::broadcast(0);
  const Vec mask = Isa::broadcast(mask_52);
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec word = Isa::load(x + i);
    const Vec quotient = Isa::madd52_high(zero, Isa::shift_right_any(word, shift), quotient_of_q);
    if constexpr (modulo_2_52) {
      return Isa::subtract_once(Isa::bit_and(Isa::madd52_low(word, quotient, minus_q), mask), q);
    } else {
      return Isa::subtract_once(Isa::sub(word, Isa::mul_low(quotient, q)), q);
    }
  });
}

/// Computes x times the scalar, plus y with `with_summand`. Remainders are computed modulo 2^52 for q < 2^50, and
/// modulo 2^64 for q of 51 and 52 bits.
template <bool with_summand, bool modulo_2_52>
void axpy(Word* out, const Word* x, const Word* y, std::size_t n, const BareConstants& c) {
  const Vec q = Isa::broadcast(c.q);
  const Vec minus_q = Isa::broadcast((mask_52 + 1) - c.q);
  const Vec scalar = Isa::broadcast(c.scalar);
  const Vec scalar_quotient = Isa::broadcast(c.scalar_quotient_52);
  const Vec zero = Isa::broadcast(0);
  const Vec mask = Isa::broadcast(mask_52);
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec word = Isa::load(x + i);
    const Vec quotient = Isa::madd52_high(zero, word, scalar_quotient);
    Vec product;
    if constexpr (modulo_2_52) {
      product = Isa::madd52_low(Isa::madd52_low(zero, word, scalar), quotient, minus_q);
      product = Isa::bit_and(product, mask);
    } else {
      product = Isa::sub(Isa::mul_low(word, scalar), Isa::mul_low(quotient, q));
    }
    product = Isa::subtract_once(product, q);
    if constexpr (with_summand) product = Isa::subtract_once(Isa::add(product, Isa::load(y + i)), q);
    return product;
  });
}

/// Computes products of elements, for q < 2^50.
template <bool below_49_bits>
void mul(Word* out, const Word* x, const Word* y, std::size_t n, const BareConstants& c) {
  const Vec q = Isa::broadcast(c.q);
  const Vec twice_q = Isa::broadcast(2 * c.q);
  const Vec minus_q = Isa::broadcast((mask_52 + 1) - c.q);
  const Vec quotient_of_q = Isa::broadcast(c.product_quotient >> 12);
  const Vec two = Isa::broadcast(2);
  const Vec shift = Isa::broadcast(52 - c.bits);
  const Vec zero = Isa::broadcast(0);
  const Vec mask = Isa::broadcast(mask_52);
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec a = Isa::load(x + i);
    const Vec b = Isa::load(y + i);
    const Vec top = Isa::madd52_high(zero, Isa::shift_left(a, two), Isa::shift_left(b, shift));
    const Vec quotient = Isa::madd52_high(zero, top, quotient_of_q);
    Vec product = Isa::bit_and(Isa::madd52_low(Isa::madd52_low(zero, a, b), quotient, minus_q), mask);
    if constexpr (!below_49_bits) product = Isa::subtract_once(product, twice_q);
    return Isa::subtract_once(product, q);
  });
}

constexpr BareOperation operations[] = {
    {"add", 2, 62, Sums::add},
    {"sub", 2, 62, Sums::sub},
    {"cmp_add", 2, 62, Sums::cmp_add},
    {"reduce any word", 15, 50, reduce<true>},
    {"reduce any word", 51, 62, reduce<false>},
    {"mul_scalar", 2, 50, axpy<false, true>},
    {"mul_scalar", 51, 52, axpy<false, false>},
    {"axpy", 2, 50, axpy<true, true>},
    {"axpy", 51, 52, axpy<true, false>},
    {"mul", 2, 49, mul<true>},
    {"mul", 50, 50, mul<false>},
};

}  // namespace

constinit const std::span<const BareOperation> bare_avx512ifma = operations;

}  // namespace bench
