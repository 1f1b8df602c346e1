#pragma once

#include <seal/kswitchkeys.h>

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "plans.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet::seal {

/// The polynomials of a key of SEAL's: pairs of evaluations modulo all moduli.
struct KeyViews {
  std::vector<RnsView> b, a;
};

/// Those of the key of an index, where SEAL would use it: for each modulus but the last a ciphertext of two
/// polynomials. The keys are of the context, which uses key switching.
[[nodiscard]] std::optional<KeyViews> views_of(const Plans& plans, const ::seal::KSwitchKeys& keys, std::size_t index);

struct PreparedKeysState {
  KeySwitch plan;
  /// The level of keys of the context that they are for.
  ::seal::parms_id_type parms_id;
  /// By SEAL's index.
  std::map<std::size_t, SwitchingKey> keys;

  /// What the keys take in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

}  // namespace ringlet::seal
