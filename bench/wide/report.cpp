#include "wide/report.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "support/table.hpp"

namespace bench::wide {
namespace {

constexpr int label_width = 32;
constexpr int column_width = 14;

/// Butterflies or numbers of a row.
double steps_of(const Row& row) {
  const auto n = static_cast<double>(row.n());
  return is_transform(row.operation) ? n / 2 * row.log_n : n;
}

}  // namespace

Table::Table(const std::string& first, std::vector<std::string> others, std::ostream& out)
    : others_(std::move(others)), out_(out) {
  out_ << '\n';
  print_cells(out_, {{-label_width, "how many times as long as " + first}, {11, "us"}, {9, "ns each"}});
  for (const std::string& other : others_) print_cells(out_, {{column_width, other}});
  out_ << std::endl;
}

void Table::print(const std::vector<Measurement>& row) {
  const Measurement& first = row.front();
  print_cells(out_, {{-label_width, first.row.label()},
                     {11, fixed(first.nanoseconds / 1000, 1)},
                     {9, fixed(first.nanoseconds / steps_of(first.row), 2)}});
  for (const std::string& other : others_) {
    const auto found = std::ranges::find(row, other, &Measurement::of);
    print_cells(out_, {{column_width, found == row.end() ? "-" : fixed(found->nanoseconds / first.nanoseconds, 2)}});
  }
  out_ << std::endl;
}

Record record_of(const Measurement& m) {
  Record record;
  record("operation", m.row.label())("field", m.row.field.name)("bits", m.row.field.bits)("n", m.row.n())("of", m.of);
  record("threads", m.threads)("nanoseconds", m.nanoseconds)("nanoseconds_each", m.nanoseconds / steps_of(m.row));
  return record;
}

}  // namespace bench::wide
