#include "wide/report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <utility>

#include "json.hpp"

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

Table::Table(std::string first, std::vector<std::string> others, std::ostream& out)
    : others_(std::move(others)), out_(out) {
  out_ << '\n'
       << std::left << std::setw(label_width) << "how many times as long as " + first << std::right << std::setw(11)
       << "us" << std::setw(9) << "ns each";
  for (const std::string& other : others_) out_ << std::setw(column_width) << other;
  out_ << std::endl;
}

void Table::print(const std::vector<Measurement>& row) {
  const Measurement& first = row.front();
  out_ << std::left << std::setw(label_width) << first.row.label() << std::right << std::fixed << std::setprecision(1)
       << std::setw(11) << first.nanoseconds / 1000 << std::setprecision(2) << std::setw(9)
       << first.nanoseconds / steps_of(first.row);
  for (const std::string& other : others_) {
    const auto found = std::ranges::find(row, other, &Measurement::of);
    out_ << std::setw(column_width);
    if (found == row.end()) {
      out_ << "-";
    } else {
      out_ << found->nanoseconds / first.nanoseconds;
    }
  }
  out_ << std::endl;
}

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("operation": ")" << m.row.label() << R"(", "field": ")" << m.row.field.name << R"(", "bits": )"
        << m.row.field.bits << R"(, "n": )" << m.row.n() << R"(, "of": ")" << m.of << R"(", "threads": )" << m.threads
        << R"(, "nanoseconds": )" << m.nanoseconds << R"(, "nanoseconds_each": )" << m.nanoseconds / steps_of(m.row);
  });
}

}  // namespace bench::wide
