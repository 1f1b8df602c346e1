#pragma once

#include <openfhe.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "plans.hpp"
#include "ringlet/openfhe/accelerate.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "rows.hpp"
#include "team.hpp"

namespace ringlet::openfhe {

/// Leveled operations of a scheme by Ringlet. Base is OpenFHE's class of the scheme; what is not overridden is its own.
template <class Base>
class Leveled : public Base {
 public:
  using Ciphertext = lbcrypto::Ciphertext<DCRTPoly>;
  using ConstCiphertext = lbcrypto::ConstCiphertext<DCRTPoly>;
  using Keys = std::map<std::uint32_t, lbcrypto::EvalKey<DCRTPoly>>;
  using Base::EvalMult;
  using Base::EvalMultMutable;
  using Base::EvalSquare;
  using Base::EvalSquareMutable;

  Leveled(std::shared_ptr<const Plans> plans, const Options& options) : plans_(std::move(plans)), options_(options) {}

  Ciphertext EvalMult(ConstCiphertext& ciphertext1, ConstCiphertext& ciphertext2) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalMult(ciphertext1, ciphertext2);
    if (!needs_adjustment(ciphertext1, ciphertext2)) return product(ciphertext1, ciphertext2);
    Ciphertext c1 = ciphertext1->Clone(), c2 = ciphertext2->Clone();
    this->AdjustForMultInPlace(c1, c2);
    return product(c1, c2);
  }

