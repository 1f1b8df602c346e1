#pragma once

#include <openfhe.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "plans.hpp"

namespace ringlet::openfhe {

/// Computes OpenFHE's hybrid key switching by Ringlet. Arguments that the plans do not serve go to OpenFHE's own
/// functions: polynomials in coefficients or modulo other moduli, and keys of other parameters.
class HybridKeySwitch final : public lbcrypto::KeySwitchHYBRID {
 public:
  using DCRTPoly = lbcrypto::DCRTPoly;
  using Polynomials = std::shared_ptr<std::vector<DCRTPoly>>;
  using Params = std::shared_ptr<DCRTPoly::Params>;
  using Key = lbcrypto::EvalKey<DCRTPoly>;

  HybridKeySwitch(std::shared_ptr<const Plans> plans, std::size_t threads)
      : plans_(std::move(plans)), threads_(threads) {}

  Polynomials KeySwitchCore(const DCRTPoly& a, const Key key) const override;
  Polynomials EvalKeySwitchPrecomputeCore(
      const DCRTPoly& c, std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>> parameters) const override;
  Polynomials EvalFastKeySwitchCore(const Polynomials digits, const Key key, const Params level) const override;
  Polynomials EvalFastKeySwitchCoreExt(const Polynomials digits, const Key key, const Params level) const override;
  lbcrypto::Ciphertext<DCRTPoly> KeySwitchDown(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const override;
  DCRTPoly KeySwitchDownFirstElement(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const override;

 private:
  [[nodiscard]] bool serves(const Key& key) const;
  [[nodiscard]] bool serves(const Polynomials& digits, const Params& level) const;
  /// Returns the parameters of a sum modulo Q P without those of P.
  [[nodiscard]] Params without_special(const Params& all) const;

  std::shared_ptr<const Plans> plans_;
  std::size_t threads_;
};

}  // namespace ringlet::openfhe
