// Double words in the terms of the papers: nanoseconds per butterfly of transforms of 2^8 to 2^20 points and per
// element of operations on 1024 elements, by GMP and by every method of every backend of this CPU, those of the papers
// ("limb64x2-...") among them. Then, per value, what a product of polynomials gains from buffers in the kernel's
// layout. Real primes, real roots of unity; everything is verified before it is timed, and all contenders of a row are
// timed in turns.
//
// Usage: ringlet_bench_double_words [--quick] [--bits=NUMBER] [--json=FILE]
#include <charconv>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "double_words/report.hpp"
#include "double_words/transforms.hpp"
#include "machine.hpp"

namespace {

using bench::double_words::Measurement;

struct Options {
  bool quick = false;
  /// Of the moduli.
  std::vector<unsigned> bits = {124, 98};
  std::string json = {};
};

Options read_options(int argc, char** argv) {
  constexpr std::string_view json = "--json=", bits = "--bits=";
  constexpr const char* usage = "usage: ringlet_bench_double_words [--quick] [--bits=65..124] [--json=FILE]";
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument.starts_with(json)) {
      options.json = argument.substr(json.size());
    } else if (argument.starts_with(bits)) {
      const std::string_view number = argument.substr(bits.size());
      unsigned value = 0;
      const auto [end, error] = std::from_chars(number.begin(), number.end(), value);
      if (error != std::errc{} || end != number.end() || value < 65 || value > 124) throw std::invalid_argument(usage);
      options.bits = {value};
    } else {
      throw std::invalid_argument(usage);
    }
  }
  return options;
}

std::vector<Measurement> measure(const Options& options) {
  const bool quick = options.quick;
  std::vector<Measurement> measurements;
  for (const unsigned bits : options.bits) {
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
    const Options options = read_options(argc, argv);
    std::cout << "cpu: " << bench::cpu_name() << "\ncompiler: " << bench::compiler_name()
              << "\nbuild: " << bench::build_kind() << '\n';
    const std::vector<Measurement> measurements = measure(options);
    bench::double_words::print_tables(measurements, std::cout);
    if (options.json.empty()) return 0;
    std::ofstream json(options.json);
    bench::double_words::write_json(measurements, json);
    if (!json.flush()) throw std::runtime_error("cannot write " + options.json);
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "ringlet_bench_double_words: " << error.what() << '\n';
    return 1;
  }
}
