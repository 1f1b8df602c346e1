#pragma once

#include <openfhe.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "plans.hpp"
#include "ringlet/openfhe/accelerate.hpp"
#include "slot_product.hpp"

namespace ringlet::openfhe {

/// Bootstrapping of CKKS: OpenFHE's, whose transforms between coefficients and slots are computed by LinearTransform.
/// Other operations are OpenFHE's, by way of the context's scheme, whose parts may be replaced, too. What it does not
/// support goes to FHECKKSRNS: composite scaling, setups that are not complete, and second iterations, which call it.
class Bootstrap final : public lbcrypto::FHECKKSRNS {
 public:
  using Ciphertext = lbcrypto::Ciphertext<lbcrypto::DCRTPoly>;
  using ConstCiphertext = lbcrypto::ConstCiphertext<lbcrypto::DCRTPoly>;

  /// Takes OpenFHE's precomputations over.
  Bootstrap(const lbcrypto::FHECKKSRNS& theirs, std::shared_ptr<const Plans> plans, const Options& options);

  Ciphertext EvalBootstrap(ConstCiphertext& ciphertext, std::uint32_t iterations,
                           std::uint32_t precision) const override;
  Ciphertext EvalBootstrapStCFirst(ConstCiphertext& ciphertext, std::uint32_t iterations,
                                   std::uint32_t precision) const override;

 private:
  class Run;

  /// Returns the precomputations for a number of slots, or null.
  [[nodiscard]] const lbcrypto::CKKSBootstrapPrecom* precomputed(std::uint32_t slots) const;
  /// Returns the steps of a bootstrap of the ciphertext, or nothing if OpenFHE must compute it.
  [[nodiscard]] std::optional<Run> run_of(ConstCiphertext& ciphertext, std::uint32_t iterations) const;

  /// Multiplies by a matrix that is not factored, with the number of baby steps of a setup.
  [[nodiscard]] Ciphertext times(const SlotProduct::Plaintexts& diagonals, std::uint32_t baby,
                                 ConstCiphertext& c) const;
  [[nodiscard]] Ciphertext to_slots(ConstCiphertext& c, const lbcrypto::CKKSBootstrapPrecom& p) const;
  [[nodiscard]] Ciphertext to_coefficients(ConstCiphertext& c, const lbcrypto::CKKSBootstrapPrecom& p) const;
  std::shared_ptr<const Plans> plans_;
  SlotProduct product_;
};

}  // namespace ringlet::openfhe
