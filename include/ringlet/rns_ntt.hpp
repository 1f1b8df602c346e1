// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_context.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

/// Options of `RnsNtt`.
struct RnsNttOptions {
  /// A primitive 2n-th root of unity for each modulus; empty: the smallest roots. The plan keeps no reference to it.
  std::span<const std::uint64_t> psi = {};
  /// Context to take the transforms and, in plans made from these, working memory from. By default one of its own.
  RnsContext context = {};
};

/// Negacyclic transforms of n points modulo each modulus of a base, on rows of residues. Evaluations are in
/// bit-reversed order, as all operations on rows expect them. Immutable; copies share the plans; any number of threads
/// may use it at once.
///
/// Validity  as for `Ntt`, for each modulus: a prime q = 1 (mod 2n); as many roots as moduli, or no roots
/// Errors    the constructors throw std::invalid_argument with the value and the rule
class RINGLET_API RnsNtt {
 public:
  RnsNtt(std::size_t n, const RnsBase& base, const RnsNttOptions& options = {});

  /// Applies `Ntt::forward` to each row.
  ///
  /// Shape      the same number of rows of n words in out and in, a row for each modulus of the base or a prefix
  /// Input      [0, f q_i) in row i, f = input_factor in {1, 2, 4}, or any word if f = Range::any; natural order
  /// Output     [0, f q_i) in row i, f = output_factor in {1, 4}, bit-reversed order
  /// Aliasing   row i of out may be row i of in; no other rows may overlap
  /// Errors     std::invalid_argument for shapes, overlaps and factors; values are checked in a checked build only
  /// Threads    threads of `executor`, one task a row; by default the calling thread alone. The result does not depend
  ///            on them.
  void forward(RnsSpan out, RnsView in, Range range = {}, Executor* executor = nullptr) const;
  void forward(RnsSpan out, RnsView in, Executor* executor) const { forward(out, in, Range{}, executor); }

  /// Applies `Ntt::inverse` to each row.
  ///
  /// Input      [0, f q_i) in row i, f = input_factor in {1, 2}, bit-reversed order
  /// Output     [0, f q_i) in row i, f = output_factor in {1, 2}, natural order
  /// Shape, Aliasing, Errors, Threads  as for `forward`
  void inverse(RnsSpan out, RnsView in, Range range = {}, Executor* executor = nullptr) const;
  void inverse(RnsSpan out, RnsView in, Executor* executor) const { inverse(out, in, Range{}, executor); }

  /// Transforms several polynomials. For each modulus they are transformed one after the other, while its tables are in
  /// the CPU's cache.
  ///
  /// Shape      as many views in out as in `in`, at least one; each pair as above, of any levels
  /// Aliasing   rows of out[k] may be rows of in[k] as above; no other rows of any polynomial may overlap
  /// Threads    as above, one task a row of a polynomial
  void forward(std::span<const RnsSpan> out, RnsViews in, Range range = {}, Executor* executor = nullptr) const;
  void inverse(std::span<const RnsSpan> out, RnsViews in, Range range = {}, Executor* executor = nullptr) const;
  void forward(std::span<const RnsSpan> out, RnsViews in, Executor* executor) const {
    forward(out, in, Range{}, executor);
  }
  void inverse(std::span<const RnsSpan> out, RnsViews in, Executor* executor) const {
    inverse(out, in, Range{}, executor);
  }

  [[nodiscard]] std::size_t size() const noexcept { return plans_->size(); }
  [[nodiscard]] const RnsBase& base() const noexcept { return base_; }
  [[nodiscard]] const RnsContext& context() const noexcept { return context_; }
  /// Returns the plan of modulus i.
  [[nodiscard]] const Ntt<std::uint64_t>& operator[](std::size_t i) const noexcept { return plans_.pointer().get()[i]; }

 private:
  RnsBase base_;
  RnsContext context_;
  /// First of base().size() plans.
  Shared<const Ntt<std::uint64_t>> plans_;
};

}  // namespace ringlet
