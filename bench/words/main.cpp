// Compares transforms and products modulo primes of one word, by this library and by its peers. Verifies each result by
// GMP, then times all contenders of a row in turns, by the CPU time of the thread.
//
// Usage: ringlet_bench [--filter=REGEX] [--seed=NUMBER] [--parameters=FILE]... [--report=FILE]
//                      [--moduli-in-turn=NUMBER] [--benchmark_min_time=SECONDS] [--benchmark_repetitions=COUNT]
// --filter          only rows whose label, for example seal/n:4096/bits:36/forward, contains a match
// --seed            seed of the random operands, by default 1
// --parameters      tables of n,q instead of SEAL's default moduli and the reference size
// --report          file of the JSON report, by default ringlet_bench.json
// --moduli-in-turn  adds columns that show the cost of memory: transforms from one array to another, and with
//                   NUMBER moduli in turn, at most 64, each with its own array
// --benchmark_...   length of a turn, by default 0.01, and number of turns of each contender, by default 7
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <regex>
#include <ringlet/ringlet.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/table.hpp"
#include "words/report.hpp"
#include "words/verify.hpp"

namespace {

using namespace bench::words;

constexpr std::size_t max_moduli_in_turn = 64;

std::vector<Ring> rings_of(const bench::Arguments& arguments) {
  std::vector<std::filesystem::path> files;
  for (const auto& [option, file] : arguments.options) {
    if (option == "--parameters") files.emplace_back(file);
  }
  const std::filesystem::path data = RINGLET_BENCH_DATA;
  if (files.empty()) files = {data / "seal_default_moduli.csv", data / "reference_moduli.csv"};
  std::vector<Ring> rings;
  for (const auto& file : files) {
    const auto more = read_rings(file);
    rings.insert(rings.end(), more.begin(), more.end());
  }
  return rings;
}

/// Returns the contenders, one for each column.
std::vector<Contender> columns(std::size_t moduli_in_turn) {
  if (moduli_in_turn > max_moduli_in_turn) throw std::runtime_error("at most 64 moduli in turn");
  std::vector<Contender> contenders{this_library(), scalar_backend()};
  for (Contender& peer : peers()) contenders.push_back(std::move(peer));
  if (moduli_in_turn == 0) return contenders;
  const std::size_t count = contenders.size();
  contenders.push_back(between_two_arrays());
  for (std::size_t i = 0; i < count; ++i) {
    if (contenders[i].has_tables) contenders.push_back(in_turn(contenders[i], moduli_in_turn));
  }
  return contenders;
}

class Measured {
 public:
  Measured(const bench::Arguments& arguments, std::vector<Contender> contenders)
      : filter_(arguments.value("--filter"), std::regex::extended),
        seed_(bench::parse_number(arguments.value("--seed", "1"))),
        turn_(1e9 * std::stod(arguments.value("--benchmark_min_time", "0.01"))),
        repetitions_(std::stoi(arguments.value("--benchmark_repetitions", "7"))),
        backend_(ringlet::backend::active()),
        contenders_(std::move(contenders)) {
    if (!(turn_ > 0) || repetitions_ < 1) throw std::runtime_error("a turn takes time, and there is at least one");
  }

  /// Verifies all operations in all rings, and times the first of each row.
  std::vector<Row> rows(const std::vector<Ring>& rings) {
    std::set<std::string> labels;
    for (const Ring& ring : rings) {
      for (const Operation operation : operations) {
        if (is_wanted(ring, operation)) labels.insert(ring.label(operation));
      }
    }
    if (labels.empty()) throw std::runtime_error("no row matches the filter");
    for (const Ring& ring : rings) {
      Verifier verifier(ring, seed_);
      for (const Operation operation : operations) {
        if (is_wanted(ring, operation)) add(verifier, ring, operation, labels.size());
      }
    }
    std::cout << "verified " << verified_ << " results" << std::endl;
    return rows_;
  }

  [[nodiscard]] int repetitions() const { return repetitions_; }

 private:
  [[nodiscard]] bool is_wanted(const Ring& ring, Operation operation) const {
    return std::regex_search(ring.label(operation), filter_);
  }

