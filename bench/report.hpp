#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace bench {

/// Writes Google Benchmark's JSON, all series in one document, and keeps the medians.
class Report final : public benchmark::JSONReporter {
 public:
  explicit Report(std::ostream& json) { SetOutputStream(&json); }

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  /// Google Benchmark calls this after each series; the document ends with `finish`.
  void Finalize() override {}
  void finish() {
    if (started_) JSONReporter::Finalize();
  }

  /// The median time of the benchmark in nanoseconds of the CPU; nothing when it was not run.
  [[nodiscard]] std::optional<double> median(const std::string& benchmark) const;

 private:
  bool started_ = false;
  std::map<std::string, double> medians_;
};

}  // namespace bench
