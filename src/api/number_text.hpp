#pragma once

#include <string>

#include "arith/decimal.hpp"

namespace ringlet::api {

/// The decimal digits of a word, a double word or a wide number, for texts.
template <class Word>
std::string decimal(const Word& x) {
  if constexpr (requires { x.decimal(); }) {
    return x.decimal();
  } else {
    return arith::text_of(x);
  }
}

}  // namespace ringlet::api
