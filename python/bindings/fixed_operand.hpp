#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the class FixedOperand to the module.
void bind_fixed_operand(nanobind::module_& module);

}  // namespace ringlet_python
