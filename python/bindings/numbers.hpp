#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds what `to_ints` reads arrays by to the module.
void bind_numbers(nanobind::module_& module);

}  // namespace ringlet_python
