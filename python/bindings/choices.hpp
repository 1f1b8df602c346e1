#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <ringlet/extension_field.hpp>
#include <ringlet/key_switch.hpp>
#include <ringlet/large_ntt.hpp>
#include <ringlet/large_ranks.hpp>
#include <ringlet/number_theory.hpp>
#include <ringlet/types.hpp>
#include <span>

/// Enumerations, which Python knows as strings.
namespace ringlet_python {

/// Strings of an enumeration, in the order of its enumerators.
template <class Choice>
constexpr std::array<const char*, 0> choices{};
template <>
inline constexpr std::array choices<ringlet::Ring>{"negacyclic", "cyclic"};
template <>
inline constexpr std::array choices<ringlet::Domain>{"coefficients", "evaluations"};
template <>
inline constexpr std::array choices<ringlet::Lift>{"approximate", "floor", "centred"};
template <>
inline constexpr std::array choices<ringlet::RotationKey>{"image", "preimage"};
template <>
inline constexpr std::array choices<ringlet::Form>{"plain", "montgomery"};
template <>
inline constexpr std::array choices<ringlet::ElementLayout>{"interleaved", "coordinates"};
template <>
inline constexpr std::array choices<ringlet::Order>{"bit_reversed", "natural"};
template <>
inline constexpr std::array choices<ringlet::LargeOrder>{"natural", "transposed", "bit_reversed"};
template <>
inline constexpr std::array choices<ringlet::CoefficientOrder>{"natural", "transposed"};
template <>
inline constexpr std::array choices<ringlet::PrimeOrder>{"largest_first", "smallest_first"};
template <>
inline constexpr std::array choices<ringlet::Comparison>{"==", "<", "<=", "never", "!=", ">=", ">", "always"};

/// Returns the index of an argument in the list of choices.
/// Errors    TypeError when it is no string; ValueError with the list when it is not in the list.
[[nodiscard]] std::size_t to_place(nanobind::handle value, const char* name, std::span<const char* const> all);

template <class Choice>
[[nodiscard]] Choice to_choice(nanobind::handle value, const char* name) {
  return static_cast<Choice>(to_place(value, name, choices<Choice>));
}

template <class Choice>
[[nodiscard]] const char* to_text(Choice choice) {
  return choices<Choice>[static_cast<std::size_t>(choice)];
}

}  // namespace ringlet_python
