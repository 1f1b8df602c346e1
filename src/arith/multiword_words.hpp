#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ringlet/types.hpp"

/// Numbers of several little-endian 64-bit words, for building constants and for number theory. Never included by a
/// backend.
namespace ringlet::arith {

/// Adds y to x modulo 2^(64 words) and returns the carry. Both have the same number of words.
inline std::uint64_t add_to(std::span<std::uint64_t> x, std::span<const std::uint64_t> y) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const uint128_t sum = uint128_t{x[i]} + y[i] + carry;
    x[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  return carry;
}

/// Subtracts y from x modulo 2^(64 words) and returns the borrow.
inline std::uint64_t subtract_from(std::span<std::uint64_t> x, std::span<const std::uint64_t> y) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const uint128_t difference = uint128_t{x[i]} - y[i] - borrow;
    x[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 127);
  }
  return borrow;
}

/// Whether x < y.
inline bool is_less(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y) {
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i] != y[i]) return x[i] < y[i];
  }
  return false;
}

/// Replaces x by floor(x / 2).
inline void halve(std::span<std::uint64_t> x) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] >> 1 | (i + 1 < x.size() ? x[i + 1] << 63 : 0);
}

/// Whether n, of at most MultiwordModulusConstants::max_words words, is the square of an integer.
bool is_square(std::span<const std::uint64_t> n);

/// Stores 1/a modulo q for odd q and a < q in out. Returns false if they have a common factor, as for a = 0. All have
/// the same number of words, at most MultiwordModulusConstants::max_words, and out may be a. Time depends on the
/// values.
bool invert(std::span<std::uint64_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> q);

/// Returns the constants of an odd modulus of 3 to 8 words, 2^124 <= q < 2^(64 words - 1).
MultiwordModulusConstants make_multiword_modulus(std::span<const std::uint64_t> q);

}  // namespace ringlet::arith
