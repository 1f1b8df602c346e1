#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ringlet/types.hpp>
#include <ringlet/uint.hpp>
#include <span>
#include <string>
#include <type_traits>

/// Conversions between Python integers and numbers of one word, of two words and of multiword moduli.
namespace ringlet_python {

namespace nb = nanobind;
using ringlet::uint128_t;

/// Number of words of a number: of 64-bit words, or one of 32 bits.
template <class Word>
constexpr unsigned words_of = sizeof(Word) <= sizeof(std::uint64_t) ? 1 : sizeof(Word) / sizeof(std::uint64_t);

/// Calls function.operator()<Word>() for the type of numbers with `words` words: 1, 2, 3, 4, 5, 6 or 8.
template <class Function>
auto with_word(unsigned words, const Function& function) {
  switch (words) {
    case 1:
      return function.template operator()<std::uint64_t>();
    case 2:
      return function.template operator()<uint128_t>();
    case 3:
      return function.template operator()<ringlet::UInt<192>>();
    case 4:
      return function.template operator()<ringlet::UInt<256>>();
    case 5:
      return function.template operator()<ringlet::UInt<320>>();
    case 6:
      return function.template operator()<ringlet::UInt<384>>();
    default:
      return function.template operator()<ringlet::UInt<512>>();
  }
}

/// Returns the number in decimal.
[[nodiscard]] std::string to_string(uint128_t number);
template <unsigned width>
[[nodiscard]] std::string to_string(const ringlet::UInt<width>& number) {
  return number.decimal();
}

/// Throws ValueError: "<name> is <value>, but <rule>".
[[noreturn]] void reject(const std::string& name, const std::string& value, const std::string& rule);
[[noreturn]] void reject(const char* name, nb::handle integer, const std::string& rule);

/// Throws TypeError: "<name> must be <expected>, not <type of value>".
[[noreturn]] void reject_type(const std::string& name, const std::string& expected, nb::handle value);

/// Takes ownership of a new reference; throws the Python error that is set if it is null.
[[nodiscard]] nb::object checked(PyObject* object);

/// Returns str(value).
[[nodiscard]] std::string text_of(nb::handle value);

/// Lets Python's signal handlers run from time to time; `done` counts the Python objects read or made so far.
void look_for_signals_between_objects(std::size_t done);

/// Returns whether the value has __index__ and is not an array, of NumPy or of another package.
[[nodiscard]] bool is_integer(nb::handle value);

/// Converts to a Python integer.
/// Errors    TypeError when it is no integer.
[[nodiscard]] nb::object to_index(nb::handle value, const char* name);

/// Writes an integer as words, the lowest first. Returns false for a negative integer and one that needs more words.
[[nodiscard]] bool read_words(const nb::object& integer, std::span<std::uint64_t> words);

/// Converts an integer in [0, 2^128); returns nothing for any other integer. Each function below has one rule for all
/// integers, however small or large, and its message names the value and the rule.
/// Errors    TypeError when it is no integer.
[[nodiscard]] std::optional<uint128_t> to_number(nb::handle value, const char* name);

/// Converts an integer that fits in a Word; returns nothing for any other integer.
template <class Word>
[[nodiscard]] std::optional<Word> to_number_of(nb::handle value, const char* name) {
  if constexpr (ringlet::MultiwordNumber<Word>) {
    Word number;
    return read_words(to_index(value, name), number.words) ? std::optional(number) : std::nullopt;
  } else {
    const std::optional<uint128_t> number = to_number(value, name);
    if (!number || *number > static_cast<Word>(~Word{0})) return std::nullopt;
    return static_cast<Word>(*number);
  }
}

/// Converts an integer in [0, 2^bits).
[[nodiscard]] uint128_t to_bits(nb::handle value, const char* name, unsigned bits);

[[nodiscard]] inline std::uint64_t to_word(nb::handle value, const char* name) {
  return static_cast<std::uint64_t>(to_bits(value, name, 64));
}

/// Converts an integer in [1, 2^64).
[[nodiscard]] std::uint64_t to_positive(nb::handle value, const char* name);

/// Converts an integer in [low, high].
[[nodiscard]] unsigned to_small(nb::handle value, const char* name, unsigned low, unsigned high);

/// Converts the factor of a range, which must be one of `allowed`.
[[nodiscard]] unsigned to_factor(nb::handle value, const char* name, std::initializer_list<unsigned> allowed);
/// Converts the factor of an input's range, one of `allowed`, or None, for any value, to 0.
[[nodiscard]] unsigned to_factor_or_any(nb::handle value, const char* name, std::initializer_list<unsigned> allowed);

/// Converts a power of two in [2^low, 2^high].
[[nodiscard]] std::uint64_t to_power_of_two(nb::handle value, const char* name, unsigned low, unsigned high);

/// Converts an integer in [0, q).
template <class Word>
[[nodiscard]] Word to_residue(nb::handle value, const char* name, Word q) {
  const std::optional<Word> number = to_number_of<Word>(value, name);
  if (!number || *number >= q) reject(name, value, "it must lie in [0, q), q = " + to_string(q));
  return *number;
}

[[nodiscard]] bool to_bool(nb::handle value);

/// Converts an argument that must be True or False.
/// Errors    TypeError when it is another object.
[[nodiscard]] bool to_flag(nb::handle value, const char* name);

[[nodiscard]] nb::object to_python(uint128_t number);

/// Returns the number with these words, the lowest first.
[[nodiscard]] nb::object to_python(std::span<const std::uint64_t> words);
template <unsigned width>
[[nodiscard]] nb::object to_python(const ringlet::UInt<width>& number) {
  return to_python(std::span<const std::uint64_t>(number.words));
}

/// Computes value % q as Python does.
[[nodiscard]] nb::object remainder_of(nb::handle value, const char* name, const nb::object& q);

/// Reduces any integer to [0, q).
template <class Word>
[[nodiscard]] Word remainder(nb::handle value, const char* name, const Word& q) {
  return *to_number_of<Word>(remainder_of(value, name, to_python(q)), name);
}

/// Converts any iterable but a string to a list.
/// Errors    TypeError "<name> must be <expected>, ..." when it is none.
[[nodiscard]] nb::list to_list(nb::handle value, const char* name, const char* expected);

/// Returns "<name>[<index>]".
[[nodiscard]] inline std::string element(const char* name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

/// Returns the C++ object of an argument that must be of one of the module's classes.
/// Errors    TypeError when it is of another class.
template <class Class>
[[nodiscard]] Class& to_instance(nb::handle value, const char* name, const char* expected) {
  if (!nb::isinstance<Class>(value) || !nb::inst_ready(value)) reject_type(name, expected, value);
  return *nb::inst_ptr<Class>(value);
}

}  // namespace ringlet_python
