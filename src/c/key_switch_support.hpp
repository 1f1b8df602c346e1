#pragma once

#include <vector>

#include "c/rns_support.hpp"
#include "ringlet/key_switch.hpp"

// Handles of key switching in the C interface, and checks of digits and sums.

struct ringlet_key_switch {
  ringlet::KeySwitch plan;
};

struct ringlet_switching_key {
  ringlet::SwitchingKey key;
};

namespace ringlet::c {

inline const KeySwitch& plan_of(const ringlet_key_switch* key_switch) { return deref("key_switch", key_switch).plan; }

/// Returns the shape of a digit or a sum of a level.
inline Shape extended(const KeySwitch& plan, const Shape& level) {
  return {level.rows + plan.special().size(), level.n};
}

/// Returns the rows of the digits of a polynomial of a level.
inline std::vector<RnsSpan> digits_of(const ringlet_rows* digits, const KeySwitch& plan, const Shape& level) {
  return rows_of_all("digits", digits, plan.digits(level.rows), extended(plan, level));
}

}  // namespace ringlet::c
