#include "rns/key_switch_checks.hpp"

#include <stdexcept>

namespace ringlet::rns {

void require_own(const SwitchingKeyState& key, const KeySwitchState& state, const std::string& place) {
  if (key.owner.get() == &state) return;
  throw std::invalid_argument(place + "key belongs to another plan, but it must be made by this one or a copy of it");
}

std::size_t level_of(const char* name, const RnsView& polynomial, const KeySwitchState& state) {
  const std::size_t special = state.special().size(), rows = polynomial.rows();
  if (rows > special && is_level(rows - special, state.base())) return rows - special;
  checks::reject(std::string("number of rows of ") + name, rows,
                 "it must lie in [" + std::to_string(special + 1) + ", " + std::to_string(state.all().size()) +
                     "]: one for each modulus of the level and each special modulus");
}

}  // namespace ringlet::rns
