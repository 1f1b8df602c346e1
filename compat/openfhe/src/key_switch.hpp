#pragma once

#include <openfhe.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "plans.hpp"
#include "prepared_keys.hpp"
#include "ringlet/openfhe/accelerate.hpp"
#include "slot_product.hpp"

namespace ringlet::openfhe {

using lbcrypto::DCRTPoly;
using Polynomials = std::shared_ptr<std::vector<DCRTPoly>>;
using Params = std::shared_ptr<DCRTPoly::Params>;

/// Returns whether plans with key switching support a key.
[[nodiscard]] bool supports(const Plans& plans, const Key& key);

/// Computes OpenFHE's key switching by Ringlet. Base is OpenFHE's class of the technique. Arguments that the plans do
/// not support go to its functions: polynomials in coefficients or modulo other moduli, and keys of other parameters.
template <class Base>
class Switching : public Base {
 public:
  Switching(std::shared_ptr<const Plans> plans, const Options& options)
      : plans_(std::move(plans)), threads_(options.threads), prepared_(options.prepared_keys) {}

  Polynomials KeySwitchCore(const DCRTPoly& a, const Key key) const override;
  Polynomials EvalKeySwitchPrecomputeCore(
      const DCRTPoly& c, std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>> parameters) const override;
  Polynomials EvalFastKeySwitchCore(const Polynomials digits, const Key key, const Params level) const override;

 protected:
  [[nodiscard]] const Plans& plans() const { return *plans_; }
  [[nodiscard]] std::size_t threads() const { return threads_; }
  [[nodiscard]] PreparedKeys& prepared() const { return prepared_; }
  /// Returns whether the plans support the key and these digits of a polynomial of the level.
  [[nodiscard]] bool serves(const Polynomials& digits, const Key& key, const Params& level) const;

 private:
  std::shared_ptr<const Plans> plans_;
  std::size_t threads_;
  mutable PreparedKeys prepared_;
};

/// Key switching without special moduli.
using BvKeySwitch = Switching<lbcrypto::KeySwitchBV>;

/// Hybrid key switching, and the sums modulo Q P that it has besides.
class HybridKeySwitch final : public Switching<lbcrypto::KeySwitchHYBRID> {
 public:
  HybridKeySwitch(const std::shared_ptr<const Plans>& plans, const Options& options)
      : Switching(plans, options), slot_product_(*plans, options.threads) {}

  Polynomials EvalFastKeySwitchCoreExt(const Polynomials digits, const Key key, const Params level) const override;
  lbcrypto::Ciphertext<DCRTPoly> KeySwitchExt(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext,
                                              bool add_first) const override;
  lbcrypto::Ciphertext<DCRTPoly> KeySwitchDown(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const override;
  DCRTPoly KeySwitchDownFirstElement(lbcrypto::ConstCiphertext<DCRTPoly> ciphertext) const override;

  [[nodiscard]] const SlotProduct& slot_product() const { return slot_product_; }

 private:
  /// Returns the parameters of a sum modulo Q P without the parameters of P.
  [[nodiscard]] Params without_special(const Params& all) const;

  SlotProduct slot_product_;
};

}  // namespace ringlet::openfhe
