#include "large/report.hpp"

#include <iomanip>
#include <ostream>

#include "json.hpp"

namespace bench::large {

void print(const std::vector<Measurement>& rows, const Measurement& copy, std::ostream& out) {
  out << '\n'
      << copy.bits << " bits, 2^" << copy.log_n << " points; a copy takes " << std::fixed << std::setprecision(2)
      << copy.nanoseconds / 1e6 << " ms, " << copy.bytes / copy.nanoseconds << " GB/s to and fro\n"
      << std::left << std::setw(36) << "" << std::right << std::setw(12) << "ms" << std::setw(14) << "ns/butterfly"
      << std::setw(10) << "ratio" << std::setw(16) << "of a copy\n";
  for (const Measurement& row : rows) {
    out << std::left << std::setw(36) << row.of << std::right << std::setprecision(2) << std::setw(12)
        << row.nanoseconds / 1e6 << std::setprecision(3) << std::setw(14) << row.nanoseconds / row.butterflies()
        << std::setprecision(2) << std::setw(10) << row.nanoseconds / rows.front().nanoseconds;
    if (row.bytes > 0) out << std::setw(15) << (row.bytes / row.nanoseconds) / (copy.bytes / copy.nanoseconds);
    out << '\n';
  }
  out << std::flush;
}

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("of": ")" << m.of << R"(", "bits": )" << m.bits << R"(, "log_n": )" << m.log_n << R"(, "threads": )"
        << m.threads << R"(, "nanoseconds": )" << m.nanoseconds << R"(, "nanoseconds_each": )"
        << m.nanoseconds / m.butterflies() << R"(, "bytes": )" << m.bytes;
  });
}

}  // namespace bench::large
