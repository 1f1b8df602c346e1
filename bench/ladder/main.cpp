// Checks that a better CPU is never slower. Times the transforms on every backend of this CPU, from the weakest to the
// strongest, and marks each time that is longer than a weaker backend's. The exit status is 3 if there is one.
//
// Usage: ringlet_bench_ladder [--quick] [--bits=NUMBER] [--json=FILE]
#include <algorithm>
#include <bit>
#include <iostream>
#include <limits>
#include <list>
#include <random>
#include <ringlet/ringlet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/record.hpp"
#include "support/table.hpp"
#include "support/words.hpp"

namespace {

using bench::CacheLineWords;
using bench::print_cells;
using bench::Word;

/// Relative difference of two measurements of one kernel on a quiet machine.
constexpr double noise = 0.05;

/// Transform of one size modulo one prime on every backend. All work in place on one array, since the position of an
/// array in memory can matter more than the backend.
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

  /// Returns whether all backends give the same result, bit for bit.
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

  /// Returns the medians in nanoseconds, in the order of the backends.
  [[nodiscard]] std::vector<double> times(int repetitions) {
    std::vector<bench::Timed> runs;
    for (std::size_t i = 0; i < plans_.size(); ++i) runs.push_back({[this, i] { transform(i); }});
    // A turn has as many calls as take 100 microseconds on the slowest backend.
    constexpr double butterfly_on_scalar = 8;
    const int calls = std::max(3, static_cast<int>(1e5 / (butterflies() * butterfly_on_scalar)));
    return bench::interleaved_medians(runs, repetitions, calls);
  }

  /// Returns the number of butterflies on eight lanes.
  [[nodiscard]] double butterflies() const {
    return static_cast<double>(n_) / 16 * static_cast<double>(std::bit_width(n_) - 1);
  }

  /// Returns the arithmetic of backend i: "ifma52" from "avx512ifma / ifma52 / radix ...".
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

/// Returns whether backend i is slower than the weaker one before it.
bool is_slower(const std::vector<double>& times, std::size_t i) {
  return i > 0 && times[i] > times[i - 1] * (1 + noise);
}

bool rises(const std::vector<double>& times) {
  return std::ranges::adjacent_find(times, [](double a, double b) { return b > a * (1 + noise); }) != times.end();
}

/// Verifies, times and prints one row, and adds it to the records. Returns whether no backend is slower than a weaker
/// one. If a time rises, it repeats the row up to twice, with arrays and tables elsewhere in memory, and takes the
/// shortest medians: noise and unlucky positions only add time.
bool climb_row(unsigned bits, std::size_t n, bool forward, const std::vector<std::string>& backends, int repetitions,
               std::vector<bench::Record>& records) {
  const char* const transform = forward ? "forward" : "inverse";
  print_cells(std::cout, {{4, std::to_string(bits)}, {6, "2^" + std::to_string(std::countr_zero(n))}, {9, transform}});
  std::cout << std::flush;
  const Word q = ringlet::ntt_primes(1, bits, n).front();
  std::list<Rung> rungs;  // all are kept, so that each has another position in memory
  std::vector<double> times(backends.size(), std::numeric_limits<double>::infinity());
  do {
    Rung& rung = rungs.emplace_back(n, q, forward, backends);
    if (!rung.agree()) throw std::runtime_error("the backends do not agree");
    const std::vector<double> here = rung.times(repetitions);
    std::ranges::transform(times, here, times.begin(), [](double a, double b) { return std::min(a, b); });
  } while (rises(times) && rungs.size() < 3);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::string arithmetic = rungs.front().arithmetic(i);
    print_cells(std::cout, {{11, bench::fixed(times[i] / 1000, 2)}, {4, " us "}, {-15, arithmetic}});
    std::cout << (is_slower(times, i) ? '!' : ' ');
    records.push_back(bench::Record()("transform", transform)("bits", bits)("n", n)("backend", backends[i])(
        "arithmetic", arithmetic)("nanoseconds", times[i]));
  }
  print_cells(std::cout, {{9, bench::fixed(times.back() / rungs.front().butterflies(), 3)}});
  std::cout << std::endl;
  return !rises(times);
}

/// Measures all rows and returns the exit status.
int climb(const bench::Arguments& arguments) {
  const std::vector<std::string> backends = bench::supported_backends();
  bench::print_machine(std::cout);
  std::cout << "\nbits     n  transform";
  for (const std::string& backend : backends) print_cells(std::cout, {{15, backend}, {15, ""}});
  std::cout << "last, ns per butterfly of 8 lanes\n";
  std::vector<bench::Record> records;
  int rising = 0;
  for (const unsigned bits : arguments.bits) {
    for (unsigned log_n = 10; log_n <= 17; ++log_n) {
      for (const bool forward : {true, false}) {
        const std::size_t n = std::size_t{1} << log_n;
        if (!climb_row(bits, n, forward, backends, arguments.quick ? 3 : 31, records)) ++rising;
      }
    }
  }
  std::cout << "\nrows in which a better backend is more than " << bench::fixed(noise * 100, 0)
            << " % slower (marked !): " << rising << '\n';
  bench::write_json(arguments.value("--json"), records);
  return rising == 0 ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(
      argc, argv,
      {.options = {"--json=FILE"}, .all_bits = {30, 40, 49, 50, 51, 55, 60, 61}, .min_bits = 20, .max_bits = 62},
      climb);
}
