// Compares bootstrapping of OpenFHE with and without Ringlet, word for word, over the setups of EvalBootstrapSetup.
#include <cryptocontext-ser.h>
#include <gtest/gtest.h>
#include <openfhe.h>
#include <scheme/ckksrns/ckksrns-ser.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "compat/openfhe/program.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace ringlet_test {
namespace {

constexpr std::uint32_t full = 1 << 8;

/// Setup of a bootstrap in a small ring.
struct BootstrapSetup {
  ScalingTechnique scaling = FLEXIBLEAUTO;
  SecretKeyDist keys = SPARSE_TERNARY;
  std::vector<std::uint32_t> budget{2, 2}, baby{0, 0};
  std::uint32_t slots = full;
  bool packs_first = false;
  bool is_complex = false;
  std::uint32_t iterations = 1;
};

/// Context with the keys of a setup, and a ciphertext that has few moduli left.
class Bootstrapped {
 public:
  explicit Bootstrapped(const BootstrapSetup& setup) : setup_(setup) {
    auto p = parameters<CryptoContextCKKSRNS>(0, HYBRID, 3);
    const bool is_fixed = setup.scaling == FIXEDAUTO || setup.scaling == FIXEDMANUAL;
    p.SetRingDim(2 * full);
    p.SetScalingTechnique(setup.scaling);
    p.SetSecretKeyDist(setup.keys);
    p.SetScalingModSize(is_fixed ? 55 : 59);
    p.SetFirstModSize(60);
    p.SetBatchSize(setup.slots);
    if (setup.is_complex) p.SetCKKSDataType(COMPLEX);
    const std::uint32_t depth = 12 + FHECKKSRNS::GetBootstrapDepth(setup.budget, setup.keys);
    p.SetMultiplicativeDepth(depth);
    context = context_of(p);
    context->Enable(FHE);
    context->EvalBootstrapSetup(setup.budget, setup.baby, setup.slots, 0, true, setup.packs_first);
    const auto pair = context->KeyGen();
    context->EvalMultKeyGen(pair.secretKey);
    context->EvalBootstrapKeyGen(pair.secretKey, setup.slots);
    std::vector<double> values;
    for (std::uint32_t i = 0; i < std::min(setup.slots, 8U); ++i) values.push_back(0.125 * (i + 1));
    const std::uint32_t left = setup.packs_first ? setup.budget[1] + 3 : 1;
    const auto plaintext = context->MakeCKKSPackedPlaintext(values, 1, depth - left, nullptr, setup.slots);
    input_ = context->Encrypt(pair.publicKey, plaintext);
  }

  [[nodiscard]] Outcome run() const {
    return outcome_of("bootstrap", [&] { return context->EvalBootstrap(input_, setup_.iterations, 15); });
  }
  [[nodiscard]] const Ciphertext<DCRTPoly>& input() const { return input_; }

  Context context;

