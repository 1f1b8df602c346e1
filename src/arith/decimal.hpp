#pragma once

#include <algorithm>
#include <string>

#include "ringlet/types.hpp"

namespace ringlet::arith {

/// The decimal digits of a number, which the standard library knows for single words only. For messages, and so not for
/// backends, where its code would be a symbol that they share.
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
