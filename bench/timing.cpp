#include "timing.hpp"

#include <benchmark/benchmark.h>

#include <iomanip>
#include <ostream>
#include <string>

#include "format.hpp"

namespace bench {
namespace {

std::string benchmark_name(const Row& row, const Contender& contender) { return row.label() + "/" + contender.name; }

void measure(benchmark::State& state, Computation& computation, double butterflies, const std::string& label) {
  computation.select();
  for ([[maybe_unused]] auto iteration : state) {
    computation.run();
    benchmark::ClobberMemory();
  }
  state.SetLabel(label);
  using Counter = benchmark::Counter;
  if (butterflies > 0) {
    state.counters["seconds_per_butterfly"] =
        Counter(butterflies, Counter::kIsIterationInvariantRate | Counter::kInvert);
  }
}

void time_row(Row& row, const std::vector<Contender>& contenders, Report& report) {
  const std::string ring = "n=" + std::to_string(row.parameters.n) + " q=" + std::to_string(row.parameters.q) + " ";
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const Entry& entry = row.entries[i];
    if (entry.computation == nullptr || entry.wrong) continue;
    benchmark::RegisterBenchmark(benchmark_name(row, contenders[i]).c_str(),
                                 [&computation = *entry.computation, butterflies = row.butterflies(),
                                  label = ring + entry.computation->description()](benchmark::State& state) {
                                   measure(state, computation, butterflies, label);
                                 });
  }
  benchmark::RunSpecifiedBenchmarks(&report, ".");
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    row.entries[i].nanoseconds = report.median(benchmark_name(row, contenders[i]));
  }
}

}  // namespace

void time_rows(std::vector<Row>& rows, const std::vector<Contender>& contenders, Report& report,
               std::ostream& progress) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    progress << "timing " << std::setw(2) << i + 1 << "/" << rows.size() << "  " << row.label() << std::flush;
    time_row(row, contenders, report);
    progress << "  " << format_time(row.entries.front().nanoseconds) << std::endl;
  }
}

}  // namespace bench
