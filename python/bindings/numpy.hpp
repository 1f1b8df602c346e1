#pragma once

#include <nanobind/nanobind.h>

// NumPy's C API. Its macros read the array object directly, at no cost; the buffer protocol is not part of the stable
// ABI of Python 3.10. One file, module.cpp, defines the table of functions.
#define PY_ARRAY_UNIQUE_SYMBOL ringlet_numpy_api
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#ifndef RINGLET_DEFINES_NUMPY_API
#define NO_IMPORT_ARRAY
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include <numpy/arrayobject.h>
#pragma GCC diagnostic pop
