// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace rns {
struct LinearTransformState;
}

/// Steps of a linear transform, in slots: each rotation is the sum of a giant and a baby step.
struct BabyGiantSteps {
  std::vector<std::size_t> baby, giant;
};

/// Splits rotations r into multiples of n_1 and remainders below n_1. n_1 is the power of two that takes the least
/// time, if a giant step takes as long as three baby steps and a step by 0 takes no time. Steps are in ascending order.
/// Errors  std::invalid_argument for no rotations
[[nodiscard]] RINGLET_API BabyGiantSteps baby_giant_steps(std::span<const std::size_t> rotations);

/// Linear transform of encrypted slots: a sum of rotations of a ciphertext c, each times a plaintext,
///
///     out = sum_g Gamma_g(sum_i p_(g i) phi_i(c))
///
/// with baby steps phi_i and giant steps Gamma_g. One giant step, the identity, gives the plain sum over rotations. A
/// matrix of n_1 n_2 diagonals takes n_1 + n_2 keys and n_1 n_2 plaintexts: with Gamma_g the rotation by g n_1 slots,
/// p_(g i) is diagonal g n_1 + i, rotated back by g n_1 slots.
///
/// With D_d the digits of a, key pairs (b_(i d), a_(i d)) of baby step i and (B_(g d), A_(g d)) of giant step g, and
/// without the terms of a key for steps that have none, whose digits are replaced by P a:
///
///     u_g = sum_i p_(g i) phi_i(P b + sum_d D_d b_(i d))        v_g = sum_i p_(g i) phi_i(sum_d D_d a_(i d))
///     out_b = round(sum_g Gamma_g(u_g + sum_d E_(g d) B_(g d)) / P)
///     out_a = round(sum_g Gamma_g(sum_d E_(g d) A_(g d)) / P)
///
/// E_(g d) are the digits of round(v_g / P). Digits are made, and quotients rounded, as by the key switch. Sums modulo
/// Q P are exact, so their order does not matter. Lattigo's linear transforms give the same words.
///
/// The inner sums take one passage over the keys of the baby steps. A giant step takes a division, a decomposition, and
/// a passage over its key. Immutable; copies share the keys; any number of threads may use it at once.
///
/// Shape      plaintexts: number g * (number of baby steps) + i for the steps g and i. Each has a row for each modulus
///            of a level, then a row for each special modulus; or no rows if the term is absent
///            out_b, out_a, b, a: a row for each modulus of a level, the same level in all. Plaintexts have this level
///            or a higher one
/// Input      [0, q_i) in each row: ciphertexts in the domain of the key switch, plaintexts as evaluations
/// Output     [0, q_i) in each row, in the domain of the key switch, the same on every backend and for any number of
///            threads
/// Errors     std::invalid_argument with the value and the rule, before anything is written; a checked build also
///            checks values. std::bad_alloc, before the results of a ciphertext are written. A call borrows memory from
///            the context of the key switch: for each of up to four ciphertexts the digits, 2 (giant steps + 1)
///            polynomials modulo Q P and the evaluations of coefficients, for each thread 2 rows for each ciphertext
///            and 11 blocks of 1,024 values, and what key switches borrow. It allocates lists of a few words for each
///            polynomial
/// Threads    threads of `executor`, by default the calling thread alone. A task is a modulus
/// Source     S. Halevi, V. Shoup, CRYPTO 2018, for baby and giant steps on hoisted digits; J.-P. Bossuat et al.,
///            EUROCRYPT 2021, for sums modulo Q P
class RINGLET_API LinearTransform {
 public:
  /// Key of a step, which the key switch has made with the step's automorphism; no key for the identity.
  using Step = std::optional<SwitchingKey>;

  /// Keeps the keys, and views of the plaintexts.
  /// Validity  keys of `key_switch`; at least one baby and one giant step. Plaintexts live as long as the transform and
  ///           its copies are used, and do not change during calls
  LinearTransform(const KeySwitch& key_switch, std::vector<Step> baby, std::vector<Step> giant, RnsViews plaintexts);

  /// Transforms a ciphertext.
  /// Aliasing  row i of out_b or out_a may be row i of b or a; no other rows may overlap
  void operator()(RnsSpan out_b, RnsSpan out_a, RnsView b, RnsView a, Executor* executor = nullptr) const;
  /// Transforms several ciphertexts of one level. Up to four at a time share the passage over the baby steps' keys.
  /// Shape     as many views in out_b, out_a and a as in b, at least one
  /// Aliasing  rows of out_b[k] and out_a[k] may be rows of b[k] and a[k] as above; no other rows may overlap
  void operator()(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews b, RnsViews a,
                  Executor* executor = nullptr) const;

  /// Computes the inner sums u_g and v_g modulo Q P from digits as `KeySwitch::decompose` writes them from a. Does not
  /// use the giant steps' keys. Other orders of giant steps are made from the sums.
  /// Shape     sum_b, sum_a: one polynomial for each giant step, with as many rows as a digit
  /// Input     b, a: evaluations in either domain
  /// Output    evaluations
  /// Aliasing  no rows may overlap
  void sums(std::span<const RnsSpan> sum_b, std::span<const RnsSpan> sum_a, RnsView b, RnsView a, RnsViews digits,
            Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t baby_steps() const noexcept;
  [[nodiscard]] std::size_t giant_steps() const noexcept;

 private:
  Shared<const rns::LinearTransformState> state_;
};

}  // namespace ringlet
