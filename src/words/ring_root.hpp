#pragma once

#include <cstddef>

#include "checks/checks.hpp"
#include "number_theory/ntt_root.hpp"
#include "ringlet/ntt.hpp"

namespace ringlet::words {

/// Checks the options of a plan but the coset's range, and returns the root of its transform: the ring's option, or
/// else the library's root. Rejects the other ring's option.
template <class Word>
Word ring_root(std::size_t n, const Modulus<Word>& q, const NttOptions<Word>& options) {
  checks::require_enumerator("ring", options.ring, Ring::cyclic);
  checks::require_order(options.order);
  const bool cyclic = options.ring == Ring::cyclic;
  if (!cyclic && options.omega) checks::reject("omega", *options.omega, "the negacyclic ring takes a 2n-th root, psi");
  if (!cyclic && options.coset) checks::reject("coset", *options.coset, "only the cyclic ring takes one");
  if (cyclic && options.psi) checks::reject("psi", *options.psi, "the cyclic ring takes an n-th root, omega");
  return cyclic ? number_theory::ntt_root("omega", options.omega, n, q, options.ring)
                : number_theory::ntt_root("psi", options.psi, n, q, options.ring);
}

/// Returns the factor of the points. Rejects a factor that is not in [1, q).
template <class Word>
Word require_coset(Word coset, const Modulus<Word>& q) {
  if (coset == 0 || coset >= q.value()) {
    checks::reject("coset", coset, "it must lie in [1, q), q = " + arith::text_of(q.value()));
  }
  return coset;
}

/// Returns the factor of a plan's points, 1 by default.
template <class Word>
Word ring_coset(const Modulus<Word>& q, const NttOptions<Word>& options) {
  return require_coset(options.coset.value_or(1), q);
}

}  // namespace ringlet::words
