#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds the class NttBuffer to the module.
void bind_ntt_buffer(nanobind::module_& module);

}  // namespace ringlet_python
