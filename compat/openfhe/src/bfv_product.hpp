#pragma once

#include <openfhe.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ringlet/base_conversion.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/scale_and_round.hpp"
#include "scale_and_round.hpp"
#include "working_memory.hpp"

namespace ringlet::openfhe {

/// Exact conversion of coefficients, centred, that tells whether OpenFHE's SwitchCRTBasis may give other words. Both
/// find the multiple of Q by fractions of different precision, so that a number close to Q/2 may become another number.
class CheckedConversion {
 public:
  CheckedConversion(const RnsBase& from, const RnsBase& to);

  /// Converts, and returns whether all numbers differ from Q/2 modulo Q by more than Q / 2^30.
  bool operator()(RnsSpan out, RnsView in, Executor& executor) const;

 private:
  /// floor(2^128 (Q/q_i)^-1 / q_i) in two words, for each q_i.
  struct Fraction {
    std::uint64_t high, low;
  };
  [[nodiscard]] bool is_near_half(const RnsView& in, std::size_t begin, std::size_t end) const;

  BaseConversion conversion_;
  std::vector<Fraction> fractions_;
};

/// Product of two ciphertexts of BFV with OpenFHE's words, by each of its multiplication techniques.
class BfvProduct {
 public:
  using Parameters = lbcrypto::CryptoParametersBFVRNS;
  using Polynomials = std::span<const RnsView, 2>;

  /// Prepares products of ciphertexts that have the moduli of `ntt`. `level` of them are left for the product, the
  /// other moduli are dropped by `drop`, which may be null if `level` is all of them. Calls borrow from `memory`.
  BfvProduct(const Parameters& parameters, const RnsNtt& ntt, std::size_t level, const OpenFheScaleAndRound* drop,
             WorkingMemory& memory);

  /// Returns whether OpenFHE's products follow its technique. BEHZ's centring modulo 2^16 wraps around for moduli of
  /// the auxiliary base below 2^15.
  static bool is_right(const Parameters& parameters);

  /// Computes the coefficients of the product of x and y. `is_square` tells that y is x. Returns false, with anything
  /// in `out`, where OpenFHE's words could differ.
  /// Shape  x, y: polynomials with a row for each modulus of `ntt`; out: the same number of rows
  bool operator()(std::span<const RnsSpan, 3> out, Polynomials x, Polynomials y, bool is_square,
                  Executor& executor) const;

 private:
  class Operand;

  /// Computes evaluations modulo the level's and the auxiliary moduli, of x or, for techniques that divide by R, of
  /// (R y + d) / Q, d the approximate lift of -R y modulo Q. Return whether the words are OpenFHE's.
  bool extend_first(Operand& out, const RnsView& x, std::span<std::uint64_t> work, Executor& executor) const;
  bool extend_second(Operand& out, const RnsView& y, Executor& executor) const;
  /// Computes coefficients of the product from the factors' product. Returns whether the words are OpenFHE's.
  bool scale(const RnsSpan& out, const Operand& in, std::span<std::uint64_t> work, Executor& executor) const;

  lbcrypto::MultiplicationTechnique technique_;
  std::size_t level_;
  const OpenFheScaleAndRound* drop_;
  WorkingMemory& memory_;
  RnsNtt source_, auxiliary_, all_;
  /// BEHZ's steps.
  std::optional<ScaleAndRound> behz_;
  /// Steps of the other techniques.
  std::optional<CheckedConversion> up_, down_;
  std::optional<BaseConversion> quotient_;
  std::optional<OpenFheScaleAndRound> division_;
  /// -R modulo the q_i, 1/Q modulo the r_j, and the product of the dropped moduli modulo the q_i.
  std::vector<std::uint64_t> negative_r_, inverse_q_, dropped_;
};

}  // namespace ringlet::openfhe
