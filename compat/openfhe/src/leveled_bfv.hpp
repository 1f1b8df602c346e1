#pragma once

#include <openfhe.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "bfv_product.hpp"
#include "leveled.hpp"
#include "scale_and_round.hpp"

namespace ringlet::openfhe {

/// Leveled operations of BFV.
class LeveledBfv final : public Leveled<lbcrypto::LeveledSHEBFVRNS> {
 public:
  using Key = lbcrypto::EvalKey<DCRTPoly>;
  using Leveled::EvalMult;
  using Leveled::EvalMultInPlace;
  using Leveled::EvalMultMutable;
  using Leveled::EvalSquare;
  using Leveled::EvalSquareInPlace;
  using Leveled::Leveled;

  Ciphertext EvalMult(ConstCiphertext& ciphertext1, ConstCiphertext& ciphertext2) const override;
  Ciphertext EvalMult(ConstCiphertext& ciphertext1, ConstCiphertext& ciphertext2, const Key key) const override;
  void EvalMultInPlace(Ciphertext& ciphertext1, ConstCiphertext& ciphertext2, const Key key) const override;
  Ciphertext EvalMultMutable(Ciphertext& ciphertext1, Ciphertext& ciphertext2) const override;
  Ciphertext EvalSquare(ConstCiphertext& ciphertext) const override;
  Ciphertext EvalSquare(ConstCiphertext& ciphertext, const Key key) const override;
  void EvalSquareInPlace(Ciphertext& ciphertext, const Key key) const override;
  Ciphertext EvalSquareMutable(Ciphertext& ciphertext) const override;
  void RelinearizeInPlace(Ciphertext& ciphertext, const std::vector<Key>& keys) const override;

  Ciphertext EvalAutomorphism(ConstCiphertext& ciphertext, std::uint32_t i, const Keys& keys,
                              const char* caller_file = "", const char* caller_function = "",
                              std::size_t caller_line = 0) const override;
  Ciphertext EvalFastRotation(ConstCiphertext& ciphertext, const std::uint32_t index, const std::uint32_t m,
                              const std::shared_ptr<std::vector<DCRTPoly>> digits) const override;
  std::shared_ptr<std::vector<DCRTPoly>> EvalFastRotationPrecompute(ConstCiphertext& ciphertext) const override;

 private:
  using Parameters = lbcrypto::CryptoParametersBFVRNS;
  using Polynomials = std::vector<DCRTPoly>;

  [[nodiscard]] static std::shared_ptr<Parameters> parameters_of(ConstCiphertext& ciphertext);
  /// Returns the number of moduli that an operation works with: the moduli that the leveled technique leaves, or all.
  [[nodiscard]] static std::size_t level(ConstCiphertext& ciphertext, std::size_t degree, bool is_key_switch);
  [[nodiscard]] bool can_multiply(ConstCiphertext& c1, ConstCiphertext& c2) const;
  /// Returns the product of ciphertexts that can_multiply allows. Null if OpenFHE's words could differ.
  [[nodiscard]] Ciphertext product(ConstCiphertext& c1, ConstCiphertext& c2) const;
  /// Relinearises a product of three polynomials, in coefficients.
  [[nodiscard]] Ciphertext relinearised(Ciphertext product, const Key& key) const;
  /// Returns a polynomial of the ciphertext, divided by the moduli from `level` on, as evaluations.
  [[nodiscard]] DCRTPoly dropped(ConstCiphertext& ciphertext, const DCRTPoly& polynomial, std::size_t level) const;
  /// Returns what the key makes of a polynomial of the ciphertext, modulo all moduli.
  [[nodiscard]] Polynomials switched(ConstCiphertext& ciphertext, const DCRTPoly& polynomial, const Key& key) const;
  /// Multiplies polynomials of a lower level by the other moduli, if the ciphertext has more.
  static void raise(Polynomials& polynomials, ConstCiphertext& ciphertext);
  void to_evaluations(DCRTPoly& polynomial) const;
  /// Returns the division of coefficients by the moduli of Q from `level` on, fewer than all.
  [[nodiscard]] const OpenFheScaleAndRound& division(const Parameters& parameters, std::size_t level) const;
  /// Returns the plan for ciphertexts with `rows` moduli, after a division of each that leaves `level`.
  [[nodiscard]] const BfvProduct& product_plan(const Parameters& parameters, std::size_t rows, std::size_t level) const;

  mutable std::mutex mutex_;
  mutable std::map<std::size_t, std::unique_ptr<const OpenFheScaleAndRound>> divisions_;
  mutable WorkingMemory memory_;
  /// By the multiplication technique, the plaintext modulus and both numbers of moduli.
  mutable std::map<std::array<std::uint64_t, 4>, std::unique_ptr<const BfvProduct>> products_;
};

}  // namespace ringlet::openfhe
