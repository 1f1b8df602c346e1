#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>

#include "c/support.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/ringlet.h"

// What functions of multiword moduli have in common in C, where the number of words is known at run time.

struct ringlet_multiword_modulus {
  template <unsigned width>
  using Of = ringlet::Modulus<ringlet::UInt<width>>;
  std::variant<Of<192>, Of<256>, Of<320>, Of<384>, Of<512>> q;
};

namespace ringlet::c_api {

/// call(std::integral_constant<unsigned, width>) for the width of so many words.
template <class Call>
auto with_width(unsigned words, const Call& call) {
  switch (words) {
    case 3:
      return call(std::integral_constant<unsigned, 192>());
    case 4:
      return call(std::integral_constant<unsigned, 256>());
    case 5:
      return call(std::integral_constant<unsigned, 320>());
    case 6:
      return call(std::integral_constant<unsigned, 384>());
    case 8:
      return call(std::integral_constant<unsigned, 512>());
    default:
      api::reject("words", words, "it must be 3, 4, 5, 6 or 8");
  }
}

/// The words that a caller's array of such elements has.
template <class Number, class Word>
using NumberLike = std::conditional_t<std::is_const_v<Word>, const Number, Number>;

/// A number of the caller's, and an array of them, where they lie: UInt<width> is its words alone.
template <unsigned width, class Word>
auto& number(const char* name, Word* words) {
  require_address(name, words);
  return *reinterpret_cast<NumberLike<UInt<width>, Word>*>(words);
}

template <unsigned width, class Word>
auto numbers(const char* name, Word* words, std::size_t n) {
  using Number = NumberLike<UInt<width>, Word>;
  require_address(name, words);
  require_length<Number>(n);
  return std::span(reinterpret_cast<Number*>(words), n);
}

/// guarded(), with call(q) for the modulus of a handle in its own width.
template <class Call>
ringlet_status with_modulus(const ringlet_multiword_modulus* q, const Call& call) noexcept {
  return guarded([&] { std::visit(call, value(q)); });
}

}  // namespace ringlet::c_api
