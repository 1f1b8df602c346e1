#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds time_calls, which `ringlet bench` uses, to the module.
void bind_timing(nanobind::module_& module);

}  // namespace ringlet_python
