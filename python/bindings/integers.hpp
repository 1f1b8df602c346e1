#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ringlet/types.hpp>
#include <string>

/// Python integers to numbers of one or two words, and back.
namespace ringlet_python {

namespace nb = nanobind;
using ringlet::uint128_t;

/// Decimal digits.
[[nodiscard]] std::string to_string(uint128_t number);

/// Throws ValueError: "<name> is <value>, but <rule>".
[[noreturn]] void reject(const std::string& name, const std::string& value, const std::string& rule);
[[noreturn]] void reject(const char* name, nb::handle integer, const std::string& rule);

/// Throws TypeError: "<name> must be <expected>, not <type of value>".
[[noreturn]] void reject_type(const std::string& name, const std::string& expected, nb::handle value);

/// An owned reference, or the Python error that there is instead of it.
[[nodiscard]] nb::object checked(PyObject* object);

/// Anything with __index__ that is not an array.
[[nodiscard]] bool is_integer(nb::handle value);

/// It as one of Python's integers.
/// Errors    TypeError when it is no integer.
[[nodiscard]] nb::object to_index(nb::handle value, const char* name);

/// An integer in [0, 2^128), or nothing for another one. Each function below has one rule for all integers, however
/// small or great, and names it with the value.
/// Errors    TypeError when it is no integer.
[[nodiscard]] std::optional<uint128_t> to_number(nb::handle value, const char* name);

/// An integer in [0, 2^bits).
[[nodiscard]] uint128_t to_bits(nb::handle value, const char* name, unsigned bits);

[[nodiscard]] inline std::uint64_t to_word(nb::handle value, const char* name) {
  return static_cast<std::uint64_t>(to_bits(value, name, 64));
}

/// An integer in [1, 2^64).
[[nodiscard]] std::uint64_t to_positive(nb::handle value, const char* name);

/// An integer in [low, high].
[[nodiscard]] unsigned to_small(nb::handle value, const char* name, unsigned low, unsigned high);

/// A factor of a range, one of those that are listed.
[[nodiscard]] unsigned to_factor(nb::handle value, const char* name, std::initializer_list<unsigned> allowed);

/// A power of two from 2^low to 2^high.
[[nodiscard]] std::uint64_t to_power_of_two(nb::handle value, const char* name, unsigned low, unsigned high);

/// Any integer modulo q, as Python has it: in [0, q).
[[nodiscard]] uint128_t remainder(nb::handle value, const char* name, uint128_t q);

/// An integer in [0, q).
template <class Word>
[[nodiscard]] Word to_residue(nb::handle value, const char* name, Word q) {
  const std::optional<uint128_t> number = to_number(value, name);
  if (!number || *number >= q) reject(name, value, "it must lie in [0, q), q = " + to_string(q));
  return static_cast<Word>(*number);
}

[[nodiscard]] bool to_bool(nb::handle value);

[[nodiscard]] nb::object to_python(uint128_t number);

/// Any iterable but a string, as a list.
/// Errors    TypeError "<name> must be <expected>, ..." when it is none.
[[nodiscard]] nb::list to_list(nb::handle value, const char* name, const char* expected);

/// "<name>[<index>]"
[[nodiscard]] inline std::string element(const char* name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

/// An object of one of the module's classes.
/// Errors    TypeError when it is none.
template <class Class>
[[nodiscard]] Class& to_instance(nb::handle value, const char* name, const char* expected) {
  if (!nb::isinstance<Class>(value) || !nb::inst_ready(value)) reject_type(name, expected, value);
  return *nb::inst_ptr<Class>(value);
}

}  // namespace ringlet_python
