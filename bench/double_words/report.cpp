#include "double_words/report.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <ostream>
#include <utility>

#include "json.hpp"

namespace bench::double_words {
namespace {

/// Nanoseconds by n.
using Line = std::map<std::size_t, double>;

/// The lines of one operation and modulus, in the order in which they were measured.
struct Table {
  std::string operation;
  unsigned bits;
  std::vector<std::pair<std::string, Line>> lines;

  Line& line(const std::string& method) {
    const auto found = std::ranges::find(lines, method, &std::pair<std::string, Line>::first);
    return found != lines.end() ? found->second : lines.emplace_back(method, Line{}).second;
  }
};

std::vector<Table> tables_of(const std::vector<Measurement>& measurements) {
  std::vector<Table> tables;
  for (const Measurement& m : measurements) {
    const auto same = [&](const Table& table) { return table.operation == m.operation && table.bits == m.bits; };
    const auto found = std::ranges::find_if(tables, same);
    Table& table = found != tables.end() ? *found : tables.emplace_back(m.operation, m.bits);
    table.line(m.method)[m.n] = m.nanoseconds;
  }
  return tables;
}

double geometric_mean_of_ratios(const Line& numerators, const Line& denominators) {
  double logarithms = 0;
  for (const auto& [n, denominator] : denominators) logarithms += std::log(numerators.at(n) / denominator);
  return std::exp(logarithms / static_cast<double>(denominators.size()));
}

void print(const Table& table, std::ostream& out) {
  out << '\n' << table.operation << ", q of " << table.bits << " bits, ns" << std::fixed << '\n';
  out << std::left << std::setw(40) << "n" << std::right;
  const auto& [first_method, first] = table.lines.front();
  for (const auto& [n, time] : first) out << std::setw(9) << n;
  out << std::setw(11) << (first_method == "gmp" ? "GMP / it" : "first / it") << '\n';
  for (const auto& [method, line] : table.lines) {
    out << std::left << std::setw(40) << method << std::right << std::setprecision(3);
    for (const auto& [n, unused] : first) {
      const auto found = line.find(n);
      if (found == line.end()) {
        out << std::setw(9) << "-";
      } else {
        out << std::setw(9) << found->second;
      }
    }
    const double ratio = geometric_mean_of_ratios(first, line);
    out << std::setw(11) << std::setprecision(ratio < 10 ? 2 : 1) << ratio << '\n';
  }
}

}  // namespace

void print_tables(const std::vector<Measurement>& measurements, std::ostream& out) {
  for (const Table& table : tables_of(measurements)) print(table, out);
}

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("operation": ")" << m.operation << R"(", "bits": )" << m.bits << R"(, "n": )" << m.n << R"(, "method": ")"
        << m.method << R"(", "nanoseconds": )" << m.nanoseconds;
  });
}

}  // namespace bench::double_words
