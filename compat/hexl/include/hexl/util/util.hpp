// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

// Some platforms' headers define these as macros.
#undef TRUE
#undef FALSE

namespace intel {
namespace hexl {

/// Comparisons of unsigned words.
enum class CMPINT {
  EQ = 0,     ///< equal
  LT = 1,     ///< less
  LE = 2,     ///< less or equal
  FALSE = 3,  ///< never
  NE = 4,     ///< not equal
  NLT = 5,    ///< greater or equal
  NLE = 6,    ///< greater
  TRUE = 7    ///< always
};

/// Returns the opposite comparison, whose enumerator differs by 4.
inline CMPINT Not(CMPINT cmp) { return static_cast<CMPINT>((static_cast<int>(cmp) + 4) % 8); }

}  // namespace hexl
}  // namespace intel
