#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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

  Ciphertext EvalSquare(ConstCiphertext& ciphertext) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalSquare(ciphertext);
    const std::size_t levels = levels_before_square(ciphertext);
    return levels == 0 ? square(ciphertext) : square(this->ModReduceInternal(ciphertext, levels));
  }

  Ciphertext EvalSquareMutable(Ciphertext& ciphertext) const override {
    if (!options_.product) return lbcrypto::LeveledSHERNS::EvalSquareMutable(ciphertext);
    if (const std::size_t levels = levels_before_square(ciphertext)) this->ModReduceInternalInPlace(ciphertext, levels);
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
    Ciphertext result = ciphertext->Clone();
    ciphertext->GetCryptoContext()->GetScheme()->KeySwitchInPlace(result, key->second);
    rotate(result->GetElements(), i);
    return result;
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
    auto sums = std::move(*context->GetScheme()->EvalFastKeySwitchCore(digits, key->second, c[0].GetParams()));
    sums[0] += c[0];
    rotate(sums, exponent);
    Ciphertext result = ciphertext->CloneEmpty();
    result->SetElements(std::move(sums));
    return result;
  }

 protected:
  [[nodiscard]] const Plans& plans() const { return *plans_; }
  [[nodiscard]] const Options& options() const { return options_; }

  [[nodiscard]] bool can_rotate(std::uint32_t exponent) const {
    return options_.rotation && exponent % 2 == 1 && exponent < 2 * plans_->size();
  }

  /// Returns whether polynomials of one level have more than `levels` moduli.
  [[nodiscard]] bool can_drop(const std::vector<DCRTPoly>& polynomials, std::size_t levels) const {
    return options_.rescale && plans_->serves_all(polynomials) && polynomials[0].GetNumOfElements() > levels;
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

 private:
  /// Returns whether AdjustForMultInPlace changes one of them, so that copies are needed.
  static bool needs_adjustment(ConstCiphertext& c1, ConstCiphertext& c2) {
    const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(c1->GetCryptoParameters());
    return parameters->GetScalingTechnique() != lbcrypto::NORESCALE &&
           (c1->GetLevel() != c2->GetLevel() || c1->GetNoiseScaleDeg() != 1 || c2->GetNoiseScaleDeg() != 1 ||
            c1->GetElements()[0].GetNumOfElements() != c2->GetElements()[0].GetNumOfElements());
  }

  /// Returns the number of levels that OpenFHE drops before it squares a ciphertext.
  static std::size_t levels_before_square(ConstCiphertext& ciphertext) {
    const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersRNS>(ciphertext->GetCryptoParameters());
    const auto scaling = parameters->GetScalingTechnique();
    if (scaling == lbcrypto::NORESCALE || scaling == lbcrypto::FIXEDMANUAL || ciphertext->GetNoiseScaleDeg() != 2) {
      return 0;
    }
    const bool is_composite = scaling == lbcrypto::COMPOSITESCALINGAUTO || scaling == lbcrypto::COMPOSITESCALINGMANUAL;
    return is_composite ? parameters->GetCompositeDegree() : std::size_t{lbcrypto::BASE_NUM_LEVELS_TO_DROP};
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

/// Leveled operations of CKKS.
class LeveledCkks final : public Leveled<lbcrypto::LeveledSHECKKSRNS> {
 public:
  using Leveled::Leveled;

  Ciphertext EvalFastRotationExt(ConstCiphertext& ciphertext, std::uint32_t index,
                                 const std::shared_ptr<std::vector<DCRTPoly>> digits, bool add_first,
                                 const Keys& keys) const override {
    const auto& c = ciphertext->GetElements();
    const auto parameters = ciphertext->GetCryptoParameters();
    const std::uint32_t exponent = FindAutomorphismIndex(index, parameters->GetElementParams()->GetCyclotomicOrder());
    const auto key = keys.find(exponent);
    const auto theirs = [&] {
      return LeveledSHECKKSRNS::EvalFastRotationExt(ciphertext, index, digits, add_first, keys);
    };
    if (!plans().has_key_switch() || !can_rotate(exponent) || key == keys.end() || !plans().serves_all(c) ||
        !plans().are_for(parameters)) {
      return theirs();
    }
    const KeySwitch& key_switch = plans().key_switch();
    auto sums = std::move(
        *ciphertext->GetCryptoContext()->GetScheme()->EvalFastKeySwitchCoreExt(digits, key->second, c[0].GetParams()));
    if (!plans().serves_all(sums, true) ||
        sums[0].GetNumOfElements() != c[0].GetNumOfElements() + key_switch.special().size()) {
      return theirs();
    }
    if (add_first) {
      Team team(options().threads);
      key_switch.add_special_multiple(Output(sums[0]).view(), Input(c[0]).view(), team.get());
    }
    rotate(sums, exponent, true);
    Ciphertext result = ciphertext->CloneEmpty();
    result->SetElements(std::move(sums));
    return result;
  }

  void ModReduceInternalInPlace(Ciphertext& ciphertext, std::size_t levels) const override {
    auto& polynomials = ciphertext->GetElements();
    if (!can_drop(polynomials, levels)) return LeveledSHECKKSRNS::ModReduceInternalInPlace(ciphertext, levels);
    const auto parameters =
        std::dynamic_pointer_cast<lbcrypto::CryptoParametersCKKSRNS>(ciphertext->GetCryptoParameters());
    const auto last = static_cast<std::uint32_t>(polynomials[0].GetNumOfElements() - 1);
    drop(polynomials, levels);
    ciphertext->SetNoiseScaleDeg(ciphertext->GetNoiseScaleDeg() - levels / parameters->GetCompositeDegree());
    ciphertext->SetLevel(ciphertext->GetLevel() + levels);
    for (std::uint32_t i = 0; i < levels; ++i) {
      ciphertext->SetScalingFactor(ciphertext->GetScalingFactor() / parameters->GetModReduceFactor(last - i));
    }
  }
};

/// Leveled operations of BGV.
class LeveledBgv final : public Leveled<lbcrypto::LeveledSHEBGVRNS> {
 public:
  using Leveled::Leveled;

  void ModReduceInternalInPlace(Ciphertext& ciphertext, std::size_t levels) const override {
    auto& polynomials = ciphertext->GetElements();
    if (!can_drop(polynomials, levels)) return LeveledSHEBGVRNS::ModReduceInternalInPlace(ciphertext, levels);
    const auto parameters =
        std::dynamic_pointer_cast<lbcrypto::CryptoParametersBGVRNS>(ciphertext->GetCryptoParameters());
    const auto last = static_cast<std::uint32_t>(polynomials[0].GetNumOfElements() - 1);
    drop(polynomials, levels);
    ciphertext->SetNoiseScaleDeg(ciphertext->GetNoiseScaleDeg() - levels);
    ciphertext->SetLevel(ciphertext->GetLevel() + levels);
    const auto scaling = parameters->GetScalingTechnique();
    if (scaling != lbcrypto::FLEXIBLEAUTO && scaling != lbcrypto::FLEXIBLEAUTOEXT) return;
    const NativeInteger t = parameters->GetPlaintextModulus();
    for (std::uint32_t i = 0; i < levels; ++i) {
      const NativeInteger inverse = parameters->GetModReduceFactorInt(last - i).ModInverse(t);
      ciphertext->SetScalingFactorInt(ciphertext->GetScalingFactorInt().ModMul(inverse, t));
    }
  }
};

}  // namespace ringlet::openfhe
