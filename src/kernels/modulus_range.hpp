#pragma once

#include "arith/modulus.hpp"

namespace ringlet::kernels {

/// The moduli that a table entry accepts: least <= q <= greatest. Both ends are included so that the range can reach
/// the longest moduli of a word.
template <class Word>
struct ModulusRange {
  Word least;
  Word greatest;

  [[nodiscard]] constexpr bool contains(Word q) const { return least <= q && q <= greatest; }
  friend bool operator==(const ModulusRange&, const ModulusRange&) = default;
};

/// All moduli for which an arithmetic is valid.
template <class A>
inline constexpr ModulusRange<arith::TwiddleWord<typename A::Isa::Word>> moduli_of = [] {  // no proof: from the traits
  using Word = arith::TwiddleWord<typename A::Isa::Word>;
  const Word past_half = Word{1} << (A::traits.modulus_bits - 1);
  return ModulusRange<Word>{static_cast<Word>(Word{1} << (A::traits.min_modulus_bits - 1)),
                            static_cast<Word>(past_half - 1 + past_half)};
}();

}  // namespace ringlet::kernels
