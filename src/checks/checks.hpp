#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "arith/decimal.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/split_span.hpp"
#include "ringlet/types.hpp"

/// Checks of what a caller passed, each throwing with the offending value and the rule.
namespace ringlet::api {

/// std::invalid_argument: "<what> is <value>, but <rule>".
[[noreturn]] RINGLET_FOR_LARGE void reject(const std::string& what, uint128_t value, const std::string& rule);

/// Such as in[3]: what messages call one of several arguments or values.
[[nodiscard]] RINGLET_FOR_LARGE std::string element(const char* name, std::size_t k);

// What composes a message is apart from the comparison, so that a call on a few elements only compares.
[[noreturn]] void reject_factor(const char* name, unsigned factor, std::initializer_list<unsigned> allowed);
[[noreturn]] RINGLET_FOR_LARGE void reject_size(const char* name, std::size_t size, std::size_t expected);
[[noreturn]] void reject_empty(const char* name);
[[noreturn]] RINGLET_FOR_LARGE void reject_enumerator(const char* name, std::uint64_t value);
[[noreturn]] void reject_scalar(const char* name, uint128_t value, uint128_t q);
[[noreturn]] RINGLET_FOR_LARGE void reject_overlap(const char* name);
[[noreturn]] void reject_crossed_overlap(const char* name);

/// Factors of lazy ranges.
template <unsigned... allowed>
void require_factor(const char* name, unsigned factor) {
  if (((factor != allowed) && ...)) reject_factor(name, factor, {allowed...});
}

/// The factors of the ranges that transforms take and leave.
inline void require_forward_factors(unsigned input_factor, unsigned output_factor) {
  require_factor<1, 2, 4>("input_factor", input_factor);
  require_factor<1, 4>("output_factor", output_factor);
}
inline void require_inverse_factors(unsigned input_factor, unsigned output_factor) {
  require_factor<1, 2>("input_factor", input_factor);
  require_factor<1, 2>("output_factor", output_factor);
}

/// Enumerations, whose last enumerator is `last`: a cast can make any number one.
template <class Enumeration>
void require_enumerator(const char* name, Enumeration value, Enumeration last) {
  if (value < Enumeration{} || value > last) reject_enumerator(name, static_cast<std::uint64_t>(value));
}

/// Scalar operands, in every build: std::out_of_range.
template <class Number, class Word>
void require_below_modulus(const char* name, Number value, const Modulus<Word>& q) {
  if (value >= q.value()) reject_scalar(name, value, q.value());
}

inline void require_size(const char* name, std::size_t size, std::size_t expected) {
  if (size != expected) reject_size(name, size, expected);
}

inline void require_nonempty(const char* name, std::size_t size) {
  if (size == 0) reject_empty(name);
}

/// Whether two arrays of `bytes` bytes, at least one, have a byte in common: a starts less than that before or after b.
inline bool overlap(const void* a, const void* b, std::size_t bytes) {
  const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(a) - reinterpret_cast<std::uintptr_t>(b);
  return distance + (bytes - 1) < 2 * bytes - 1;
}

/// out and in, of one size, are the same array or have nothing in common.
template <class Word>
void require_no_partial_overlap(const char* name, std::span<Word> out, std::span<const Word> in) {
  if (overlap(out.data(), in.data(), out.size_bytes())) [[unlikely]] {
    if (out.data() != in.data()) reject_overlap(name);
  }
}

/// The same for split arrays, whose halves must be separate, too.
void require_no_partial_overlap(const char* name, SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> in);

/// In every build: each element lies in [0, q).
template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q);

// What a checked build compares, and no other one has any trace of.
#ifdef RINGLET_CHECKED
/// Every element of an input lies below factor q; std::invalid_argument.
template <class Word>
RINGLET_FOR_LARGE void check_input(const char* name, std::span<const Word> in, const Modulus<Word>& q, unsigned factor);

/// What the library computed lies below factor q; std::logic_error.
template <class Word>
RINGLET_FOR_LARGE void check_output(std::span<Word> out, const Modulus<Word>& q, unsigned factor);

void check_input(const char* name, SplitSpan<const std::uint64_t> in, const Modulus<uint128_t>& q, unsigned factor);
void check_output(SplitSpan<std::uint64_t> out, const Modulus<uint128_t>& q, unsigned factor);
#else
template <class... Arguments>
constexpr void check_input(const Arguments&...) {}
template <class... Arguments>
constexpr void check_output(const Arguments&...) {}
#endif

}  // namespace ringlet::api
