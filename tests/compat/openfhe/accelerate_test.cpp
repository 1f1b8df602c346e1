// Compares OpenFHE with and without Ringlet, word for word, in one process: the same context, keys and ciphertexts.
#include <gtest/gtest.h>
#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "compat/openfhe/generator.hpp"
#include "compat/openfhe/program.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace ringlet_test {
namespace {

std::vector<Case> cases() {
  return {ckks("ckks_flexibleauto", 50, FLEXIBLEAUTO, 3),
          ckks("ckks_flexibleautoext", 49, FLEXIBLEAUTOEXT, 2),
          ckks("ckks_fixedauto", 54, FIXEDAUTO, 1),
          ckks("ckks_fixedmanual", 45, FIXEDMANUAL, 6),
          ckks("ckks_bv", 50, FLEXIBLEAUTO, 0, BV),
          bgv("bgv_flexibleauto", FLEXIBLEAUTO, 3),
          bgv("bgv_fixedmanual", FIXEDMANUAL, 2),
          composite("ckks_compositescalingauto", COMPOSITESCALINGAUTO, 32, 0),
          composite("ckks_compositescalingmanual", COMPOSITESCALINGMANUAL, 27, 2),
          ckks("ckks_bv_10", 40, FIXEDMANUAL, 10, BV),
          ckks("ckks_bv_20", 50, FLEXIBLEAUTOEXT, 20, BV),
          bgv("bgv_flexibleautoext", FLEXIBLEAUTOEXT, 6),
          bgv("bgv_fixedauto", FIXEDAUTO, 5),
          bgv("bgv_bv", FIXEDMANUAL, 0, BV),
          bgv("bgv_bv_10", FIXEDMANUAL, 10, BV),
          bgv("bgv_bv_20", FIXEDMANUAL, 20, BV),
          bfv("bfv_hpspoverqleveled", HPSPOVERQLEVELED, HYBRID),
          bfv("bfv_hps", HPS, HYBRID),
          bfv("bfv_behz", BEHZ, BV),
          bfv("bfv_bv_10", HPSPOVERQ, BV, 10),
          bfv("bfv_bv_20", HPSPOVERQLEVELED, BV, 20)};
}

Case case_named(const std::string& name) {
  for (const Case& c : cases()) {
    if (c.name == name) return c;
  }
  throw std::invalid_argument("no case is named " + name);
}

class OpenFheAccelerated : public ::testing::TestWithParam<Case> {};

TEST_P(OpenFheAccelerated, HasEqualWords) {
  const Context context = GetParam().make();
  const Program program(context);
  const Ciphertexts expected = program.run();
  const auto report = ringlet::openfhe::accelerate(context);
  EXPECT_FALSE(report.backend.empty());
  {
    SCOPED_TRACE("accelerated");
    expect_equal(program.run(), expected);
  }
  ringlet::openfhe::accelerate(context, {.rescale = false});
  {
    SCOPED_TRACE("again, in part");
    expect_equal(program.run(), expected);
  }
  ringlet::openfhe::restore(context);
  SCOPED_TRACE("restored");
  expect_equal(program.run(), expected);
}

TEST(OpenFheGenerator, DrawsAsWithoutRinglet) {
  for (const char* name : {"ckks_flexibleauto", "ckks_bv_20", "bgv_fixedauto", "bfv_hpspoverqleveled", "bfv_behz"}) {
    SCOPED_TRACE(name);
    const Context context = case_named(name).make();
    const Program program(context);
    const auto run = [&] {
      Ciphertexts out = program.run();
      out.push_back(program.encrypted());
      return out;
    };
    const auto state = generator();
    const Ciphertexts expected = run();
    generator() = state;
    ringlet::openfhe::accelerate(context, {.prepared_keys = std::size_t{1} << 30});
    expect_equal(run(), expected);
    generator() = state;
    ringlet::openfhe::restore(context);
    expect_equal(run(), expected);
  }
}

TEST(OpenFheAcceleratedBootstrapping, HasEqualWords) {
  auto p = parameters<CryptoContextCKKSRNS>(0, HYBRID, 3);
  p.SetScalingTechnique(FLEXIBLEAUTO);
  const std::vector<std::uint32_t> budget{1, 1};
  p.SetSecretKeyDist(SPARSE_TERNARY);
  p.SetScalingModSize(54);
  p.SetFirstModSize(60);
  p.SetMultiplicativeDepth(3 + FHECKKSRNS::GetBootstrapDepth(budget, SPARSE_TERNARY));
  const Context context = context_of(p);
  context->Enable(FHE);
  constexpr std::uint32_t slots = 8;
  context->EvalBootstrapSetup(budget, {0, 0}, slots);
  const auto keys = context->KeyGen();
  context->EvalMultKeyGen(keys.secretKey);
  context->EvalBootstrapKeyGen(keys.secretKey, slots);
  const std::vector<double> values{0.25, 0.5, 0.75, 1, 2, 3, 4, 5};
  const auto plaintext = context->MakeCKKSPackedPlaintext(values, 1, 10, nullptr, slots);
  const auto c = context->Encrypt(keys.publicKey, plaintext);
  const Ciphertexts expected{context->EvalBootstrap(c)};
  ringlet::openfhe::accelerate(context);
  expect_equal({context->EvalBootstrap(c)}, expected);
}

#ifdef _OPENMP
TEST(OpenFheThreads, HaveEqualWords) {
  const Context context = cases()[0].make();
  const Program program(context);
  const Ciphertexts expected = program.run();
  ringlet::openfhe::accelerate(context, {.threads = 3});
  expect_equal(program.run(), expected);
  std::vector<Ciphertexts> got(4);
#pragma omp parallel for num_threads(4)
  for (Ciphertexts& each : got) each = program.run();
  for (const Ciphertexts& each : got) expect_equal(each, expected);
}
#else
// With OpenMP, OpenFHE throws inside of parallel regions, which ends the program.

using Calls = std::vector<std::function<Ciphertext<DCRTPoly>()>>;

Outcomes outcomes(const Calls& calls) {
  Outcomes result;
  for (const auto& call : calls) result.push_back(outcome_of("call", call));
  return result;
}

/// Returns what calls with unusual arguments do.
Outcomes unusual_arguments(const Context& context, const Ciphertext<DCRTPoly>& x) {
  const auto& keys = context->GetEvalAutomorphismKeyMap(x->GetKeyTag());
  const std::uint32_t order = context->GetCyclotomicOrder();
  const auto low = context->Rescale(context->EvalMult(x, x));
  const auto digits = context->EvalFastRotationPrecompute(x), low_digits = context->EvalFastRotationPrecompute(low);
  const auto shortened = std::make_shared<std::vector<DCRTPoly>>(digits->begin(), digits->end() - 1);
  auto coefficients = x->Clone(), half = x->Clone(), empty = x->Clone();
  for (DCRTPoly& polynomial : coefficients->GetElements()) polynomial.SetFormat(Format::COEFFICIENT);
  half->GetElements()[1].SetFormat(Format::COEFFICIENT);
  for (DCRTPoly& polynomial : empty->GetElements()) polynomial = DCRTPoly(polynomial.GetParams(), EVALUATION, false);
  return outcomes({[&] { return context->EvalFastRotation(low, 1, order, digits); },
                   [&] { return context->EvalFastRotation(x, 1, order, low_digits); },
                   [&] { return context->EvalFastRotation(x, 1, order, shortened); },
                   [&] { return context->EvalFastRotationExt(low, 1, digits, false); },
                   [&] { return context->EvalFastRotationExt(x, 1, low_digits, false); },
                   [&] { return context->EvalFastRotation(coefficients, 1, order, digits); },
                   [&] { return context->EvalRotate(coefficients, 1); }, [&] { return context->EvalRotate(half, 1); },
                   [&] { return context->EvalRotate(empty, 1); }, [&] { return context->EvalMult(coefficients, x); },
                   [&] { return context->Rescale(empty); }, [&] { return context->EvalRotate(x, 11); },
                   [&] { return context->EvalAutomorphism(x, 2, keys); }, [&] { return context->KeySwitchDown(x); }});
}

TEST(OpenFheErrors, AreOpenFhes) {
  const Context context = case_named("ckks_flexibleauto").make();
  const auto keys = context->KeyGen();
  context->EvalMultKeyGen(keys.secretKey);
  context->EvalRotateKeyGen(keys.secretKey, {1});
  const auto x = context->Encrypt(keys.publicKey, context->MakeCKKSPackedPlaintext(std::vector<double>{1, 2}));
  const auto expected = unusual_arguments(context, x);
  ringlet::openfhe::accelerate(context);
  expect_equal(unusual_arguments(context, x), expected);
}

/// Plaintexts of degrees 1 to 3 and two levels, and their ciphertexts.
struct Degrees {
  Degrees(const Context& context, const KeyPair<DCRTPoly>& keys) {
    for (const std::size_t degree : {1U, 2U, 3U}) {
      for (const std::uint32_t level : {0U, 1U}) {
        plaintexts.push_back(context->getSchemeId() == CKKSRNS_SCHEME
                                 ? context->MakeCKKSPackedPlaintext(std::vector<double>{0.5, 2}, degree, level)
                                 : context->MakeCoefPackedPlaintext({1, 2, 3}, degree, level));
        ciphertexts.push_back(context->Encrypt(keys.publicKey, plaintexts.back()));
      }
    }
  }
  std::vector<Plaintext> plaintexts;
  Ciphertexts ciphertexts;
};

/// Returns a ciphertext after three rescalings, of which some may throw.
Ciphertext<DCRTPoly> reduced(const Context& context, Ciphertext<DCRTPoly> c) {
  for (int i = 0; i < 3; ++i) {
    try {
      context->RescaleInPlace(c);
    } catch (const OpenFHEException&) {
      continue;
    }
  }
  return c;
}

Outcomes unusual_degrees(const Context& context, const Degrees& inputs) {
  Calls calls;
  for (const auto& x : inputs.ciphertexts) {
    calls.emplace_back([&] { return context->EvalSquare(x); });
    calls.emplace_back([&] {
      auto copy = x->Clone();
      return context->EvalSquareMutable(copy);
    });
    calls.emplace_back([&] { return context->Compress(context->EvalMult(x, x), 1); });
    calls.emplace_back([&] { return reduced(context, context->EvalMult(x, x)); });
    for (const auto& y : inputs.ciphertexts) calls.emplace_back([&] { return context->EvalMult(x, y); });
    for (const auto& y : inputs.plaintexts) calls.emplace_back([&] { return context->EvalMult(x, y); });
  }
  return outcomes(calls);
}

class OpenFheDegrees : public ::testing::TestWithParam<Case> {};

TEST_P(OpenFheDegrees, HaveEqualWords) {
  const Context context = GetParam().make();
  const auto keys = context->KeyGen();
  context->EvalMultKeyGen(keys.secretKey);
  const Degrees inputs(context, keys);
  const auto expected = unusual_degrees(context, inputs);
  ringlet::openfhe::accelerate(context);
  expect_equal(unusual_degrees(context, inputs), expected);
}

std::vector<Case> cases_of_degrees() {
  const auto shallow = [] {
    auto p = parameters<CryptoContextCKKSRNS>(1, HYBRID, 1);
    p.SetScalingTechnique(FIXEDMANUAL);
    return context_of(p);
  };
  return {ckks("ckks_flexibleauto", 50, FLEXIBLEAUTO, 3),
          ckks("ckks_fixedmanual", 45, FIXEDMANUAL, 3),
          bgv("bgv_flexibleauto", FLEXIBLEAUTO, 3),
          {"ckks_shallow", shallow}};
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheDegrees, ::testing::ValuesIn(cases_of_degrees()),
                         [](const auto& test) { return test.param.name; });
#endif

TEST(OpenFheReport, SaysWhatIsReplaced) {
  const auto report_of = [](const std::string& name) { return ringlet::openfhe::accelerate(case_named(name).make()); };
  for (const std::string name : {"ckks_flexibleauto", "ckks_bv", "bgv_flexibleauto", "bgv_bv_20"}) {
    const auto report = report_of(name);
    EXPECT_TRUE(report.key_switch && report.rescale && report.product && report.rotation) << name;
  }
  for (const std::string name : {"bfv_hps", "bfv_bv_10"}) {
    const auto report = report_of(name);
    EXPECT_TRUE(report.key_switch && !report.rescale && report.product && report.rotation) << name;
  }
  // OpenFHE's digits of 11 bits are wrong for moduli of 60 bits.
  EXPECT_FALSE(ringlet::openfhe::accelerate(ckks("", 50, FIXEDMANUAL, 11, BV).make()).key_switch);
}

TEST(OpenFheReport, RefusesOtherContexts) {
  EXPECT_THROW(ringlet::openfhe::accelerate(nullptr), std::invalid_argument);
  EXPECT_THROW(ringlet::openfhe::restore(nullptr), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheAccelerated, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringlet_test
