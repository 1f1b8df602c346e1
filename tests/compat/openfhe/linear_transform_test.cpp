// Compares linear_transform with sums of OpenFHE's own rotations modulo Q P, word for word, and with its loop of
// rotations, products and additions, decrypted.
#include "ringlet/openfhe/linear_transform.hpp"

#include <gtest/gtest.h>
#include <openfhe.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "compat/openfhe/program.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace ringlet_test {
namespace {

using ringlet::openfhe::extend, ringlet::openfhe::linear_transform;
using Steps = std::vector<std::int32_t>;
using Plaintexts = std::vector<ReadOnlyPlaintext>;

constexpr std::uint32_t slots = 16;

class Encrypted {
 public:
  explicit Encrypted(const Case& from) : context(from.make()), keys(context->KeyGen()) {
    // Other tests may have changed the context: OpenFHE has one for equal parameters.
    ringlet::openfhe::restore(context);
    context->EvalMultKeyGen(keys.secretKey);
    context->EvalRotateKeyGen(keys.secretKey, {1, 2, -3, 7, 4});
    const auto x = context->Encrypt(keys.publicKey, encoded(1, 0));
    inputs = {x, context->EvalMult(x, x)};
    const auto scaling = parameters()->GetScalingTechnique();
    is_automatic = scaling != NORESCALE && scaling != FIXEDMANUAL;
    if (scaling == FIXEDMANUAL) inputs[1] = context->Rescale(inputs[1]);
  }

  [[nodiscard]] std::shared_ptr<CryptoParametersRNS> parameters() const {
    return std::dynamic_pointer_cast<CryptoParametersRNS>(context->GetCryptoParameters());
  }
  [[nodiscard]] bool is_ckks() const { return context->getSchemeId() == CKKSRNS_SCHEME; }

  [[nodiscard]] Plaintext encoded(std::size_t seed, std::uint32_t level,
                                  const std::shared_ptr<DCRTPoly::Params>& params = nullptr) const {
    std::vector<std::complex<double>> complex;
    std::vector<std::int64_t> whole;
    for (std::size_t i = 0; i < slots; ++i) {
      whole.push_back(static_cast<std::int64_t>((i * i + 3 * seed) % 7) - 3);
      complex.emplace_back(0.25 * static_cast<double>(whole.back()));
    }
    if (is_ckks()) return context->MakeCKKSPackedPlaintext(complex, 1, level, params, slots);
    return context->MakePackedPlaintext(whole, 1, level);
  }

  /// Returns c as products take it.
  [[nodiscard]] Ciphertext<DCRTPoly> rescaled(const Ciphertext<DCRTPoly>& c) const {
    auto result = c->Clone();
    if (is_automatic && c->GetNoiseScaleDeg() > 1) context->GetScheme()->ModReduceInternalInPlace(result, 1);
    for (auto& polynomial : result->GetElements()) polynomial.SetFormat(EVALUATION);
    return result;
  }
  [[nodiscard]] std::uint32_t level_of(const Ciphertext<DCRTPoly>& c) const {
    return static_cast<std::uint32_t>(parameters()->GetElementParams()->GetParams().size() -
                                      rescaled(c)->GetElements()[0].GetNumOfElements());
  }
  [[nodiscard]] Plaintexts plaintexts(const Ciphertext<DCRTPoly>& c, std::size_t count) const {
    Plaintexts result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(encoded(i, level_of(c)));
    return result;
  }

  Context context;
  KeyPair<DCRTPoly> keys;
  Ciphertexts inputs;
  bool is_automatic = false;
};

/// OpenFHE's calls that linear_transform stands for. OpenFHE has them for CKKS alone.
class Reference {
 public:
  explicit Reference(const Encrypted& of) : context_(of.context) {}

  [[nodiscard]] Ciphertext<DCRTPoly> sum(const Ciphertext<DCRTPoly>& c, const Steps& rotations,
                                         const Plaintext* plaintexts) const {
    auto result = context_->KeySwitchExt(c, true);
    for (auto& polynomial : result->GetElements()) polynomial.SetValuesToZero();
    for (std::size_t i = 0; i < rotations.size(); ++i) {
      if (plaintexts[i] == nullptr) continue;
      FHECKKSRNS::EvalAddExtInPlace(result, FHECKKSRNS::EvalMultExt(rotated(c, rotations[i], true), plaintexts[i]));
    }
    return result;
  }

