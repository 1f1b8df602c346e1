#include "ringlet/modulus.hpp"

#include "arith/word_arithmetic.hpp"
#include "checks/checks.hpp"

namespace ringlet {
namespace {

template <class Word>
Word validated(Word q) {
  constexpr unsigned max_bits = Modulus<Word>::max_bits;
  constexpr Word greatest = arith::WordTraits<Word>::greatest_modulus;
  static_assert(max_bits == arith::length_of(greatest));
  if (q < 2 || q > greatest) {
    checks::reject("q", q, "it must satisfy 2 <= q < 2^" + std::to_string(max_bits));
  }
  return q;
}

template <class Word>
arith::BasicShoupPair<arith::TwiddleWord<Word>> validated_pair(Word w, const Modulus<Word>& q) {
  checks::require_below_modulus("w", w, q);
  return arith::make_shoup_pair(arith::TwiddleWord<Word>{w}, q.constants());
}

}  // namespace

#define RINGLET_DEFINE(Word)                                                                                  \
  Modulus<Word>::Modulus(Word q) : constants_(arith::make_modulus<arith::TwiddleWord<Word>>(validated(q))) {} \
  Word Modulus<Word>::reduce(Word x) const noexcept {                                                         \
    return static_cast<Word>(arith::reduce<arith::TwiddleWord<Word>>(x, constants_));                         \
  }                                                                                                           \
  ShoupOperand<Word>::ShoupOperand(Word w, const Modulus<Word>& q) {                                          \
    const auto pair = validated_pair(w, q);                                                                   \
    value_ = pair.value;                                                                                      \
    quotient_ = pair.quotient;                                                                                \
  }
RINGLET_FOR_EACH_WORD(RINGLET_DEFINE)

}  // namespace ringlet
