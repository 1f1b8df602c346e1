#pragma once

#include <algorithm>
#include <string>

#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Returns the decimal digits of a number, since the standard library converts single words only. Used for messages,
/// not by backends, which would share the code's symbol.
[[nodiscard]] inline std::string text_of(uint128_t value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace ringlet::arith
