#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the element-wise functions to the module.
void bind_eltwise(nanobind::module_& module);

}  // namespace ringlet_python
