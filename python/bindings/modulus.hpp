#pragma once

#include <cstdint>
#include <optional>
#include <ringlet/modulus.hpp>
#include <utility>
#include <variant>

#include "integers.hpp"

namespace ringlet_python {

/// The Python class Modulus: a modulus of residues of one word or two.
class Modulus {
 public:
  using Value = std::variant<ringlet::Modulus<std::uint64_t>, ringlet::Modulus<uint128_t>>;

  /// words = 1 or 2; without it, 1 where q < 2^62.
  /// Errors    ValueError, TypeError.
  Modulus(nb::handle q, nb::handle words);

  explicit Modulus(Value value) : value_(std::move(value)) {}

  [[nodiscard]] uint128_t value() const;

  [[nodiscard]] unsigned words() const { return value_.index() == 0 ? 1 : 2; }

  /// Calls function with a ringlet::Modulus<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), value_);
  }

  [[nodiscard]] const Value& get() const { return value_; }

  friend bool operator==(const Modulus&, const Modulus&) = default;

 private:
  Value value_;
};

/// The argument q of a function: a Modulus, or an integer from which one is made for this call.
class ModulusArgument {
 public:
  explicit ModulusArgument(nb::handle q);

  const Modulus& operator*() const { return made_ ? *made_ : *given_; }
  const Modulus* operator->() const { return &**this; }

 private:
  const Modulus* given_ = nullptr;
  std::optional<Modulus> made_;
};

/// Adds the class to the module.
void bind_modulus(nb::module_& module);

}  // namespace ringlet_python
