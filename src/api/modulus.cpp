#include "ringlet/modulus.hpp"

#include "arith/word_arithmetic.hpp"
#include "checks/checks.hpp"

namespace ringlet {
namespace {

template <class Word>
Word validated(Word q) {
  constexpr unsigned max_bits = Modulus<Word>::max_bits;
  static_assert(max_bits == arith::WordTraits<Word>::max_modulus_bits);
  if (q < 2 || q >> max_bits != 0) {
    api::reject("q", q, "it must satisfy 2 <= q < 2^" + std::to_string(max_bits));
  }
  return q;
}

template <class Word>
arith::BasicShoupPair<Word> validated_pair(Word w, const Modulus<Word>& q) {
  if (w >= q.value()) api::reject("w", w, "it must lie in [0, q), q = " + arith::text_of(q.value()));
  return arith::make_shoup_pair(w, q.constants());
}

}  // namespace

Modulus<std::uint64_t>::Modulus(std::uint64_t q) : constants_(arith::make_modulus(validated(q))) {}

Modulus<uint128_t>::Modulus(uint128_t q) : constants_(arith::make_modulus(validated(q))) {}

std::uint64_t Modulus<std::uint64_t>::reduce(std::uint64_t x) const noexcept { return arith::reduce(x, constants_); }

uint128_t Modulus<uint128_t>::reduce(uint128_t x) const noexcept { return arith::reduce(x, constants_); }

ShoupOperand<std::uint64_t>::ShoupOperand(std::uint64_t w, const Modulus<std::uint64_t>& q) {
  const arith::ShoupPair pair = validated_pair(w, q);
  value_ = pair.value;
  quotient_ = pair.quotient;
}

ShoupOperand<uint128_t>::ShoupOperand(uint128_t w, const Modulus<uint128_t>& q) {
  const arith::BasicShoupPair<uint128_t> pair = validated_pair(w, q);
  value_ = pair.value;
  quotient_ = pair.quotient;
}

}  // namespace ringlet
