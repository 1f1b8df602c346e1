#include "rns/report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <span>

#include "json.hpp"

namespace bench::rns {
namespace {

constexpr int label_width = 45;

std::string label_of(const Row& row) { return row.label() + ", " + std::to_string(row.bits) + " bits"; }

/// The measurements of the row at the front.
std::span<const Measurement> first_row(std::span<const Measurement> measurements) {
  const std::string label = label_of(measurements.front().row);
  const auto is_other = [&](const Measurement& m) { return label_of(m.row) != label; };
  const auto end = std::ranges::find_if(measurements, is_other);
  return measurements.first(static_cast<std::size_t>(end - measurements.begin()));
}

/// Calls print(measurements) for each row.
template <class Print>
void for_each_row(std::span<const Measurement> measurements, std::ostream& out, Print print) {
  while (!measurements.empty()) {
    const std::span<const Measurement> row = first_row(measurements);
    out << std::left << std::setw(label_width) << label_of(row.front().row) << std::right << std::fixed;
    print(row);
    out << '\n';
    measurements = measurements.subspan(row.size());
  }
}

/// How many times as long as the first of the row, or a dash.
void print_ratio(std::span<const Measurement> row, const std::string& of, bool is_speed_up, int width,
                 std::ostream& out) {
  const auto found = std::ranges::find(row, of, &Measurement::of);
  if (found == row.end()) {
    out << std::setw(width) << "-";
    return;
  }
  const double ratio = found->nanoseconds / row.front().nanoseconds;
  out << std::setw(width) << std::setprecision(2) << (is_speed_up ? 1 / ratio : ratio);
}

/// Each as microseconds and, in brackets, a figure that `in_brackets` prints.
template <class InBrackets>
void print_with_first(const std::vector<Measurement>& measurements, std::ostream& out, InBrackets in_brackets) {
  for_each_row(measurements, out, [&](std::span<const Measurement> row) {
    for (const Measurement& m : row) {
      out << "\n    " << std::left << std::setw(label_width - 4) << m.of << std::right << std::setw(11)
          << std::setprecision(1) << m.nanoseconds / 1000 << "  (" << std::setw(5);
      in_brackets(m, row.front());
      out << ')';
      if (m.bytes != 0) {
        out << std::setw(8) << std::setprecision(1) << static_cast<double>(m.bytes) / m.nanoseconds << " GB/s";
      }
    }
  });
}

}  // namespace

void print_operations(const std::vector<Measurement>& measurements, const std::vector<std::string>& peers,
                      std::ostream& out) {
  out << '\n'
      << std::left << std::setw(label_width) << "how many times as long as one thread takes" << std::right
      << std::setw(11) << "us" << std::setw(8) << "GB/s" << std::setw(11) << all_cores;
  for (const std::string& peer : peers) out << std::setw(16) << peer;
  out << '\n';
  for_each_row(measurements, out, [&](std::span<const Measurement> row) {
    const Measurement& first = row.front();
    out << std::setw(11) << std::setprecision(1) << first.nanoseconds / 1000 << std::setw(8);
    if (first.bytes == 0) {
      out << "-";
    } else {
      out << std::setprecision(1) << static_cast<double>(first.bytes) / first.nanoseconds;
    }
    print_ratio(row, all_cores, true, 11, out);
    for (const std::string& peer : peers) print_ratio(row, peer, false, 16, out);
  });
  out << "all cores: how many times as fast\n";
}

void print_parts(const std::vector<Measurement>& measurements, std::ostream& out) {
  out << "\nparts of a key switch, us (share of the whole)\n";
  print_with_first(measurements, out, [&](const Measurement& m, const Measurement& whole) {
    out << std::setprecision(0) << 100 * m.nanoseconds / whole.nanoseconds << " %";
  });
}

void print_backends(const std::vector<Measurement>& measurements, std::ostream& out) {
  out << "\nconversions on every backend, us (times as fast as the first)\n";
  print_with_first(measurements, out, [&](const Measurement& m, const Measurement& first) {
    out << std::setprecision(2) << first.nanoseconds / m.nanoseconds;
  });
}

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("operation": ")" << m.row.label() << R"(", "bits": )" << m.row.bits << R"(, "n": )" << m.row.n()
        << R"(, "of": ")" << m.of << R"(", "nanoseconds": )" << m.nanoseconds;
    if (m.bytes != 0) out << R"(, "gigabytes_per_second": )" << static_cast<double>(m.bytes) / m.nanoseconds;
  });
}

}  // namespace bench::rns
