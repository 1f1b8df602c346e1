// Measures element-wise operations on words, on every backend of this CPU, the floating-point product beside the
// integer one, and plain loops of the operations if the instruction set has them. Verifies all, then times them
// interleaved. Prints nanoseconds per element of 1024, and the speed in relation to the scalar backend. Then prints,
// for 8 to 32768 elements, the library's speed in relation to the plain loop, and the bytes per second that it reads
// and writes.
//
// Usage: ringlet_bench_eltwise [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iostream>
#include <map>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "eltwise/bare_loops.hpp"
#include "eltwise/operations.hpp"
#include "support/arguments.hpp"
#include "support/float_product.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"

namespace {

using bench::EltwiseData;
using bench::EltwiseOperation;
using bench::fixed;
using bench::print_cells;
using bench::Word;

/// Numbers of elements. With few, the calls dominate the time; from 4096 on, arrays do not fit in a first-level cache.
constexpr std::array<std::size_t, 7> sizes = {8, 64, 256, 1024, 4096, 16384, 32768};
/// Number of elements in the table of all backends.
constexpr std::size_t usual_size = 1024;

/// Times of one computation on one backend, in nanoseconds per element.
struct Measured {
  std::string operation;
  std::string backend;
  /// Number of words that are read and written for each element.
  unsigned words;
  double time = 0;
  /// Time of the plain loop of the same operation; 0 if there is none.
  double bare_time = 0;

