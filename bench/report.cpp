#include "report.hpp"

#include <utility>

namespace bench {

bool Report::ReportContext(const Context& context) {
  return std::exchange(started_, true) || JSONReporter::ReportContext(context);
}

void Report::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const bool only_one = run.run_type == Run::RT_Iteration && run.repetitions <= 1;
    if (only_one || run.aggregate_name == "median") medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
  }
  JSONReporter::ReportRuns(runs);
}

std::optional<double> Report::median(const std::string& benchmark) const {
  const auto found = medians_.find(benchmark);
  return found == medians_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace bench
