#pragma once

#include <cstddef>
#include <optional>

#include "c/support.hpp"
#include "checks/checks.hpp"
#include "number_theory/ntt_root.hpp"
#include "ringlet/ntt.hpp"

namespace ringlet::c {

/// Returns the options of a plan. The root is checked under its name in C. 0, which is no root of unity, stands for the
/// default: no root.
template <class Word>
NttOptions<Word> ntt_options(std::size_t n, const Modulus<Word>& q, ringlet_ring ring, Word root, ringlet_order order) {
  NttOptions<Word> options{.ring = static_cast<Ring>(ring), .order = static_cast<Order>(order)};
  if (root == 0) return options;
  checks::require_enumerator("ring", options.ring, Ring::cyclic);
  (ring == RINGLET_CYCLIC ? options.omega : options.psi) =
      number_theory::ntt_root<Word>("root", root, n, q, options.ring);
  return options;
}

/// The same on a coset, in the cyclic ring.
template <class Word>
NttOptions<Word> ntt_options_on_coset(std::size_t n, const Modulus<Word>& q, Word root, Word coset,
                                      ringlet_order order) {
  NttOptions<Word> options = ntt_options(n, q, RINGLET_CYCLIC, root, order);
  options.coset = coset;
  return options;
}

/// Returns an argument for which 0 stands for the default.
template <class CWord>
std::optional<Native<CWord>> unless_zero(CWord x) {
  return from_c(x) == 0 ? std::nullopt : std::optional(from_c(x));
}

/// Properties of a handle's plan; 0, the negacyclic ring and the bit-reversed order for a null handle.
template <class Handle>
auto modulus_of(const Handle* ntt) {
  using Word = decltype(ntt->object.root());
  return to_c(ntt == nullptr ? Word{0} : ntt->object.modulus().value());
}

template <class Handle>
auto root_of(const Handle* ntt) {
  using Word = decltype(ntt->object.root());
  return to_c(ntt == nullptr ? Word{0} : ntt->object.root());
}

template <class Handle>
ringlet_ring ring_of(const Handle* ntt) {
  return ntt == nullptr ? RINGLET_NEGACYCLIC : static_cast<ringlet_ring>(ntt->object.ring());
}

template <class Handle>
ringlet_order order_of(const Handle* ntt) {
  return ntt == nullptr ? RINGLET_BIT_REVERSED : static_cast<ringlet_order>(ntt->object.order());
}

}  // namespace ringlet::c
