// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/automorphism.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace rns {
class KeySwitchState;
struct SwitchingKeyState;
}  // namespace rns

/// Options of a key switching plan.
struct KeySwitchOptions {
  /// Moduli of a digit: digit d has digit_size moduli, from modulus d * digit_size on. 1 is SEAL's method; more than 1
  /// is called hybrid.
  std::size_t digit_size = 1;
  /// Bits w of digits in base 2^w, as in Lattigo's `BaseTwoDecomposition` and OpenFHE's BV with a digit size; 0 for
  /// digits of whole moduli. Other values need digit_size = 1. Values above 63 are as 63.
  unsigned digit_bits = 0;
  /// Plaintext modulus of BGV as in `ModDownOptions`; 1 if there is none.
  std::uint64_t plaintext_modulus = 1;
  /// Lift of the digits. Floor takes integers in [0, Q_d); it is SEAL's and the fastest. Centred takes integers in
  /// [-Q_d/2, Q_d/2), which halves the noise. Approximate saves the exact conversion of digits of several moduli.
  /// Digits in base 2^w are lifted as residues modulo their q_i: centred leaves residues up to q_i/2 unchanged.
  Lift digits = Lift::floor;
  /// Lift in the division by P, as in `ModDownOptions`.
  Lift division = Lift::centred;
  /// Domain of polynomials and results. Keys, digits and sums are evaluations in either case. Coefficients are
  /// decomposed without transforms of their own: with L digits of one modulus, a key switch takes L^2 + 3L + 2
  /// transforms, instead of L^2 + 6L + 2 for evaluations with transforms before and after it.
  Domain domain = Domain::evaluations;
  /// Accepts special moduli whose product P is less than half the bound of a digit, Q_d or 2^w. The error of a key
  /// reaches the results as e_d D_d / P, so it grows with Q_d / P. With P of at least Q_d / 2 it is at most twice the
  /// error with P = Q_d. A special prime of as many bits as the longest q_i always suffices for digits of one modulus.
  bool allow_short_special = false;

  friend bool operator==(const KeySwitchOptions&, const KeySwitchOptions&) = default;
};

/// Ciphertext that a key for rotations by phi switches.
enum class RotationKey : std::uint8_t {
  /// The image phi(c): the key leads from phi(s) to s, as SEAL's does.
  image,
  /// c, before phi maps the result: the key leads from s to phi^-1(s), as Lattigo's and OpenFHE's do.
  preimage,
};

/// Switching key in the form that `KeySwitch` reads: in reading order. Immutable; copies share it. It belongs to the
/// plan that prepared it, to that plan's copies and to equal plans of its context (`RnsContext`).
class RINGLET_API SwitchingKey {
 public:
  /// Bytes that it takes in memory; 0 for a borrowed key.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  friend class KeySwitch;
  friend class LinearTransform;
  explicit SwitchingKey(std::shared_ptr<const rns::SwitchingKeyState> state) : state_(std::move(state)) {}
  Shared<const rns::SwitchingKeyState> state_;
};

