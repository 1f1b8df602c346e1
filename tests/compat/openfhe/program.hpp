#pragma once

#include <gtest/gtest.h>
#include <openfhe.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ringlet_test {

using namespace lbcrypto;
using Context = CryptoContext<DCRTPoly>;
using Ciphertexts = std::vector<Ciphertext<DCRTPoly>>;

struct Case {
  std::string name;
  std::function<Context()> make;
};

/// digits: number of HYBRID's digits, or bits of BV's.
template <class Scheme>
CCParams<Scheme> parameters(std::uint32_t depth, KeySwitchTechnique technique, std::uint32_t digits) {
  CCParams<Scheme> p;
  p.SetSecurityLevel(HEStd_NotSet);
  p.SetRingDim(1 << 11);
  p.SetMultiplicativeDepth(depth);
  p.SetKeySwitchTechnique(technique);
  p.SetMaxRelinSkDeg(3);
  if (technique == HYBRID) {
    p.SetNumLargeDigits(digits);
  } else {
    p.SetDigitSize(digits);
  }
  return p;
}

template <class Scheme>
Context context_of(const CCParams<Scheme>& p) {
  Context context = GenCryptoContext(p);
  context->Enable(PKE | KEYSWITCH | LEVELEDSHE | ADVANCEDSHE);
  return context;
}

inline Case ckks(const std::string& name, std::uint32_t bits, ScalingTechnique scaling, std::uint32_t digits,
                 KeySwitchTechnique technique = HYBRID) {
  return {name, [=] {
            auto p = parameters<CryptoContextCKKSRNS>(5, technique, digits);
            p.SetScalingTechnique(scaling);
            p.SetScalingModSize(bits);
            p.SetFirstModSize(60);
            return context_of(p);
          }};
}

/// CKKS whose scaling factors are products of `degree` moduli. `AUTO` finds the degree by the bits of a word.
inline Case composite(const std::string& name, ScalingTechnique scaling, std::uint32_t word, std::uint32_t degree) {
  return {name, [=] {
            auto p = parameters<CryptoContextCKKSRNS>(5, HYBRID, 4);
            p.SetScalingTechnique(scaling);
            p.SetScalingModSize(52);
            p.SetFirstModSize(54);
            p.SetRegisterWordSize(word);
            if (scaling == COMPOSITESCALINGMANUAL) p.SetCompositeDegree(degree);
            return context_of(p);
          }};
}

inline Case bgv(const std::string& name, ScalingTechnique scaling, std::uint32_t digits,
                KeySwitchTechnique technique = HYBRID) {
  return {name, [=] {
            auto p = parameters<CryptoContextBGVRNS>(4, technique, digits);
            p.SetScalingTechnique(scaling);
            if (technique == BV) {
              p.SetScalingModSize(50);
              p.SetFirstModSize(60);
            }
            p.SetPlaintextModulus(65537);
            return context_of(p);
          }};
}

inline Case bfv(const std::string& name, MultiplicationTechnique multiplication, KeySwitchTechnique technique,
                std::uint32_t digits = 0) {
  return {name, [=] {
            auto p = parameters<CryptoContextBFVRNS>(3, technique, digits);
            p.SetPlaintextModulus(65537);
            p.SetMultiplicationTechnique(multiplication);
            return context_of(p);
          }};
}

/// Context with keys and two ciphertexts, and a program on them.
class Program {
 public:
  explicit Program(const Context& context) : context_(context), keys_(context->KeyGen()) {
    context_->EvalMultKeysGen(keys_.secretKey);
    context_->EvalRotateKeyGen(keys_.secretKey, {1, 2, -3, 7});
    x_ = context_->Encrypt(keys_.publicKey, encode(1));
    y_ = context_->Encrypt(keys_.publicKey, encode(5));
  }

  [[nodiscard]] const KeyPair<DCRTPoly>& keys() const { return keys_; }
  [[nodiscard]] const Ciphertext<DCRTPoly>& input() const { return x_; }
  [[nodiscard]] Ciphertext<DCRTPoly> encrypted() const { return context_->Encrypt(keys_.publicKey, plaintext_); }

  [[nodiscard]] Ciphertexts run() const {
    Ciphertexts out;
    const auto keep = [&](const Ciphertext<DCRTPoly>& c) {
      out.push_back(c);
      return c;
    };
    const auto product = keep(context_->EvalMult(x_, y_));
    keep(context_->EvalSquare(x_));
    const auto reduced = keep(context_->Rescale(product));
    keep(context_->EvalMult(reduced, y_));
    keep(context_->EvalMult(product, product));
    const auto three = keep(context_->EvalMultNoRelin(x_, y_));
    const auto four = keep(context_->EvalMultNoRelin(three, y_));
    keep(context_->Relinearize(three));
    keep(context_->Relinearize(four));
    keep(context_->EvalMultAndRelinearize(x_, y_));
    keep(context_->EvalMultAndRelinearize(three, y_));
    for (const Ciphertext<DCRTPoly>& c : {x_, product, reduced}) keep(context_->EvalMult(c, plaintext_));
    // BFV's products are coefficients.
    if (three->GetElements()[0].GetFormat() == EVALUATION) keep(context_->EvalMult(three, plaintext_));
    keep(context_->EvalRotate(x_, 1));
    keep(context_->EvalRotate(reduced, -3));
    for (const auto& c : {x_, reduced}) {
      const auto digits = context_->EvalFastRotationPrecompute(c);
      const std::uint32_t order = context_->GetCyclotomicOrder();
      for (const std::uint32_t step : {0U, 1U, 2U, 7U}) keep(context_->EvalFastRotation(c, step, order, digits));
      if (!is_hybrid_ckks()) continue;
      const auto sum = keep(context_->EvalFastRotationExt(c, 2, digits, true));
      keep(context_->KeySwitchDown(sum));
      keep(context_->KeySwitchDown(context_->KeySwitchExt(c, true)));
    }
    if (context_->getSchemeId() == CKKSRNS_SCHEME) add_constants_and_sums({x_, product, reduced, out[3]}, out);
    return out;
  }

