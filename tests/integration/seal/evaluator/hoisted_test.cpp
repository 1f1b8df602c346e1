// Tests rotations of one ciphertext from one decomposition. They decrypt to the same message as SEAL's rotations, with
// noise of the same size, and do not depend on the number of workers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "evaluators.hpp"

namespace ringlet_test::beside_seal {
namespace {

using ringlet::seal::HoistedKeys;
using seal::Ciphertext;
using seal::scheme_type;

/// Steps of the rotations.
const std::vector<int> steps = {1, 0, -1, 4};

class HoistedTest : public EvaluatorsTest {
 protected:
  HoistedTest() { keys_.create_galois_keys(std::vector<int>{0, 1, -1, 4}, galois_keys_); }

  seal::Encryptor encryptor_{context_, keys_.secret_key()};
  seal::Decryptor decryptor_{context_, keys_.secret_key()};
  seal::GaloisKeys galois_keys_;

  /// Returns the first level and the last two.
  [[nodiscard]] std::vector<const ContextData*> tested_levels() const {
    std::vector<const ContextData*> result = levels(context_);
    if (result.size() > 3) result.erase(result.begin() + 1, result.end() - 2);
    return result;
  }

  [[nodiscard]] std::vector<Ciphertext> rotated_by_seal(const Ciphertext& in) {
    std::vector<Ciphertext> result(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (scheme_ == scheme_type::ckks) {
        seals_.rotate_vector(in, steps[i], galois_keys_, result[i]);
      } else {
        seals_.rotate_rows(in, steps[i], galois_keys_, result[i]);
      }
    }
    return result;
  }

  /// Expects both to decrypt to the same message, exactly.
  void expect_same_message(Ciphertext ours, Ciphertext of_seal) {
    const int budget = decryptor_.invariant_noise_budget(of_seal);
    EXPECT_GE(decryptor_.invariant_noise_budget(ours), budget - 2);
    if (budget == 0) return;  // SEAL's rotation has used up the budget, too.
    seal::Plaintext message, expected;
    decryptor_.decrypt(ours, message);
    decryptor_.decrypt(of_seal, expected);
    EXPECT_EQ(message, expected);
  }

  [[nodiscard]] std::vector<std::complex<double>> slots_of(const Ciphertext& in) {
    seal::Plaintext plaintext;
    decryptor_.decrypt(in, plaintext);
    plaintext.scale() = 1;
    std::vector<std::complex<double>> result;
    seal::CKKSEncoder(context_).decode(plaintext, result);
    return result;
  }

  /// Returns the largest distance of the slots from those of `in` rotated by `step`.
  [[nodiscard]] double error_of(const Ciphertext& result, const Ciphertext& in, int step) {
    std::vector<std::complex<double>> expected = slots_of(in);
    const auto slots = static_cast<std::ptrdiff_t>(expected.size());
    std::rotate(expected.begin(), expected.begin() + (step + slots) % slots, expected.end());
    const std::vector<std::complex<double>> found = slots_of(result);
    double error = 0;
    for (std::size_t i = 0; i < found.size(); ++i) error = std::max(error, std::abs(found[i] - expected[i]));
    return error;
  }

