#pragma once

#include <openfhe.h>

#include <cstddef>
#include <span>
#include <vector>

#include "plans.hpp"
#include "slot_transforms.hpp"
#include "working_memory.hpp"

namespace ringlet::openfhe {

/// Products of ciphertexts and matrices of slots, with the words of OpenFHE's bootstrapping. Keeps working memory: the
/// digits of a polynomial, and two polynomials modulo Q P for each giant step.
class SlotProduct {
 public:
  using Ciphertext = lbcrypto::Ciphertext<lbcrypto::DCRTPoly>;
  using ConstCiphertext = lbcrypto::ConstCiphertext<lbcrypto::DCRTPoly>;
  /// Plaintexts modulo Q P of a matrix. Those of the giant steps are rotated back.
  using Plaintexts = std::vector<lbcrypto::ReadOnlyPlaintext>;

  /// Validity  plans with hybrid key switching, which live as long
  SlotProduct(const Plans& plans, std::size_t threads) : plans_(plans), threads_(threads) {}

  /// Multiplies by factors, one after the other, and drops a level between them. Returns null if Ringlet does not
  /// support a polynomial, a plaintext or a key.
  [[nodiscard]] Ciphertext operator()(std::span<const SlotMatrix> factors, std::span<const Plaintexts> plaintexts,
                                      ConstCiphertext& c) const;

 private:
  [[nodiscard]] Ciphertext times(const SlotMatrix& matrix, const Plaintexts& plaintexts, ConstCiphertext& c) const;

  const Plans& plans_;
  std::size_t threads_;
  mutable WorkingMemory memory_;
};

}  // namespace ringlet::openfhe
