#pragma once

#include <string>
#include <vector>

#include "lab/measure/line.hpp"
#include "lab/measure/problem.hpp"
#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// Method of the library or the laboratory that this CPU runs.
struct Contender {
  Method method;
  Subject subject;

  [[nodiscard]] bool is_exact() const { return subject.mode != "projected"; }
  /// Returns whether it is the papers' arithmetic, with schoolbook or Karatsuba products.
  [[nodiscard]] bool is_papers() const { return !method.pease.empty(); }
};

using Contenders = std::vector<Contender>;

/// Returns all methods of 128-bit words that this CPU runs.
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
  bool inverse = false;   ///< times both directions
  bool gmp = false;       ///< times GMP, too
  bool in_place = false;  ///< otherwise from one array to another
  int min_calls = 1;      ///< least number of calls in one turn
};

/// Times the transforms of n = 2^log_n points, all contenders in turns, and reports a line for each, GMP's first. Exact
/// contenders are verified first.
/// Errors    std::runtime_error: a wrong result
void time_transforms(const TransformExperiment& experiment, unsigned log_n, int repetitions, const Report& report);

/// Times add, sub, mul and axpy on 1024 elements (Fig. 4), by GMP and by the contenders that have the operation: the
/// papers' methods in both layouts of 128-bit words. Contenders of an operation take turns. Reports a line for each,
/// GMP's first. Exact contenders are verified first.
/// Errors    std::runtime_error: a wrong result
void time_vectors(const Contenders& contenders, unsigned bits, int repetitions, const Report& report);

/// Times a transform, the product with a transformed polynomial and the inverse, one after the other, by the public
/// interface: in the layout of the kernel (`NttBuffer`) and through arrays of 128-bit words. Verifies first. Reports a
/// line for each, in nanoseconds per value.
/// Errors    std::runtime_error: a wrong result
void time_products(unsigned log_n, unsigned bits, int repetitions, const Report& report);

}  // namespace ringlet::lab