  [[nodiscard]] Ciphertext<DCRTPoly> operator()(const Ciphertext<DCRTPoly>& c, const Steps& rotations,
                                                const std::vector<Plaintext>& plaintexts, const Steps& giant) const {
    auto result = context_->KeySwitchExt(c, true);
    for (auto& polynomial : result->GetElements()) polynomial.SetValuesToZero();
    auto first = context_->KeySwitchDownFirstElement(result);
    for (std::size_t g = 0; g < giant.size(); ++g) {
      auto inner = sum(c, rotations, plaintexts.data() + g * rotations.size());
      if (giant[g] == 0) {
        first += context_->KeySwitchDownFirstElement(inner);
        inner->GetElements()[0].SetValuesToZero();
        FHECKKSRNS::EvalAddExtInPlace(result, inner);
        continue;
      }
      inner = context_->KeySwitchDown(inner);
      first += image(inner->GetElements()[0], giant[g]);
      FHECKKSRNS::EvalAddExtInPlace(result, rotated(inner, giant[g], false));
    }
    result = context_->KeySwitchDown(result);
    result->GetElements()[0] += first;
    return result;
  }

 private:
  [[nodiscard]] DCRTPoly image(const DCRTPoly& polynomial, std::int32_t rotation) const {
    const std::uint32_t exponent = context_->FindAutomorphismIndex(static_cast<std::uint32_t>(rotation));
    std::vector<std::uint32_t> map(polynomial.GetRingDimension());
    PrecomputeAutoMap(polynomial.GetRingDimension(), exponent, &map);
    return polynomial.AutomorphismTransform(exponent, map);
  }

  [[nodiscard]] Ciphertext<DCRTPoly> rotated(const Ciphertext<DCRTPoly>& c, std::int32_t rotation,
                                             bool has_first) const {
    if (rotation == 0) return context_->KeySwitchExt(c, true);
    return context_->EvalFastRotationExt(c, static_cast<std::uint32_t>(rotation),
                                         context_->EvalFastRotationPrecompute(c), has_first);
  }

  Context context_;
};

std::vector<Case> cases_of_ckks() {
  return {ckks("fixed manual", 50, FIXEDMANUAL, 3), ckks("fixed automatic", 54, FIXEDAUTO, 2),
          ckks("flexible", 50, FLEXIBLEAUTO, 3), ckks("flexible, extra modulus", 45, FLEXIBLEAUTOEXT, 2)};
}

std::vector<Case> cases() {
  auto result = cases_of_ckks();
  for (const auto scaling : {FIXEDMANUAL, FLEXIBLEAUTO, FLEXIBLEAUTOEXT}) result.push_back(bgv("BGV", scaling, 2));
  for (const auto product : {HPS, HPSPOVERQLEVELED}) result.push_back(bfv("BFV", product, HYBRID, 2));
  return result;
}

/// Expects each row of an extended plaintext to have the same integers around 0.
void expect_extended(const Plaintext& plaintext, std::size_t rows) {
  DCRTPoly polynomial = plaintext->GetElement<DCRTPoly>();
  ASSERT_EQ(polynomial.GetNumOfElements(), rows);
  polynomial.SetFormat(COEFFICIENT);
  const auto integer = [&](std::size_t row, std::uint32_t k) {
    const auto& residues = polynomial.GetElementAtIndex(static_cast<std::uint32_t>(row));
    const auto q = static_cast<std::int64_t>(residues.GetModulus().ConvertToInt());
    const auto x = static_cast<std::int64_t>(residues[k].ConvertToInt());
    return x > q / 2 ? x - q : x;
  };
  for (std::size_t row = 1; row < rows; ++row) {
    for (std::uint32_t k = 0; k < polynomial.GetRingDimension(); ++k) ASSERT_EQ(integer(row, k), integer(0, k));
  }
}

struct Transform {
  Steps rotations, giant{0};
  std::vector<std::size_t> absent{};
};

const std::vector<Transform> transforms{
    {{0}}, {{7}}, {{-3, 0, 2, 1}, {0}, {2}}, {{0, 1, 2}, {0, 4, 7}}, {{1, 2}, {0, 4, 0}, {0, 1, 2}}};

/// Plaintexts of a transform, as OpenFHE makes them and extended.
struct Factors {
  Plaintexts plain, extended;
  std::vector<Plaintext> of_reference;

