#include "table.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <optional>
#include <ostream>
#include <string>

#include "format.hpp"

namespace bench {
namespace {

using Line = std::vector<std::string>;

/// The columns of the header below that hold words; the others hold numbers.
constexpr std::array<std::size_t, 3> word_columns{0, 4, 8};

/// Backend and arithmetic out of "backend / arithmetic / passes".
std::string backend_and_arithmetic(const Entry& entry) {
  constexpr std::string_view separator = " / ";
  if (entry.computation == nullptr) return "-";
  const std::string description = entry.computation->description();
  const std::size_t first = description.find(separator);
  if (first == std::string::npos) return description;
  return description.substr(0, description.find(separator, first + separator.size()));
}

std::string ratio(const Entry& peer, const Entry& ours) {
  if (peer.wrong) return "wrong";
  if (!peer.nanoseconds || !ours.nanoseconds) return "-";
  return format_number(*peer.nanoseconds / *ours.nanoseconds) + "x";
}

std::string time_per_butterfly(const Row& row) {
  const std::optional<double> time = row.entries.front().nanoseconds;
  return time && row.butterflies() > 0 ? format_number(*time / row.butterflies()) : "-";
}

/// Of one direction: a plan has tables for both.
std::string table_bytes_per_point(const Row& row) {
  const Entry& ours = row.entries.front();
  const std::size_t bytes = ours.computation == nullptr ? 0 : ours.computation->table_bytes();
  if (bytes == 0 || row.butterflies() == 0) return "-";
  return format_number(static_cast<double>(bytes) / static_cast<double>(2 * row.parameters.n));
}

Line header(const std::vector<Contender>& contenders) {
  Line line{"set",          "n",           "q bits",
            "moduli",       "operation",   contenders.front().name,
            "ns/butterfly", "bytes/point", "backend / arithmetic"};
  for (std::size_t i = 1; i < contenders.size(); ++i) line.push_back(contenders[i].name);
  return line;
}

Line cells(const Row& row) {
  const Entry& ours = row.entries.front();
  Line line{row.parameters.set,         std::to_string(row.parameters.n), std::to_string(row.bits()),
            std::to_string(row.moduli), std::string(name(row.operation)), format_time(ours.nanoseconds),
            time_per_butterfly(row),    table_bytes_per_point(row),       backend_and_arithmetic(ours)};
  for (std::size_t i = 1; i < row.entries.size(); ++i) line.push_back(ratio(row.entries[i], ours));
  return line;
}

/// Columns as wide as their widest cell: words to the left, numbers to the right.
void print(const std::vector<Line>& lines, std::ostream& out) {
  std::vector<int> widths(lines.front().size());
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], static_cast<int>(line[i].size()));
  }
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      out << (i == 0 ? "" : "  ") << (std::ranges::count(word_columns, i) != 0 ? std::left : std::right)
          << std::setw(widths[i]) << line[i];
    }
    out << '\n';
  }
}

}  // namespace

void print_table(const std::vector<Row>& rows, const std::vector<Contender>& contenders, std::ostream& out) {
  std::vector<Line> lines{header(contenders)};
  for (const Row& row : rows) lines.push_back(cells(row));
  out << "\nMedian time of one operation modulo one prime, and how many times as long each peer takes. `moduli`: how "
         "many\n"
         "of the set's primes have this size; all were verified, the first was timed. A butterfly is one on eight "
         "lanes: n/16\n"
         "log2 n of them make a transform. bytes/point: of the table of one direction.\n\n";
  print(lines, out);
  for (const Contender& contender : contenders) {
    if (!contender.remark.empty()) out << '\n' << contender.name << ": " << contender.remark << '\n';
  }
}

}  // namespace bench
