// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/automorphism.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace api {
class KeySwitchState;
struct KeySwitchRows;
struct SwitchingKeyState;
}  // namespace api

/// What a plan of key switching may be told beyond its moduli.
struct KeySwitchOptions {
  /// Moduli of a digit: digit d has the moduli from d digit_size on. 1 is SEAL's, more are called hybrid.
  std::size_t digit_size = 1;
  /// That of BGV, as for `ModDown`.
  std::uint64_t plaintext_modulus = 1;
  /// Of the digits: floor takes integers in [0, Q_d), as SEAL does and as is fastest, centred those in [-Q_d/2, Q_d/2),
  /// which halves the noise, and approximate saves the exact conversion of several moduli.
  Lift digits = Lift::floor;
  /// Of the division by P, as for `ModDown`.
  Lift division = Lift::centred;
  /// What polynomials and results are; keys, digits and sums are evaluations in any case. Coefficients are decomposed
  /// without transforms of their own: for L digits of one modulus, L^2 + 3L + 2 transforms in all, in place of the
  /// L^2 + 6L + 2 that it takes with transforms before and after.
  Domain domain = Domain::evaluations;
};

/// A switching key as `KeySwitch` wants it: with the constants of the division by P multiplied in, in the order in
/// which it is read. Immutable; copies share it; it belongs to the plan that prepared it and to copies of that.
class RINGLET_API SwitchingKey {
 public:
  /// What it takes in memory; 0 where it is borrowed.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  friend class KeySwitch;
  explicit SwitchingKey(std::shared_ptr<const api::SwitchingKeyState> state) : state_(std::move(state)) {}
  std::shared_ptr<const api::SwitchingKeyState> state_;
};

class KeySwitch;

/// The digits of a polynomial as evaluations modulo all moduli: decomposed once, they serve many keys (hoisting).
/// Memory for one level; no thread may write them while another uses them.
class RINGLET_API KeySwitchDigits {
 public:
  /// Allocates a row of n words for each digit and each modulus of the level and special one.
  /// Errors  std::invalid_argument for a level, that is, a number of moduli, which the plan has not
  KeySwitchDigits(const KeySwitch& plan, std::size_t level);
  KeySwitchDigits(const KeySwitchDigits&) = delete;
  KeySwitchDigits& operator=(const KeySwitchDigits&) = delete;
  ~KeySwitchDigits();

  [[nodiscard]] std::size_t level() const noexcept;

 private:
  friend class KeySwitch;
  std::unique_ptr<api::KeySwitchRows> rows_;
};

/// A sum of products of digits and keys that has not been divided by P yet: several are divided once. It begins as
/// zero. Memory for one level, as for `KeySwitchDigits`.
class RINGLET_API KeySwitchSum {
 public:
  KeySwitchSum(const KeySwitch& plan, std::size_t level);
  KeySwitchSum(const KeySwitchSum&) = delete;
  KeySwitchSum& operator=(const KeySwitchSum&) = delete;
  ~KeySwitchSum();

  [[nodiscard]] std::size_t level() const noexcept;
  /// Makes it zero again.
  void clear();

 private:
  friend class KeySwitch;
  std::unique_ptr<api::KeySwitchRows> rows_;
};

/// Key switching over a base Q = q_0 ... q_(L-1) with special moduli P = p_0 ... p_(K-1), on evaluations in the
/// bit-reversed order of `Ntt::forward`, or on coefficients (`KeySwitchOptions::domain`). Immutable; copies share the
/// constants; any number of threads may use one.
///
/// A key has a pair of polynomials (b_d, a_d) modulo Q P for each digit. Of a polynomial c modulo the first moduli of
/// Q, a level, the digit D_d is the integer that is c modulo the product Q_d of digit d's moduli (of those that the
/// level has), in [0, Q_d) unless another lift is asked for, and the results are
///
///     out_b = round(sum_d D_d b_d / P)        out_a = round(sum_d D_d a_d / P)
///
/// with the rounding of `ModDown`. If b_d + a_d s = P T_d s' + e_d modulo Q P, e_d small, T_d = 1 modulo the moduli of
/// digit d and 0 modulo the others, then out_b + out_a s is c s' but for a small error, at every level. With
/// digits of one modulus and no plaintext modulus the results are SEAL's, bit for bit; Lattigo's digits are centred
/// (docs/beside_seal_and_lattigo.md).
///
/// All operations:
/// Shape      in, out_b, out_a: as many rows of n words, one for each modulus of a level, 1 to L
/// Input      [0, q_i) in row i
/// Output     [0, q_i) in row i, the same on every backend and for any number of threads. Digits of several moduli are
///            lifted as by `BaseConversion`, which may take D_d - Q_d for a D_d just below Q_d
/// Aliasing   row i of out_b or of out_a may be row i of in; no other rows may overlap
/// Errors     std::invalid_argument for shapes, overlaps, and keys, digits and sums of another plan; values are checked
///            in a checked build only; std::bad_alloc: it works in memory that it keeps after the first call, and of
///            which concurrent calls each have their own
/// Threads    those of `executor`, by default the calling one alone, in up to five phases of tasks that are a modulus,
///            four of them, or a piece of rows
/// Source     K. Han, D. Ki, CT-RSA 2020; J. Bajard et al., SAC 2016, and SEAL for digits of one modulus; S. Halevi,
///            V. Shoup, CRYPTO 2018, for hoisting
class RINGLET_API KeySwitch {
 public:
  /// Validity  as for `RnsNtt`; the moduli of both bases are different primes, at most 64 together; 1 <= digit_size;
  ///           plaintext_modulus as for `ModDown`
  /// Errors    std::invalid_argument with the value and the rule
  KeySwitch(std::size_t n, const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options = {});
  /// With plans of the cache's.
  KeySwitch(std::size_t n, const RnsBase& base, const RnsBase& special, const KeySwitchOptions& options,
            NttCache& cache);

