#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <ringlet/types.hpp>
#include <string>

/// Python integers to numbers of one or two words, and back.
namespace ringlet_python {

namespace nb = nanobind;
using ringlet::uint128_t;

/// Decimal digits, with or without the interpreter's lock.
[[nodiscard]] std::string to_string(uint128_t number);

/// Throws ValueError: "<name> is <value>, but <rule>".
[[noreturn]] void reject(const std::string& name, const std::string& value, const std::string& rule);

/// Throws TypeError: "<name> must be <expected>, not <type of value>".
[[noreturn]] void reject_type(const std::string& name, const std::string& expected, nb::handle value);

/// Anything with __index__ that is not an array.
[[nodiscard]] bool is_integer(nb::handle value);

/// An integer in [0, 2^bits), bits <= 128.
/// Errors    TypeError when it is no integer, ValueError when it is outside the range.
[[nodiscard]] uint128_t to_number(nb::handle value, const char* name, unsigned bits);

[[nodiscard]] inline uint128_t to_double_word(nb::handle value, const char* name) {
  return to_number(value, name, 128);
}

[[nodiscard]] inline std::uint64_t to_word(nb::handle value, const char* name) {
  return static_cast<std::uint64_t>(to_number(value, name, 64));
}

/// A factor, or a number of threads or bits.
[[nodiscard]] inline unsigned to_small(nb::handle value, const char* name) {
  return static_cast<unsigned>(to_number(value, name, 32));
}

/// An operand in [0, q).
template <class Word>
[[nodiscard]] Word to_residue(nb::handle value, const char* name, Word q) {
  const uint128_t number = to_double_word(value, name);
  if (number >= q) reject(name, to_string(number), "it must lie in [0, q), q = " + to_string(q));
  return static_cast<Word>(number);
}

[[nodiscard]] bool to_bool(nb::handle value);

[[nodiscard]] nb::object to_python(uint128_t number);

}  // namespace ringlet_python
