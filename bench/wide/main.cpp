// Transforms modulo wide moduli, in the scalar fields of BN254 and BLS12-381, on every backend of this CPU that has
// kernels of its own for them: verified to agree, then timed in turns.
//
// Usage: ringlet_bench_wide [--quick] [--bits=NUMBER] [--json=FILE]
// --bits: of the field, 254 for BN254, 255 for BLS12-381
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "interleaved.hpp"
#include "json.hpp"
#include "machine.hpp"

namespace {

using Number = ringlet::UInt<256>;
using Numbers = std::vector<Number>;

/// A cyclic transform of n points in a field, in natural order, on several backends.
class Problem {
 public:
  Problem(const ringlet::Field<256>& field, std::size_t n, const std::vector<std::string>& backends) : in_(n), out_(n) {
    std::mt19937_64 random(n);
    for (Number& x : in_) {
      for (std::uint64_t& word : x.words) word = random();
      x.words[3] %= field.modulus.words[3];
    }
    for (const std::string& backend : backends) {
      ringlet::backend::force(backend);
      plans_.emplace_back(n, ringlet::Modulus(field.modulus),
                          ringlet::NttOptions<Number>{.ring = ringlet::Ring::cyclic, .omega = root_of_unity(field, n)});
    }
  }

  /// Whether all backends give the same, and their inverses the input.
  [[nodiscard]] bool agree() {
    Numbers first;
    for (const auto& plan : plans_) {
      plan.forward(out_, in_);
      if (first.empty()) first = out_;
      if (out_ != first) return false;
      plan.inverse(out_, out_);
      if (out_ != in_) return false;
    }
    return true;
  }

  /// Medians in nanoseconds, in the order of the backends.
  [[nodiscard]] std::vector<double> times(bool forward, int repetitions) {
    std::vector<bench::Timed> runs;
    for (const auto& plan : plans_) {
      runs.push_back({[this, &plan, forward] { forward ? plan.forward(out_, in_) : plan.inverse(out_, in_); }});
    }
    const int calls = static_cast<int>(std::max<std::size_t>(1, 4096 / in_.size()));
    return bench::interleaved_medians(runs, repetitions, calls);
  }

  [[nodiscard]] std::string describe(std::size_t i) const { return plans_[i].describe(); }

 private:
  Numbers in_, out_;
  std::vector<ringlet::Ntt<Number>> plans_;
};

/// One measured time.
struct Measurement {
  std::string field;
  unsigned log_n;
  const char* transform;
  std::string kernel;
  double nanoseconds;
};

/// Verifies, times and prints both directions of one size.
void measure(const ringlet::Field<256>& field, unsigned log_n, const std::vector<std::string>& backends,
             int repetitions, std::vector<Measurement>& measurements) {
  Problem problem(field, std::size_t{1} << log_n, backends);
  if (!problem.agree()) throw std::runtime_error("the backends do not agree");
  for (const bool forward : {true, false}) {
    const char* const transform = forward ? "forward" : "inverse";
    const std::vector<double> times = problem.times(forward, repetitions);
    std::cout << std::left << std::setw(14) << field.name << " 2^" << log_n << "  " << transform << std::right;
    for (std::size_t i = 0; i < times.size(); ++i) {
      std::cout << std::setw(12) << times[i] / 1000 << " us";
      measurements.push_back({std::string(field.name), log_n, transform, problem.describe(i), times[i]});
    }
    std::cout << std::setw(10) << times.front() / times.back() << std::endl;
  }
}

void run(const bench::Arguments& arguments) {
  // The others have no kernels of their own for wide moduli.
  std::vector<std::string> backends = bench::supported_backends();
  std::erase_if(backends, [](const std::string& name) { return name != "scalar" && name != "avx512ifma"; });
  std::cout << "cpu: " << bench::cpu_name() << "\ncompiler: " << bench::compiler_name()
            << "\nbuild: " << bench::build_kind() << "\n\nfield          n     transform" << std::fixed
            << std::setprecision(2);
  for (const std::string& backend : backends) std::cout << std::setw(14) << backend;
  std::cout << "  first / last\n";
  std::vector<Measurement> measurements;
  for (const unsigned bits : arguments.bits) {
    const auto& field = ringlet::field<256>(bits == 254 ? "bn254-fr" : "bls12-381-fr");
    for (unsigned log_n = 10; log_n <= 16; ++log_n) {
      measure(field, log_n, backends, arguments.quick ? 3 : 31, measurements);
    }
  }
  if (arguments.json.empty()) return;
  bench::write_json(arguments.json, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("field": ")" << m.field << R"(", "log_n": )" << m.log_n << R"(, "transform": ")" << m.transform
        << R"(", "kernel": ")" << m.kernel << R"(", "nanoseconds": )" << m.nanoseconds;
  });
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(bench::read_arguments(argc, argv, {254, 255}, 254, 255));
    return 0;
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "\nringlet_bench_wide: " << error.what() << '\n';
    return 1;
  }
}
