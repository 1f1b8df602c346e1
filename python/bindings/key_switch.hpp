#pragma once

#include <mutex>
#include <ringlet/key_switch.hpp>
#include <utility>
#include <vector>

#include "integers.hpp"
#include "unlocked.hpp"

namespace ringlet_python {

/// Python class KeySwitch: the plan and the arguments it was made from.
class KeySwitch {
 public:
  KeySwitch(nb::handle ntt, nb::handle special, nb::handle digit_size, nb::handle plaintext_modulus, nb::handle digits,
            nb::handle division, nb::handle domain);

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

/// Python class KeySwitchDigits: decomposed by the constructor, immutable afterwards.
class KeySwitchDigits {
 public:
  KeySwitchDigits(const ringlet::KeySwitch& plan, const ringlet::RnsView& x, ringlet::Executor* executor)
      : digits_(plan, x.rows()) {
    plan.decompose(digits_, x, executor);
  }

  [[nodiscard]] const ringlet::KeySwitchDigits& get() const { return digits_; }

 private:
  ringlet::KeySwitchDigits digits_;
};

/// Python class KeySwitchSum. Threads take turns.
class KeySwitchSum {
 public:
  KeySwitchSum(nb::handle key_switch, nb::handle level);

  [[nodiscard]] std::size_t level() const { return sum_.level(); }

  /// Calls use(sum) without the interpreter's lock: a thread that waits for its turn must not hold it.
  template <class Use>
  void in_turn(const Use& use) {
    const Unlocked unlocked;
    const std::scoped_lock lock(mutex_);
    use(sum_);
  }

 private:
  std::mutex mutex_;
  ringlet::KeySwitchSum sum_;
};

using KeySwitchClass = nb::class_<KeySwitch>;

/// Adds the methods that switch keys.
void bind_key_switch_calls(KeySwitchClass& key_switch);

}  // namespace ringlet_python