  Ciphertext EvalMultMutable(Ciphertext& ciphertext1, Ciphertext& ciphertext2) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalMultMutable(ciphertext1, ciphertext2);
    this->AdjustForMultInPlace(ciphertext1, ciphertext2);
    return product(ciphertext1, ciphertext2);
  }

  Ciphertext EvalMult(ConstCiphertext& ciphertext, lbcrypto::ConstPlaintext& plaintext) const override {
    if (!can_multiply(ciphertext, *plaintext)) return lbcrypto::LeveledSHERNS::EvalMult(ciphertext, plaintext);
    const Input factor(plaintext->GetElement<DCRTPoly>());
    std::vector<DCRTPoly> products;
    Team team(options_.threads);
    for (const DCRTPoly& polynomial : ciphertext->GetElements()) {
      products.emplace_back(polynomial.GetParams(), EVALUATION, true);
      mul(Output(products.back()).view(), Input(polynomial).view(), factor.view().first(polynomial.GetNumOfElements()),
          plans_->base(), Form::plain, team.get());
    }
    Ciphertext result = ciphertext->CloneEmpty();
    result->SetElements(std::move(products));
    scale_by(result, *plaintext);
    return result;
  }

  Ciphertext EvalSquare(ConstCiphertext& ciphertext) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalSquare(ciphertext);
    if (ciphertext->GetNoiseScaleDeg() == 1 || !is_automatic(ciphertext)) return square(ciphertext);
    return square(this->ModReduceInternal(ciphertext, levels_of_product(ciphertext)));
  }

  Ciphertext EvalSquareMutable(Ciphertext& ciphertext) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalSquareMutable(ciphertext);
    // OpenFHE drops no level for other degrees here, though EvalSquare does.
    if (ciphertext->GetNoiseScaleDeg() == 2 && is_automatic(ciphertext)) {
      this->ModReduceInternalInPlace(ciphertext, levels_of_product(ciphertext));
    }
    return square(ciphertext);
  }

  Ciphertext EvalAutomorphism(ConstCiphertext& ciphertext, std::uint32_t i, const Keys& keys,
                              const char* caller_file = "", const char* caller_function = "",
                              std::size_t caller_line = 0) const override {
    const auto key = keys.find(i);
    const auto& polynomials = ciphertext->GetElements();
    if (!can_rotate(i) || key == keys.end() || polynomials.size() != 2 || !plans_->serves_all(polynomials)) {
      return Base::EvalAutomorphism(ciphertext, i, keys, caller_file, caller_function, caller_line);
    }
    return rotated(ciphertext, *ciphertext->GetCryptoContext()->GetScheme()->KeySwitchCore(polynomials[1], key->second),
                   i);
  }

  Ciphertext EvalFastRotation(ConstCiphertext& ciphertext, const std::uint32_t index, const std::uint32_t m,
                              const std::shared_ptr<std::vector<DCRTPoly>> digits) const override {
    const auto context = ciphertext->GetCryptoContext();
    const auto& c = ciphertext->GetElements();
    if (index == 0 || !plans_->serves_all(c)) return Base::EvalFastRotation(ciphertext, index, m, digits);
    const std::uint32_t exponent = this->FindAutomorphismIndex(index, m);
    if (!can_rotate(exponent)) return Base::EvalFastRotation(ciphertext, index, m, digits);
    const auto& keys = context->GetEvalAutomorphismKeyMap(ciphertext->GetKeyTag());
    const auto key = keys.find(exponent);
    if (key == keys.end()) return Base::EvalFastRotation(ciphertext, index, m, digits);
    return rotated(ciphertext, *context->GetScheme()->EvalFastKeySwitchCore(digits, key->second, c[0].GetParams()),
                   exponent);
  }

 protected:
  [[nodiscard]] const Plans& plans() const { return *plans_; }
  [[nodiscard]] const Options& options() const { return options_; }

  /// Returns whether OpenFHE adjusts levels and degrees before products.
  static bool is_automatic(ConstCiphertext& c) {
    return scaling_of(c) != lbcrypto::NORESCALE && scaling_of(c) != lbcrypto::FIXEDMANUAL;
  }

  /// Returns the number of levels that the rescaling of a product takes.
  static std::size_t levels_of_product(ConstCiphertext& c) {
    const auto scaling = scaling_of(c);
    const bool is_composite = scaling == lbcrypto::COMPOSITESCALINGAUTO || scaling == lbcrypto::COMPOSITESCALINGMANUAL;
    return is_composite ? parameters_of(c)->GetCompositeDegree() : std::size_t{lbcrypto::BASE_NUM_LEVELS_TO_DROP};
  }

  [[nodiscard]] bool can_rotate(std::uint32_t exponent) const {
    return options_.rotation && exponent % 2 == 1 && exponent < 2 * plans_->size();
  }

  /// Returns whether a ciphertext of the plans' parameters has more than `levels` moduli.
  [[nodiscard]] bool can_drop(ConstCiphertext& ciphertext, std::size_t levels) const {
    const auto& polynomials = ciphertext->GetElements();
    return options_.rescale && plans_->serves_all(polynomials) && polynomials[0].GetNumOfElements() > levels &&
           plans_->are_for(ciphertext->GetCryptoParameters());
  }

  /// Divides polynomials that can_drop allows by their last moduli, one after the other.
  void drop(std::vector<DCRTPoly>& polynomials, std::size_t levels) const {
    Team team(options_.threads);
    for (DCRTPoly& polynomial : polynomials) {
      for (std::size_t i = 0; i < levels; ++i) {
        const Output rows(polynomial);
        const std::size_t level = polynomial.GetNumOfElements();
        plans_->rescale(level).on_evaluations(rows.view().first(level - 1), rows.view(), team.get());
        polynomial.DropLastElement();
      }
    }
  }

  /// Maps polynomials by X -> X^exponent. has_special: they are sums modulo Q P.
  void rotate(std::vector<DCRTPoly>& polynomials, std::uint32_t exponent, bool has_special = false) const {
    const Automorphism& automorphism = plans_->automorphism(exponent);
    Team team(options_.threads);
    for (DCRTPoly& polynomial : polynomials) {
      if (!plans_->serves(polynomial, has_special)) {
        std::vector<std::uint32_t> map(polynomial.GetRingDimension());
        lbcrypto::PrecomputeAutoMap(polynomial.GetRingDimension(), exponent, &map);
        polynomial = polynomial.AutomorphismTransform(exponent, map);
        continue;
      }
      DCRTPoly image(polynomial.GetParams(), EVALUATION, true);
      automorphism.on_evaluations(Output(image).view(), Input(polynomial).view(), team.get());
      polynomial = std::move(image);
    }
  }

  /// Returns the image of a ciphertext whose second polynomial is switched to `switched`.
  Ciphertext rotated(ConstCiphertext& c, std::vector<DCRTPoly>& switched, std::uint32_t exponent) const {
    switched[0] += c->GetElements()[0];
    rotate(switched, exponent);
    Ciphertext result = c->CloneEmpty();
    result->SetElements(std::move(switched));
    return result;
  }

 private:
  static std::shared_ptr<lbcrypto::CryptoParametersRNS> parameters_of(ConstCiphertext& c) {
    return std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(c->GetCryptoParameters());
  }
  static lbcrypto::ScalingTechnique scaling_of(ConstCiphertext& c) { return parameters_of(c)->GetScalingTechnique(); }

  /// Returns whether AdjustForMultInPlace changes one of them, so that copies are needed.
  static bool needs_adjustment(ConstCiphertext& c1, ConstCiphertext& c2) {
    if (scaling_of(c1) == lbcrypto::NORESCALE) return false;
    return c1->GetElements()[0].GetNumOfElements() != c2->GetElements()[0].GetNumOfElements() ||
           (is_automatic(c1) &&
            (c1->GetLevel() != c2->GetLevel() || c1->GetNoiseScaleDeg() != 1 || c2->GetNoiseScaleDeg() != 1));
  }

  /// Returns whether OpenFHE multiplies all polynomials by the plaintext's first rows as they are.
  [[nodiscard]] bool can_multiply(ConstCiphertext& c, const lbcrypto::PlaintextImpl& p) const {
    const auto& polynomials = c->GetElements();
    const DCRTPoly& factor = p.GetElement<DCRTPoly>();
    if (!options_.product || !plans_->serves_all(polynomials) || !plans_->serves(factor)) return false;
    const auto scaling = scaling_of(c);
    const std::size_t rows = polynomials[0].GetNumOfElements();
    if (scaling == lbcrypto::FIXEDMANUAL) {
      // OpenFHE refuses degrees above the number of moduli.
      return factor.GetNumOfElements() >= std::max<std::size_t>(rows, c->GetNoiseScaleDeg()) &&
             (factor.GetNumOfElements() == rows || rows >= p.GetNoiseScaleDeg());
    }
    return factor.GetNumOfElements() == rows &&
           (scaling == lbcrypto::NORESCALE ||
            (c->GetLevel() == p.GetLevel() && c->GetNoiseScaleDeg() == 1 && p.GetNoiseScaleDeg() == 1));
  }

  /// Changes the scale of a product with a plaintext from the ciphertext's, as OpenFHE does.
  static void scale_by(Ciphertext& c, const lbcrypto::PlaintextImpl& p) {
    const auto scaling = scaling_of(c);
    if (scaling == lbcrypto::NORESCALE) return;
    c->SetNoiseScaleDeg(c->GetNoiseScaleDeg() + p.GetNoiseScaleDeg());
    if constexpr (std::is_same_v<Base, lbcrypto::LeveledSHECKKSRNS>) {
      c->SetScalingFactor(c->GetScalingFactor() * c->GetScalingFactor());
    } else if (scaling == lbcrypto::FLEXIBLEAUTO || scaling == lbcrypto::FLEXIBLEAUTOEXT) {
      const NativeInteger t = c->GetCryptoParameters()->GetPlaintextModulus();
      c->SetScalingFactorInt(c->GetScalingFactorInt().ModMul(c->GetScalingFactorInt(), t));
    }
  }

  /// Returns whether both have two polynomials of one level.
  [[nodiscard]] bool can_multiply(ConstCiphertext& c1, ConstCiphertext& c2) const {
    const auto &x = c1->GetElements(), &y = c2->GetElements();
    return x.size() == 2 && y.size() == 2 && plans_->serves_all(x) && plans_->serves_all(y) &&
           x[0].GetNumOfElements() == y[0].GetNumOfElements();
  }

  Ciphertext square(ConstCiphertext& c) const {
    return can_multiply(c, c) ? tensor_product(c, c) : this->EvalSquareCore(c);
  }

  Ciphertext product(ConstCiphertext& c1, ConstCiphertext& c2) const {
    return can_multiply(c1, c2) ? tensor_product(c1, c2) : this->EvalMultCore(c1, c2);
  }

  /// Returns the product of two ciphertexts that can_multiply allows.
  Ciphertext tensor_product(ConstCiphertext& c1, ConstCiphertext& c2) const {
    const auto &x = c1->GetElements(), &y = c2->GetElements();
    std::vector<DCRTPoly> z;
    for (int i = 0; i < 3; ++i) z.emplace_back(x[0].GetParams(), EVALUATION, true);
    const Outputs out(z);
    const Inputs a(x), b(y);
    Team team(options_.threads);
    tensor(out.get().first<3>(), a.get().first<2>(), b.get().first<2>(), plans_->base(), team.get());
    Ciphertext result = c1->CloneEmpty();
    result->SetElements(std::move(z));
    result->SetNoiseScaleDeg(c1->GetNoiseScaleDeg() + c2->GetNoiseScaleDeg());
    result->SetScalingFactor(c1->GetScalingFactor() * c2->GetScalingFactor());
    result->SetScalingFactorInt(
        c1->GetScalingFactorInt().ModMul(c2->GetScalingFactorInt(), c1->GetCryptoParameters()->GetPlaintextModulus()));
    return result;
  }

  std::shared_ptr<const Plans> plans_;
  Options options_;
};

}  // namespace ringlet::openfhe
