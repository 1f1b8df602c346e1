// Measures residue number systems: key switches, base conversions, divisions by moduli, automorphisms and products of
// rows, by this library and by the peers that are found: Microsoft SEAL without and with acceleration by our libhexl,
// and Lattigo. Our results are verified by the definition, SEAL's by ours. Then all contenders of a row are timed in
// turns, by the CPU time of one thread. More tables have the parts of key switches, sums over rotations, and
// conversions on every backend.
//
// Usage: ringlet_bench_rns [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <iostream>
#include <memory>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "rns/contenders.hpp"
#include "rns/report.hpp"
#include "support/arguments.hpp"
#include "support/executors.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"

namespace {

using bench::Timed;
using bench::TimeOf;
using namespace bench::rns;

/// Returns how many calls take two milliseconds.
int calls_in_turn(const Timed& computation) {
  return static_cast<int>(std::clamp(2e6 / bench::time_of(computation), 1.0, 200.0));
}

class Measured {
 public:
  /// Finds the peers. A quick run omits peers whose results cannot be verified.
  explicit Measured(bool quick)
      : repetitions_(quick ? 1 : 31), executor_(bench::executor_on_all_cores()), peers_(peers()) {
    if (quick) std::erase_if(peers_, [](const Contender& peer) { return !peer.is_comparable; });
  }

  /// Verifies and times one row of the main table.
  void operation(const Row& row) {
    const Problem problem(row);
    Polynomials results = problem.results();
    const std::function<void()> run = ours(problem, results);
    run();
    verify(problem, results);
    const Polynomials expected = results;
    std::vector<Timed> runs = {{run}};
    std::vector<std::string> names = {ours_name};
    for (const Contender& peer : peers_) {
      const Run other = peer.prepare(problem);
      if (!other.run) continue;
      other.run();
      if (other.store) require_same(peer.name, row, expected, stored_by(other, problem));
      runs.push_back({other.run});
      names.push_back(peer.name);
    }
    add(row, runs, names, operations_, TimeOf::thread, problem.bytes());
    if (executor_) on_all_cores(problem, expected);
  }

  /// Times the parts of a key switch.
  void parts(const Row& row) {
    const Problem problem(row);
    Polynomials results = problem.results();
    parts(row, parts_of(problem, results), parts_);
  }

  /// Verifies and times sums over rotations.
  void rotations(const Row& row) { parts(row, rotations_of(Problem(row), is_quick() ? 4 : 32), rotations_); }

  /// Verifies and times a conversion on every backend.
  void backends(const Row& row) {
    const Problem problem(row);
    Polynomials results = problem.results();
    std::vector<Timed> runs;
    const std::vector<std::string> names = bench::supported_backends();
    for (const std::string& backend : names) {
      ringlet::backend::force(backend);
      const std::function<void()> run = ours(problem, results);
      run();
      verify(problem, results);
      runs.push_back({run, backend});
    }
    add(row, runs, names, backends_, TimeOf::thread);
    ringlet::backend::unforce();
  }

  void report(const std::string& json) const {
    std::vector<std::string> names;
    for (const Contender& peer : peers_) names.push_back(peer.name);
    print_operations(operations_, names);
    print_parts(parts_);
    print_rotations(rotations_);
    print_backends(backends_);
    std::vector<bench::Record> records;
    for (const auto* measurements : {&operations_, &parts_, &rotations_, &backends_}) {
      for (const Measurement& m : *measurements) records.push_back(record_of(m));
    }
    bench::write_json(json, records);
  }

  [[nodiscard]] std::size_t threads() const { return executor_ ? executor_->workers() : 1; }

 private:
  static Polynomials stored_by(const Run& run, const Problem& problem) {
    Polynomials results = problem.results();
    run.store(results);
    return results;
  }

  static void require_same(const std::string& peer, const Row& row, const Polynomials& a, const Polynomials& b) {
    if (a != b) throw std::runtime_error(row.label() + " of " + peer + " is not the same as ours");
  }

  /// Times an operation on all cores, by wall-clock time, since workers may be on any core.
  void on_all_cores(const Problem& problem, const Polynomials& expected) {
    Polynomials results = problem.results();
    const std::function<void()> run = ours(problem, results, executor_.get());
    run();
    require_same(all_cores, problem.row, expected, results);
    add(problem.row, {{run}}, {all_cores}, operations_, TimeOf::wall);
  }

  void add(const Row& row, const std::vector<Timed>& runs, const std::vector<std::string>& names,
           std::vector<Measurement>& to, TimeOf clock, std::size_t bytes = 0) const {
    const std::vector<double> medians =
        bench::interleaved_medians(runs, repetitions_, repetitions_ == 1 ? 1 : calls_in_turn(runs[0]), clock);
    for (std::size_t i = 0; i < runs.size(); ++i) to.push_back({row, names[i], medians[i], i == 0 ? bytes : 0});
  }

  void parts(const Row& row, const std::vector<Part>& parts, std::vector<Measurement>& to) const {
    std::vector<Timed> runs;
    std::vector<std::string> names;
    for (const Part& part : parts) {
      runs.push_back({part.run});
      names.push_back(part.name);
    }
    const std::size_t first = to.size();
    add(row, runs, names, to, TimeOf::thread);
    for (std::size_t i = 0; i < parts.size(); ++i) to[first + i].bytes = parts[i].bytes;
  }

  [[nodiscard]] bool is_quick() const { return repetitions_ == 1; }

  int repetitions_;
  std::unique_ptr<ringlet::Executor> executor_;
  std::vector<Contender> peers_;
  std::vector<Measurement> operations_, parts_, rotations_, backends_;
};

int run(const bench::Arguments& arguments) {
  Measured measured(arguments.quick);
  bench::print_machine(std::cout);
  std::cout << "threads on all cores: " << measured.threads() << '\n';
  for (const std::string& peer : absent_peers()) std::cout << "without " << peer << '\n';
  std::cout << std::flush;
  const auto is_wanted = [&](const Row& row) {
    return std::ranges::find(arguments.bits, row.bits) != arguments.bits.end();
  };
  for (const Row& row : all_rows()) {
    if (is_wanted(row)) measured.operation(row);
  }
  for (const Row& row : all_rows()) {
    if (row.operation == Operation::key_switch && row.special != 0 && is_wanted(row)) measured.parts(row);
  }
  const Row rotations{Operation::key_switch, 15, 50, 16, 4, 4};
  if (is_wanted(rotations)) measured.rotations(rotations);
  for (const Operation operation : {Operation::approximate_conversion, Operation::exact_conversion}) {
    const Row row{operation, 13, 49, 24, 8};
    if (is_wanted(row)) measured.backends(row);
  }
  measured.report(arguments.value("--json"));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(
      argc, argv, {.options = {"--json=FILE"}, .all_bits = {43, 49, 50, 55, 60}, .min_bits = 43, .max_bits = 60}, run);
}
