#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the class LargeFile to the module.
void bind_large_file(nanobind::module_& module);

}  // namespace ringlet_python
