#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "rns/checks.hpp"
#include "rns/key_switch_state.hpp"

/// Checks of keys, levels and polynomials modulo Q P.
namespace ringlet::rns {

inline void require_level(const char* what, std::size_t level, const KeySwitchState& state) {
  if (!is_level(level, state.base())) reject_level(what, level, state.base());
}

/// Requires a key of this plan. `place` begins the message.
void require_own(const SwitchingKeyState& key, const KeySwitchState& state, const std::string& place = {});

/// Returns the level of a polynomial that has a row for each modulus of the level and each special modulus.
[[nodiscard]] std::size_t level_of(const char* name, const RnsView& polynomial, const KeySwitchState& state);

/// Checks the shape of a polynomial modulo Q P, and its ranges in a checked build if it is read.
template <class Word>
void check_extended(const char* name, const BasicRnsSpan<Word>& polynomial, std::size_t level,
                    const KeySwitchState& state, [[maybe_unused]] bool is_read) {
  require_rows(name, polynomial, state.targets(level), state.size());
#ifdef RINGLET_CHECKED
  for (std::size_t t = 0; is_read && t < polynomial.rows(); ++t) {
    checks::check_input<std::uint64_t>(checks::element(name, t).c_str(), polynomial[t],
                                       state.all()[state.modulus_of(t, level)], 1);
  }
#endif
}

/// Checks the number of digits, and each digit.
template <class Digits>
void check_digits(const Digits& digits, std::size_t level, const KeySwitchState& state) {
  const std::size_t count = state.digits(level);
  if (digits.size() != count) {
    checks::reject("number of digits", digits.size(),
                   "it must be " + std::to_string(count) + " at level " + std::to_string(level));
  }
  for (std::size_t d = 0; d < count; ++d) {
    check_extended(checks::element("digits", d).c_str(), digits[d], level, state, std::is_same_v<Digits, RnsViews>);
  }
}

/// Requires that no row of an output overlaps the digits that it is computed from.
inline void require_apart_from_digits(const char* name, const RnsSpan& out, RnsViews digits) {
  require_apart_from_others(name, out, digits.size(), "digits", digits);
}

}  // namespace ringlet::rns
