#include "lab/measure/tables.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <utility>

#include "support/table.hpp"

namespace ringlet::lab {
namespace {

/// Nanoseconds by n.
using Line = std::map<std::size_t, double>;

/// Lines of one operation and modulus, in the order in which they were measured.
struct Table {
  std::string title;
  std::vector<std::pair<std::string, Line>> lines;
};

/// Returns the element that begins with `first`, a new one where there is none.
template <class Element>
Element& find_or_add(std::vector<Element>& elements, const std::string& first, std::string Element::* key) {
  const auto found = std::ranges::find(elements, first, key);
  return found != elements.end() ? *found : elements.emplace_back(Element{first, {}});
}

double geometric_mean_of_ratios(const Line& numerators, const Line& denominators) {
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

}  // namespace

void print_tables(const std::vector<Measurement>& measurements) {
  std::vector<Table> tables;
  for (const Measurement& m : measurements) {
    Table& table = find_or_add(tables, m.operation + ", q of " + std::to_string(m.bits) + " bits, ns", &Table::title);
    using Method = std::pair<std::string, Line>;
    find_or_add(table.lines, m.method, &Method::first).second[m.n] = m.nanoseconds;
  }
  std::ranges::for_each(tables, print);
}

}  // namespace ringlet::lab
