#pragma once

#include <gtest/gtest.h>
#include <seal/seal.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <string>
#include <typeinfo>

#include "ringlet/seal/evaluator.hpp"

/// Outcome of an operation on a ciphertext, on SEAL's evaluator or on ours.
namespace ringlet_test::beside_seal {

struct Outcome {
  /// Type and message of the exception; empty if there was none.
  std::string error;
  /// Destination after the operation.
  seal::Ciphertext destination;
};

/// Runs operation(evaluator, destination) on a destination that begins as `before`.
template <class Evaluator, class Operation>
[[nodiscard]] Outcome outcome_of(const Evaluator& evaluator, const seal::Ciphertext& before,
                                 const Operation& operation) {
  Outcome result{.error = {}, .destination = before};
  try {
    operation(evaluator, result.destination);
  } catch (const std::exception& error) {
    result.error = std::string(typeid(error).name()) + ": " + error.what();
  }
  return result;
}

inline void expect_same_ciphertext(const seal::Ciphertext& ours, const seal::Ciphertext& of_seal) {
  EXPECT_EQ(ours.parms_id(), of_seal.parms_id());
  EXPECT_EQ(ours.is_ntt_form(), of_seal.is_ntt_form());
  EXPECT_EQ(ours.size(), of_seal.size());
  EXPECT_EQ(ours.poly_modulus_degree(), of_seal.poly_modulus_degree());
  EXPECT_EQ(ours.coeff_modulus_size(), of_seal.coeff_modulus_size());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(ours.scale()), std::bit_cast<std::uint64_t>(of_seal.scale()))
      << ours.scale() << " in place of " << of_seal.scale();
  EXPECT_EQ(ours.correction_factor(), of_seal.correction_factor());
  ASSERT_EQ(ours.dyn_array().size(), of_seal.dyn_array().size());
  const auto [first, second] =
      std::mismatch(ours.dyn_array().cbegin(), ours.dyn_array().cend(), of_seal.dyn_array().cbegin());
  EXPECT_EQ(first - ours.dyn_array().cbegin(), ours.dyn_array().cend() - ours.dyn_array().cbegin())
      << "the first place where they differ: " << *first << " in place of " << *second;
}

inline void expect_same_plaintext(const seal::Plaintext& ours, const seal::Plaintext& of_seal) {
  EXPECT_EQ(ours.parms_id(), of_seal.parms_id());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(ours.scale()), std::bit_cast<std::uint64_t>(of_seal.scale()));
  ASSERT_EQ(ours.coeff_count(), of_seal.coeff_count());
  EXPECT_TRUE(std::equal(ours.data(), ours.data() + ours.coeff_count(), of_seal.data()));
}

}  // namespace ringlet_test::beside_seal
