// Tests rotations of one ciphertext from one decomposition, and products by matrices, which are made of them. They
// decrypt to the same message as SEAL's operations, with noise of at most their size, and do not depend on the number
// of workers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "evaluators.hpp"

namespace ringlet_test::beside_seal {
namespace {

using ringlet::seal::HoistedKeys;
using ringlet::seal::PreparedMatrix;
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

/// Products by a matrix with seven diagonals, of which the last two wrap around.
class MatrixTest : public HoistedTest {
 protected:
  using Slots = std::vector<std::complex<double>>;
  const std::vector<int> rotations_ = {0, 1, 2, 5, 9, -1, -7};

  /// Exponent of two of the scale of ciphertexts and of diagonals.
  [[nodiscard]] int scale_of(const ContextData& level) const {
    return scheme_ == scheme_type::ckks ? std::min(30, (level.total_coeff_modulus_bit_count() - 18) / 2) : 0;
  }
  /// Returns a plaintext of random slots of at most eight bits.
  [[nodiscard]] seal::Plaintext plaintext(const ContextData& level, int scale) {
    seal::Plaintext result;
    if (scheme_ == scheme_type::ckks) {
      std::vector<double> values(n_ / 2);
      for (double& value : values) value = static_cast<double>(random_.up_to(200)) / 100 - 1;
      seal::CKKSEncoder(context_).encode(values, level.parms_id(), std::exp2(scale), result);
    } else {
      std::vector<std::uint64_t> values(n_);
      for (std::uint64_t& value : values) value = random_.up_to(plaintext_modulus - 1);
      seal::BatchEncoder(context_).encode(values, result);
    }
    return result;
  }
  [[nodiscard]] std::map<int, seal::Plaintext> diagonals(const ContextData& level, int scale) {
    std::map<int, seal::Plaintext> result;
    for (const int r : rotations_) result.emplace(r, plaintext(level, scale));
    return result;
  }
  [[nodiscard]] HoistedKeys keys_for(const std::vector<int>& of_steps) {
    seal::GaloisKeys keys;
    keys_.create_galois_keys(of_steps, keys);
    return {ours_, keys};
  }

  /// Returns the sum of SEAL's products of a rotation and a diagonal.
  [[nodiscard]] Ciphertext product_by_seal(const Ciphertext& in, std::map<int, seal::Plaintext> diagonals,
                                           const seal::GaloisKeys& keys) {
    std::vector<Ciphertext> terms;
    for (auto& [r, diagonal] : diagonals) {
      Ciphertext& term = terms.emplace_back(in);
      if (scheme_ == scheme_type::ckks) {
        seals_.rotate_vector_inplace(term, r, keys);
        seals_.mod_switch_to_inplace(diagonal, in.parms_id());
      } else {
        seals_.rotate_rows_inplace(term, r, keys);
      }
      seals_.multiply_plain_inplace(term, diagonal);
    }
    Ciphertext result;
    seals_.add_many(terms, result);
    return result;
  }
  /// Returns the largest distance of the slots from the product of the decrypted slots of `in`.
  [[nodiscard]] double error_of_product(const Ciphertext& product, const Ciphertext& in,
                                        const std::map<int, seal::Plaintext>& diagonals, double scale) {
    const Slots x = decoded(in, in.scale()), found = decoded(product, in.scale() * scale);
    Slots expected(x.size());
    for (const auto& [r, diagonal] : diagonals) {
      Slots factors;
      seal::CKKSEncoder(context_).decode(diagonal, factors);
      for (std::size_t j = 0; j < x.size(); ++j) {
        expected[j] += factors[j] * x[(j + static_cast<std::size_t>(r + static_cast<int>(x.size()))) % x.size()];
      }
    }
    double error = 0;
    for (std::size_t j = 0; j < x.size(); ++j) error = std::max(error, std::abs(found[j] - expected[j]));
    return error;
  }