 private:
  BootstrapSetup setup_;
  Ciphertext<DCRTPoly> input_;
};

void expect_equal_words(const BootstrapSetup& setup) {
  SCOPED_TRACE("scaling " + std::to_string(setup.scaling) + ", keys " + std::to_string(setup.keys) + ", budget " +
               std::to_string(setup.budget[0]) + ' ' + std::to_string(setup.budget[1]) + ", baby steps " +
               std::to_string(setup.baby[0]) + ' ' + std::to_string(setup.baby[1]) + ", slots " +
               std::to_string(setup.slots) + (setup.packs_first ? ", packs first" : "") +
               (setup.is_complex ? ", complex" : "") + ", iterations " + std::to_string(setup.iterations));
  const Bootstrapped bootstrapped(setup);
  const Outcome expected = bootstrapped.run();
  // Otherwise the result would be the input.
  ASSERT_NE(expected.ciphertext, nullptr) << expected.message;
  EXPECT_GT(expected.ciphertext->GetElements()[0].GetNumOfElements(),
            bootstrapped.input()->GetElements()[0].GetNumOfElements());
  EXPECT_TRUE(ringlet::openfhe::accelerate(bootstrapped.context).bootstrap);
  expect_equal(bootstrapped.run(), expected);
  ringlet::openfhe::accelerate(bootstrapped.context, {.key_switch = false, .rescale = false, .rotation = false});
  expect_equal(bootstrapped.run(), expected);
  ringlet::openfhe::restore(bootstrapped.context);
  expect_equal(bootstrapped.run(), expected);
}

class OpenFheBootstrapOfScaling : public ::testing::TestWithParam<ScalingTechnique> {};

TEST_P(OpenFheBootstrapOfScaling, HasEqualWords) {
  for (const SecretKeyDist keys : {UNIFORM_TERNARY, SPARSE_TERNARY, SPARSE_ENCAPSULATED}) {
    for (const bool packs_first : {false, true}) {
      const BootstrapSetup setup{.scaling = GetParam(), .keys = keys, .packs_first = packs_first};
      expect_equal_words(setup);
      BootstrapSetup other = setup;
      other.slots = 16;
      other.budget = {3, 1};
      expect_equal_words(other);
      other.budget = {1, 1};
      other.is_complex = packs_first;
      expect_equal_words(other);
    }
  }
  expect_equal_words({.scaling = GetParam(), .iterations = 2});
  expect_equal_words({.scaling = GetParam(), .slots = 8, .packs_first = true, .iterations = 2});
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheBootstrapOfScaling,
                         ::testing::Values(FLEXIBLEAUTO, FLEXIBLEAUTOEXT, FIXEDMANUAL, FIXEDAUTO));

TEST(OpenFheBootstrap, HasEqualWordsForAllBudgets) {
  for (std::uint32_t first = 1; first <= 4; ++first) {
    for (std::uint32_t second = 1; second <= 4; ++second) {
      for (const std::uint32_t slots : {full, 32U}) expect_equal_words({.budget = {first, second}, .slots = slots});
    }
  }
  for (const std::uint32_t slots : {1U, 2U, 4U}) expect_equal_words({.slots = slots});
}

TEST(OpenFheBootstrap, HasEqualWordsForGivenSteps) {
  for (const std::vector<std::uint32_t>& baby :
       std::vector<std::vector<std::uint32_t>>{{4, 4}, {2, 8}, {16, 3}, {5, 6}}) {
    for (const std::vector<std::uint32_t>& budget : std::vector<std::vector<std::uint32_t>>{{1, 1}, {2, 3}, {4, 1}}) {
      expect_equal_words({.budget = budget, .baby = baby, .slots = 64});
    }
  }
}

TEST(OpenFheBootstrap, FailsAsOpenFhe) {
  const Bootstrapped bootstrapped({.slots = 8});
  const auto outcomes = [&] {
    Outcomes result;
    const auto& context = bootstrapped.context;
    auto other = bootstrapped.input()->Clone();
    result.push_back(outcome_of("three iterations", [&] { return context->EvalBootstrap(other, 3, 15); }));
    other->SetSlots(16);
    result.push_back(outcome_of("slots without a setup", [&] { return context->EvalBootstrap(other); }));
    context->GetScheme()->SetCKKSBootCorrectionFactor(0);
    result.push_back(outcome_of("no correction", [&] { return context->EvalBootstrap(bootstrapped.input()); }));
    context->GetScheme()->SetCKKSBootCorrectionFactor(9);
    return result;
  };
  const Outcomes expected = outcomes();
  ringlet::openfhe::accelerate(bootstrapped.context);
  expect_equal(outcomes(), expected);
}

TEST(OpenFheBootstrap, KeepsFilesAndState) {
  const Bootstrapped bootstrapped({.slots = 8});
  const auto& context = bootstrapped.context;
  const auto files = [&] {
    std::ostringstream out;
    Serial::Serialize(context, out, SerType::BINARY);
    Serial::Serialize(context, out, SerType::JSON);
    return out.str();
  };
  const std::string before = files();
  ringlet::openfhe::accelerate(context);
  EXPECT_TRUE(files() == before);
  // A setup of an accelerated context outlives the part.
  context->EvalBootstrapSetup({1, 1}, {0, 0}, 4);
  const std::string with_both = files();
  EXPECT_FALSE(with_both == before);
  ringlet::openfhe::restore(context);
  EXPECT_TRUE(files() == with_both);
}

}  // namespace
}  // namespace ringlet_test
