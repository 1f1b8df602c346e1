// Double words in the terms of the papers: nanoseconds per butterfly of transforms of 2^8 to 2^20 points and per
// element of operations on 1024 elements, by GMP and by every method of every backend of this CPU, those of the papers
// ("limb64x2-...") among them. Then, per value, what a product of polynomials gains from buffers in the kernel's
// layout. Real primes, real roots of unity; everything is verified before it is timed, and all contenders of a row are
// timed in turns.
//
// Usage: ringlet_bench_double_words [--quick] [--bits=NUMBER] [--json=FILE]
#include <exception>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "arguments.hpp"
#include "double_words/report.hpp"
#include "double_words/transforms.hpp"
#include "machine.hpp"

namespace {

using bench::double_words::Measurement;

std::vector<Measurement> measure(const bench::Arguments& arguments) {
  const bool quick = arguments.quick;
  std::vector<Measurement> measurements;
  for (const unsigned bits : arguments.bits) {
    std::cout << "q of " << bits << " bits: 2^" << std::flush;
    for (unsigned log_n = 8; log_n <= 20; log_n += quick ? 4 : 1) {
      const int repetitions = quick || log_n > 18 ? 3 : (log_n > 16 ? 5 : 11);
      bench::double_words::time_transforms(log_n, bits, repetitions, measurements);
      if (log_n <= 17) bench::double_words::time_products(log_n, bits, 2 * repetitions + 1, measurements);
      std::cout << log_n << ' ' << std::flush;
    }
    bench::double_words::time_vectors(bits, quick ? 3 : 31, measurements);
    std::cout << "vectors" << std::endl;
  }
  return measurements;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const bench::Arguments arguments = bench::read_arguments(argc, argv, {124, 98}, 65, 124);
    std::cout << "cpu: " << bench::cpu_name() << "\ncompiler: " << bench::compiler_name()
              << "\nbuild: " << bench::build_kind() << '\n';
    const std::vector<Measurement> measurements = measure(arguments);
    bench::double_words::print_tables(measurements, std::cout);
    if (!arguments.json.empty()) bench::double_words::write_json(measurements, arguments.json);
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "ringlet_bench_double_words: " << error.what() << '\n';
    return 1;
  }
}
