#pragma once

#include <string>
#include <vector>

#include "lab/measure/line.hpp"
#include "lab/measure/problem.hpp"
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

/// All methods of 128-bit words that this CPU runs.
[[nodiscard]] inline Contenders measured_contenders() {
  Contenders contenders;
  for (const Method& m : all_methods()) {
    if (m.is_supported()) contenders.push_back({m, {std::string(m.backend), std::string(m.arithmetic), "measured"}});
  }
  return contenders;
}

struct TransformExperiment {
  std::string name;
  Contenders contenders;
  unsigned bits = papers_bits;
  bool inverse = false;   ///< both directions
  bool gmp = false;       ///< and GMP
  bool in_place = false;  ///< else from one array to another
  int min_calls = 1;      ///< in one turn
};

/// Times the transforms of n = 2^log_n points, all contenders in turns, and reports a line for each, GMP's first. Exact
/// ones are verified first.
/// Errors    std::runtime_error: a wrong result
void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, const Report& report);

/// Times add, sub, mul and axpy on 1024 elements (Fig. 4), in both layouts of 128-bit words, by GMP and by the
/// contenders that have the operation, those of an operation in turns; reports a line for each, GMP's first. Exact ones
/// are verified first.
/// Errors    std::runtime_error: a wrong result
void time_vectors(const Contenders& contenders, unsigned bits, int repetitions, const Report& report);

/// Times a transform, the product with a transformed polynomial and the inverse, one after the other, in the layout of
/// the kernel (`NttBuffer`) and through arrays of 128-bit words, by the public interface; verified first. Reports a
/// line for each, nanoseconds per value.
/// Errors    std::runtime_error: a wrong result
void time_products(unsigned log_n, unsigned bits, int repetitions, const Report& report);

}  // namespace ringlet::lab
