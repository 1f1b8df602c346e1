// Times 128-bit words in the units of the papers: nanoseconds per butterfly of transforms of 2^8 to 2^20 points, and
// per element of operations on 1024 elements, by GMP and by every method of every backend of this CPU, including those
// of the papers ("limb64x2-..."). Then times products of polynomials, per value, in buffers in the kernel's layout and
// in arrays. Real primes and roots of unity; all results are verified before they are timed, and the contenders of a
// row take turns.
//
// Usage: ringlet_bench_word128 [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/measure/word128.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"

namespace {

using namespace ringlet::lab;

/// Measured median.
struct Measurement {
  std::string operation;  ///< "forward", "mul", ...
  unsigned bits;
  std::size_t n;
  std::string method;  ///< "gmp", or a backend and its arithmetic
  double nanoseconds;  ///< per butterfly, element or value
};

/// Nanoseconds by n.
using BySize = std::map<std::size_t, double>;

/// Lines of one operation and modulus, in the order of measurement.
struct Table {
  std::string title;
  std::vector<std::pair<std::string, BySize>> lines;
};

/// Returns the element that begins with `first`; adds one if there is none.
template <class Element>
Element& find_or_add(std::vector<Element>& elements, const std::string& first, std::string Element::* key) {
  const auto found = std::ranges::find(elements, first, key);
  return found != elements.end() ? *found : elements.emplace_back(Element{first, {}});
}

double geometric_mean_of_ratios(const BySize& numerators, const BySize& denominators) {
  double logarithms = 0;
  for (const auto& [n, denominator] : denominators) logarithms += std::log(numerators.at(n) / denominator);
  return std::exp(logarithms / static_cast<double>(denominators.size()));
}

void print(const Table& table) {
  const auto& [first_method, first] = table.lines.front();
  std::vector<std::vector<std::string>> rows{{"n"}};
  for (const auto& [n, time] : first) rows.front().push_back(std::to_string(n));
  rows.front().emplace_back(first_method == "gmp" ? "GMP / it" : "first / it");
  for (const auto& [method, line] : table.lines) {
    std::vector<std::string>& row = rows.emplace_back(1, method);
    for (const auto& [n, unused] : first) row.push_back(line.contains(n) ? bench::fixed(line.at(n), 3) : "-");
    row.push_back(bench::three_digits(geometric_mean_of_ratios(first, line)));
  }
  std::cout << '\n' << table.title << '\n';
  bench::print_table(std::cout, rows, {0});
}

/// Prints a table for each operation and modulus: a line for each method, a column for each n, and how many times as
/// fast as the first line's method it is (GMP in most tables), as the geometric mean over n.
void print_tables(const std::vector<Measurement>& measurements) {
  std::vector<Table> tables;
  for (const Measurement& m : measurements) {
    Table& table = find_or_add(tables, m.operation + ", q of " + std::to_string(m.bits) + " bits, ns", &Table::title);
    using Method = std::pair<std::string, BySize>;
    find_or_add(table.lines, m.method, &Method::first).second[m.n] = m.nanoseconds;
  }
  std::ranges::for_each(tables, print);
}

class Measurements {
 public:
  void measure(unsigned bits, bool quick) {
    std::cout << "q of " << bits << " bits: 2^" << std::flush;
    for (unsigned log_n = 8; log_n <= (quick ? 17 : 20); log_n += quick ? 3 : 1) {
      const int repetitions = quick || log_n > 18 ? 3 : (log_n > 16 ? 5 : 11);
      // Makes many calls in sequence, as in the papers, so that the tables stay in the nearest cache that they fit.
      time_transforms({.name = "word128",
                       .contenders = contenders_,
                       .bits = bits,
                       .inverse = true,
                       .gmp = true,
                       .in_place = true,
                       .min_calls = log_n > 17 ? 3 : 10},
                      log_n, repetitions, report_);
      if (log_n <= 17) time_products(log_n, bits, 2 * repetitions + 1, report_);
      std::cout << log_n << ' ' << std::flush;
    }
    time_vectors(contenders_, bits, quick ? 3 : 31, report_);
    std::cout << "vectors" << std::endl;
  }

  [[nodiscard]] const std::vector<Measurement>& all() const { return all_; }

 private:
  void add(const Line& line, const std::vector<double>& samples) {
    const bool is_gmp = line.subject.backend == "gmp";
    const std::string method = is_gmp ? "gmp" : line.subject.backend + " / " + line.subject.method;
    const std::string layout = line.layout == "contiguous" ? "" : ", " + line.layout;
    const double median = bench::percentile(samples, 0.5);
    const bool is_transform = line.operation.starts_with("ntt_");
    all_.push_back({is_transform ? line.operation.substr(4) : line.operation, line.bits, std::size_t{1} << line.log_n,
                    method + layout, median});
    // GMP does the same work in both directions.
    if (is_gmp && is_transform) all_.push_back({"inverse", line.bits, std::size_t{1} << line.log_n, method, median});
  }

  Contenders contenders_ = measured_contenders();
  std::vector<Measurement> all_;
  Report report_ = [this](const Line& line, const std::vector<double>& samples) { add(line, samples); };
};

int run(const bench::Arguments& arguments) {
  bench::print_machine(std::cout);
  Measurements measurements;
  for (const unsigned bits : arguments.bits) measurements.measure(bits, arguments.quick);
  print_tables(measurements.all());
  std::vector<bench::Record> records;
  for (const Measurement& m : measurements.all()) {
    records.push_back(bench::Record()("operation", m.operation)("bits", m.bits)("n", m.n)("method", m.method)(
        "nanoseconds", m.nanoseconds));
  }
  bench::write_json(arguments.value("--json"), records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(argc, argv,
                            {.options = {"--json=FILE"}, .all_bits = {124, 98}, .min_bits = 65, .max_bits = 124}, run);
}
