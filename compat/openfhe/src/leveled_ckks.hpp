#pragma once

#include <openfhe.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "leveled.hpp"
#include "ringlet/key_switch.hpp"
#include "rows.hpp"
#include "team.hpp"

namespace ringlet::openfhe {

/// Leveled operations of CKKS.
class LeveledCkks final : public Leveled<lbcrypto::LeveledSHECKKSRNS> {
 public:
  using Leveled::Leveled;
  using LeveledSHECKKSRNS::EvalMultInPlace;

  void EvalMultInPlace(Ciphertext& ciphertext, double factor) const override {
    if (is_automatic(ciphertext) && ciphertext->GetNoiseScaleDeg() == 2) {
      ModReduceInternalInPlace(ciphertext, levels_of_product(ciphertext));
    }
    multiply(ciphertext, factor);
  }

  /// Gives two ciphertexts the level and the scale of a sum. All additions and products of ciphertexts call it.
  void AdjustLevelsAndDepthInPlace(Ciphertext& ciphertext1, Ciphertext& ciphertext2) const override {
    const std::size_t level1 = ciphertext1->GetLevel(), level2 = ciphertext2->GetLevel();
    if (level1 < level2) return lower(ciphertext1, *ciphertext2);
    if (level2 < level1) return lower(ciphertext2, *ciphertext1);
    const std::size_t degree1 = ciphertext1->GetNoiseScaleDeg(), degree2 = ciphertext2->GetNoiseScaleDeg();
    if (degree1 < degree2) multiply(ciphertext1, 1);
    if (degree2 < degree1) multiply(ciphertext2, 1);
  }

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
    if (!can_drop(ciphertext, levels)) return LeveledSHECKKSRNS::ModReduceInternalInPlace(ciphertext, levels);
    const auto parameters =
        std::dynamic_pointer_cast<lbcrypto::CryptoParametersCKKSRNS>(ciphertext->GetCryptoParameters());
    const auto last = static_cast<std::uint32_t>(polynomials[0].GetNumOfElements() - 1);
    ciphertext->SetNoiseScaleDeg(ciphertext->GetNoiseScaleDeg() - levels / parameters->GetCompositeDegree());
    // Throws if the degree is above the number of moduli, so that it comes before the division, as in OpenFHE.
    ciphertext->SetLevel(ciphertext->GetLevel() + levels);
    drop(polynomials, levels);
    for (std::uint32_t i = 0; i < levels; ++i) {
      ciphertext->SetScalingFactor(ciphertext->GetScalingFactor() / parameters->GetModReduceFactor(last - i));
    }
  }

 private:
  /// Multiplies by a number in the scale of the level, which raises the degree of the scale by 1.
  void multiply(Ciphertext& ciphertext, double factor) const {
    auto& polynomials = ciphertext->GetElements();
    if (!options().product || !plans().serves_all(polynomials)) return EvalMultCoreInPlace(ciphertext, factor);
    std::vector<std::uint64_t> residues;
    for (const auto& residue : GetElementForEvalMult(ciphertext, factor)) {
      // OpenFHE's residue of a negative multiple of q is q.
      residues.push_back(residue.ConvertToInt() % plans().base()[residues.size()].value());
    }
    Team team(options().threads);
    for (DCRTPoly& polynomial : polynomials) {
      const Output rows(polynomial);
      mul(rows.view(), rows.view(), residues, plans().base(), team.get());
    }
    const auto parameters =
        std::dynamic_pointer_cast<lbcrypto::CryptoParametersCKKSRNS>(ciphertext->GetCryptoParameters());
    ciphertext->SetNoiseScaleDeg(ciphertext->GetNoiseScaleDeg() + 1);
    ciphertext->SetScalingFactor(ciphertext->GetScalingFactor() *
                                 parameters->GetScalingFactorReal(ciphertext->GetLevel()));
  }

  /// Lowers c to the level of another ciphertext, of the degree of its scale, and takes its scale.
  void lower(Ciphertext& c, const lbcrypto::CiphertextImpl<DCRTPoly>& to) const {
    const auto parameters = std::dynamic_pointer_cast<lbcrypto::CryptoParametersCKKSRNS>(c->GetCryptoParameters());
    const std::size_t step = parameters->GetCompositeDegree();
    const bool is_divided_first = c->GetNoiseScaleDeg() == 2, is_divided_last = to.GetNoiseScaleDeg() != 2;
    std::size_t levels = to.GetLevel() - c->GetLevel();
    const auto drop_step = [&] { levels -= std::min(levels, step); };
    if (is_divided_first && is_divided_last && levels == step) return ModReduceInternalInPlace(c, step);
    // The factor that makes the scale equal at the end. The order of operations decides its last bits.
    double factor = is_divided_last
                        ? parameters->GetScalingFactorRealBig(static_cast<std::uint32_t>(to.GetLevel() - step))
                        : to.GetScalingFactor();
    factor /= c->GetScalingFactor();
    if (is_divided_first) {
      const auto moduli = static_cast<std::uint32_t>(c->GetElements()[0].GetNumOfElements());
      double quotient = parameters->GetModReduceFactor(moduli - 1);
      for (std::uint32_t i = 1; i < step; ++i) quotient *= parameters->GetModReduceFactor(moduli - i - 1);
      factor *= quotient;
    }
    multiply(c, factor / parameters->GetScalingFactorReal(static_cast<std::uint32_t>(c->GetLevel())));
    if (is_divided_first) {
      ModReduceInternalInPlace(c, step);
      drop_step();
    }
    if (is_divided_last) drop_step();
    if (levels > 0) LevelReduceInternalInPlace(c, levels);
    if (is_divided_last) ModReduceInternalInPlace(c, step);
    c->SetScalingFactor(to.GetScalingFactor());
  }
};

}  // namespace ringlet::openfhe
