#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "words/contenders.hpp"

namespace bench::words {

/// Run of a contender, with a human-readable complaint about its first result. Empty if all n words are right.
struct VerifiedRun {
  Run run;
  std::string complaint = {};
};

/// Random operands in one ring, and the oracle's results of every operation on them.
class Verifier {
 public:
  Verifier(const Ring& ring, std::uint64_t seed);

  /// Prepares a run, calls it once and compares the result with the oracle's.
  [[nodiscard]] VerifiedRun prepare(const Contender& contender, Operation operation);

 private:
  [[nodiscard]] VerifiedRun prepare_transform(const Contender& contender, Operation operation);
  [[nodiscard]] VerifiedRun compare(const Contender& contender, Operation operation, const Words& a,
                                    const Words& expected) const;
  const Words& transform(Word psi);

  Ring ring_;
  Words a_, b_;
  std::map<Word, Words> transforms_;
};

}  // namespace bench::words
