#pragma once

#include "integers.hpp"

/// Classes of the library's own on rows of residues, each in a file of its own.
namespace ringlet_python {

void bind_rns_ntt(nb::module_& module);
void bind_base_conversion(nb::module_& module);
void bind_mod_down(nb::module_& module);
void bind_scale_and_round(nb::module_& module);
void bind_automorphism(nb::module_& module);
void bind_key_switch(nb::module_& module);

/// The functions balanced_digit and balanced_digit_count.
void bind_balanced_digits(nb::module_& module);

}  // namespace ringlet_python