  [[nodiscard]] Ciphertext encrypted(const ContextData& level) {
    seal::Plaintext plaintext;
    if (scheme_ == scheme_type::ckks) {
      std::vector<double> values(n_ / 2);
      for (double& value : values) value = static_cast<double>(random_.up_to(1000)) - 500;
      const double scale = std::exp2(std::min(30, level.total_coeff_modulus_bit_count() - 15));
      seal::CKKSEncoder(context_).encode(values, level.parms_id(), scale, plaintext);
    } else {
      std::vector<std::uint64_t> values(n_);
      for (std::uint64_t& value : values) value = random_.up_to(plaintext_modulus - 1);
      seal::BatchEncoder(context_).encode(values, plaintext);
    }
    Ciphertext result;
    encryptor_.encrypt_symmetric(plaintext, result);
    if (scheme_ != scheme_type::ckks) seals_.mod_switch_to_inplace(result, level.parms_id());
    return result;
  }
};

TEST_P(HoistedTest, DecryptsAsSealsRotations) {
  const HoistedKeys keys(ours_, galois_keys_);
  EXPECT_GT(keys.bytes(), 0U);
  for (const ContextData* level : tested_levels()) {
    SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
    const Ciphertext in = encrypted(*level);
    const std::vector<Ciphertext> of_seal = rotated_by_seal(in);
    std::vector<Ciphertext> ours, of_four = {in, in};
    ours_.rotate_many(in, steps, keys, ours);
    with_threads_.rotate_many(of_four[1], steps, keys, of_four);
    ASSERT_EQ(ours.size(), steps.size());
    ASSERT_EQ(of_four.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      SCOPED_TRACE("by " + std::to_string(steps[i]));
      expect_same_ciphertext(of_four[i], ours[i]);
      EXPECT_EQ(ours[i].parms_id(), of_seal[i].parms_id());
      EXPECT_EQ(ours[i].scale(), of_seal[i].scale());
      EXPECT_EQ(ours[i].correction_factor(), of_seal[i].correction_factor());
      if (scheme_ == scheme_type::ckks) {
        EXPECT_LE(error_of(ours[i], in, steps[i]), 4 * error_of(of_seal[i], in, steps[i]));
      } else {
        expect_same_message(ours[i], of_seal[i]);
      }
    }
    if (HasFailure()) return;
  }
}

using HoistedErrorsTest = HoistedTest;

TEST_P(HoistedErrorsTest, AreInSealsWords) {
  const HoistedKeys keys(ours_, galois_keys_);
  const Ciphertext good = encrypted(*levels(context_).front());
  const auto expect_error = [&](const std::string& message, const Ciphertext& in, const std::vector<int>& by,
                                seal::MemoryPoolHandle pool = seal::MemoryManager::GetPool()) {
    std::vector<Ciphertext> out = {good};
    try {
      ours_.rotate_many(in, by, keys, out, std::move(pool));
      ADD_FAILURE() << message << ": nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), message);
    }
    ASSERT_EQ(out.size(), 1U);
    expect_same_ciphertext(out[0], good);
  };
  const auto slots = static_cast<int>(n_ / 2);
  expect_error("Galois key not present", good, {1, 3});
  for (const int by : {slots, -slots, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    expect_error("step count too large", good, {by});
  }
  expect_error("encrypted is not valid for encryption parameters", Ciphertext(), {1});
  Ciphertext changed;
  seals_.square(good, changed);
  expect_error("encrypted size must be 2", changed, {1});
  expect_error("pool is uninitialized", good, {1}, seal::MemoryPoolHandle());
  seal::GaloisKeys elsewhere;
  EXPECT_THROW(HoistedKeys(ours_, elsewhere), std::invalid_argument);
  std::vector<Ciphertext> out = {good};
  EXPECT_NO_THROW(ours_.rotate_many(good, {}, keys, out));
  EXPECT_TRUE(out.empty());
}

// SEAL handles BGV on coefficients.
const auto schemes = ::testing::ValuesIn([] {
  std::vector<scheme_type> result = {scheme_type::bfv, scheme_type::ckks};
  if (in_evaluations(scheme_type::bgv)) result.push_back(scheme_type::bgv);
  return result;
}());

INSTANTIATE_TEST_SUITE_P(Parameters, HoistedTest,
                         ::testing::Combine(::testing::Range(std::size_t{0}, all_parameters().size()), schemes),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, HoistedErrorsTest, ::testing::Combine(::testing::Values(std::size_t{0}), schemes),
                         name_of_test);

}  // namespace
}  // namespace ringlet_test::beside_seal
