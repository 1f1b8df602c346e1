#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Adds primes and roots to the module.
void bind_number_theory(nanobind::module_& module);

}  // namespace ringlet_python
