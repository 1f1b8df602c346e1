#include "arith/montgomery52/montgomery52_codec.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "arith/multiword_limbs.hpp"

namespace ringlet::arith {
namespace {

constexpr std::uint64_t limb_mask = (std::uint64_t{1} << 52) - 1;  // proof 18.1

template <unsigned limb_count>
using Limbs = std::array<std::uint64_t, limb_count>;

/// Returns (factor q + summand) / 2^52 if `divided`, else factor q + summand, modulo 2^(52 L).
template <unsigned limb_count>
Limbs<limb_count> multiple(const Limbs<limb_count>& q, std::uint64_t factor, std::uint64_t summand, bool divided) {
  Limbs<limb_count> product{};
  uint128_t carry = summand;
  for (unsigned i = 0; i < limb_count + (divided ? 1 : 0); ++i) {
    if (i < limb_count) carry += uint128_t{q[i]} * factor;
    if (!divided || i > 0) product[i - (divided ? 1 : 0)] = static_cast<std::uint64_t>(carry) & limb_mask;
    carry >>= 52;
  }
  return product;
}

}  // namespace

template <unsigned limb_count>
void Montgomery52ModulusCodec<limb_count>::encode(std::uint64_t* out, const MultiwordModulusConstants& constants) {
  using Layout = Montgomery52Layout<limb_count>;
  const auto put = [&](unsigned place, const Limbs<limb_count>& limbs) { std::ranges::copy(limbs, out + place); };
  Limbs<limb_count> q;
  put_limbs(q, std::span(constants.q, constants.words), 52);
  put(Layout::q, q);
  for (unsigned i = 0; i < Layout::multiple_count; ++i) {
    put(Layout::multiples + i * limb_count, multiple<limb_count>(q, i, 0, false));
  }
  // -q is the complement of all limbs, plus one: q is odd, so that nothing is carried.
  Limbs<limb_count> minus_q;
  for (unsigned i = 0; i < limb_count; ++i) minus_q[i] = (q[i] ^ limb_mask) + (i == 0 ? 1 : 0);
  put(Layout::minus_q, minus_q);
  Limbs<limb_count> start = multiple<limb_count>(q, Montgomery52Parameters<limb_count>::row_shift, 0, false);
  for (std::uint64_t& limb : start) limb = 0 - limb;
  put(Layout::start, start);
  const std::uint64_t k = constants.negative_inverse & limb_mask;
  put(Layout::friendly, multiple<limb_count>(q, k, 1, true));
  out[Layout::negative_inverse] = k;

  // Rounding up the leading 64 bits of q makes 1/q smaller by less than one part in 2^62.
  const std::uint64_t leading = bits_from(std::span(constants.q, constants.words), constants.bits - 64);
  const uint128_t numerator = uint128_t{1} << (64 + 32);                                     // proof 18.3
  out[Layout::quotient] = static_cast<std::uint64_t>(numerator / (uint128_t{leading} + 1));  // proof 18.3
  const unsigned weight = constants.bits - 20;                                               // proof 18.3
  const unsigned below_top = 52 * (limb_count - 1);                                          // proof 18.3
  const unsigned up = weight < below_top ? below_top - weight : 0;                           // proof 18.3
  const unsigned down = weight < below_top ? 0 : weight - below_top;                         // proof 18.3
  out[Layout::top_shift] = 12 + up;                                                          // proof 18.3
  out[Layout::below_shift] = 40 - up;                                                        // proof 18.3
  out[Layout::digit_shift] = 12 + down;                                                      // proof 18.3
}

template struct Montgomery52ModulusCodec<3>;
template struct Montgomery52ModulusCodec<4>;
template struct Montgomery52ModulusCodec<5>;
template struct Montgomery52ModulusCodec<6>;
template struct Montgomery52ModulusCodec<7>;
template struct Montgomery52ModulusCodec<8>;
template struct Montgomery52ModulusCodec<9>;
template struct Montgomery52ModulusCodec<10>;

}  // namespace ringlet::arith
