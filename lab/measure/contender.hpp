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

/// All methods of double words that this CPU runs.
[[nodiscard]] inline Contenders measured_contenders() {
  Contenders contenders;
  for (const Method& m : all_methods()) {
    if (m.is_supported()) contenders.push_back({m, {std::string(m.backend), std::string(m.arithmetic), "measured"}});
  }
  return contenders;
}

}  // namespace ringlet::lab
