#include "arith/radix52/radix52_codec.hpp"

#include <bit>
#include <cstdint>

#include "arith/codec.hpp"
#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {
namespace {

constexpr std::uint64_t limb_mask = (std::uint64_t{1} << 52) - 1;  // proof 7.1

/// Returns the place among `count` that isa::LaneOrder::any gives word `index`: low limbs of the first half of the
/// words alternate with low limbs of the second half.
std::size_t lane_of(std::size_t index, std::size_t count) {
  return index < count / 2 ? 2 * index : 2 * index + 1 - count;
}

}  // namespace

template <unsigned limb_count, bool narrow, class WordType>
void RowCodec<limb_count, narrow, WordType>::encode(Word* group, std::size_t index, std::size_t count, Word w,
                                                    const BasicModulus<Word>& m) {
  using Parameters = Radix52Parameters<limb_count>;
  constexpr unsigned digit_bits = narrow ? 52 - Parameters::fraction_bits : 52;  // proof 13.1, 13.15
  constexpr unsigned multiple = narrow ? 1 : Parameters::row_multiple;           // proof 13.1, 13.15
  // floor(w 2^52 / (multiple q)) from floor(w 2^W / q).
  constexpr unsigned quotient_shift = word_bits<Word> - 52 + std::countr_zero(multiple);  // proof 13.1, 13.15
  const std::size_t place = narrow ? lane_of(index, count) : index;
  const auto put = [&](std::size_t limb, std::uint64_t value) { put_limb(group, limb * count + place, value); };
  for (unsigned row = 0; row < limb_count; ++row) {
    const Word quotient = make_shoup_pair(w, m).quotient;
    put(row, static_cast<std::uint64_t>(quotient >> quotient_shift) + (narrow ? 0 : 1));
    for (unsigned j = 0; j < limb_count; ++j) {
      put((row + 1) * limb_count + j, static_cast<std::uint64_t>(w >> (52 * j)) & limb_mask);
    }
    // proof 13.1, 13.15
    w = (w << digit_bits) - (quotient >> (word_bits<Word> - digit_bits)) * m.q;  // w 2^digit_bits mod q
  }
}

template struct RowCodec<2, false, std::uint64_t>;
template struct RowCodec<2, false>;
template struct RowCodec<3, false>;
template struct RowCodec<2, true>;
template struct RowCodec<3, true>;

}  // namespace ringlet::arith
