#include "rns/report.hpp"

#include <algorithm>
#include <iostream>
#include <span>

#include "support/table.hpp"

namespace bench::rns {
namespace {

constexpr int label_width = 45;

std::string label_of(const Row& row) { return row.label() + ", " + std::to_string(row.bits) + " bits"; }

/// Calls print(measurements) for each row.
template <class Print>
void for_each_row(std::span<const Measurement> measurements, Print print) {
  while (!measurements.empty()) {
    const std::string label = label_of(measurements.front().row);
    const auto end = std::ranges::find_if(measurements, [&](const Measurement& m) { return label_of(m.row) != label; });
    const auto row = measurements.first(static_cast<std::size_t>(end - measurements.begin()));
    print_cells(std::cout, {{-label_width, label}});
    print(row);
    std::cout << '\n';
    measurements = measurements.subspan(row.size());
  }
}

/// Formats the ratio of a time to the first of the row, or its inverse if `is_speed_up` is set. "-" if there is none.
std::string ratio(std::span<const Measurement> row, const std::string& of, bool is_speed_up = false) {
  const auto found = std::ranges::find(row, of, &Measurement::of);
  if (found == row.end()) return "-";
  const double ratio = found->nanoseconds / row.front().nanoseconds;
  return fixed(is_speed_up ? 1 / ratio : ratio, 2);
}

std::string microseconds(const Measurement& m) { return fixed(m.nanoseconds / 1000, 1); }

std::string gigabytes_per_second(const Measurement& m) {
  return m.bytes == 0 ? "-" : fixed(static_cast<double>(m.bytes) / m.nanoseconds, 1);
}

/// Prints each measurement in microseconds, with a figure in brackets.
template <class Figure>
void print_with_first(const std::vector<Measurement>& measurements, Figure figure) {
  for_each_row(measurements, [&](std::span<const Measurement> row) {
    for (const Measurement& m : row) {
      std::cout << "\n    ";
      print_cells(std::cout, {{4 - label_width, m.of}, {11, microseconds(m)}, {3, "  ("}, {5, figure(m, row.front())}});
      std::cout << ')';
      if (m.bytes != 0) print_cells(std::cout, {{8, gigabytes_per_second(m)}, {5, " GB/s"}});
    }
  });
}

}  // namespace

void print_operations(const std::vector<Measurement>& measurements, const std::vector<std::string>& peers) {
  std::cout << '\n';
  print_cells(std::cout,
              {{-label_width, "how many times as long as one thread takes"}, {11, "us"}, {8, "GB/s"}, {11, all_cores}});
  for (const std::string& peer : peers) print_cells(std::cout, {{16, peer}});
  std::cout << '\n';
  for_each_row(measurements, [&](std::span<const Measurement> row) {
    print_cells(
        std::cout,
        {{11, microseconds(row.front())}, {8, gigabytes_per_second(row.front())}, {11, ratio(row, all_cores, true)}});
    for (const std::string& peer : peers) print_cells(std::cout, {{16, ratio(row, peer)}});
  });
  std::cout << "all cores: how many times as fast\n";
}

void print_parts(const std::vector<Measurement>& measurements) {
  std::cout << "\nparts of a key switch, us (share of the whole)\n";
  print_with_first(measurements, [&](const Measurement& m, const Measurement& whole) {
    return fixed(100 * m.nanoseconds / whole.nanoseconds, 0) + " %";
  });
}

void print_rotations(const std::vector<Measurement>& measurements) {
  std::cout << "\nsums over 32 rotations, 4 if quick, us (times as long as the first)\n";
  print_with_first(measurements, [&](const Measurement& m, const Measurement& first) {
    return fixed(m.nanoseconds / first.nanoseconds, 2);
  });
}

void print_backends(const std::vector<Measurement>& measurements) {
  std::cout << "\nconversions on every backend, us (times as fast as the first)\n";
  print_with_first(measurements, [&](const Measurement& m, const Measurement& first) {
    return fixed(first.nanoseconds / m.nanoseconds, 2);
  });
}

Record record_of(const Measurement& m) {
  Record record;
  record("operation", m.row.label())("bits", m.row.bits)("n", m.row.n())("of", m.of)("nanoseconds", m.nanoseconds);
  if (m.bytes != 0) record("gigabytes_per_second", static_cast<double>(m.bytes) / m.nanoseconds);
  return record;
}

}  // namespace bench::rns
