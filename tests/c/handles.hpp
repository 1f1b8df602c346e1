#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "ringlet/ringlet.h"
#include "ringlet/types.hpp"
#include "ringlet/word32.h"

/// Handles of the C interface that destroy themselves, and its types and functions for each word.
namespace ringlet_test::c_api {

using ringlet::uint128_t;

template <auto destroy>
struct Destroy {
  void operator()(auto* handle) const { destroy(handle); }
};

using Modulus = std::unique_ptr<ringlet_modulus, Destroy<ringlet_modulus_destroy>>;
using Ntt = std::unique_ptr<ringlet_ntt, Destroy<ringlet_ntt_destroy>>;
using Modulus32 = std::unique_ptr<ringlet_modulus32, Destroy<ringlet_modulus32_destroy>>;
using FixedOperand32 = std::unique_ptr<ringlet_fixed_operand32, Destroy<ringlet_fixed_operand32_destroy>>;
using Ntt32 = std::unique_ptr<ringlet_ntt32, Destroy<ringlet_ntt32_destroy>>;
using Modulus128 = std::unique_ptr<ringlet_modulus128, Destroy<ringlet_modulus128_destroy>>;
using Ntt128 = std::unique_ptr<ringlet_ntt128, Destroy<ringlet_ntt128_destroy>>;
using FixedOperand128 = std::unique_ptr<ringlet_fixed_operand128, Destroy<ringlet_fixed_operand128_destroy>>;
using MultiwordModulus = std::unique_ptr<ringlet_multiword_modulus, Destroy<ringlet_multiword_modulus_destroy>>;
using MultiwordNtt = std::unique_ptr<ringlet_multiword_ntt, Destroy<ringlet_multiword_ntt_destroy>>;
using FixedOperand = std::unique_ptr<ringlet_fixed_operand, Destroy<ringlet_fixed_operand_destroy>>;

/// Types of the C interface for a word.
template <class Word>
struct Types;

template <>
struct Types<std::uint32_t> {
  using Word = std::uint32_t;
  using Modulus = ringlet_modulus32;
  using Ntt = ringlet_ntt32;
  using MatrixNtt = ringlet_matrix_ntt32;
  using ExtensionField = ringlet_extension_field32;
};

template <>
struct Types<std::uint64_t> {
  using Word = std::uint64_t;
  using Modulus = ringlet_modulus;
  using Ntt = ringlet_ntt;
  using MatrixNtt = ringlet_matrix_ntt;
  using ExtensionField = ringlet_extension_field;
};

template <>
struct Types<uint128_t> {
  using Word = ringlet_uint128;
  using Modulus = ringlet_modulus128;
  using Ntt = ringlet_ntt128;
  using MatrixNtt = ringlet_matrix_ntt128;
  using ExtensionField = ringlet_extension_field128;
};

/// Returns the function of a word, of those for words of 32, 64 and 128 bits.
template <class Word, class OfWord32, class OfWords, class OfWord128>
[[nodiscard]] constexpr auto by_word(OfWord32* of_word32, OfWords* of_words, OfWord128* of_word128) {
  if constexpr (std::is_same_v<Word, std::uint32_t>) {
    return of_word32;
  } else if constexpr (std::is_same_v<Word, std::uint64_t>) {
    return of_words;
  } else {
    return of_word128;
  }
}

/// The same for operations that 128-bit words lack.
template <class Word, class OfWord32, class OfWords>
[[nodiscard]] constexpr auto by_word(OfWord32* of_word32, OfWords* of_words) {
  return by_word<Word, OfWord32, OfWords, OfWords>(of_word32, of_words, nullptr);
}

[[nodiscard]] std::uint32_t to_c(std::same_as<std::uint32_t> auto x) { return x; }
[[nodiscard]] std::uint64_t to_c(std::same_as<std::uint64_t> auto x) { return x; }
[[nodiscard]] inline ringlet_uint128 to_c(uint128_t x) {
  return {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)};
}
[[nodiscard]] inline std::uint32_t from_c(std::uint32_t x) { return x; }
[[nodiscard]] inline std::uint64_t from_c(std::uint64_t x) { return x; }
[[nodiscard]] inline uint128_t from_c(ringlet_uint128 x) { return uint128_t{x.high} << 64 | x.low; }

/// Converts pointers to words in place.
[[nodiscard]] inline std::uint32_t* to_c(std::uint32_t* words) { return words; }
[[nodiscard]] inline const std::uint32_t* to_c(const std::uint32_t* words) { return words; }
[[nodiscard]] inline std::uint64_t* to_c(std::uint64_t* words) { return words; }
[[nodiscard]] inline const std::uint64_t* to_c(const std::uint64_t* words) { return words; }
[[nodiscard]] inline ringlet_uint128* to_c(uint128_t* words) { return reinterpret_cast<ringlet_uint128*>(words); }
[[nodiscard]] inline const ringlet_uint128* to_c(const uint128_t* words) {
  return reinterpret_cast<const ringlet_uint128*>(words);
}

[[nodiscard]] inline Modulus make_modulus(std::uint64_t q) {
  ringlet_modulus* modulus = nullptr;
  EXPECT_EQ(ringlet_modulus_create(&modulus, q), RINGLET_OK) << ringlet_last_error_message();
  return Modulus(modulus);
}

[[nodiscard]] inline Modulus32 make_modulus32(std::uint32_t q) {
  ringlet_modulus32* modulus = nullptr;
  EXPECT_EQ(ringlet_modulus32_create(&modulus, q), RINGLET_OK) << ringlet_last_error_message();
  return Modulus32(modulus);
}

[[nodiscard]] inline Modulus128 make_modulus128(uint128_t q) {
  ringlet_modulus128* modulus = nullptr;
  EXPECT_EQ(ringlet_modulus128_create(&modulus, to_c(q)), RINGLET_OK) << ringlet_last_error_message();
  return Modulus128(modulus);
}

[[nodiscard]] inline FixedOperand make_fixed_operand(const std::vector<std::uint64_t>& values,
                                                     const ringlet_modulus* q) {
  ringlet_fixed_operand* operand = nullptr;
  EXPECT_EQ(ringlet_fixed_operand_create(&operand, values.data(), values.size(), q), RINGLET_OK);
  return FixedOperand(operand);
}

[[nodiscard]] inline FixedOperand32 make_fixed_operand(const std::vector<std::uint32_t>& values,
                                                       const ringlet_modulus32* q) {
  ringlet_fixed_operand32* operand = nullptr;
  EXPECT_EQ(ringlet_fixed_operand32_create(&operand, values.data(), values.size(), q), RINGLET_OK);
  return FixedOperand32(operand);
}

[[nodiscard]] inline FixedOperand128 make_fixed_operand(const std::vector<uint128_t>& values,
                                                        const ringlet_modulus128* q) {
  ringlet_fixed_operand128* operand = nullptr;
  EXPECT_EQ(ringlet_fixed_operand128_create(&operand, to_c(values.data()), values.size(), q), RINGLET_OK);
  return FixedOperand128(operand);
}

[[nodiscard]] inline Ntt make_ntt(std::size_t n, std::uint64_t q, ringlet_ring ring = RINGLET_NEGACYCLIC,
                                  std::uint64_t root = 0, ringlet_order order = RINGLET_BIT_REVERSED) {
  ringlet_ntt* ntt = nullptr;
  EXPECT_EQ(ringlet_ntt_create(&ntt, n, make_modulus(q).get(), ring, root, order), RINGLET_OK)
      << ringlet_last_error_message();
  return Ntt(ntt);
}

}  // namespace ringlet_test::c_api
