#pragma once

#include <cstddef>
#include <span>

#include "rns/key_switch_state.hpp"

namespace ringlet::rns {

/// Operand of sums over rotations: a ciphertext c_0 + c_1 s of a level, and the digits of c_1.
struct RotatedCiphertext {
  RnsView c0, c1;
  RnsViews digits;
};

/// Sums over rotations i, which ciphertexts share.
struct RotationTerms {
  std::size_t level;
  /// Key of each rotation, with its automorphism phi_i; null for the identity.
  std::span<const SwitchingKeyState* const> keys;
  /// Plaintext p_(g i) of sum g and rotation i, number g * keys.size() + i: rows of a level that includes `level`, then
  /// of the special moduli. A plaintext without rows is an absent term.
  std::span<const RnsView> plaintexts;

  [[nodiscard]] std::size_t sums() const { return plaintexts.size() / keys.size(); }
  [[nodiscard]] const RnsView& plaintext(std::size_t g, std::size_t i) const { return plaintexts[g * keys.size() + i]; }
};

/// Computes, modulo Q P, for each sum g and each ciphertext,
///
///     b_g = sum_i p_(g i) phi_i(P c_0 + sum_d D_d b_(i d))        a_g = sum_i p_(g i) phi_i(sum_d D_d a_(i d))
///
/// where phi_i(P c_0) and phi_i(P c_1) are the summands of the identity. Sum g of ciphertext k goes to polynomial
/// g * in.size() + k.
///
/// A task is a target. It goes through blocks of the sums: it multiplies the digits by a block of each key, which no
/// other block needs, and adds the products' images to all sums while they are in a cache.
/// Aliasing  no rows may overlap
void sum_rotations(const KeySwitchState& plan, std::span<const RnsSpan> sum_b, std::span<const RnsSpan> sum_a,
                   const RotationTerms& terms, std::span<const RotatedCiphertext> in, Executor& executor);

}  // namespace ringlet::rns
