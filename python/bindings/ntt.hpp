#pragma once

#include "plan.hpp"

namespace ringlet_python {

/// Python class Ntt: a plan for residues of any number of words.
class Ntt : public PlanOfAnyArray<ringlet::Ntt> {
 public:
  /// Takes the arguments of the Python constructor.
  Ntt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle coset, nb::handle order)
      : PlanOfAnyArray(make<Moduli::all>("Ntt", "n", n, *ModulusArgument(q), {ring, psi, omega, coset, order}), coset) {
  }
};

}  // namespace ringlet_python
