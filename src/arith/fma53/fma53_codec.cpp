#include "arith/fma53/fma53_codec.hpp"

#include <bit>

#include "arith/word_arithmetic.hpp"

namespace ringlet::arith {

// All conversions are exact, so that the caller's rounding mode does not matter.
void Fma53Codec::encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m) {
  // The Shoup quotient, read as a signed number, is that of the centred w.
  const Word shoup_quotient = make_shoup_pair(w, m).quotient;
  const Word upper_half = Word{0} - (shoup_quotient >> 63);
  const auto centred = static_cast<double>(static_cast<std::int64_t>(w - (m.q & upper_half)));
  const Word leading_53_bits = (shoup_quotient + 0x200) & ~Word{0x3ff};  // proof 10.3
  const double quotient = static_cast<double>(static_cast<std::int64_t>(leading_53_bits)) * 0x1p-64;
  group[index] = std::bit_cast<Word>(centred);
  group[count + index] = std::bit_cast<Word>(quotient);
}

}  // namespace ringlet::arith
