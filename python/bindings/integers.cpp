#include "integers.hpp"

#include "numpy.hpp"

namespace ringlet_python {
namespace {

/// An owned reference, or the Python error that there is instead of it.
nb::object checked(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

/// The digits of a Python integer, or how long it is: what is printed shall not be megabytes.
std::string describe(nb::handle integer) {
  const std::size_t bits = nb::cast<std::size_t>(integer.attr("bit_length")());
  if (bits > 256) return "a number of " + std::to_string(bits) + " bits";
  return nb::str(integer).c_str();
}

/// Whether the integer fits; an OverflowError, of a negative or greater one, is cleared.
bool read_word(nb::handle integer, std::uint64_t& word) {
  word = PyLong_AsUnsignedLongLong(integer.ptr());
  if (word != ~std::uint64_t{0} || PyErr_Occurred() == nullptr) return true;
  if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw nb::python_error();
  PyErr_Clear();
  return false;
}

}  // namespace

std::string to_string(uint128_t number) {
  const nb::gil_scoped_acquire held;
  return nb::str(to_python(number)).c_str();
}

void reject(const std::string& name, const std::string& value, const std::string& rule) {
  throw nb::value_error((name + " is " + value + ", but " + rule).c_str());
}

void reject_type(const std::string& name, const std::string& expected, nb::handle value) {
  throw nb::type_error((name + " must be " + expected + ", not " + nb::type_name(value.type()).c_str()).c_str());
}

bool is_integer(nb::handle value) {
  if (PyLong_Check(value.ptr())) return true;
  return !PyArray_Check(value.ptr()) && PyIndex_Check(value.ptr()) != 0;
}

uint128_t to_number(nb::handle value, const char* name, unsigned bits) {
  if (!is_integer(value)) reject_type(name, "an integer", value);
  const nb::object integer = checked(PyNumber_Index(value.ptr()));
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool fits = read_word(integer, low);
  if (!fits) {
    const nb::object shifted = checked(PyNumber_Rshift(integer.ptr(), nb::int_(64).ptr()));
    fits = read_word(shifted, high);
    low = PyLong_AsUnsignedLongLongMask(integer.ptr());
  }
  const uint128_t number = uint128_t{high} << 64 | low;
  if (fits && (bits == 128 || number >> bits == 0)) return number;
  reject(name, describe(integer), "it must lie in [0, 2^" + std::to_string(bits) + ")");
}

bool to_bool(nb::handle value) {
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0) throw nb::python_error();
  return truth != 0;
}

nb::object to_python(uint128_t number) {
  const nb::object low = checked(PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(number)));
  if (number >> 64 == 0) return low;
  const nb::object high = checked(PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(number >> 64)));
  const nb::object shifted = checked(PyNumber_Lshift(high.ptr(), nb::int_(64).ptr()));
  return checked(PyNumber_Or(shifted.ptr(), low.ptr()));
}

}  // namespace ringlet_python
