#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the list of published fields to the module, for the package's Python half.
void bind_fields(nanobind::module_& module);

}  // namespace ringlet_python