  Factors(const Encrypted& encrypted, const Ciphertext<DCRTPoly>& input, const Transform& transform)
      : plain(encrypted.plaintexts(input, transform.rotations.size() * transform.giant.size())) {
    const std::size_t level = encrypted.rescaled(input)->GetElements()[0].GetNumOfElements(),
                      special = encrypted.parameters()->GetParamsP()->GetParams().size();
    ringlet::openfhe::accelerate(encrypted.context);
    for (const auto& plaintext : plain) {
      of_reference.push_back(extend(encrypted.context, plaintext));
      expect_extended(of_reference.back(), level + special);
    }
    ringlet::openfhe::restore(encrypted.context);
    for (const std::size_t i : transform.absent) plain[i] = of_reference[i] = nullptr;
    extended.assign(of_reference.begin(), of_reference.end());
  }
};

class OpenFheLinearTransformOfCkks : public ::testing::TestWithParam<Case> {};

TEST_P(OpenFheLinearTransformOfCkks, HasEqualWords) {
  const Encrypted encrypted(GetParam());
  const auto& context = encrypted.context;
  for (const auto& input : encrypted.inputs) {
    for (const Transform& transform : transforms) {
      const Factors factors(encrypted, input, transform);
      const auto rescaled = encrypted.rescaled(input);
      const Reference reference(encrypted);
      const auto words =
          transform.giant.size() == 1
              ? context->KeySwitchDown(reference.sum(rescaled, transform.rotations, factors.of_reference.data()))
              : reference(rescaled, transform.rotations, factors.of_reference, transform.giant);
      const auto expected = context->EvalMult(rescaled, encrypted.encoded(0, encrypted.level_of(input)));
      expected->SetElements(words->GetElements());
      const auto expect_equal_with = [&](const ringlet::openfhe::Options& options) {
        ringlet::openfhe::accelerate(context, options);
        for (const Plaintexts& plaintexts : {factors.plain, factors.extended}) {
          expect_equal(linear_transform(input, transform.rotations, plaintexts, transform.giant), expected);
        }
        ringlet::openfhe::restore(context);
      };
      expect_equal_with({});
#ifdef _OPENMP
      expect_equal_with({.threads = 2});
#endif
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheLinearTransformOfCkks, ::testing::ValuesIn(cases_of_ckks()));

class OpenFheLinearTransform : public ::testing::TestWithParam<Case> {};

/// Returns the sum by rotations, products and additions of OpenFHE.
Ciphertext<DCRTPoly> sum_in_loop(const Context& context, const Ciphertext<DCRTPoly>& c, const Transform& transform,
                                 const Plaintexts& plaintexts) {
  Ciphertext<DCRTPoly> result;
  const auto rotated = [&](const auto& x, std::int32_t by) { return by == 0 ? x : context->EvalRotate(x, by); };
  for (std::size_t g = 0, i = 0; g < transform.giant.size(); ++g) {
    for (const std::int32_t rotation : transform.rotations) {
      const auto& plaintext = plaintexts[i++];
      if (plaintext == nullptr) continue;
      const auto term = rotated(context->EvalMult(rotated(c, rotation), plaintext), transform.giant[g]);
      result = result == nullptr ? term : context->EvalAdd(result, term);
    }
  }
  return result;
}

TEST_P(OpenFheLinearTransform, DecryptsAsTheLoop) {
  const Encrypted encrypted(GetParam());
  const auto& context = encrypted.context;
  const auto decrypted = [&](const Ciphertext<DCRTPoly>& c) {
    Plaintext result;
    context->Decrypt(encrypted.keys.secretKey, c, &result);
    result->SetLength(slots);
    return result;
  };
  const auto& x = encrypted.inputs[0];
  for (const Transform& transform : transforms) {
    const Factors factors(encrypted, x, transform);
    const Plaintext expected = decrypted(sum_in_loop(context, x, transform, factors.plain));
    ringlet::openfhe::accelerate(context);
    for (const Plaintexts& plaintexts : {factors.plain, factors.extended}) {
      const Plaintext got = decrypted(linear_transform(x, transform.rotations, plaintexts, transform.giant));
      if (!encrypted.is_ckks()) {
        EXPECT_EQ(got->GetPackedValue(), expected->GetPackedValue());
        continue;
      }
      for (std::size_t i = 0; i < slots; ++i) {
        EXPECT_NEAR(got->GetRealPackedValue()[i], expected->GetRealPackedValue()[i], 1e-6);
      }
    }
    ringlet::openfhe::restore(context);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheLinearTransform, ::testing::ValuesIn(cases()));

TEST(OpenFheExtension, IsOpenFhesEncoding) {
  for (const Case& from : cases_of_ckks()) {
    const Encrypted encrypted(from);
    ringlet::openfhe::accelerate(encrypted.context);
    for (const auto& input : encrypted.inputs) {
      const auto params =
          encrypted.rescaled(input)->GetElements()[0].GetExtendedCRTBasis(encrypted.parameters()->GetParamsP());
      const std::uint32_t level = encrypted.level_of(input);
      const auto expected = encrypted.encoded(3, level, params);
      const auto got = extend(encrypted.context, encrypted.encoded(3, level));
      EXPECT_TRUE(got->GetElement<DCRTPoly>() == expected->GetElement<DCRTPoly>()) << from.name;
      EXPECT_TRUE(*got == *expected) << from.name;
    }
  }
}

struct BadCall {
  std::string message;
  std::function<void()> call;
};

TEST(OpenFheLinearTransformOfBadInput, SaysTheRule) {
  const Encrypted encrypted(ckks("fixed manual", 50, FIXEDMANUAL, 3));
  const Encrypted other(ckks("other moduli", 45, FIXEDMANUAL, 3));
  const auto& context = encrypted.context;
  const auto& x = encrypted.inputs[0];
  const auto one = encrypted.plaintexts(x, 1), two = encrypted.plaintexts(x, 2);
  const auto three_polynomials = context->EvalMultNoRelin(x, x);
  const Context bv = ckks("BV", 50, FIXEDMANUAL, 10, BV).make();
  const auto must_be_accelerated = [&] {
    EXPECT_THROW(linear_transform(x, {1}, one), std::invalid_argument);
    EXPECT_THROW(extend(context, one[0]), std::invalid_argument);
  };
  must_be_accelerated();
  ringlet::openfhe::accelerate(context, {.key_switch = false});
  must_be_accelerated();
  ringlet::openfhe::accelerate(context);
  ringlet::openfhe::accelerate(bv);
  auto large = encrypted.encoded(1, 0);
  large->SetScalingFactor(2 * large->GetScalingFactor());
  auto coefficients = encrypted.encoded(1, 0);
  coefficients->SetFormat(COEFFICIENT);
  auto of_other_key = x->Clone();
  of_other_key->SetKeyTag("none");
  const std::vector<BadCall> calls{
      {"c is null", [&] { linear_transform(nullptr, {1}, one); }},
      {"number of polynomials of c is 3, but it must be 2", [&] { linear_transform(three_polynomials, {1}, one); }},
      {"number of rotations is 0, but", [&] { linear_transform(x, {}, one); }},
      {"number of giant_steps is 0, but", [&] { linear_transform(x, {1}, one, {}); }},
      {"giant_steps[0] is 1, but it must be 0", [&] { linear_transform(x, {1}, one, {1}); }},
      {"number of plaintexts is 2, but it must be 4", [&] { linear_transform(x, {1, 2}, two, {0, 4}); }},
      {"rotations[1] is 3, but it must be 0 or have a key", [&] { linear_transform(x, {1, 3}, two); }},
      {"rotations[0] is 1, but it must be 0 or have a key", [&] { linear_transform(of_other_key, {1}, one); }},
      {"giant_steps[1] is -7, but it must be 0 or", [&] { linear_transform(x, {1}, two, {0, -7}); }},
      {"plaintexts must not all be null", [&] { linear_transform(x, {1}, {nullptr}); }},
      {"plaintexts[1] has 5 moduli, but it must have 6",
       [&] { linear_transform(x, {1, 2}, {one[0], encrypted.encoded(1, 1)}); }},
      {"plaintexts[0] has 5 moduli, but it must have 6",
       [&] { linear_transform(x, {1}, {extend(context, encrypted.encoded(1, 1))}); }},
      {"plaintexts[0] must be evaluations", [&] { linear_transform(x, {1}, {other.encoded(1, 0)}); }},
      {"plaintexts[0] must be evaluations", [&] { linear_transform(x, {1}, {coefficients}); }},
      {"plaintexts[1] must have the scale", [&] { linear_transform(x, {1, 2}, {one[0], large}); }},
      {"context is null", [&] { extend(nullptr, one[0]); }},
      {"context must have HYBRID key switching", [&] { extend(bv, one[0]); }},
      {"plaintext is null", [&] { extend(context, nullptr); }},
      {"plaintext must be evaluations", [&] { extend(context, other.encoded(1, 0)); }},
      {"plaintext must be evaluations", [&] { extend(context, extend(context, one[0])); }}};
  for (const BadCall& bad : calls) {
    try {
      bad.call();
      ADD_FAILURE() << "no exception: " << bad.message;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()).find(bad.message), 0U) << error.what();
    }
  }
}

}  // namespace
}  // namespace ringlet_test
