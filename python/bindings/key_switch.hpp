#pragma once

#include <ringlet/key_switch.hpp>
#include <utility>
#include <vector>

#include "integers.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {

/// Python class KeySwitch: the plan and the arguments it was made from.
class KeySwitch {
 public:
  KeySwitch(nb::handle ntt, nb::handle special, nb::handle digit_size, nb::handle digit_bits,
            nb::handle plaintext_modulus, nb::handle digits, nb::handle division, nb::handle domain,
            nb::handle allow_short_special);

  [[nodiscard]] const ringlet::KeySwitch& plan() const { return plan_; }
  /// Returns the arguments of the constructor.
  [[nodiscard]] nb::tuple arguments() const;

 private:
  ringlet::RnsNtt ntt_;
  ringlet::KeySwitchOptions options_;
  ringlet::KeySwitch plan_;
};

/// Python class SwitchingKey: the key, and the arrays that a borrowed key reads.
class SwitchingKey {
 public:
  SwitchingKey(ringlet::SwitchingKey key, std::vector<nb::object> arrays)
      : key_(std::move(key)), arrays_(std::move(arrays)) {}

  [[nodiscard]] const ringlet::SwitchingKey& get() const { return key_; }

 private:
  ringlet::SwitchingKey key_;
  std::vector<nb::object> arrays_;
};

/// Returns the moduli of a level and of P.
[[nodiscard]] ringlet::RnsBase extended_base(const ringlet::KeySwitch& plan, std::size_t level);

/// Converts an argument to one polynomial.
[[nodiscard]] Array to_polynomial(nb::handle value, const char* name, const RowShape& expected);

using KeySwitchClass = nb::class_<KeySwitch>;

/// Adds the methods that switch keys.
void bind_key_switch_calls(KeySwitchClass& key_switch);

}  // namespace ringlet_python