/// Key switching over a base Q = q_0 ... q_(L-1) with special moduli P = p_0 ... p_(K-1). Without special moduli, P is
/// 1. It works on evaluations in the bit-reversed order of `Ntt::forward`, or on coefficients
/// (`KeySwitchOptions::domain`). Immutable; copies share the constants; any number of threads may use it at once.
///
/// A key has a pair of polynomials (b_d, a_d) modulo Q P for each digit. A level is a number of moduli, the first
/// moduli of Q; the input is a polynomial c modulo these. Digit d has the product Q_d of its moduli that the level
/// includes. The digit D_d is the integer in [0, Q_d) that is congruent to c modulo Q_d, or the representative of
/// another lift. The results are
///
///     out_b = round(sum_d D_d b_d / P)        out_a = round(sum_d D_d a_d / P)
///
/// with the rounding of `ModDown`. Let T_d be 1 modulo the moduli of digit d and 0 modulo the other moduli, and e_d be
/// small. If b_d + a_d s = P T_d s' + e_d modulo Q P, then out_b + out_a s is c s' up to a small error, at every level.
/// With digits of one modulus and no plaintext modulus the results are SEAL's, bit for bit. Lattigo's digits are
/// centred (docs/beside_other_libraries.md).
///
/// In base 2^w, a modulus q_i of b bits has ceil(b / w) digits: floor(c / 2^(w j)) modulo 2^w for j = 0, 1, ..., with c
/// modulo q_i in [0, q_i). They follow the digits of the moduli before q_i. T_d is 2^(w j) modulo q_i and 0 modulo the
/// other moduli.
///
/// All operations:
/// Shape      in, out_b, out_a: one row of n words for each modulus of a level, 1 to L rows, the same number in all
/// Input      [0, q_i) in row i
/// Output     [0, q_i) in row i, the same on every backend and for any number of threads. Digits of several moduli are
///            lifted as by `BaseConversion`, which may take D_d - Q_d for a D_d just below Q_d
/// Aliasing   row i of out_b or of out_a may be row i of in; no other rows may overlap
/// Errors     std::invalid_argument for shapes, overlaps and keys of another plan; a checked build also checks values.
///            std::bad_alloc, before any output is written: calls borrow working memory from the context of `ntt`.
/// Threads    threads of `executor`, by default the calling thread alone, in up to five phases. A task is a digit, one
///            to four moduli, or a piece of rows.
/// Source     K. Han, D. Ki, CT-RSA 2020; J. Bajard et al., SAC 2016, and SEAL for digits of one modulus; S. Halevi, V.
///            Shoup, CRYPTO 2018, for hoisting
class RINGLET_API KeySwitch {
 public:
  /// Makes the constants. The last `special` moduli of `ntt` belong to P, the other moduli to Q. Polynomials, keys and
  /// results are evaluations at the roots of `ntt`.
  /// Validity  special < number of moduli of `ntt`; 1 <= digit_size; digit_bits = 0 or digit_size = 1;
  ///           plaintext_modulus as for `ModDown`; special = 0, or 2P >= Q_d for the product Q_d of each digit's
  ///           moduli, or 2P >= 2^w in base 2^w, or allow_short_special
  /// Errors    std::invalid_argument with the value and the rule
  KeySwitch(const RnsNtt& ntt, std::size_t special, const KeySwitchOptions& options = {});
  /// Makes the transforms, at the smallest roots and with a context of their own, and the constants.
  /// Validity  as above and for `RnsNtt`; the moduli of both bases are different primes, at most 2^16 together
  KeySwitch(std::size_t n, const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options = {});

  /// Copies a key into the plan's form.
  /// Shape   b, a: one polynomial for each digit, of L + K rows of n words, the rows of Q first
  /// Input   [0, q_i) in row i, evaluations
  /// Errors  std::invalid_argument for shapes; std::bad_alloc
  [[nodiscard]] SwitchingKey prepare(RnsViews b, RnsViews a) const;
  /// Copies a key for rotations. Operations take c or its digits, and give the key switch of c's image under
  /// `automorphism`. So digits that were computed once can be rotated by any amount. They are multiplied by the key of
  /// the preimage, and `automorphism` maps the results. A key of the image is mapped back for that, while it is copied.
  /// Errors  std::invalid_argument also for an automorphism of another n and for another RotationKey
  [[nodiscard]] SwitchingKey prepare(RnsViews b, RnsViews a, const Automorphism& automorphism,
                                     RotationKey key = RotationKey::image) const;

  /// Makes a key that reads the caller's polynomials in place, with the same results as a prepared key. It copies
  /// nothing, and later changes of the polynomials take effect. Operations take longer than with a prepared key, which
  /// pays if a key is used several times.
  /// Shape     as for `prepare`
  /// Input     [0, q_i) in row i, evaluations; a checked build checks them when they are borrowed
  /// Validity  the polynomials, and arrays of pointers to rows, live as long as the key is used, and do not change
  ///           while an operation reads them
  /// Errors    std::invalid_argument for shapes
  [[nodiscard]] SwitchingKey borrow(RnsViews b, RnsViews a) const;
  /// Makes a key for rotations that reads a key of the preimage in place (`RotationKey::preimage`).
  /// Errors    std::invalid_argument also for an automorphism of another n
  [[nodiscard]] SwitchingKey borrow(RnsViews b, RnsViews a, const Automorphism& automorphism) const;

