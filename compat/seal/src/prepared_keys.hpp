#pragma once

#include <seal/kswitchkeys.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "plans.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet::seal {

/// Polynomials of a key of SEAL: pairs of evaluations modulo all moduli.
struct KeyViews {
  std::vector<RnsView> b, a;
};

/// Returns views of the key with this index if SEAL would use it: a ciphertext of two polynomials for each modulus but
/// the last. The keys must belong to the context, which must support key switching.
[[nodiscard]] std::optional<KeyViews> views_of(const Plans& plans, const ::seal::KSwitchKeys& keys, std::size_t index);

struct PreparedKeysState {
  KeySwitch plan;
  /// Level of keys of the context that the keys belong to.
  ::seal::parms_id_type parms_id;
  /// Keys by SEAL's index.
  std::map<std::size_t, SwitchingKey> keys;

  /// Returns the key of an automorphism, or null.
  [[nodiscard]] const SwitchingKey* find(std::uint32_t exponent) const;
  /// Returns the size of the keys in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

}  // namespace ringlet::seal
