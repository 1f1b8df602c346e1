#pragma once

#include <openfhe.h>

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
};

}  // namespace ringlet::openfhe
