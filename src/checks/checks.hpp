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
#include "ringlet/types.hpp"

/// Checks of a caller's arguments. Each throws an exception that names the offending value and the rule.
namespace ringlet::checks {

/// Throws std::invalid_argument: "<what> is <value>, but <rule>".
[[noreturn]] RINGLET_FOR_LARGE void reject(const std::string& what, uint128_t value, const std::string& rule);

/// Returns the name of element k in messages, for example "in[3]".
[[nodiscard]] RINGLET_FOR_LARGE std::string element(const char* name, std::size_t k);

// Messages are composed apart from the comparisons, so that a call on a few elements only compares.
[[noreturn]] void reject_factor(const char* name, unsigned factor, std::initializer_list<unsigned> allowed);
[[noreturn]] RINGLET_FOR_LARGE void reject_size(const char* name, std::size_t size, std::size_t expected);
[[noreturn]] void reject_empty(const char* name);
[[noreturn]] RINGLET_FOR_LARGE void reject_enumerator(const char* name, std::uint64_t value);
[[noreturn]] void reject_scalar(const char* name, uint128_t value, uint128_t q);
[[noreturn]] RINGLET_FOR_LARGE void reject_overlap(const char* name);

/// Requires a factor of a lazy range to be one of the allowed factors.
template <unsigned... allowed>
void require_factor(const char* name, unsigned factor) {
  if (((factor != allowed) && ...)) reject_factor(name, factor, {allowed...});
}

/// Throws unless values below the factors of a range times q, q of 63 or 64 bits, fit a word.
void require_room_of_long_modulus(const Range& range, std::uint64_t q);

/// Requires lazy values of a range to fit a word. Shorter moduli leave room for all factors; 32-bit words have no lazy
/// results, and take words as operands.
template <class Word>
void require_room(const Range& range, const Modulus<Word>& q) {
  if constexpr (std::is_same_v<Word, std::uint64_t>) {
    if (q.bits() > 62) [[unlikely]] {
      require_room_of_long_modulus(range, q.value());
    }
  }
}

// The factors that operations take, in each word. Values must also fit the word.

/// Requires the factors of products of arrays.
template <class Word>
void require_product_factors(const Range& range, const Modulus<Word>& q) {
  require_factor<1, 2, 4>("input_factor", range.input_factor);
  require_factor<1>("output_factor", range.output_factor);
  require_room(range, q);
}
/// Requires the factors of products by fixed operands.
template <class Word>
void require_fixed_product_factors(const Range& range, const Modulus<Word>& q) {
  require_factor<1, 2, 4, 8>("input_factor", range.input_factor);
  require_factor<1>("output_factor", range.output_factor);
  require_room(range, q);
}
/// Requires the factors of reductions.
template <class Word>
void require_reduction_factors(const Range& range, const Modulus<Word>& q) {
  require_factor<2, 4, Range::any>("input_factor", range.input_factor);
  require_factor<1, 2>("output_factor", range.output_factor);
  require_room(range, q);
}
/// Requires the factors of ranges that forward transforms support.
inline void require_forward_factors(const Range& range) {
  require_factor<1, 2, 4, Range::any>("input_factor", range.input_factor);
  require_factor<1, 4>("output_factor", range.output_factor);
}
template <class Word>
void require_forward_factors(const Range& range, const Modulus<Word>& q) {
  require_forward_factors(range);
  require_room(range, q);
}
/// Requires the factors of ranges that inverse transforms support.
inline void require_inverse_factors(const Range& range) {
  require_factor<1, 2>("input_factor", range.input_factor);
  require_factor<1, 2>("output_factor", range.output_factor);
}
template <class Word>
void require_inverse_factors(const Range& range, const Modulus<Word>& q) {
  require_inverse_factors(range);
  require_room(range, q);
}

/// Requires a size of transforms: a power of two from `least` to `greatest`, which are powers of two.
RINGLET_FOR_LARGE void require_points(std::size_t n, std::size_t least, std::size_t greatest, const char* name = "n");

/// Requires an enumerator in [0, last], since a cast can turn any number into an enumeration.
template <class Enumeration>
void require_enumerator(const char* name, Enumeration value, Enumeration last) {
  if (value < Enumeration{} || value > last) reject_enumerator(name, static_cast<std::uint64_t>(value));
}

inline void require_order(Order order) { require_enumerator("order", order, Order::natural); }
inline void require_form(Form form) { require_enumerator("form", form, Form::montgomery); }

/// Requires a form, and for Montgomery form an odd modulus q. name() returns what messages call q.
template <class Word, class Name>
void require_form(Form form, const Modulus<Word>& q, const Name& name) {
  require_form(form);
  if (form == Form::montgomery && q.value() % 2 == 0) reject(name(), q.value(), "it must be odd for Montgomery form");
}

template <class Word>
void require_form(Form form, const Modulus<Word>& q) {
  require_form(form, q, [] { return "q"; });
}

/// Requires a scalar operand below q in every build. Throws std::out_of_range otherwise.
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

/// Returns whether two arrays of `bytes` >= 1 bytes overlap: a begins less than `bytes` before or after b.
inline bool overlap(const void* a, const void* b, std::size_t bytes) {
  const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(a) - reinterpret_cast<std::uintptr_t>(b);
  return distance + (bytes - 1) < 2 * bytes - 1;
}

/// Requires that out and in, of one size, are the same array or do not overlap.
template <class Word>
void require_no_partial_overlap(const char* name, std::span<Word> out, std::span<const Word> in) {
  if (overlap(out.data(), in.data(), out.size_bytes())) [[unlikely]] {
    if (out.data() != in.data()) reject_overlap(name);
  }
}

/// Requires each element to lie in [0, q), in every build.
template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q);

// Ranges that a checked build compares. Other builds have no code for them.
#ifdef RINGLET_CHECKED
/// Requires each element of an input to lie in [0, factor q), if factor is not Range::any. Throws std::invalid_argument
/// otherwise.
template <class Word>
RINGLET_FOR_LARGE void check_input(const char* name, std::span<const Word> in, const Modulus<Word>& q, unsigned factor);

/// Requires each element of a result to lie in [0, factor q). Throws std::logic_error otherwise.
template <class Word>
RINGLET_FOR_LARGE void check_output(std::span<Word> out, const Modulus<Word>& q, unsigned factor);
#else
template <class... Arguments>
constexpr void check_input(const Arguments&...) {}
template <class... Arguments>
constexpr void check_output(const Arguments&...) {}
#endif

}  // namespace ringlet::checks
