#pragma once

#include "integers.hpp"

namespace ringlet_python {

/// Adds the class RnsNtt, which is ringlet::RnsNtt itself, to the module.
void bind_rns_ntt(nb::module_& module);

}  // namespace ringlet_python