  /// Writes the key switch of in to out_b and out_a. `add` adds it to their content.
  void operator()(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  void add(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key, Executor* executor = nullptr) const;

  /// Switches several polynomials of one level. For each modulus they are computed one after the other, so that parts
  /// of the key and tables of transforms are still in the CPU's cache. Works on up to eight at a time, with working
  /// memory for each of these.
  ///
  /// Shape     as many views in out_b and out_a as in `in`, at least one, all of the same number of rows
  /// Aliasing  rows of out_b[k] and out_a[k] may be rows of in[k] as above; no other rows of any polynomial may overlap
  void operator()(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  void add(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, RnsViews in, const SwitchingKey& key,
           Executor* executor = nullptr) const;

  /// Computes the digits of in: the residues of D_d modulo the moduli of the level and of P, in digits[d]. Digits that
  /// are computed once can be multiplied by many keys (hoisting).
  /// Shape     digits: `digits(level)` polynomials, each of a row for each modulus of the level of `in`, then a row for
  ///           each special modulus
  /// Output    evaluations, [0, q_i) in each row
  /// Aliasing  no rows may overlap
  void decompose(std::span<const RnsSpan> digits, RnsView in, Executor* executor = nullptr) const;

  /// Switches a polynomial that has been decomposed, which takes about half the time.
  /// Shape     digits: as `decompose` writes them; out_b, out_a: a row for each modulus of their level
  /// Aliasing  no rows may overlap
  void operator()(RnsSpan out_b, RnsSpan out_a, RnsViews digits, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  void add(RnsSpan out_b, RnsSpan out_a, RnsViews digits, const SwitchingKey& key, Executor* executor = nullptr) const;

  /// Computes the sums of products sum_d D_d b_d and sum_d D_d a_d modulo Q P, or their images under the key's
  /// automorphism. `accumulate` adds them to sum_b and sum_a. The sums are plain residues whatever key it is: they may
  /// be added, sent elsewhere, and mapped by `Automorphism::on_evaluations`.
  /// Shape     digits: as `decompose` writes them; sum_b, sum_a: as many rows as a digit
  /// Output    evaluations, [0, q_i) in each row
  /// Aliasing  no rows may overlap
  void inner_product(RnsSpan sum_b, RnsSpan sum_a, RnsViews digits, const SwitchingKey& key,
                     Executor* executor = nullptr) const;
  void accumulate(RnsSpan sum_b, RnsSpan sum_a, RnsViews digits, const SwitchingKey& key,
                  Executor* executor = nullptr) const;

  /// Adds P c to a sum modulo Q P, so that c is added to what `mod_down` makes of it. Rows of P do not change.
  /// Shape     c: a row for each modulus of a level; sum: these, then a row for each special modulus
  /// Input     evaluations, [0, q_i) in each row
  /// Aliasing  row i of sum may be row i of c; no other rows may overlap
  void add_special_multiple(RnsSpan sum, RnsView c, Executor* executor = nullptr) const;

  /// Divides sums modulo Q P by P, with rounding. `add_mod_down` adds the results to out_b and out_a, with the result
  /// of `mod_down` for sums to which P out_b and P out_a have been added.
  /// Shape     sum_b, sum_a: a row for each modulus of a level, then a row for each special modulus
  ///           out_b, out_a: a row for each modulus of the level
  /// Input     evaluations, [0, q_i) in each row
  /// Aliasing  row i of out_b may be row i of sum_b, and row i of out_a row i of sum_a; no other rows may overlap
  void mod_down(RnsSpan out_b, RnsSpan out_a, RnsView sum_b, RnsView sum_a, Executor* executor = nullptr) const;
  void add_mod_down(RnsSpan out_b, RnsSpan out_a, RnsView sum_b, RnsView sum_a, Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept;
  /// Base of Q.
  [[nodiscard]] const RnsBase& base() const noexcept;
  /// Moduli of P; empty if P is 1.
  [[nodiscard]] std::span<const Modulus<std::uint64_t>> special() const noexcept;
  /// Number of digits of a polynomial with all moduli of Q, which is the number of pairs in a key.
  [[nodiscard]] std::size_t digits() const noexcept;
  /// Number of digits of a polynomial of a level, the first of all digits.
  [[nodiscard]] std::size_t digits(std::size_t level) const noexcept;

 private:
  friend class LinearTransform;
  Shared<const rns::KeySwitchState> state_;
};

}  // namespace ringlet
