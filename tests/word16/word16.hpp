#pragma once

#include <cstdint>

/// Word for tests only: arrays of 16 bits under an arithmetic of 32, so short that all values can be tested. Compilers
/// include this file before all other files.
#define RINGLET_TEST_WORD std::uint16_t
#define RINGLET_TESTED_WORD std::uint16_t

#include "arith/word_traits.hpp"

template <>
struct ringlet::arith::WordTraits<std::uint16_t> {
  using Twiddle = std::uint32_t;
  using Signed = std::int32_t;

  static constexpr const char* plural = "short words";
  static constexpr unsigned bits = 16;
  static constexpr std::uint16_t greatest_modulus = (1U << 14) - 1;
  static constexpr unsigned max_log_n = 12;

  static constexpr bool has_lazy_values = true;
  static constexpr bool has_comparisons = true;
  static constexpr bool has_montgomery = false;
  static constexpr unsigned max_rns_bits = 14;
  static constexpr bool has_columns = false;

  static constexpr bool in_one_register = true;
  static constexpr bool avoids_single_stages = false;
};

#include "word16/api.hpp"
