// Measures multiword moduli: transforms, products, sums and inner products in the fields of zero-knowledge proofs and
// modulo primes of 188 to 509 bits, by this library and by the peers that are found: gnark-crypto, arkworks,
// halo2curves, FLINT and GMP. All results of a row must be equal, and some are compared with GMP's by the definition.
// Then all are timed in turns.
//
// Usage: ringlet_bench_multiword [--quick] [--large] [--all-cores] [--bits=NUMBER] [--json=FILE]
// --large      also transforms of 2^22 points
// --all-cores  transforms on all cores instead of one thread
// --bits       length of q: 254 for BN254, 255 for BLS12-381, 377 for the base field of BLS12-377; 188, 381, 509
//
// Time is the CPU time of the process on one thread, and wall-clock time on all cores.
#include <algorithm>
#include <iostream>
#include <memory>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "multiword/contenders.hpp"
#include "support/arguments.hpp"
#include "support/executors.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"

namespace {

using bench::fixed;
using bench::print_cells;
using bench::Timed;
using bench::TimeOf;
using bench::Words;
using namespace bench::multiword;

/// Median of a contender.
struct Measurement {
  Row row;
  std::string of;
  double nanoseconds;
  std::size_t threads;
};

constexpr int label_width = 32;
constexpr int column_width = 14;

/// Returns the number of butterflies of a transform, or the number of elements.
double steps_of(const Row& row) {
  const auto n = static_cast<double>(row.n());
  return is_transform(row.operation) ? n / 2 * row.log_n : n;
}

/// Prints the table's header: microseconds and nanoseconds of the first contender, and a column for each other
/// contender.
void print_head(const std::vector<Contender>& contenders) {
  const std::string label = "how many times as long as " + contenders.front().name;
  std::cout << '\n';
  print_cells(std::cout, {{-label_width, label}, {11, "us"}, {9, "ns each"}});
  for (std::size_t i = 1; i < contenders.size(); ++i) print_cells(std::cout, {{column_width, contenders[i].name}});
  std::cout << std::endl;
}

/// Prints a row: the first contender's microseconds, its nanoseconds per butterfly (a transform has n/2 log2(n)) or per
/// number, and the ratios of the others' times to its time.
void print(const std::vector<Measurement>& row, const std::vector<Contender>& contenders) {
  const Measurement& first = row.front();
  print_cells(std::cout, {{-label_width, first.row.label()},
                          {11, fixed(first.nanoseconds / 1000, 1)},
                          {9, fixed(first.nanoseconds / steps_of(first.row), 2)}});
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    const auto found = std::ranges::find(row, contenders[i].name, &Measurement::of);
    const std::string cell = found == row.end() ? "-" : fixed(found->nanoseconds / first.nanoseconds, 2);
    print_cells(std::cout, {{column_width, cell}});
  }
  std::cout << std::endl;
}

bench::Record record_of(const Measurement& m) {
  bench::Record record;
  record("operation", m.row.label())("field", m.row.field.name)("bits", m.row.field.bits)("n", m.row.n())("of", m.of);
  record("threads", m.threads)("nanoseconds", m.nanoseconds)("nanoseconds_each", m.nanoseconds / steps_of(m.row));
  return record;
}

class Measured {
 public:
  Measured(bool quick, std::size_t threads, std::vector<Contender> contenders)
      : quick_(quick), threads_(threads), backend_(ringlet::backend::active()), contenders_(std::move(contenders)) {
    print_head(contenders_);
  }

  /// Verifies and times one row.
  void operation(const Row& row) {
    const Problem problem(row);
    const Words reversed = row.operation == Operation::inverse ? bit_reversed(problem.x, row) : problem.x;
    std::vector<Timed> runs;
    std::vector<Measurement> medians;
    Words expected;
    for (const Contender& contender : contenders_) {
      // Plans keep the backend that is active now. Functions use the backend that is active when they run.
      const std::string& backend = contender.backend.empty() ? backend_ : contender.backend;
      ringlet::backend::force(backend);
      const bool is_natural = contender.order == ringlet::Order::natural;
      const Run run = contender.prepare(problem, is_natural ? problem.x : reversed);
      if (!run.run) continue;
      run.run();
      Words results;
      run.store(results);
      if (row.operation == Operation::forward && !is_natural) results = bit_reversed(results, row);
      if (expected.empty()) {
        expected = results;
        verify(problem, expected);
      }
      if (results != expected) throw std::runtime_error(row.label() + " of " + contender.name + " is not ours");
      runs.push_back({run.run, backend});
      medians.push_back({row, contender.name, 0, threads_});
    }
    const std::vector<double> times =
        bench::medians_of_seconds(runs, quick_, threads_ > 1 ? TimeOf::wall : TimeOf::process);
    for (std::size_t i = 0; i < times.size(); ++i) medians[i].nanoseconds = times[i];
    print(medians, contenders_);
    for (const Measurement& m : medians) records_.push_back(record_of(m));
  }

  [[nodiscard]] const std::vector<bench::Record>& records() const { return records_; }

 private:
  bool quick_;
  std::size_t threads_;
  std::string backend_;
  std::vector<Contender> contenders_;
  std::vector<bench::Record> records_;
};

/// Returns the contenders on one thread, or, with an executor, those on all cores.
std::vector<Contender> contenders(ringlet::Executor* executor) {
  std::vector<Contender> all = executor == nullptr ? ours() : ours_on(*executor);
  for (Contender& peer : peers()) {
    if (peer.on_all_cores == (executor != nullptr)) all.push_back(std::move(peer));
  }
  return all;
}

int run(const bench::Arguments& arguments) {
  const bool on_all_cores = arguments.has("--all-cores");
  const auto executor = on_all_cores ? bench::executor_on_all_cores() : std::unique_ptr<ringlet::Executor>();
  if (on_all_cores && !executor) {
    throw std::runtime_error("--all-cores needs two cores, and a compiler with OpenMP");
  }
  const std::size_t threads = executor ? executor->workers() : 1;
  bench::print_machine(std::cout);
  std::cout << "threads: " << threads << '\n';
  for (const std::string& peer : absent_peers()) std::cout << "without " << peer << '\n';
  Measured measured(arguments.quick, threads, contenders(executor.get()));
  for (const Row& row : rows({arguments.bits, arguments.quick, arguments.has("--large"), threads > 1})) {
    measured.operation(row);
  }
  bench::write_json(arguments.value("--json"), measured.records());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<unsigned> bits;
  for (const Field& field : all_fields()) bits.push_back(field.bits);
  return bench::run_program(
      argc, argv,
      {.options = {"--json=FILE", "--large", "--all-cores"}, .all_bits = bits, .min_bits = 188, .max_bits = 509}, run);
}
