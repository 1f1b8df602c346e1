// Is anybody slower with a better CPU? Times the transforms on every backend of this CPU, from the weakest to the
// strongest, and marks where one is slower than a weaker one. Its exit status is 3 if there is such a place.
//
// Usage: ringlet_bench_ladder [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <bit>
#include <exception>
#include <iomanip>
#include <iostream>
#include <limits>
#include <list>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "interleaved.hpp"
#include "json.hpp"
#include "machine.hpp"
#include "word_computation.hpp"

namespace {

using bench::CacheLineWords;
using bench::Word;

/// What two measurements of one kernel differ by on a quiet machine.
constexpr double noise = 0.05;

/// A transform of one size modulo one prime on every backend, in place on one array: where an array happens to lie in
/// memory can matter more than the backend.
class Rung {
 public:
  Rung(std::size_t n, Word q, bool forward, const std::vector<std::string>& backends)
      : n_(n), forward_(forward), input_(n), data_(n) {
    std::mt19937_64 random(n + q);
    for (Word& x : input_) x = random() % q;
    for (const std::string& backend : backends) {
      ringlet::backend::force(backend);
      plans_.emplace_back(n, ringlet::Modulus(q));
    }
  }

  /// Whether all backends give the same result, bit by bit.
  [[nodiscard]] bool agree() {
    CacheLineWords first;
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      data_ = input_;
      transform(i);
      if (i == 0) first = data_;
      if (data_ != first) return false;
    }
    return true;
  }

  /// Medians in nanoseconds, in the order of the backends.
  [[nodiscard]] std::vector<double> times(int repetitions) {
    std::vector<bench::Timed> runs;
    for (std::size_t i = 0; i < plans_.size(); ++i) runs.push_back({[this, i] { transform(i); }});
    // As many calls as make a hundred microseconds on the slowest backend.
    constexpr double butterfly_on_scalar = 8;
    const int calls = std::max(3, static_cast<int>(1e5 / (butterflies() * butterfly_on_scalar)));
    return bench::interleaved_medians(runs, repetitions, calls);
  }

  /// Of eight lanes each.
  [[nodiscard]] double butterflies() const {
    return static_cast<double>(n_) / 16 * static_cast<double>(std::bit_width(n_) - 1);
  }

  /// "ifma52" out of "avx512ifma / ifma52 / radix ...".
  [[nodiscard]] std::string arithmetic(std::size_t i) const {
    const std::string text = plans_[i].describe();
    const std::size_t start = text.find(" / ") + 3;
    return text.substr(start, text.find(" / ", start) - start);
  }

 private:
  void transform(std::size_t i) {
    if (forward_) {
      plans_[i].forward(data_, data_);
    } else {
      plans_[i].inverse(data_, data_);
    }
  }

  std::size_t n_;
  bool forward_;
  CacheLineWords input_;
  CacheLineWords data_;
  std::vector<ringlet::Ntt<Word>> plans_;
};

/// Whether backend i is slower than the weaker one before it.
bool is_slower(const std::vector<double>& times, std::size_t i) {
  return i > 0 && times[i] > times[i - 1] * (1 + noise);
}

bool rises(const std::vector<double>& times) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (is_slower(times, i)) return true;
  }
  return false;
}

/// One measured time.
struct Measurement {
  unsigned bits;
  std::size_t n;
  const char* transform;
  std::string backend;
  std::string arithmetic;
  double nanoseconds;
};

/// Prints what a row's heading leaves room for.
void print(const std::vector<Measurement>& row, const std::vector<double>& times, double butterflies) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::cout << std::setw(11) << std::setprecision(2) << times[i] / 1000 << " us " << std::left << std::setw(15)
              << row[i].arithmetic << std::right << (is_slower(times, i) ? '!' : ' ');
  }
  std::cout << std::setw(9) << std::setprecision(3) << times.back() / butterflies << std::endl;
}

/// Verifies, times and prints one row and adds it to the measurements; whether no backend is slower than a weaker one.
/// The times are medians, and where one rises the better of three, each with array and tables elsewhere in memory:
/// a neighbour's noise and a bad place only ever add.
bool climb_row(unsigned bits, std::size_t n, bool forward, const std::vector<std::string>& backends, int repetitions,
               std::vector<Measurement>& measurements) {
  const char* const transform = forward ? "forward" : "inverse";
  std::cout << std::setw(4) << bits << "  2^" << std::countr_zero(n) << "  " << transform << std::flush;
  const Word q = ringlet::ntt_primes(1, bits, n).front();
  std::list<Rung> rungs;  // all are kept, so that none takes another's place
  std::vector<double> times(backends.size(), std::numeric_limits<double>::infinity());
  do {
    Rung& rung = rungs.emplace_back(n, q, forward, backends);
    if (!rung.agree()) throw std::runtime_error("the backends do not agree");
    const std::vector<double> here = rung.times(repetitions);
    std::ranges::transform(times, here, times.begin(), [](double a, double b) { return std::min(a, b); });
  } while (rises(times) && rungs.size() < 3);
  std::vector<Measurement> row;
  for (std::size_t i = 0; i < times.size(); ++i) {
    row.push_back({bits, n, transform, backends[i], rungs.front().arithmetic(i), times[i]});
  }
  print(row, times, rungs.front().butterflies());
  measurements.insert(measurements.end(), row.begin(), row.end());
  return !rises(times);
}

void write_json(const std::vector<Measurement>& measurements, const std::string& file) {
  bench::write_json(file, measurements, [](const Measurement& m, std::ostream& out) {
    out << R"("transform": ")" << m.transform << R"(", "bits": )" << m.bits << R"(, "n": )" << m.n
        << R"(, "backend": ")" << m.backend << R"(", "arithmetic": ")" << m.arithmetic << R"(", "nanoseconds": )"
        << m.nanoseconds;
  });
}

/// The exit status.
int climb(const bench::Arguments& arguments) {
  const std::vector<std::string> backends = bench::supported_backends();
  std::cout << "cpu: " << bench::cpu_name() << "\ncompiler: " << bench::compiler_name()
            << "\nbuild: " << bench::build_kind() << "\n\nbits     n  transform" << std::fixed;
  for (const std::string& backend : backends) std::cout << std::setw(15) << backend << std::setw(15) << "";
  std::cout << "last, ns per butterfly of 8 lanes\n";
  std::vector<Measurement> measurements;
  int rising = 0;
  for (const unsigned bits : arguments.bits) {
    for (unsigned log_n = 10; log_n <= 17; ++log_n) {
      for (const bool forward : {true, false}) {
        const std::size_t n = std::size_t{1} << log_n;
        if (!climb_row(bits, n, forward, backends, arguments.quick ? 3 : 31, measurements)) ++rising;
      }
    }
  }
  std::cout << "\nrows in which a better backend is more than " << std::setprecision(0) << noise * 100
            << " % slower (marked !): " << rising << '\n';
  if (!arguments.json.empty()) write_json(measurements, arguments.json);
  return rising == 0 ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return climb(bench::read_arguments(argc, argv, {30, 40, 49, 50, 51, 55, 60, 61}, 20, 62));
  } catch (const std::invalid_argument& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "\nringlet_bench_ladder: " << error.what() << '\n';
    return 1;
  }
}
