// Measures the fields of provers: transforms of one polynomial and of all columns of a row-major matrix, extensions to
// a coset, products and sums, and products in extension fields, by this library and by the peers that are found:
// Plonky3, tfhe-ntt and gnark-crypto. All results of a row must be equal, and some are compared with their definition.
// Then all are timed in turns, on one thread, by CPU time.
//
// Usage: ringlet_bench_fields [--quick] [--large] [--field=NAME] [--json=FILE]
// --large    also transforms of 2^22 and 2^24 points, and larger matrices
// --field    only this field: babybear, koalabear, mersenne31, goldilocks
#include <algorithm>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fields/contenders.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"

namespace {

using bench::fixed;
using bench::print_cells;
using bench::Timed;
using bench::Words;
using namespace bench::fields;

constexpr int label_width = 40;
constexpr int column_width = 13;

/// Median of a contender for one value of the results.
struct Measurement {
  std::string of;
  double nanoseconds;
};

void print_head(const std::vector<Contender>& contenders) {
  const std::string label = "how many times as long as " + contenders.front().name;
  std::cout << '\n';
  print_cells(std::cout, {{-label_width, label}, {10, "ns each"}});
  for (std::size_t i = 1; i < contenders.size(); ++i) print_cells(std::cout, {{column_width, contenders[i].name}});
  std::cout << std::endl;
}

/// Prints the first contender's nanoseconds for a value, or an element of an extension field, and the ratios of the
/// following contenders' times to this time.
void print(const Row& row, const std::vector<Measurement>& medians, const std::vector<Contender>& contenders) {
  const double first = medians.front().nanoseconds;
  print_cells(std::cout, {{-label_width, row.label()}, {10, fixed(first, 2)}});
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    const auto found = std::ranges::find(medians, contenders[i].name, &Measurement::of);
    print_cells(std::cout, {{column_width, found == medians.end() ? "-" : fixed(found->nanoseconds / first, 2)}});
  }
  std::cout << std::endl;
}

/// Verifies and times one row.
std::vector<Measurement> measure(const Row& row, const std::vector<Contender>& contenders, bool quick) {
  const Problem problem(row);
  const std::string active = ringlet::backend::active();
  std::vector<Timed> runs;
  std::vector<Measurement> medians;
  Words expected;
  for (const Contender& contender : contenders) {
    // Plans keep the backend that is active now. Functions use the backend that is active when they run.
    const std::string& backend = contender.backend.empty() ? active : contender.backend;
    ringlet::backend::force(backend);
    const Run run = contender.prepare(problem);
    if (!run.run) continue;
    run.run();
    if (run.store) {
      Words results;
      run.store(results);
      if (expected.empty()) {
        expected = results;
        verify(problem, expected);
      }
      if (results != expected) throw std::runtime_error(row.label() + " of " + contender.name + " is not ours");
    }
    runs.push_back({run.run, backend});
    medians.push_back({contender.name, 0});
  }
  const std::vector<double> times = bench::medians_of_seconds(runs, quick);
  const bool counts_elements = row.operation == Operation::extension_product;
  const auto count = static_cast<double>(row.result_rows() * (counts_elements ? 1 : row.width));
  for (std::size_t i = 0; i < times.size(); ++i) medians[i].nanoseconds = times[i] / count;
  ringlet::backend::force(active);
  return medians;
}

int run(const bench::Arguments& arguments) {
  bench::print_machine(std::cout);
  for (const std::string& peer : absent_peers()) std::cout << "without " << peer << '\n';
  std::vector<Contender> contenders = ours();
  for (Contender& peer : peers()) contenders.push_back(std::move(peer));
  print_head(contenders);
  const std::string only = arguments.value("--field");
  std::vector<bench::Record> records;
  for (const Row& row : rows(arguments.quick, arguments.has("--large"))) {
    if (!only.empty() && row.field.name != only) continue;
    const std::vector<Measurement> medians = measure(row, contenders, arguments.quick);
    print(row, medians, contenders);
    for (const Measurement& m : medians) {
      bench::Record record;
      record("operation", row.label())("field", row.field.name)("of", m.of)("nanoseconds_each", m.nanoseconds);
      records.push_back(record);
    }
  }
  if (records.empty()) throw std::invalid_argument("no field has the name " + only);
  bench::write_json(arguments.value("--json"), records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(argc, argv, {.options = {"--json=FILE", "--large", "--field=NAME"}}, run);
}
