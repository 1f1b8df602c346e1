#pragma once

#include <ringlet/large_ntt.hpp>

#include "modulus.hpp"

namespace ringlet_python {

/// Python class LargeNtt: a plan for residues of any number of words.
class LargeNtt : public OfAnyWord<ringlet::LargeNtt> {
 public:
  /// Takes the arguments of the Python constructor.
  LargeNtt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle order,
           nb::handle height);
};

}  // namespace ringlet_python