  [[nodiscard]] double gigabytes_per_second() const { return words * sizeof(Word) / time; }
};

struct Contender {
  Measured measured;
  std::function<void()> run;
  std::function<void()> bare = {};
};

void verify(const std::function<void()>& run, const std::string& name, EltwiseData& data,
            const EltwiseOperation& operation) {
  std::ranges::fill(data.out, ~Word{0});
  run();
  for (std::size_t i = 0; i < data.n; ++i) {
    if (data.out[i] == operation.expected(data, i)) continue;
    throw std::runtime_error(name + " is wrong modulo " + std::to_string(data.q.value()));
  }
}

std::vector<Contender> verified_contenders(EltwiseData& data, const std::vector<std::string>& backends) {
  std::vector<Contender> contenders;
  for (const std::string& backend : backends) {
    ringlet::backend::force(backend);
    for (const EltwiseOperation& operation : bench::eltwise_operations()) {
      Contender contender{{operation.name, backend, operation.words}, operation.make(data)};
      verify(contender.run, operation.name + " on " + backend, data, operation);
      if (const auto loop = bench::find_bare_loop(backend, operation.name, data.q.bits())) {
        contender.bare = bench::bare_run(data, operation, loop);
        verify(contender.bare, "the plain loop of " + operation.name + " on " + backend, data, operation);
      }
      contenders.push_back(std::move(contender));
    }
    const bench::FloatProduct product = bench::find_float_product(backend);
    if (product == nullptr || data.q.bits() > 50) continue;
    const EltwiseOperation& mul = *std::ranges::find(bench::eltwise_operations(), "mul", &EltwiseOperation::name);
    contenders.push_back({{"mul in floating point", backend, mul.words}, [&data, product] {
                            product(data.out.data(), data.x.data(), data.y.data(), data.n, data.q.value());
                          }});
    verify(contenders.back().run, "the floating-point product on " + backend, data, mul);
  }
  return contenders;
}

std::vector<Measured> interleaved(const std::vector<Contender>& contenders, std::size_t n, int repetitions) {
  constexpr std::size_t elements = 40960;  // in a turn
  const int calls = static_cast<int>(std::max<std::size_t>(1, elements / n));
  std::vector<bench::Timed> runs;
  for (const Contender& contender : contenders) {
    runs.push_back({contender.run, contender.measured.backend});
    if (contender.bare) runs.push_back({contender.bare});
  }
  const std::vector<double> medians = bench::interleaved_medians(runs, repetitions, calls);
  auto median = medians.begin();
  std::vector<Measured> times;
  for (const Contender& contender : contenders) {
    times.push_back(contender.measured);
    times.back().time = *median++ / static_cast<double>(n);
    if (contender.bare) times.back().bare_time = *median++ / static_cast<double>(n);
  }
  return times;
}

void print_backends(const std::vector<Measured>& measured, unsigned bits, const std::vector<std::string>& backends) {
  std::map<std::string, std::map<std::string, double>> times;
  for (const Measured& m : measured) times[m.operation][m.backend] = m.time;
  std::cout << "\nq of " << bits << " bits";
  for (const std::string& backend : backends)
    print_cells(std::cout, {{backend == backends.front() ? 24 : 18, backend}});
  std::cout << '\n';
  for (const auto& [operation, by_backend] : times) {
    // The floating-point product is compared with the scalar integer one.
    const double scalar = times.at(by_backend.contains("scalar") ? operation : "mul").at("scalar");
    print_cells(std::cout, {{-27, "  " + operation}});
    for (const std::string& backend : backends) {
      const auto time = by_backend.find(backend);
      const std::string cell =
          time == by_backend.end() ? "-" : fixed(time->second, 3) + " (" + fixed(scalar / time->second, 2) + ")";
      print_cells(std::cout, {{18, cell}});
    }
    std::cout << '\n';
  }
}

/// Prints the speed of each operation in relation to its plain loop, and its gigabytes per second, by size.
void print_bare_loops(const std::vector<std::vector<Measured>>& by_size) {
  std::cout << "  times as fast as a plain loop (GB/s), n =";
  for (const std::size_t n : sizes) print_cells(std::cout, {{n == sizes.front() ? 4 : 13, std::to_string(n)}});
  std::cout << '\n';
  for (std::size_t row = 0; row < by_size.front().size(); ++row) {
    const Measured& first = by_size.front()[row];
    if (first.bare_time == 0) continue;
    print_cells(std::cout, {{-30, "  " + first.operation + ", " + first.backend}});
    for (const std::vector<Measured>& measured : by_size) {
      const Measured& m = measured[row];
      print_cells(std::cout, {{7, fixed(m.bare_time / m.time, 2)}, {2, " ("}, {3, fixed(m.gigabytes_per_second(), 0)}});
      std::cout << ')';
    }
    std::cout << '\n';
  }
}

bench::Record record_of(const Measured& m, unsigned bits, std::size_t n) {
  bench::Record record;
  record("operation", m.operation)("bits", bits)("n", n)("backend", m.backend)("nanoseconds", m.time);
  record("gigabytes_per_second", m.gigabytes_per_second());
  if (m.bare_time > 0) record("bare_loop_nanoseconds", m.bare_time);
  return record;
}

void print_head(const std::vector<std::string>& backends) {
  bench::print_machine(std::cout);
  std::cout << "n = " << usual_size << ", nanoseconds per element (times as fast as the scalar backend)\n";
  for (const std::string backend : {"avx512dq", "avx512ifma"}) {
    if (std::ranges::find(backends, backend) != backends.end()) continue;
    std::cout << "no plain loops for " << backend << ": this CPU lacks it\n";
  }
}

int run(const bench::Arguments& arguments) {
  const std::vector<std::string> backends = bench::supported_backends();
  print_head(backends);
  std::vector<bench::Record> records;
  for (const unsigned bits : arguments.bits) {
    std::vector<std::vector<Measured>> by_size;
    for (const std::size_t n : sizes) {
      EltwiseData data((Word{1} << bits) - 1, n);
      by_size.push_back(interleaved(verified_contenders(data, backends), n, arguments.quick ? 5 : 61));
      if (n == usual_size) print_backends(by_size.back(), bits, backends);
      for (const Measured& measured : by_size.back()) records.push_back(record_of(measured, bits, n));
    }
    print_bare_loops(by_size);
  }
  bench::write_json(arguments.value("--json"), records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(argc, argv,
                            {.options = {"--json=FILE"},
                             .all_bits = {30, 36, 40, 43, 44, 46, 47, 48, 49, 50, 51, 52, 55, 60, 62},
                             .min_bits = 2,
                             .max_bits = 62},
                            run);
}
