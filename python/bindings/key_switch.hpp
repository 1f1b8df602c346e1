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

/// Returns the shape of polynomials of a level.
[[nodiscard]] inline RowShape shape_of_level(const ringlet::KeySwitch& plan) {
  return RowShape::of_level(plan.base(), plan.size());
}

/// Returns `count` polynomials of an array.
[[nodiscard]] std::vector<RnsSpan> polynomials(const Array& array, std::size_t first, std::size_t count);

[[nodiscard]] inline unsigned to_threads(nb::handle threads) { return to_small(threads, "threads", 1, 1024); }

/// Pair of the results out_b and out_a.
struct Pair {
  Output b;
  Output a;

  [[nodiscard]] nb::tuple get() const { return nb::make_tuple(b.finish(), a.finish()); }
  void require_values(const RnsBase& base) const;
};

/// Returns the arrays of `out`, or new ones where it is None.
[[nodiscard]] Pair make_results(nb::handle out, const Shape& shape);

/// Digits, sums or plaintexts: rows modulo the moduli of a level and the special moduli.
struct Extended {
  Array array;
  std::size_t level;

  [[nodiscard]] static RowShape shape(const ringlet::KeySwitch& plan) {
    const std::size_t special = plan.special().size();
    return {special + 1, special + plan.base().size(), plan.size()};
  }
  [[nodiscard]] static Extended of(const Array& array, const ringlet::KeySwitch& plan) {
    return {array, rows_of(array.shape()) - plan.special().size()};
  }
  void require_values(const ringlet::KeySwitch& plan) const {
    ringlet_python::require_values(array, 1, extended_base(plan, level));
  }
};

/// Converts an argument to the digits of a polynomial.
[[nodiscard]] Extended to_digits(nb::handle value, const ringlet::KeySwitch& plan);

using KeySwitchClass = nb::class_<KeySwitch>;

/// Adds the methods that switch keys.
void bind_key_switch_calls(KeySwitchClass& key_switch);

}  // namespace ringlet_python
