#include "verify.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>

#include "verifier.hpp"

namespace bench {
namespace {

std::string place(const Parameters& parameters) {
  return "n = " + std::to_string(parameters.n) + ", q = " + std::to_string(parameters.q);
}

Entry verified_entry(const Contender& contender, Operation operation, const Parameters& parameters, Verifier& verifier,
                     std::ostream& progress) {
  Entry entry{.computation = contender.make(operation, parameters)};
  if (entry.computation == nullptr) return entry;
  const auto complaint = verifier.complaint(contender, operation, *entry.computation);
  if (!complaint) return entry;
  const std::string message = "WRONG RESULT of " + contender.name + ": " + std::string(name(operation)) + ", " +
                              place(parameters) + ": " + *complaint;
  if (contender.ours) throw std::runtime_error(message);
  progress << message << '\n';
  entry.wrong = true;
  return entry;
}

/// Adds the row, or adds it to the one that stands for it already.
void merge(std::vector<Row>& rows, Row row) {
  const auto same = std::ranges::find(rows, row.label(), &Row::label);
  if (same == rows.end()) {
    rows.push_back(std::move(row));
    return;
  }
  ++same->moduli;
  for (std::size_t i = 0; i < row.entries.size(); ++i) same->entries[i].wrong |= row.entries[i].wrong;
}

}  // namespace

std::vector<Row> verified_rows(const std::vector<Parameters>& rings, const std::vector<Contender>& contenders,
                               const Selection& selection, std::ostream& progress) {
  std::vector<Row> rows;
  for (const Parameters& parameters : rings) {
    Verifier verifier(parameters, selection.seed);
    unsigned verified = 0;
    for (const Operation operation : operations) {
      Row row{.parameters = parameters, .operation = operation};
      if (!std::regex_search(row.label(), selection.filter)) continue;
      for (const Contender& contender : contenders) {
        row.entries.push_back(verified_entry(contender, operation, parameters, verifier, progress));
        if (row.entries.back().computation != nullptr && !row.entries.back().wrong) ++verified;
      }
      merge(rows, std::move(row));
    }
    if (verified > 0) progress << "verified " << place(parameters) << ": " << verified << " results right" << std::endl;
  }
  return rows;
}

}  // namespace bench
