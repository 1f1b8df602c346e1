// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ringlet/export.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace rns {
class RnsContextState;
}

/// Parts that plans share: tables of transforms, equal plans, and working memory. A program makes one context for its
/// plans of all sizes, moduli and levels, and passes it to each `RnsNtt`. `ModDown` and `KeySwitch` take the context of
/// their transforms. Copies are the same context. Any number of threads may use it at once.
///
/// Transforms  the context makes one transform for each size, modulus, root and backend, and keeps it.
/// Plans       a `KeySwitch` or `ModDown` with the transforms, numbers of moduli, options and backend of another plan
///             that still exists is a copy of that plan.
/// Memory      each call borrows one block of working memory and returns it. The context keeps blocks for later calls
///             of any plan: at most as many as calls have run at the same time, each at most as large as the largest
///             that a call has needed. Blocks are wiped when they are freed.
/// Lifetime    all of this is freed with the last copy of the context and the last plan that uses it.
class RINGLET_API RnsContext {
 public:
  /// Makes an empty context.
  RnsContext();

  /// Returns the transform of n points modulo q over psi (default: the smallest root) on the active backend. Makes it
  /// if the context does not have it yet.
  /// Validity, Errors  as for the constructor of `Ntt`
  [[nodiscard]] Ntt<std::uint64_t> ntt(std::size_t n, const Modulus<std::uint64_t>& q,
                                       std::optional<std::uint64_t> psi = std::nullopt) const;
  /// Number of transforms.
  [[nodiscard]] std::size_t transforms() const;

  /// Bytes of working memory.
  [[nodiscard]] std::size_t held_bytes() const;
  /// Bytes of working memory that calls are using.
  [[nodiscard]] std::size_t lent_bytes() const;
  /// Most bytes of working memory that there have been.
  [[nodiscard]] std::size_t peak_bytes() const;
  /// Frees the working memory that no call is using.
  void release() const;

 private:
  friend rns::RnsContextState& state_of(const RnsContext& context) noexcept { return *context.state_; }
  Shared<rns::RnsContextState> state_;
};

}  // namespace ringlet
