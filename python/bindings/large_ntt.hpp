#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the class LargeNtt to the module.
void bind_large_ntt(nanobind::module_& module);

}  // namespace ringlet_python