 private:
  [[nodiscard]] Slots decoded(const Ciphertext& in, double scale) {
    seal::Plaintext plaintext;
    decryptor_.decrypt(in, plaintext);
    EXPECT_EQ(plaintext.scale(), scale);
    Slots result;
    seal::CKKSEncoder(context_).decode(plaintext, result);
    return result;
  }
};

TEST_P(MatrixTest, DecryptsAsTheSumOfSealsProducts) {
  std::vector<int> all = rotations_;
  all.erase(all.begin());
  const std::vector<int> few = PreparedMatrix::steps_of_keys(ours_, rotations_);
  EXPECT_EQ(std::ranges::count(few, 0), 0);
  seal::GaloisKeys of_seal;
  keys_.create_galois_keys(all, of_seal);
  const std::vector<const ContextData*> tested = tested_levels();
  const int scale = scale_of(*tested.back());
  const auto matrix_diagonals = diagonals(*tested.front(), scale);
  const PreparedMatrix by_each(ours_, matrix_diagonals, HoistedKeys(ours_, of_seal)),
      by_steps(ours_, matrix_diagonals, keys_for(few));
  EXPECT_EQ(by_each.bytes(), rotations_.size() * n_ * (tested.front()->parms().coeff_modulus().size() + 1) * 8);
  EXPECT_EQ(by_steps.bytes(), by_each.bytes());
  for (const ContextData* level : tested) {
    SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
    Ciphertext in;
    encryptor_.encrypt_symmetric(plaintext(*level, scale), in);
    if (scheme_ != scheme_type::ckks) seals_.mod_switch_to_inplace(in, level->parms_id());
    const Ciphertext expected = product_by_seal(in, matrix_diagonals, of_seal);
    for (const PreparedMatrix* matrix : {&by_each, &by_steps}) {
      Ciphertext ours, of_four = in;
      ours_.multiply_matrix(in, *matrix, ours);
      with_threads_.multiply_matrix_inplace(of_four, *matrix);
      expect_same_ciphertext(of_four, ours);
      EXPECT_EQ(ours.parms_id(), expected.parms_id());
      EXPECT_EQ(ours.scale(), expected.scale());
      EXPECT_EQ(ours.correction_factor(), expected.correction_factor());
      EXPECT_EQ(ours.is_ntt_form(), expected.is_ntt_form());
      if (scheme_ == scheme_type::ckks) {
        EXPECT_LE(error_of_product(ours, in, matrix_diagonals, std::exp2(scale)),
                  2 * error_of_product(expected, in, matrix_diagonals, std::exp2(scale)));
      } else {
        expect_same_message(ours, expected);
      }
    }
    if (HasFailure()) return;
  }
}

using MatrixErrorsTest = MatrixTest;

TEST_P(MatrixErrorsTest, NameTheValueAndTheRule) {
  const std::vector<const ContextData*> all = levels(context_);
  const auto slots = static_cast<int>(n_ / 2);
  const int scale = scale_of(*all.back());
  const auto good = diagonals(*all.front(), scale);
  const HoistedKeys keys = keys_for(PreparedMatrix::steps_of_keys(ours_, rotations_));
  const auto refused = [&](const std::string& message, std::map<int, seal::Plaintext> changes,
                           const HoistedKeys& with) {
    try {
      changes.insert(good.begin(), good.end());
      (void)PreparedMatrix(ours_, changes, with);
      ADD_FAILURE() << message << ": nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  };
  refused("Galois key not present", {}, keys_for({1}));
  refused("step is " + std::to_string(slots) + ", but it must be in (-", {{slots, good.at(1)}}, keys);
  refused("diagonal " + std::to_string(slots - 1) + " rotates as another", {{slots - 1, good.at(1)}}, keys);
  if (scheme_ == scheme_type::ckks) {
    refused("diagonal 3 must be in NTT form", {{3, seal::Plaintext()}}, keys);
    refused("diagonal 3 has scale", {{3, plaintext(*all.front(), scale + 1)}}, keys);
  } else {
    seal::Plaintext transformed;
    seals_.transform_to_ntt(good.at(1), all.front()->parms_id(), transformed);
    refused("diagonal 3 cannot be in NTT form", {{3, transformed}}, keys);
  }
  EXPECT_THROW((void)PreparedMatrix(ours_, {}, keys), std::invalid_argument);
  EXPECT_THROW((void)PreparedMatrix::steps_of_keys(ours_, {}), std::invalid_argument);
  EXPECT_THROW((void)PreparedMatrix::steps_of_keys(ours_, {-slots}), std::invalid_argument);

  const PreparedMatrix low(ours_, diagonals(*all.back(), scale), keys), matrix(ours_, good, keys);
  Ciphertext in, product;
  encryptor_.encrypt_symmetric(plaintext(*all.front(), scale), in);
  const Ciphertext before = in;
  const auto fails = [&](const PreparedMatrix& by, const Ciphertext& factor,
                         seal::MemoryPoolHandle pool = seal::MemoryManager::GetPool()) {
    EXPECT_THROW(ours_.multiply_matrix(factor, by, in, std::move(pool)), std::invalid_argument);
    expect_same_ciphertext(in, before);
  };
  fails(matrix, Ciphertext());
  fails(matrix, in, seal::MemoryPoolHandle());
  seals_.square(in, product);
  fails(matrix, product);
  if (scheme_ == scheme_type::ckks) {
    fails(low, in);
    product = in;
    product.scale() = std::exp2(all.front()->total_coeff_modulus_bit_count() - 1);
    fails(matrix, product);
  }
  // A matrix of another context.
  const seal::SEALContext other = make_context(scheme_, all_parameters()[1]);
  EXPECT_THROW((void)PreparedMatrix(ringlet::seal::Evaluator(other), good, keys), std::invalid_argument);
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
INSTANTIATE_TEST_SUITE_P(Parameters, MatrixTest,
                         ::testing::Combine(::testing::Range(std::size_t{0}, all_parameters().size()), schemes),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, MatrixErrorsTest, ::testing::Combine(::testing::Values(std::size_t{0}), schemes),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Parameters, HoistedErrorsTest, ::testing::Combine(::testing::Values(std::size_t{0}), schemes),
                         name_of_test);

}  // namespace
}  // namespace ringlet_test::beside_seal
