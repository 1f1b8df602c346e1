#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "arith/decimal.hpp"
#include "arith/modulus.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/split_span.hpp"
#include "ringlet/types.hpp"

/// Checks of what a caller passed, each throwing with the offending value and the rule.
namespace ringlet::api {

/// std::invalid_argument: "<what> is <value>, but <rule>".
[[noreturn]] void reject(const std::string& what, uint128_t value, const std::string& rule);

/// Factors of lazy ranges.
inline void require_factor(const char* name, unsigned factor, std::initializer_list<unsigned> allowed) {
  if (std::find(allowed.begin(), allowed.end(), factor) != allowed.end()) return;
  std::string rule = "it must be one of";
  for (const unsigned value : allowed) rule.append(" ").append(std::to_string(value));
  reject(name, factor, rule);
}

/// Enumerations, whose last enumerator is `last`: a cast can make any number one.
template <class Enumeration>
void require_enumerator(const char* name, Enumeration value, Enumeration last) {
  if (value >= Enumeration{} && value <= last) return;
  const auto number = static_cast<std::uint64_t>(value);
  reject(name, number, "it must be an enumerator of its type");
}

/// Scalar operands, in every build: std::out_of_range.
template <class Word>
void require_below_modulus(const char* name, std::type_identity_t<Word> value, const Modulus<Word>& q) {
  if (value < q.value()) return;
  throw std::out_of_range(std::string(name) + " is " + arith::text_of(value) +
                          ", but it must lie in [0, q), q = " + arith::text_of(q.value()));
}

inline void require_size(const char* name, std::size_t size, std::size_t expected) {
  if (size != expected) {
    reject(std::string("size of ") + name, size, "it must be " + std::to_string(expected));
  }
}

inline void require_nonempty(const char* name, std::size_t size) {
  if (size == 0) reject(std::string("size of ") + name, size, "it must be at least 1");
}

/// In every build: each element lies in [0, q).
template <class Word>
void require_canonical(const char* name, std::span<const Word> values, const Modulus<Word>& q);

#ifdef RINGLET_CHECKED
inline constexpr bool checked = true;
#else
inline constexpr bool checked = false;
#endif

/// In a checked build: out and in are the same array or have nothing in common.
template <class Word>
void check_overlap(const char* name, std::span<Word> out, std::span<const Word> in);

/// In a checked build: every element of an input lies below factor q; std::invalid_argument.
template <class Word>
void check_input(const char* name, std::span<const Word> in, const Modulus<Word>& q, unsigned factor);

/// In a checked build: what the library computed lies below factor q; std::logic_error.
template <class Word>
void check_output(std::span<Word> out, const Modulus<Word>& q, unsigned factor);

/// Overlaps of split arrays, whose halves must be separate, too.
void check_overlap(const char* name, SplitSpan<std::uint64_t> out, SplitSpan<const std::uint64_t> in);
void check_input(const char* name, SplitSpan<const std::uint64_t> in, const Modulus<uint128_t>& q, unsigned factor);
void check_output(SplitSpan<std::uint64_t> out, const Modulus<uint128_t>& q, unsigned factor);

/// The modulus as kernels want it.
template <class Word>
arith::BasicModulus<Word> kernel_modulus(const Modulus<Word>& q) {
  return {
      .q = q.value(), .product_quotient = q.product_quotient(), .word_quotient = q.word_quotient(), .bits = q.bits()};
}

}  // namespace ringlet::api
