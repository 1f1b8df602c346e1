#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/types.hpp"

/// Roots of unity of extensions, for plans of one polynomial and of matrices.
namespace ringlet::words {

/// Greatest log_blowup of an extension.
inline constexpr unsigned max_log_blowup = Ntt<std::uint64_t>::max_log_blowup;

/// Returns the root of unity of order n that a plan's points are powers of.
template <class Word, template <class> class Plan>
Word omega_of(const Plan<Word>& plan) {
  const arith::TwiddleWord<Word> root = plan.root();
  return static_cast<Word>(plan.ring() == Ring::cyclic ? root : arith::mul_mod(root, root, plan.modulus()));
}

/// Returns the smallest Omega with Omega^(2^log_blowup) = omega, the root of order n = 2^log_n of a plan.
template <class Word>
Word extension_root(Word omega, unsigned log_n, const Modulus<Word>& q, unsigned log_blowup);

/// Returns the caller's root of an extension, or the smallest. Rejects a root without the power omega.
template <class Word>
Word require_extension_root(Word omega, unsigned log_n, const Modulus<Word>& q, std::optional<Word> root,
                            unsigned log_blowup);

}  // namespace ringlet::words