  /// Shape   b, a: a polynomial for each digit, of L + K rows of n words, those of Q first
  /// Input   [0, q_i) in row i, evaluations
  /// Errors  std::invalid_argument for shapes; std::bad_alloc
  [[nodiscard]] SwitchingKey prepare(std::span<const RnsView> b, std::span<const RnsView> a) const;
  /// A key for images by `automorphism`: with it, every operation gives the image of what it would give for the
  /// polynomials' images by the inverse automorphism, which is a key switch of the image of c: the digits of c serve
  /// rotations by any amount.
  [[nodiscard]] SwitchingKey prepare(std::span<const RnsView> b, std::span<const RnsView> a,
                                     const Automorphism& automorphism) const;

  /// A key whose polynomials are read where they are, for results that are the same: nothing is copied, and nothing is
  /// out of date when they change. It takes longer than a prepared one, which pays where a key is used several times.
  /// Shape     as for `prepare`
  /// Input     [0, q_i) in row i, evaluations; checked, in a checked build, when it is borrowed
  /// Validity  the polynomials live, and do not change while an operation reads them, as long as the key is used
  /// Errors    std::invalid_argument for shapes
  [[nodiscard]] SwitchingKey borrow(std::span<const RnsView> b, std::span<const RnsView> a) const;

  /// out_b, out_a = the key switch of in, and the same added to what they hold.
  void operator()(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  void add(RnsSpan out_b, RnsSpan out_a, RnsView in, const SwitchingKey& key, Executor* executor = nullptr) const;

  /// The same of several polynomials of one level: for each modulus one after the other, which share parts of the key
  /// and tables of transforms while these are in the cache. It works in memory for up to eight.
  ///
  /// Shape     as many views in out_b and out_a as in `in`, at least one, all of the same rows
  /// Aliasing  rows of out_b[k] and out_a[k] may be rows of in[k] as above; no other rows of any polynomial may overlap
  void operator()(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, std::span<const RnsView> in,
                  const SwitchingKey& key, Executor* executor = nullptr) const;
  void add(std::span<const RnsSpan> out_b, std::span<const RnsSpan> out_a, std::span<const RnsView> in,
           const SwitchingKey& key, Executor* executor = nullptr) const;

  /// The digits of in, of the level of `digits`.
  void decompose(KeySwitchDigits& digits, RnsView in, Executor* executor = nullptr) const;
  /// As above, of digits: two thirds and more of the work is done already.
  void operator()(RnsSpan out_b, RnsSpan out_a, const KeySwitchDigits& digits, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  void add(RnsSpan out_b, RnsSpan out_a, const KeySwitchDigits& digits, const SwitchingKey& key,
           Executor* executor = nullptr) const;

  /// sum += the products of digits of the same level and key, before the division by P.
  void accumulate(KeySwitchSum& sum, const KeySwitchDigits& digits, const SwitchingKey& key,
                  Executor* executor = nullptr) const;
  /// out_b, out_a = sum / P, rounded.
  void mod_down(RnsSpan out_b, RnsSpan out_a, const KeySwitchSum& sum, Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept;
  /// Q, and P.
  [[nodiscard]] const RnsBase& base() const noexcept;
  [[nodiscard]] const RnsBase& special() const noexcept;
  /// Digits of a polynomial of all moduli: the polynomials of a key.
  [[nodiscard]] std::size_t digits() const noexcept;

 private:
  friend class KeySwitchDigits;
  friend class KeySwitchSum;
  std::shared_ptr<const api::KeySwitchState> state_;
};

}  // namespace ringlet
