#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ringlet/multiword_ntt.hpp>
#include <ringlet/ntt.hpp>

#include "arrays.hpp"
#include "modulus.hpp"

namespace ringlet_python {

/// Python class Ntt: a plan for residues of any number of words.
class Ntt : public OfAnyWord<ringlet::Ntt> {
 public:
  /// Takes the arguments of the Python constructor.
  Ntt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle coset,
      nb::handle order);

  [[nodiscard]] Modulus modulus() const;
  /// Returns the factor of the points of evaluation; 1 for the negacyclic ring.
  [[nodiscard]] const ringlet::UInt<512>& coset() const { return coset_; }

 private:
  // Kept here, in the type of the widest coset, because a plan does not return it.
  ringlet::UInt<512> coset_{1};
};

/// Converts a root; returns nothing for None.
template <class Word>
[[nodiscard]] std::optional<Word> to_root(nb::handle root, const char* name, const Word& q) {
  if (root.is_none()) return std::nullopt;
  return to_residue<Word>(root, name, q);
}

}  // namespace ringlet_python
