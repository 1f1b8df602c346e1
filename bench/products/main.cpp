// Measures products of polynomials of any length modulo numbers of 30 to 64 bits, and of long integers, by this library
// and by the peers that are found: GMP, NTL, FLINT. All results of a row must be equal. Then all are timed in turns, by
// the CPU time of the process.
//
// Usage: ringlet_bench_products [--quick] [--json=FILE]
#include <algorithm>
#include <iostream>
#include <random>
#include <ringlet/backend.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "products/contenders.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"

namespace {

using namespace bench::products;
using bench::fixed;

struct Row {
  std::size_t a;
  std::size_t b;
  std::uint64_t m;

  [[nodiscard]] std::string label() const {
    const std::string lengths = std::to_string(a) + " by " + std::to_string(b);
    return m == 0 ? lengths + " limbs" : lengths + " modulo " + std::to_string(m);
  }
};

/// Moduli of 30, 50, 60 and 64 bits: without transforms, a prime with transforms of 2^21 points, a prime and a
/// composite number without.
constexpr std::uint64_t moduli[] = {1'000'000'007, 1125899831345153, 1152921504606846883, 18446744073709551615U};

std::vector<Row> rows(bool quick) {
  std::vector<Row> all;
  const std::vector<std::size_t> lengths =
      quick ? std::vector<std::size_t>{10, 1000}
            : std::vector<std::size_t>{10, 32, 100, 1000, 1024, 1025, 10'000, 100'000, 1'000'000};
  for (const std::uint64_t m : moduli) {
    for (const std::size_t n : lengths) all.push_back({n, n, m});
    if (quick) continue;
    for (const auto& [a, b] : {std::pair(5066, 35), std::pair(100'000, 300), std::pair(10'000, 3000)}) {
      all.push_back({static_cast<std::size_t>(a), static_cast<std::size_t>(b), m});
    }
  }
  for (const std::size_t n : lengths) all.push_back({n, n, 0});
  return all;
}

Problem problem_of(const Row& row) {
  std::mt19937_64 random(1);
  const auto draw = [&](std::size_t n) {
    std::uniform_int_distribution<std::uint64_t> residue(0, row.m - 1);
    Words words(n);
    std::ranges::generate(words, [&] { return residue(random); });
    return words;
  };
  return {row.m, draw(row.a), draw(row.b)};
}

/// Prepares and runs each contender once. Returns those that have the product, with their numbers.
std::vector<std::pair<std::size_t, Run>> verified(const Row& row, const Problem& problem,
                                                  const std::vector<Contender>& contenders) {
  std::vector<std::pair<std::size_t, Run>> runs;
  Words expected;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    Run run = contenders[i].prepare(problem);
    if (!run.run) continue;
    run.run();
    const Words results = run.results();
    if (runs.empty()) expected = results;
    if (results != expected) {
      throw std::runtime_error(row.label() + ": " + contenders[i].name + " and " + contenders.front().name + " differ");
    }
    runs.emplace_back(i, std::move(run));
  }
  return runs;
}

/// Times a row and prints the microseconds of the first contender, and the ratios of the others' times to it.
void measure(const Row& row, const std::vector<Contender>& contenders, bool quick,
             std::vector<bench::Record>& records) {
  const Problem problem = problem_of(row);
  const auto runs = verified(row, problem, contenders);
  std::vector<bench::Timed> timed;
  for (const auto& [number, run] : runs) timed.push_back({.run = run.run});
  const std::vector<double> times = bench::medians_of_seconds(timed, quick);
  bench::print_cells(std::cout, {{-44, row.label()}, {12, fixed(times[0] / 1000, 2)}});
  std::size_t next = 1;
  for (std::size_t i = 1; i < contenders.size(); ++i) {
    const bool is_next = next < runs.size() && runs[next].first == i;
    bench::print_cells(std::cout, {{14, is_next ? fixed(times[next] / times[0], 2) : "-"}});
    if (is_next) ++next;
  }
  std::cout << std::endl;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    records.push_back(bench::Record()("row", row.label())("a", row.a)("b", row.b)("m", row.m)(
        "name", contenders[runs[i].first].name)("backend", ringlet::backend::active())("nanoseconds", times[i]));
  }
}

int run(const bench::Arguments& arguments) {
  bench::print_machine(std::cout);
  std::vector<Contender> contenders = peers();
  contenders.insert(contenders.begin(), ours());
  for (const std::string& peer : absent_peers()) std::cout << "without " << peer << '\n';
  std::cout << '\n';
  bench::print_cells(std::cout, {{-44, "how many times as long as ringlet"}, {12, "us"}});
  for (std::size_t i = 1; i < contenders.size(); ++i) bench::print_cells(std::cout, {{14, contenders[i].name}});
  std::cout << std::endl;
  std::vector<bench::Record> records;
  for (const Row& row : rows(arguments.quick)) measure(row, contenders, arguments.quick, records);
  bench::write_json(arguments.value("--json"), records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return bench::run_program(argc, argv, {.options = {"--json=FILE"}}, run); }