 private:
  /// Appends products by constants, and sums of ciphertexts of all levels and degrees.
  void add_constants_and_sums(const Ciphertexts& inputs, Ciphertexts& out) const {
    const auto p = std::dynamic_pointer_cast<CryptoParametersRNS>(context_->GetCryptoParameters());
    for (const Ciphertext<DCRTPoly>& c : inputs) {
      // The residues of the last factor are multiples of the moduli: it is 0.
      for (const double factor : {1.0, -1.0, 0.0, 0.3, -1234.5, std::ldexp(1, 40), std::ldexp(-1, -70)}) {
        out.push_back(context_->EvalMult(c, factor));
      }
      if (p->GetScalingTechnique() == FIXEDMANUAL) continue;
      for (const Ciphertext<DCRTPoly>& summand : inputs) out.push_back(context_->EvalAdd(c, summand));
    }
  }
  [[nodiscard]] bool is_hybrid_ckks() const {
    const auto p = std::dynamic_pointer_cast<CryptoParametersRNS>(context_->GetCryptoParameters());
    return context_->getSchemeId() == CKKSRNS_SCHEME && p->GetKeySwitchTechnique() == HYBRID;
  }
  [[nodiscard]] Plaintext encode(int first) const {
    if (context_->getSchemeId() == CKKSRNS_SCHEME) {
      std::vector<std::complex<double>> values;
      for (int i = 0; i < 64; ++i) values.emplace_back(0.01 * (first + i));
      return context_->MakeCKKSPackedPlaintext(values);
    }
    std::vector<std::int64_t> values;
    for (int i = 0; i < 64; ++i) values.push_back(first + i);
    return context_->MakePackedPlaintext(values);
  }

  Context context_;
  KeyPair<DCRTPoly> keys_;
  Ciphertext<DCRTPoly> x_, y_;
  Plaintext plaintext_ = encode(9);
};

inline void expect_equal(const Ciphertext<DCRTPoly>& got, const Ciphertext<DCRTPoly>& expected) {
  EXPECT_TRUE(got->GetElements() == expected->GetElements());
  EXPECT_EQ(got->GetLevel(), expected->GetLevel());
  EXPECT_EQ(got->GetNoiseScaleDeg(), expected->GetNoiseScaleDeg());
  EXPECT_EQ(got->GetScalingFactor(), expected->GetScalingFactor());
  EXPECT_EQ(got->GetScalingFactorInt(), expected->GetScalingFactorInt());
  EXPECT_EQ(got->GetSlots(), expected->GetSlots());
  EXPECT_EQ(got->GetHopLevel(), expected->GetHopLevel());
  EXPECT_EQ(got->GetEncodingType(), expected->GetEncodingType());
  EXPECT_EQ(got->GetKeyTag(), expected->GetKeyTag());
}

/// Ciphertext that a call returned, or the message of its exception.
struct Outcome {
  std::string name;
  Ciphertext<DCRTPoly> ciphertext;
  std::string message;
};
using Outcomes = std::vector<Outcome>;

inline Outcome outcome_of(const std::string& name, const std::function<Ciphertext<DCRTPoly>()>& call) {
  try {
    const auto result = call();
    // A result without words is an exception, too.
    for (const DCRTPoly& polynomial : result->GetElements()) EXPECT_TRUE(polynomial == polynomial);
    return {name, result, {}};
  } catch (const OpenFHEException& error) {
    return {name, nullptr, error.what()};
  } catch (const std::exception& error) {
    return {name, nullptr, std::string("not OpenFHE's: ") + error.what()};
  }
}

inline void expect_equal(const Outcome& got, const Outcome& expected) {
  SCOPED_TRACE(expected.name);
  EXPECT_EQ(got.message, expected.message);
  ASSERT_EQ(got.ciphertext == nullptr, expected.ciphertext == nullptr);
  if (got.ciphertext != nullptr) expect_equal(got.ciphertext, expected.ciphertext);
}

template <class Results>
void expect_equal(const Results& got, const Results& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    SCOPED_TRACE("result " + std::to_string(i));
    expect_equal(got[i], expected[i]);
  }
}

}  // namespace ringlet_test
