#include "integers.hpp"

#include <algorithm>
#include <array>

#include "numpy.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

/// Reads an integer in [0, 2^64). Returns false for another one, and clears the OverflowError.
bool read_word(nb::handle integer, std::uint64_t& word) {
  word = PyLong_AsUnsignedLongLong(integer.ptr());
  if (word != ~std::uint64_t{0} || PyErr_Occurred() == nullptr) return true;
  if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw nb::python_error();
  PyErr_Clear();
  return false;
}

}  // namespace

nb::object checked(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

nb::object to_index(nb::handle value, const char* name) {
  if (!is_integer(value)) reject_type(name, "an integer", value);
  return checked(take_lock([&] { return PyNumber_Index(value.ptr()); }));
}

std::string text_of(nb::handle value) {
  return nb::borrow<nb::str>(checked(take_lock([&] { return PyObject_Str(value.ptr()); }))).c_str();
}

std::string to_string(uint128_t number) { return nb::str(to_python(number)).c_str(); }

void reject(const std::string& name, const std::string& value, const std::string& rule) {
  throw nb::value_error((name + " is " + value + ", but " + rule).c_str());
}

void reject(const char* name, nb::handle integer, const std::string& rule) {
  const nb::object value = to_index(integer, name);
  // Keeps a message from having megabytes.
  const auto bits = nb::cast<std::size_t>(value.attr("bit_length")());
  reject(name, bits > 256 ? "a number of " + std::to_string(bits) + " bits" : nb::str(value).c_str(), rule);
}

void reject_type(const std::string& name, const std::string& expected, nb::handle value) {
  const nb::object type = value.type().attr("__name__");
  throw nb::type_error((name + " must be " + expected + ", not " + nb::str(type).c_str()).c_str());
}

void look_for_signals_between_objects(std::size_t done) {
  constexpr std::size_t look_after = 1U << 16;
  if (done % look_after == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
}

bool is_integer(nb::handle value) {
  if (PyLong_Check(value.ptr())) return true;
  if (PyArray_Check(value.ptr()) || PyIndex_Check(value.ptr()) == 0) return false;
  PyObject* const axes = take_lock([&] { return PyObject_GetAttrString(value.ptr(), "ndim"); });
  if (axes != nullptr) return !to_bool(nb::steal(axes));
  if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw nb::python_error();
  PyErr_Clear();
  return true;
}

bool read_words(const nb::object& integer, std::span<std::uint64_t> words) {
  nb::object rest = integer;
  for (std::uint64_t& word : words) {
    word = PyLong_AsUnsignedLongLongMask(rest.ptr());
    rest = checked(PyNumber_Rshift(rest.ptr(), nb::int_(64).ptr()));
  }
  // Shifting a negative integer leaves -1 in the end.
  return !to_bool(rest);
}

std::optional<uint128_t> to_number(nb::handle value, const char* name) {
  const nb::object integer = to_index(value, name);
  std::uint64_t low = 0;
  if (read_word(integer, low)) return low;
  std::array<std::uint64_t, 2> words{};
  if (!read_words(integer, words)) return std::nullopt;
  return uint128_t{words[1]} << 64 | words[0];
}

uint128_t to_bits(nb::handle value, const char* name, unsigned bits) {
  const std::optional<uint128_t> number = to_number(value, name);
  if (!number || (bits < 128 && *number >> bits != 0)) {
    reject(name, value, "it must lie in [0, 2^" + std::to_string(bits) + ")");
  }
  return *number;
}

std::uint64_t to_positive(nb::handle value, const char* name) {
  const std::optional<uint128_t> number = to_number(value, name);
  if (!number || *number == 0 || *number >> 64 != 0) reject(name, value, "it must lie in [1, 2^64)");
  return static_cast<std::uint64_t>(*number);
}

unsigned to_small(nb::handle value, const char* name, unsigned low, unsigned high) {
  const std::optional<uint128_t> number = to_number(value, name);
  if (!number || *number < low || *number > high) {
    reject(name, value, "it must lie in [" + std::to_string(low) + ", " + std::to_string(high) + "]");
  }
  return static_cast<unsigned>(*number);
}

namespace {

unsigned to_one_of(nb::handle value, const char* name, std::initializer_list<unsigned> allowed, std::string rule) {
  const std::optional<uint128_t> number = to_number(value, name);
  if (number && std::ranges::find(allowed, *number) != allowed.end()) return static_cast<unsigned>(*number);
  for (const unsigned factor : allowed) rule.append(" ").append(std::to_string(factor));
  reject(name, value, rule);
}

}  // namespace

unsigned to_factor(nb::handle value, const char* name, std::initializer_list<unsigned> allowed) {
  return to_one_of(value, name, allowed, "it must be one of");
}

unsigned to_factor_or_any(nb::handle value, const char* name, std::initializer_list<unsigned> allowed) {
  return value.is_none() ? ringlet::Range::any : to_one_of(value, name, allowed, "it must be None or one of");
}

std::uint64_t to_power_of_two(nb::handle value, const char* name, unsigned low, unsigned high) {
  const std::optional<uint128_t> number = to_number(value, name);
  for (unsigned k = low; number && k <= high; ++k) {
    if (*number == uint128_t{1} << k) return std::uint64_t{1} << k;
  }
  reject(name, value, "it must be a power of two from " + std::to_string(1U << low) + " to 2^" + std::to_string(high));
}

nb::object remainder_of(nb::handle value, const char* name, const nb::object& q) {
  return checked(PyNumber_Remainder(to_index(value, name).ptr(), q.ptr()));
}

bool to_bool(nb::handle value) {
  const int truth = take_lock([&] { return PyObject_IsTrue(value.ptr()); });
  if (truth < 0) throw nb::python_error();
  return truth != 0;
}

bool to_flag(nb::handle value, const char* name) {
  if (!nb::isinstance<nb::bool_>(value)) reject_type(name, "a bool", value);
  return value.ptr() == Py_True;
}

nb::object to_python(uint128_t number) {
  const std::array words{static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(number >> 64)};
  return words[1] == 0 ? checked(PyLong_FromUnsignedLongLong(words[0])) : to_python(words);
}

nb::object to_python(std::span<const std::uint64_t> words) {
  const nb::bytes bytes(words.data(), words.size_bytes());
  return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes")(bytes, "little");
}

nb::list to_list(nb::handle value, const char* name, const char* expected) {
  if (nb::isinstance<nb::str>(value)) reject_type(name, expected, value);
  PyObject* list = take_lock([&] { return PySequence_List(value.ptr()); });
  if (list == nullptr) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    reject_type(name, expected, value);
  }
  return nb::steal<nb::list>(list);
}

}  // namespace ringlet_python
