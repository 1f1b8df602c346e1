#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the element-wise functions that wide moduli alone have to the module.
void bind_wide_eltwise(nanobind::module_& module);

}  // namespace ringlet_python
