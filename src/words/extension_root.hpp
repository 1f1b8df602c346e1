#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "checks/extension.hpp"
#include "number_theory/cosets.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/types.hpp"

/// Roots of unity of extensions, for plans of one polynomial and of matrices.
namespace ringlet::words {

/// Greatest log_blowup of an extension.
inline constexpr unsigned max_log_blowup = Ntt<std::uint64_t>::max_log_blowup;

/// Returns the root of unity of order n that a plan's points are powers of.
template <class Plan>
auto omega_of(const Plan& plan) {
  const auto m = plan.modulus();
  const decltype(m.q) root = plan.root();
  return plan.ring() == Ring::cyclic ? root : arith::mul_mod(root, root, m);
}

/// Returns the smallest Omega with Omega^(2^log_blowup) = omega, the root of order n = 2^log_n of a plan.
template <class Word, class Plan>
Word extension_root(const Plan& plan, unsigned log_n, const Modulus<Word>& q, unsigned log_blowup) {
  checks::require_log_blowup(log_blowup, max_log_blowup);
  const std::uint64_t order = std::uint64_t{1} << (log_n + log_blowup);
  if ((q.value() - 1) % order != 0) {
    checks::reject("q", q.value(), "it must be 1 modulo n 2^log_blowup = 2^" + std::to_string(log_n + log_blowup));
  }
  const auto m = plan.modulus();
  using Number = arith::TwiddleWord<Word>;
  const Number any = primitive_root_of_unity(order, q);
  return static_cast<Word>(number_theory::smallest_root_above<Number>(
      omega_of(plan), log_n, log_blowup, any, [&](Number a, Number b) { return arith::mul_mod(a, b, m); }));
}

/// Returns the caller's root of an extension, or the smallest. Rejects a root without the power omega.
template <class Word, class Plan>
Word require_extension_root(const Plan& plan, unsigned log_n, const Modulus<Word>& q, std::optional<Word> root,
                            unsigned log_blowup) {
  if (!root) return extension_root(plan, log_n, q, log_blowup);
  const auto m = plan.modulus();
  using Number = arith::TwiddleWord<Word>;
  const std::uint64_t blowup = std::uint64_t{1} << log_blowup;
  if (*root >= q.value() || arith::pow_mod<Number>(*root, blowup, m) != omega_of(plan)) {
    checks::reject("root", *root,
                   "it must lie below q and its power " + std::to_string(blowup) +
                       " must be omega = " + arith::text_of(omega_of(plan)));
  }
  return *root;
}

}  // namespace ringlet::words
