// Double words in the terms of the papers: nanoseconds per butterfly of transforms of 2^8 to 2^20 points and per
// element of operations on 1024 elements, by GMP and by every method of every backend of this CPU, those of the papers
// ("limb64x2-...") among them. Then, per value, what a product of polynomials gains from buffers in the kernel's
// layout. Real primes, real roots of unity; everything is verified before it is timed, and all contenders of a row are
// timed in turns.
//
// Usage: ringlet_bench_double_words [--quick] [--bits=NUMBER] [--json=FILE]
#include <iostream>
#include <string>
#include <vector>

#include "lab/measure/products.hpp"
#include "lab/measure/tables.hpp"
#include "lab/measure/transforms.hpp"
#include "lab/measure/vectors.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"

namespace {

using namespace ringlet::lab;

class Measurements {
 public:
  void measure(unsigned bits, bool quick) {
    std::cout << "q of " << bits << " bits: 2^" << std::flush;
    for (unsigned log_n = 8; log_n <= (quick ? 17 : 20); log_n += quick ? 3 : 1) {
      const int repetitions = quick || log_n > 18 ? 3 : (log_n > 16 ? 5 : 11);
      // Many calls in sequence, as in the papers, so that the tables are as near as they fit.
      time_transforms({.name = "double",
                       .contenders = contenders_,
                       .bits = bits,
                       .inverse = true,
                       .gmp = true,
                       .in_place = true,
                       .min_calls = log_n > 17 ? 3 : 10},
                      log_n, repetitions, report_);
      if (log_n <= 17) time_products(log_n, bits, 2 * repetitions + 1, report_);
      std::cout << log_n << ' ' << std::flush;
    }
    time_vectors(contenders_, bits, quick ? 3 : 31, report_);
    std::cout << "vectors" << std::endl;
  }

  [[nodiscard]] const std::vector<Measurement>& all() const { return all_; }

 private:
  void add(const Line& line, const std::vector<double>& samples) {
    const bool is_gmp = line.subject.backend == "gmp";
    const std::string method = is_gmp ? "gmp" : line.subject.backend + " / " + line.subject.method;
    const std::string layout = line.layout == "contiguous" ? "" : ", " + line.layout;
    const double median = bench::percentile(samples, 0.5);
    const bool is_transform = line.operation.starts_with("ntt_");
    all_.push_back({is_transform ? line.operation.substr(4) : line.operation, line.bits, std::size_t{1} << line.log_n,
                    method + layout, median});
    // GMP does the same work in both directions.
    if (is_gmp && is_transform) all_.push_back({"inverse", line.bits, std::size_t{1} << line.log_n, method, median});
  }

  Contenders contenders_ = measured_contenders();
  std::vector<Measurement> all_;
  Report report_ = [this](const Line& line, const std::vector<double>& samples) { add(line, samples); };
};

int run(const bench::Arguments& arguments) {
  bench::print_machine(std::cout);
  Measurements measurements;
  for (const unsigned bits : arguments.bits) measurements.measure(bits, arguments.quick);
  print_tables(measurements.all());
  std::vector<bench::Record> records;
  for (const Measurement& m : measurements.all()) {
    records.push_back(bench::Record()("operation", m.operation)("bits", m.bits)("n", m.n)("method", m.method)(
        "nanoseconds", m.nanoseconds));
  }
  bench::write_json(arguments.value("--json"), records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(argc, argv,
                            {.options = {"--json=FILE"}, .all_bits = {124, 98}, .min_bits = 65, .max_bits = 124}, run);
}
