#pragma once

#include <nanobind/nanobind.h>

namespace ringlet_python {

/// Slots of a class whose `__init__` the package replaces by a Python function (_signatures.py). Without an initialiser
/// of their own, nanobind makes objects by a way past it.
inline const PyType_Slot python_init[]{
    {Py_tp_init, reinterpret_cast<void*>(+[](PyObject*, PyObject*, PyObject*) { return 0; })}, {0, nullptr}};

}  // namespace ringlet_python
