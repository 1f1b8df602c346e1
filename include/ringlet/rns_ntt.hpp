// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_span.hpp"

namespace ringlet {

/// Negacyclic plans by size and modulus, so that bases with moduli in common share their tables. It keeps what it has
/// made until it goes. Any number of threads may use one at once.
class RINGLET_API NttCache {
 public:
  NttCache();
  NttCache(const NttCache&) = delete;
  NttCache& operator=(const NttCache&) = delete;
  ~NttCache();

  /// The plan of n points modulo q on the active backend, made where there is none yet.
  /// Validity, Errors  as for the constructor of `Ntt`
  [[nodiscard]] Ntt<std::uint64_t> get(std::size_t n, const Modulus<std::uint64_t>& q);

  /// How many plans it keeps.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Plans;
  std::unique_ptr<Plans> plans_;
};

/// The negacyclic transforms of n points modulo each modulus of a base, on rows of residues. Immutable; copies share
/// the plans; any number of threads may use one.
///
/// Validity  as for `Ntt`, for each modulus: a prime q = 1 (mod 2n)
/// Errors    the constructors throw std::invalid_argument with the value and the rule
class RINGLET_API RnsNtt {
 public:
  RnsNtt(std::size_t n, const RnsBase& base);
  /// With plans of the cache's.
  RnsNtt(std::size_t n, const RnsBase& base, NttCache& cache);

  /// `Ntt::forward` of each row.
  ///
  /// Shape      as many rows of n words in out as in `in`: one for each modulus of the base, or of a prefix of it
  /// Input      [0, f q_i) in row i, f = input_factor in {1, 2, 4}, natural order
  /// Output     [0, f q_i) in row i, f = output_factor in {1, 4}, bit-reversed order
  /// Aliasing   row i of out may be row i of in; no other rows may overlap
  /// Errors     std::invalid_argument for shapes, overlaps and factors; values are checked in a checked build only
  /// Threads    those of `executor`, by default the calling one alone, a row each; the result does not depend on them
  void forward(RnsSpan out, RnsView in, NttRange range = {}, Executor* executor = nullptr) const;

  /// `Ntt::inverse` of each row.
  ///
  /// Input      [0, f q_i) in row i, f = input_factor in {1, 2}, bit-reversed order
  /// Output     [0, f q_i) in row i, f = output_factor in {1, 2}, natural order
  /// Shape, Aliasing, Errors, Threads  as for `forward`
  void inverse(RnsSpan out, RnsView in, NttRange range = {}, Executor* executor = nullptr) const;

  /// The same of several polynomials: for each modulus one after the other, which share its tables while these are in
  /// the cache.
  ///
  /// Shape      as many views in out as in `in`, at least one; each pair as above, of any levels
  /// Aliasing   rows of out[k] may be rows of in[k] as above; no other rows of any polynomial may overlap
  /// Threads    as above, a row of a polynomial each
  void forward(std::span<const RnsSpan> out, std::span<const RnsView> in, NttRange range = {},
               Executor* executor = nullptr) const;
  void inverse(std::span<const RnsSpan> out, std::span<const RnsView> in, NttRange range = {},
               Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept { return plans_->size(); }
  [[nodiscard]] const RnsBase& base() const noexcept { return base_; }
  /// The plan of modulus i.
  [[nodiscard]] const Ntt<std::uint64_t>& operator[](std::size_t i) const noexcept { return plans_.get()[i]; }

 private:
  RnsBase base_;
  /// The first of as many as the base has moduli.
  std::shared_ptr<const Ntt<std::uint64_t>> plans_;
};

}  // namespace ringlet
