#pragma once

#include <vector>

#include "lab/measure/line.hpp"
#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// A method that this CPU runs, the library's or the laboratory's.
struct Contender {
  Method method;
  Subject subject;

  [[nodiscard]] bool is_exact() const { return subject.mode != "projected"; }
  /// The papers' arithmetic, whose products are schoolbook or Karatsuba.
  [[nodiscard]] bool is_papers() const { return !method.pease.empty(); }
};

using Contenders = std::vector<Contender>;

/// The methods of this CPU that transform double words modulo primes of `bits` bits.
[[nodiscard]] Contenders measured_contenders(unsigned bits);

/// All projections.
[[nodiscard]] Contenders projected_contenders();

}  // namespace ringlet::lab