  /// Adds the operation to its row, or to a new row if it is the first.
  void add(Verifier& verifier, const Ring& ring, Operation operation, std::size_t row_count) {
    const std::string label = ring.label(operation);
    const auto same = std::ranges::find_if(rows_, [&](const Row& r) { return r.ring.label(r.operation) == label; });
    const bool is_first = same == rows_.end();
    Row& row = is_first ? rows_.emplace_back(Row{ring, operation}) : *same;
    row.entries.resize(contenders_.size());
    ++row.moduli;
    std::vector<bench::Timed> runs;
    std::vector<Entry*> timed;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      const Contender& contender = contenders_[i];
      const std::string backend = contender.backend.empty() ? backend_ : contender.backend;
      ringlet::backend::force(backend);
      const VerifiedRun verified = verifier.prepare(contender, operation);
      if (!verified.run.run) continue;
      ++verified_;
      if (!verified.complaint.empty()) complain(contender, ring, operation, verified.complaint, row.entries[i]);
      if (!is_first || row.entries[i].wrong) continue;
      row.entries[i].description = verified.run.description;
      row.entries[i].table_bytes = verified.run.table_bytes;
      runs.push_back({verified.run.run, backend});
      timed.push_back(&row.entries[i]);
    }
    if (is_first) time(runs, timed, row_count, label);
  }

  static void complain(const Contender& contender, const Ring& ring, Operation operation, const std::string& complaint,
                       Entry& entry) {
    const std::string message = "WRONG RESULT of " + contender.name + ": " + std::string(name(operation)) +
                                ", n = " + std::to_string(ring.n) + ", q = " + std::to_string(ring.q) + ": " +
                                complaint;
    if (contender.ours) throw std::runtime_error(message);
    std::cout << message << '\n';
    entry.wrong = true;
  }

  void time(std::vector<bench::Timed>& runs, const std::vector<Entry*>& entries, std::size_t row_count,
            const std::string& label) const {
    std::cout << "timing " << (rows_.size() < 10 ? " " : "") << rows_.size() << "/" << row_count << "  " << label
              << std::flush;
    for (bench::Timed& run : runs) run.calls = static_cast<int>(std::clamp(turn_ / time_of(run), 1.0, 1e6));
    const std::vector<double> medians = bench::interleaved_medians(runs, repetitions_, 1, bench::TimeOf::thread);
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i]->nanoseconds = medians[i];
    std::cout << "  " << bench::three_digits(medians.front() / 1000) << " us" << std::endl;
  }

  std::regex filter_;
  std::uint64_t seed_;
  double turn_;
  int repetitions_;
  std::string backend_;
  std::vector<Contender> contenders_;
  std::vector<Row> rows_;
  unsigned verified_ = 0;
};

int run(const bench::Arguments& arguments) {
  std::string absent;
  for (const std::string& peer : absent_peers()) absent += (absent.empty() ? "" : "; ") + peer;
  bench::Context context = bench::machine();
  context.insert(context.end(), {{"ringlet", RINGLET_VERSION},
                                 {"backend", ringlet::backend::active()},
                                 {"seed", arguments.value("--seed", "1")},
                                 {"absent peers", absent.empty() ? "none" : absent}});
  for (const auto& [key, value] : context) std::cout << key << ": " << value << '\n';
  const std::vector<Contender> contenders = columns(bench::parse_number(arguments.value("--moduli-in-turn", "0")));
  Measured measured(arguments, contenders);
  const std::vector<Row> rows = measured.rows(rings_of(arguments));
  print_rows(rows, contenders);
  const std::filesystem::path report = arguments.value("--report", "ringlet_bench.json");
  bench::write_json(report.string(), context, "benchmarks", records_of(rows, contenders, measured.repetitions()));
  std::cout << "\nreport: " << std::filesystem::absolute(report).string() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(
      argc, argv,
      {.options = {"--filter=REGEX", "--seed=NUMBER", "--parameters=FILE", "--report=FILE", "--moduli-in-turn=NUMBER",
                   "--benchmark_min_time=SECONDS", "--benchmark_repetitions=COUNT"}},
      run);
}
