#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "leveled.hpp"

namespace ringlet::openfhe {

/// Leveled operations of BGV.
class LeveledBgv final : public Leveled<lbcrypto::LeveledSHEBGVRNS> {
 public:
  using Leveled::Leveled;

  void ModReduceInternalInPlace(Ciphertext& ciphertext, std::size_t levels) const override {
    auto& polynomials = ciphertext->GetElements();
    if (!can_drop(ciphertext, levels)) return LeveledSHEBGVRNS::ModReduceInternalInPlace(ciphertext, levels);
    const auto parameters =
        std::dynamic_pointer_cast<lbcrypto::CryptoParametersBGVRNS>(ciphertext->GetCryptoParameters());
    const auto last = static_cast<std::uint32_t>(polynomials[0].GetNumOfElements() - 1);
    drop(polynomials, levels);
    ciphertext->SetLevel(ciphertext->GetLevel() + levels);
    ciphertext->SetNoiseScaleDeg(ciphertext->GetNoiseScaleDeg() - levels);
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
