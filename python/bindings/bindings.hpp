#pragma once

#include <nanobind/nanobind.h>

/// Functions that add classes and functions to the module. Each is defined in the file of its name.
namespace ringlet_python {

void bind_modulus(nanobind::module_& module);
void bind_ntt(nanobind::module_& module);
void bind_matrix_ntt(nanobind::module_& module);
void bind_ntt_buffer(nanobind::module_& module);
void bind_large_ntt(nanobind::module_& module);
void bind_large_file(nanobind::module_& module);
void bind_large_ranks(nanobind::module_& module);
void bind_eltwise(nanobind::module_& module);
void bind_multiword_eltwise(nanobind::module_& module);
void bind_extension_field(nanobind::module_& module);
void bind_fixed_operand(nanobind::module_& module);
void bind_number_theory(nanobind::module_& module);
void bind_rns_base(nanobind::module_& module);
void bind_rns_ntt(nanobind::module_& module);
void bind_base_conversion(nanobind::module_& module);
void bind_mod_down(nanobind::module_& module);
void bind_scale_and_round(nanobind::module_& module);
void bind_automorphism(nanobind::module_& module);
void bind_key_switch(nanobind::module_& module);
void bind_linear_transform(nanobind::module_& module);
void bind_balanced_digits(nanobind::module_& module);

/// Add the functions that the package's Python code calls.
void bind_package(nanobind::module_& module);
void bind_convolve(nanobind::module_& module);

}  // namespace ringlet_python
