#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "checks/checks.hpp"
#include "checks/number_text.hpp"
#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/types.hpp"

/// Counterpart of `checks/checks.hpp` for multiword moduli.
namespace ringlet::multiword {

/// Throws std::invalid_argument: "<what> is <value>, but <rule>".
[[noreturn]] RINGLET_FOR_LARGE void reject_multiword(const std::string& what, std::span<const std::uint64_t> value,
                                                     const std::string& rule);
template <unsigned width>
[[noreturn]] void reject_multiword(const std::string& what, const UInt<width>& value, const std::string& rule) {
  reject_multiword(what, std::span<const std::uint64_t>(value.words), rule);
}

/// Throws std::out_of_range for a number that must lie below q, both given by their words.
[[noreturn]] void reject_not_below(const char* name, std::span<const std::uint64_t> value,
                                   std::span<const std::uint64_t> q);

/// Requires value < q in every build. Throws std::out_of_range otherwise.
template <unsigned width>
void require_below(const char* name, const std::type_identity_t<UInt<width>>& value, const Modulus<UInt<width>>& q) {
  if (!(value < q.value())) reject_not_below(name, value.words, q.value().words);
}

// Ranges that only a checked build compares.
#ifdef RINGLET_CHECKED
/// Requires that each element lies below q. Throws `Error` otherwise: std::invalid_argument for inputs,
/// std::logic_error for results of the library.
template <class Error, unsigned width>
void require_all_below(const char* name, std::span<const std::type_identity_t<UInt<width>>> values,
                       const Modulus<UInt<width>>& q) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < q.value()) continue;
    throw Error(checks::element(name, i) + " is " + checks::decimal(values[i]) +
                ", but it must lie in [0, q), q = " + checks::decimal(q.value()));
  }
}
template <unsigned width>
void check_multiword_input(const char* name, std::span<const UInt<width>> in, const Modulus<UInt<width>>& q) {
  require_all_below<std::invalid_argument>(name, in, q);
}
template <unsigned width>
void check_multiword_output(std::span<UInt<width>> out, const Modulus<UInt<width>>& q) {
  require_all_below<std::logic_error>("out", out, q);
}
#else
template <class... Arguments>
constexpr void check_multiword_input(const Arguments&...) {}
template <class... Arguments>
constexpr void check_multiword_output(const Arguments&...) {}
#endif

/// Checks the shapes of an output and of its inputs, and, in a checked build, the inputs' ranges.
template <unsigned width>
void check_arrays(
    std::span<std::type_identity_t<UInt<width>>> out,
    std::initializer_list<std::pair<const char*, std::span<const std::type_identity_t<UInt<width>>>>> inputs,
    const Modulus<UInt<width>>& q) {
  checks::require_nonempty("out", out.size());
  for (const auto& [name, in] : inputs) {
    checks::require_size(name, in.size(), out.size());
    checks::require_no_partial_overlap<UInt<width>>(name, out, in);
    check_multiword_input(name, in, q);
  }
}

}  // namespace ringlet::multiword
