#pragma once

#include <vector>

#include "backends/registry.hpp"
#include "lab/measure/line.hpp"

namespace ringlet::lab {

/// A method that this CPU runs, the library's or the laboratory's.
struct Contender {
  const backends::Backend* backend;
  Subject subject;

  [[nodiscard]] bool is_exact() const { return subject.mode != "projected"; }
  /// The papers' arithmetic, whose products are schoolbook or Karatsuba.
  [[nodiscard]] bool is_papers() const { return subject.method.starts_with("limb64x2-"); }
  /// Whether it has transforms of 2^log_n points modulo primes of `bits` bits: where a method is not faster than
  /// another one, the library leaves it out.
  [[nodiscard]] bool serves(unsigned bits, unsigned log_n) const;
};

using Contenders = std::vector<Contender>;

/// All transforms of double words modulo primes of `bits` bits that the library has, by backend and arithmetic.
[[nodiscard]] Contenders measured_contenders(unsigned bits);

/// All projections.
[[nodiscard]] Contenders projected_contenders();

}  // namespace ringlet::lab
