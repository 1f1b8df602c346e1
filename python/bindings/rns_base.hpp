#pragma once

#include <cstddef>
#include <cstdint>
#include <ringlet/rns_base.hpp>
#include <string>

#include "define.hpp"
#include "integers.hpp"

/// Helpers for the Python class RnsBase, which is ringlet::RnsBase itself.
namespace ringlet_python {

using ringlet::RnsBase;

[[nodiscard]] inline const RnsBase& to_base(nb::handle value, const char* name) {
  return to_instance<RnsBase>(value, name, "an RnsBase");
}

/// Converts a modulus of a base, q in [2, 2^62): a Modulus or an integer.
[[nodiscard]] std::uint64_t to_rns_modulus(nb::handle value, const std::string& name);

/// Returns Q, the product of the moduli.
[[nodiscard]] nb::object product(const RnsBase& base);

using RnsBaseClass = nb::class_<RnsBase>;

/// Add the methods from and to integers, and the element-wise operations.
void bind_rns_integers(RnsBaseClass& base);
void bind_rns_eltwise(RnsBaseClass& base);

}  // namespace ringlet_python
