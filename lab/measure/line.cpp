#include "lab/measure/line.hpp"

#include <iostream>

#include "support/interleaved.hpp"
#include "support/record.hpp"

namespace ringlet::lab {

void print_line(const Line& line, const std::vector<double>& samples) {
  bench::Record record;
  record("experiment", line.experiment)("backend", line.subject.backend)("method", line.subject.method);
  record("mode", line.subject.mode)("features", line.subject.features)("operation", line.operation);
  record("bits", line.bits)("log_n", line.log_n)("layout", line.layout)("unit", line.unit);
  record("median", bench::percentile(samples, 0.5))("low", bench::percentile(samples, 0.1));
  record("high", bench::percentile(samples, 0.9))("repetitions", samples.size());
  std::cout << record.text() << std::endl;
}

std::vector<double> each_of(std::vector<double> samples, double steps) {
  for (double& sample : samples) sample /= steps;
  return samples;
}

}  // namespace ringlet::lab
