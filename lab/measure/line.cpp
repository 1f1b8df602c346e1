#include "lab/measure/line.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ostream>

namespace ringlet::lab {
namespace {

void text(std::ostream& out, const char* key, const std::string& value) {
  out << '"' << key << "\": \"" << value << "\", ";
}

}  // namespace

double percentile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::lround(position))];
}

void print(std::ostream& out, const Line& line, std::vector<double> samples) {
  std::ranges::sort(samples);
  out << '{';
  text(out, "experiment", line.experiment);
  text(out, "backend", line.subject.backend);
  text(out, "method", line.subject.method);
  text(out, "mode", line.subject.mode);
  text(out, "features", line.subject.features);
  text(out, "operation", line.operation);
  out << "\"bits\": " << line.bits << ", \"log_n\": " << line.log_n << ", ";
  text(out, "layout", line.layout);
  text(out, "unit", line.unit);
  out << "\"median\": " << percentile(samples, 0.5) << ", \"low\": " << percentile(samples, 0.1)
      << ", \"high\": " << percentile(samples, 0.9) << ", \"repetitions\": " << samples.size() << "}" << std::endl;
}

}  // namespace ringlet::lab
