#include "backends/target.hpp"
#include "eltwise/bare_loops.hpp"
#include "eltwise/bare_vectors.hpp"
#include "isa/avx512.hpp"

namespace bench {
namespace {

using Isa = ringlet::backends::Target<ringlet::isa::Avx512>;
using Vec = Isa::Vec;
using Word = std::uint64_t;
using Sums = BareSums<Isa>;

/// Offsets between integers and doubles. An integer x < 2^52 is in the low bits of the double 2^52 + x, a signed one in
/// those of 1.5 2^52 + x.
constexpr double two_52 = 0x1p52;
constexpr double rounder = 0x1.8p52;

RINGLET_INLINE Vec broadcast_double(double x) { return Isa::broadcast(__builtin_bit_cast(Word, x)); }

void reduce(Word* out, const Word* x, const Word*, std::size_t n, const BareConstants& c) {
  const Vec q = Isa::broadcast(c.q);
  const Vec quotient_of_q = Isa::broadcast(c.word_quotient);
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec word = Isa::load(x + i);
    return Isa::subtract_once(Isa::sub(word, Isa::mul_low(Isa::mul_high(word, quotient_of_q), q)), q);
  });
}

/// Returns x factor mod q, computed in doubles with the integer quotient nearest to estimate over_q. The remainder is
/// below q in magnitude; a conditional addition of q makes it canonical.
RINGLET_INLINE Vec residue(Vec x, Vec factor, Vec estimate, Vec over_q, Vec q, Vec word_q) {
  const Vec high = Isa::double_mul(x, factor);
  const Vec low = Isa::double_mul_sub(x, factor, high);
  const Vec offset = broadcast_double(rounder);
  const Vec quotient = Isa::double_sub(Isa::double_mul_add(estimate, over_q, offset), offset);
  const Vec product = Isa::double_add(Isa::double_sub_mul(high, quotient, q), low);
  return Isa::add_if_negative(Isa::sub(Isa::double_add(product, offset), offset), word_q);
}

/// Computes x times the scalar, plus y with `with_summand`, for q < 2^50.
template <bool with_summand>
void axpy(Word* out, const Word* x, const Word* y, std::size_t n, const BareConstants& c) {
  const Vec word_q = Isa::broadcast(c.q);
  const Vec q = broadcast_double(static_cast<double>(c.q));
  const Vec exponent = broadcast_double(two_52);
  const double centred = static_cast<double>(c.scalar) - (2 * c.scalar > c.q ? static_cast<double>(c.q) : 0);
  const Vec scalar = broadcast_double(centred);
  const Vec scalar_over_q = broadcast_double(centred / static_cast<double>(c.q));
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec a = Isa::double_sub(Isa::add(Isa::load(x + i), exponent), exponent);
    const Vec product = residue(a, scalar, a, scalar_over_q, q, word_q);
    if constexpr (!with_summand) return product;
    return Isa::subtract_once(Isa::add(product, Isa::load(y + i)), word_q);
  });
}

/// Computes products of elements, for q < 2^50.
void mul(Word* out, const Word* x, const Word* y, std::size_t n, const BareConstants& c) {
  const Vec word_q = Isa::broadcast(c.q);
  const Vec q = broadcast_double(static_cast<double>(c.q));
  const Vec exponent = broadcast_double(two_52);
  const Vec inverse = broadcast_double(1 / static_cast<double>(c.q));
  unrolled_by_four<Isa>(out, n, [=](std::size_t i) RINGLET_INLINE_LAMBDA {
    const Vec a = Isa::double_sub(Isa::add(Isa::load(x + i), exponent), exponent);
    const Vec b = Isa::double_sub(Isa::add(Isa::load(y + i), exponent), exponent);
    return residue(a, b, Isa::double_mul(a, b), inverse, q, word_q);
  });
}

constexpr BareOperation operations[] = {
    {"add", 2, 62, Sums::add},
    {"sub", 2, 62, Sums::sub},
    {"cmp_add", 2, 62, Sums::cmp_add},
    {"reduce any word", 2, 62, reduce},
    {"mul_scalar", 2, 50, axpy<false>},
    {"axpy", 2, 50, axpy<true>},
    {"mul", 2, 50, mul},
};

}  // namespace

constinit const std::span<const BareOperation> bare_avx512dq = operations;

}  // namespace bench
