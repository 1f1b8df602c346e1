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

// Support for functions of multiword moduli in C, where the number of words is known at run time.

struct ringlet_multiword_modulus {
  template <unsigned width>
  using Of = ringlet::Modulus<ringlet::UInt<width>>;
  std::variant<Of<192>, Of<256>, Of<320>, Of<384>, Of<512>> q;
};

namespace ringlet::c {

/// Calls call(std::integral_constant<unsigned, width>) with the width of `words` words.
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
      checks::reject("words", words, "it must be 3, 4, 5, 6 or 8");
  }
}

/// Number, const if Word is.
template <class Number, class Word>
using NumberLike = std::conditional_t<std::is_const_v<Word>, const Number, Number>;

/// Return the caller's number, or array of numbers, in place: UInt<width> is its words alone.
template <unsigned width, class Word>
auto& number(const char* name, Word* words) {
  require_address(name, words);
  return *reinterpret_cast<NumberLike<UInt<width>, Word>*>(words);
}

template <unsigned width, class Word>
auto numbers(const char* name, Word* words, std::size_t n, const char* n_name = "n") {
  using Number = NumberLike<UInt<width>, Word>;
  require_address(name, words);
  require_length<Number>(n, n_name);
  return std::span(reinterpret_cast<Number*>(words), n);
}

/// Calls call(q) with the modulus of a handle in its own width, and returns its exception as guarded() does.
template <class Call>
ringlet_status with_modulus(const ringlet_multiword_modulus* q, const Call& call) noexcept {
  return guarded([&] { std::visit(call, value(q)); });
}

}  // namespace ringlet::c
