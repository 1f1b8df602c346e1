#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the class LargeRanks to the module.
void bind_large_ranks(nanobind::module_& module);

}  // namespace ringlet_python
