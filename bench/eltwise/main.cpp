// Element-wise products and reductions of 1024 words on every backend of this CPU, and the floating-point product in
// their place: verified, then timed interleaved. Prints nanoseconds per element, and how many times as fast as the
// scalar backend's that is.
//
// Usage: ringlet_bench_eltwise [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <exception>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "eltwise/float_product.hpp"
#include "interleaved.hpp"
#include "json.hpp"
#include "machine.hpp"
#include "word_computation.hpp"

namespace {

using bench::CacheLineWords;
using bench::Word;

constexpr std::size_t n = 1024;

struct Data {
  ringlet::Modulus<Word> q;
  CacheLineWords x = CacheLineWords(n);
  CacheLineWords y = CacheLineWords(n);
  CacheLineWords words = CacheLineWords(n);
  CacheLineWords out = CacheLineWords(n);

  explicit Data(Word modulus) : q(modulus) {
    std::mt19937_64 random(modulus);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = random() % modulus;
      y[i] = random() % modulus;
      words[i] = random();
    }
  }
};

/// One computation on one backend, or the like of one.
struct Contender {
  std::string operation;
  std::string backend;
  std::function<void()> run;
  /// Nanoseconds per element.
  double time = 0;
};

struct Operation {
  std::string name;
  /// Made while its backend is active.
  std::function<std::function<void()>(Data&)> make;
  std::function<Word(const Data&, std::size_t)> expected;
};

Word product(Word a, Word b, Word c, Word q) { return static_cast<Word>((ringlet::uint128_t{a} * b + c) % q); }

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = {
      {"mul", [](Data& d) { return [&d] { ringlet::mul(d.out, d.x, d.y, d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul, input below 4q", [](Data& d) { return [&d] { ringlet::mul(d.out, d.x, d.y, d.q, {4}); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul by FixedOperand",
       [](Data& d) { return [&d, w = ringlet::FixedOperand(d.y, d.q)] { ringlet::mul(d.out, d.x, w); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], 0, d.q.value()); }},
      {"mul_add by FixedOperand",
       [](Data& d) { return [&d, w = ringlet::FixedOperand(d.y, d.q)] { ringlet::mul_add(d.out, d.x, w, d.y); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[i], d.y[i], d.q.value()); }},
      {"mul_scalar", [](Data& d) { return [&d] { ringlet::mul_scalar(d.out, d.x, d.y[0], d.q); }; },
       [](const Data& d, std::size_t i) { return product(d.x[i], d.y[0], 0, d.q.value()); }},
      {"reduce any word", [](Data& d) { return [&d] { ringlet::reduce(d.out, d.words, d.q); }; },
       [](const Data& d, std::size_t i) { return d.words[i] % d.q.value(); }},
  };
  return all;
}

void verify(const Contender& contender, Data& data, const Operation& operation) {
  std::ranges::fill(data.out, ~Word{0});
  contender.run();
  for (std::size_t i = 0; i < n; ++i) {
    if (data.out[i] == operation.expected(data, i)) continue;
    throw std::runtime_error(contender.operation + " on " + contender.backend + " is wrong modulo " +
                             std::to_string(data.q.value()));
  }
}

std::vector<Contender> verified_contenders(Data& data, const std::vector<std::string>& backends) {
  const std::map<std::string, bench::FloatProduct> float_products = {{"avx2", bench::float_product_avx2},
                                                                     {"avx512dq", bench::float_product_avx512dq}};
  std::vector<Contender> contenders;
  for (const std::string& backend : backends) {
    ringlet::backend::force(backend);
    for (const Operation& operation : operations()) {
      contenders.push_back({operation.name, backend, operation.make(data)});
      verify(contenders.back(), data, operation);
    }
    const auto found = float_products.find(backend);
    if (found == float_products.end() || data.q.bits() > 50) continue;
    contenders.push_back({"mul in floating point", backend, [&data, run = found->second] {
                            run(data.out.data(), data.x.data(), data.y.data(), n, data.q.value());
                          }});
    verify(contenders.back(), data, operations().front());
  }
  return contenders;
}

void time_interleaved(std::vector<Contender>& contenders, int repetitions) {
  constexpr int calls = 40;
  std::vector<bench::Timed> runs;
  for (const Contender& contender : contenders) runs.push_back({contender.run, contender.backend});
  const std::vector<double> medians = bench::interleaved_medians(runs, repetitions, calls);
  for (std::size_t i = 0; i < contenders.size(); ++i) contenders[i].time = medians[i] / static_cast<double>(n);
}

void print(const std::vector<Contender>& contenders, unsigned bits, const std::vector<std::string>& backends) {
  std::map<std::string, std::map<std::string, double>> times;
  for (const Contender& contender : contenders) times[contender.operation][contender.backend] = contender.time;
  std::cout << "\nq of " << bits << " bits";
  for (const std::string& backend : backends) std::cout << std::setw(backend == backends.front() ? 24 : 18) << backend;
  std::cout << '\n' << std::fixed;
  for (const auto& [operation, by_backend] : times) {
    // The floating-point product is compared with the scalar integer one.
    const double scalar = times.at(by_backend.contains("scalar") ? operation : "mul").at("scalar");
    std::cout << "  " << std::left << std::setw(25) << operation << std::right;
    for (const std::string& backend : backends) {
      const auto time = by_backend.find(backend);
      if (time == by_backend.end()) {
        std::cout << std::setw(18) << "-";
      } else {
        std::cout << std::setw(9) << std::setprecision(3) << time->second << " (" << std::setw(5)
                  << std::setprecision(2) << scalar / time->second << ")";
      }
    }
    std::cout << '\n';
  }
}

/// One measured time.
struct Measurement {
  std::string operation;
  unsigned bits;
  std::string backend;
  double nanoseconds;
};

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("operation": ")" << m.operation << R"(", "bits": )" << m.bits << R"(, "n": )" << n << R"(, "backend": ")"
        << m.backend << R"(", "nanoseconds": )" << m.nanoseconds;
  });
}

void measure(const bench::Arguments& arguments) {
  const std::vector<std::string> backends = bench::supported_backends();
  std::cout << "cpu: " << bench::cpu_name() << "\ncompiler: " << bench::compiler_name()
            << "\nbuild: " << bench::build_kind() << "\nn = " << n
            << ", nanoseconds per element (times as fast as the scalar backend)\n";
  std::vector<Measurement> measurements;
  for (const unsigned bits : arguments.bits) {
    Data data((Word{1} << bits) - 1);
    std::vector<Contender> contenders = verified_contenders(data, backends);
    time_interleaved(contenders, arguments.quick ? 5 : 61);
    print(contenders, bits, backends);
    for (const Contender& c : contenders) measurements.push_back({c.operation, bits, c.backend, c.time});
  }
  if (!arguments.json.empty()) write_json(measurements, arguments.json);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    measure(bench::read_arguments(argc, argv, {30, 48, 49, 50, 55, 60, 62}, 2, 62));
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "\nringlet_bench_eltwise: " << error.what() << '\n';
    return 1;
  }
}
