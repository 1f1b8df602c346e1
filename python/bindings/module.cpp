// The extension module ringlet._core: Ringlet's C++ interface for NumPy arrays.
#define RINGLET_DEFINES_NUMPY_API
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <system_error>

#include "bindings.hpp"
#include "numpy.hpp"
#include "unlocked.hpp"

namespace {

namespace nb = nanobind;

/// Translates exceptions of C++: std::out_of_range to ValueError, where nanobind would raise IndexError;
/// std::system_error to OSError, of the subclass that Python has for its number, such as FileNotFoundError.
void translate_exception(const std::exception_ptr& pointer, void* /*payload*/) {
  // Not an exception of C++: the interpreter ends a daemon thread that ran Python code, such as an __index__.
  if (!pointer) ringlet_python::sleep_until_the_end();
  try {
    std::rethrow_exception(pointer);
  } catch (const std::out_of_range& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::system_error& error) {
    const nb::tuple arguments = nb::make_tuple(error.code().value(), error.what());
    PyErr_SetObject(PyExc_OSError, arguments.ptr());
  }
}

/// Returns the public names that the module has so far, sorted.
nb::list public_names(const nb::module_& module) {
  nb::list names;
  for (nb::handle name : nb::borrow<nb::dict>(module.attr("__dict__")).keys()) {
    if (!nb::cast<std::string>(name).starts_with('_')) names.append(name);
  }
  names.attr("sort")();
  return names;
}

}  // namespace

NB_MODULE(_core, module) {
  if (_import_array() < 0) throw nb::python_error();
  // Objects that a module's globals keep until the interpreter ends are not leaks.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate_exception);
  ringlet_python::bind_modulus(module);
  ringlet_python::bind_ntt(module);
  ringlet_python::bind_matrix_ntt(module);
  ringlet_python::bind_ntt_buffer(module);
  ringlet_python::bind_large_ntt(module);
  ringlet_python::bind_large_file(module);
  ringlet_python::bind_large_ranks(module);
  ringlet_python::bind_eltwise(module);
  ringlet_python::bind_multiword_eltwise(module);
  ringlet_python::bind_extension_field(module);
  ringlet_python::bind_fixed_operand(module);
  ringlet_python::bind_number_theory(module);
  ringlet_python::bind_rns_base(module);
  ringlet_python::bind_rns_ntt(module);
  ringlet_python::bind_base_conversion(module);
  ringlet_python::bind_mod_down(module);
  ringlet_python::bind_scale_and_round(module);
  ringlet_python::bind_automorphism(module);
  ringlet_python::bind_key_switch(module);
  ringlet_python::bind_linear_transform(module);
  ringlet_python::bind_balanced_digits(module);
  // The package exports these names unchanged; the functions below serve its Python code.
  module.attr("__all__") = public_names(module);
  ringlet_python::bind_package(module);
  ringlet_python::bind_convolve(module);
}
