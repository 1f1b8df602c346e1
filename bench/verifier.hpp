#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "contender.hpp"

namespace bench {

/// Random operands in one ring and, by the oracle, what every operation makes of them.
class Verifier {
 public:
  Verifier(const Parameters& parameters, std::uint64_t seed);

  /// Loads the computation, which it leaves ready for timing, runs it once and compares.
  /// Returns    what is wrong, for people; nothing when all n results are right.
  [[nodiscard]] std::optional<std::string> complaint(const Contender& contender, Operation operation,
                                                     Computation& computation);

 private:
  std::optional<std::string> transform_complaint(const Contender& contender, Operation operation,
                                                 Computation& computation);
  std::optional<std::string> run_and_compare(Computation& computation, const Words& operand,
                                             const Words& expected) const;
  Word transform_root(const Contender& contender) const;
  const Words& transform(Word psi);

  Parameters parameters_;
  Words a_;
  Words b_;
  std::map<Word, Words> transforms_;
};

}  // namespace bench
