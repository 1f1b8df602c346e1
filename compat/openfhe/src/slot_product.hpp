#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plans.hpp"
#include "slot_transforms.hpp"
#include "working_memory.hpp"

namespace ringlet::openfhe {

/// Returns the key of a rotation by a number of slots of a ciphertext, or null if it is missing or not supported.
[[nodiscard]] lbcrypto::EvalKey<lbcrypto::DCRTPoly> rotation_key(const Plans& plans,
                                                                 lbcrypto::ConstCiphertext<lbcrypto::DCRTPoly>& c,
                                                                 std::uint32_t rotation);

/// Products of ciphertexts and matrices of slots, with the words of OpenFHE's bootstrapping. Keeps working memory: the
/// digits of a polynomial, and two polynomials modulo Q P for each giant step.
class SlotProduct {
 public:
  using Ciphertext = lbcrypto::Ciphertext<lbcrypto::DCRTPoly>;
  using ConstCiphertext = lbcrypto::ConstCiphertext<lbcrypto::DCRTPoly>;
  /// Plaintexts modulo Q P of a matrix, null for absent terms. Those of the giant steps are rotated back.
  using Plaintexts = std::vector<lbcrypto::ReadOnlyPlaintext>;

  /// Validity  plans with hybrid key switching, which live as long
  SlotProduct(const Plans& plans, std::size_t threads) : plans_(plans), threads_(threads) {}

  /// Multiplies by factors, one after the other, and drops a level between them. Returns null if Ringlet does not
  /// support a polynomial, a plaintext or a key.
  [[nodiscard]] Ciphertext operator()(std::span<const SlotMatrix> factors, std::span<const Plaintexts> plaintexts,
                                      ConstCiphertext& c) const;
  /// Multiplies by one factor, in the same way.
  [[nodiscard]] Ciphertext times(const SlotMatrix& matrix, const Plaintexts& plaintexts, ConstCiphertext& c) const;

  [[nodiscard]] const Plans& plans() const { return plans_; }

 private:
  const Plans& plans_;
  std::size_t threads_;
  mutable WorkingMemory memory_;
};

}  // namespace ringlet::openfhe
