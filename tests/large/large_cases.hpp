#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "multiword/multiword_cases.hpp"
#include "ringlet/large_ntt.hpp"
#include "ringlet/large_transport.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/ntt.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"

/// Large transforms and their expected results.
namespace ringlet_test {

using ringlet::LargeNtt;
using ringlet::LargeNttOptions;
using ringlet::LargeOrder;
using ringlet::Ring;
using ringlet::uint128_t;

inline constexpr LargeOrder all_large_orders[] = {LargeOrder::natural, LargeOrder::transposed,
                                                  LargeOrder::bit_reversed};
inline constexpr Ring all_rings[] = {Ring::negacyclic, Ring::cyclic};

template <class Word>
[[nodiscard]] Word number_of(const mpz_class& x) {
  if constexpr (std::is_integral_v<Word> || std::is_same_v<Word, uint128_t>) {
    std::uint64_t words[2]{};
    reference::put_words(words, x);
    return static_cast<Word>(uint128_t{words[1]} << 64 | words[0]);
  } else {
    Word number{};
    reference::put_words(number.words, x);
    return number;
  }
}

template <class Word>
[[nodiscard]] mpz_class integer_of_number(const Word& x) {
  if constexpr (std::is_integral_v<Word> || std::is_same_v<Word, uint128_t>) {
    const std::uint64_t words[] = {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(uint128_t{x} >> 64)};
    return reference::integer_of(words);
  } else {
    return reference::integer_of(x.words);
  }
}

/// Returns the largest prime below 2^bits with negacyclic and cyclic transforms of n points.
[[nodiscard]] inline mpz_class large_prime(unsigned bits, std::size_t n) {
  return reference::prime_beside(reference::power_of_two(bits), mpz_class(static_cast<unsigned long>(2 * n)), true);
}

/// Calls check(number type, bits of a modulus) for each kind of numbers, one for each family of kernels.
template <class Check>
void for_each_kind(const Check& check) {
  check(std::type_identity<std::uint64_t>{}, 49U);
  check(std::type_identity<std::uint64_t>{}, 62U);
  check(std::type_identity<uint128_t>{}, 98U);
  check(std::type_identity<uint128_t>{}, 124U);
  check(std::type_identity<ringlet::UInt<192>>{}, 191U);
  check(std::type_identity<ringlet::UInt<256>>{}, 254U);
  check(std::type_identity<ringlet::UInt<256>>{}, 255U);
  check(std::type_identity<ringlet::UInt<320>>{}, 300U);
  check(std::type_identity<ringlet::UInt<384>>{}, 383U);
  check(std::type_identity<ringlet::UInt<512>>{}, 511U);
}

/// Calls `check` for the kinds that `scripts/bench large` measures.
template <class Check>
void for_three_kinds(const Check& check) {
  check(std::type_identity<std::uint64_t>{}, 49U);
  check(std::type_identity<uint128_t>{}, 124U);
  check(std::type_identity<ringlet::UInt<256>>{}, 255U);
}

/// Draws numbers below q: corners, and numbers from the whole range.
template <class Word>
[[nodiscard]] std::vector<Word> large_values(Random& random, std::size_t n, const mpz_class& q) {
  std::vector<Word> corners;
  for (const mpz_class& x : corner_residues(random, q, 512)) corners.push_back(number_of<Word>(x));
  std::vector<Word> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = corners[i < 512 ? i : random.up_to(511)];
  return values;
}

/// Returns the place of value number k by the definition of the order.
[[nodiscard]] inline std::size_t place_in(LargeOrder order, std::size_t k, std::size_t height, std::size_t width) {
  if (order == LargeOrder::natural) return k;
  if (order == LargeOrder::transposed) return k % height * width + k / height;
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < height * width; bit *= 2) reversed = 2 * reversed + (k / bit) % 2;
  return reversed;
}

/// Returns the place of a line's element in an array.
[[nodiscard]] inline std::size_t place_of(const ringlet::LargePass& pass, ringlet::LargeLayout layout, std::size_t line,
                                          std::size_t element) {
  if (layout.are_reversed) element = place_in(LargeOrder::bit_reversed, element, 1, pass.length);
  return layout.are_columns ? element * pass.lines + line : line * pass.length + element;
}

/// Returns the values that the plain plan of n points computes, in natural order.
template <class Word>
[[nodiscard]] std::vector<Word> plain_values(const std::vector<Word>& in, const ringlet::Modulus<Word>& q, Ring ring,
                                             const Word& root) {
  ringlet::NttOptions<Word> options{.ring = ring};
  (ring == Ring::cyclic ? options.omega : options.psi) = root;
  const std::size_t n = in.size();
  std::vector<Word> out(n), natural(n);
  ringlet::Ntt<Word>(n, q, options).forward(out, in);
  for (std::size_t k = 0; k < n; ++k) natural[k] = out[place_in(LargeOrder::bit_reversed, k, 1, n)];
  return natural;
}

}  // namespace ringlet_test
