#include "arith/dot/dot_codec.hpp"

#include <bit>

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {
namespace {

/// Returns 2^exponent mod q, exponent <= 64.
std::uint64_t power_of_two(unsigned exponent, const WordModulus& m) {
  return static_cast<std::uint64_t>((uint128_t{1} << exponent) % m.q);
}

/// Returns the bits of the double 2^exponent, a normal number.
std::uint64_t double_power_of_two(int exponent) { return static_cast<std::uint64_t>(1023 + exponent) << 52; }

}  // namespace

void WordCodec::encode(Word* group, std::size_t index, std::size_t /*count*/, Word w, const WordModulus& /*m*/) {
  group[index] = w;
}

// Conversions to doubles are exact, so that the caller's rounding mode does not matter.
void DoubleCodec::encode(Word* group, std::size_t index, std::size_t /*count*/, Word w, const WordModulus& /*m*/) {
  group[index] = std::bit_cast<Word>(static_cast<double>(static_cast<std::int64_t>(w)));
}

void Dot52LongCodec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& /*m*/) {
  group[index] = w;
  group[count + index] = w >> dropped;
}

template <unsigned limb_bits>
void DotLimbsCodec<limb_bits>::encode(Word* group, std::size_t index, std::size_t count, Word w,
                                      const WordModulus& /*m*/) {
  const Word low = w & ((Word{1} << limb_bits) - 1), high = w >> limb_bits;
  group[index] = low;
  group[count + index] = high;
  group[2 * count + index] = low + high;
}

template struct DotLimbsCodec<30>;
template struct DotLimbsCodec<31>;

void DotWordsModulusCodec::encode(std::uint64_t* out, const WordModulus& m) {
  const ShoupPair unit = make_shoup_pair(power_of_two(64, m), m);
  out[0] = m.q;
  out[1] = m.word_quotient;
  out[2] = unit.value;
  out[3] = unit.quotient;
}

void Dot52ModulusCodec::encode(std::uint64_t* out, const WordModulus& m) {
  const ShoupPair unit = make_shoup_pair(power_of_two(52, m), m);
  out[0] = m.q;
  out[1] = m.word_quotient >> 12;  // proof 16.2
  out[2] = unit.value;
  out[3] = unit.quotient >> 12;  // proof 16.2
}

void DotDoublesModulusCodec::encode(std::uint64_t* out, const WordModulus& m) {
  const int bits = static_cast<int>(m.bits);
  const auto twice = static_cast<std::uint64_t>((uint128_t{1} << (m.bits + 53)) / m.q);  // proof 16.8
  const auto inverse = static_cast<double>((twice + 1) / 2);                             // proof 16.8
  out[0] = std::bit_cast<std::uint64_t>(static_cast<double>(m.q));
  // proof 16.8
  out[1] = std::bit_cast<std::uint64_t>(inverse * std::bit_cast<double>(double_power_of_two(-52 - bits)));
  out[2] = double_power_of_two(104 - bits);  // proof 16.8
  out[3] = m.q;
}

}  // namespace ringlet::arith
