#include "words/report.hpp"

#include <iostream>

#include "support/table.hpp"

namespace bench::words {
namespace {

using Line = std::vector<std::string>;

/// Returns backend and arithmetic from "backend / arithmetic / passes".
std::string backend_and_arithmetic(const std::string& description) {
  constexpr std::string_view separator = " / ";
  const std::size_t first = description.find(separator);
  if (first == std::string::npos) return description;
  return description.substr(0, description.find(separator, first + separator.size()));
}

std::string ratio(const Entry& peer, const Entry& ours) {
  if (peer.wrong) return "wrong";
  if (peer.nanoseconds == 0 || ours.nanoseconds == 0) return "-";
  return three_digits(peer.nanoseconds / ours.nanoseconds) + "x";
}

Line header(const std::vector<Contender>& contenders) {
  Line line{"set",          "n",           "q bits",
            "moduli",       "operation",   contenders.front().name,
            "ns/butterfly", "bytes/point", "backend / arithmetic"};
  for (std::size_t i = 1; i < contenders.size(); ++i) line.push_back(contenders[i].name);
  return line;
}

Line cells(const Row& row) {
  const Ring& ring = row.ring;
  const Entry& ours = row.entries.front();
  const bool has_tables = is_transform(row.operation) && ours.table_bytes > 0;
  Line line{ring.set, std::to_string(ring.n), std::to_string(ring.bits()), std::to_string(row.moduli),
            std::string(name(row.operation)), three_digits(ours.nanoseconds / 1000) + " us",
            is_transform(row.operation) ? three_digits(ours.nanoseconds / ring.butterflies()) : "-",
            // Halved, since a plan has tables for both directions.
            has_tables ? three_digits(static_cast<double>(ours.table_bytes) / static_cast<double>(2 * ring.n)) : "-",
            backend_and_arithmetic(ours.description)};
  for (std::size_t i = 1; i < row.entries.size(); ++i) line.push_back(ratio(row.entries[i], ours));
  return line;
}

}  // namespace

void print_rows(const std::vector<Row>& rows, const std::vector<Contender>& contenders) {
  std::vector<Line> lines{header(contenders)};
  for (const Row& row : rows) lines.push_back(cells(row));
  std::cout
      << "\nMedian time of one operation modulo one prime, and how many times as long each peer takes. `moduli`: how "
         "many\n"
         "of the set's primes have this size; all were verified, the first was timed. A butterfly is one on eight "
         "lanes: n/16\n"
         "log2 n of them make a transform. bytes/point: of the table of one direction.\n\n";
  print_table(std::cout, lines, {0, 4, 8});
  for (const Contender& contender : contenders) {
    if (!contender.remark.empty()) std::cout << '\n' << contender.name << ": " << contender.remark << '\n';
  }
}

std::vector<Record> records_of(const std::vector<Row>& rows, const std::vector<Contender>& contenders,
                               int repetitions) {
  std::vector<Record> records;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const Entry& entry = row.entries[i];
      if (entry.nanoseconds == 0) continue;
      const std::string run = row.ring.label(row.operation) + "/" + contenders[i].name;
      Record record;
      record("name", run + "_median")("run_name", run)("run_type", "aggregate")("aggregate_name", "median");
      record("repetitions", repetitions)("real_time", entry.nanoseconds)("cpu_time", entry.nanoseconds);
      record("time_unit", "ns")(
          "label", "n=" + std::to_string(row.ring.n) + " q=" + std::to_string(row.ring.q) + " " + entry.description);
      if (is_transform(row.operation)) {
        record("seconds_per_butterfly", entry.nanoseconds / row.ring.butterflies() * 1e-9);
      }
      records.push_back(record);
    }
  }
  return records;
}

}  // namespace bench::words
