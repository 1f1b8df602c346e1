// Measures large cyclic forward transforms modulo 49, 124 and 255 bits: plans for all points at once against `LargeNtt`
// in its three orders, on 1, 2, 4 ... threads, and in files. Yardsticks are a copy of the array and, if installed,
// FFTW's transform of as many bytes. Results are compared, then all are timed in turns, by the CPU time of the process
// on one thread, by wall-clock time on several threads and in files.
//
// Usage: ringlet_bench_large [--quick] [--huge] [--bits=NUMBER] [--json=FILE]
// --huge   also transforms of 2^26 points
// --bits   from 125 on, the scalar field of BLS12-381
//
// Makes three files of the size of an array beside the report, or in the current folder, and removes them.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <ringlet/ringlet.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "large/problem.hpp"
#include "large/report.hpp"
#include "large/yardsticks.hpp"
#include "support/arguments.hpp"
#include "support/executors.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"

namespace {

using bench::Timed;
using bench::TimeOf;
using bench::large::Measurement;
using ringlet::LargeOrder;

/// File that is removed at the end.
struct TemporaryFile {
  std::string name;
  ~TemporaryFile() {
    for (const char* end : {"", ".between", ".journal", ".copy"}) std::filesystem::remove(name + end);
  }
};

/// Way to compute a transform, and its measurement, still without a time.
struct Named {
  Measurement measurement;
  std::function<void()> run;
};

/// Makes executors with 2, 4 ... threads, and with one for each core.
std::vector<std::unique_ptr<ringlet::Executor>> executors() {
  std::vector<std::unique_ptr<ringlet::Executor>> all;
  for (std::size_t threads = 2; threads < 2 * bench::cores(); threads *= 2) {
    all.push_back(bench::executor_on(std::min(threads, bench::cores())));
  }
  return all;
}

template <class Word>
class Problem {
 public:
  Problem(unsigned bits, unsigned log_n, const ringlet::Modulus<Word>& q)
      : bits_(bits), log_n_(log_n), q_(q), in_(bench::large::random_input<Word>(bits, log_n)), out_(n()) {}

  /// Measures all ways, with files in `folder`.
  std::vector<Measurement> measure(bool quick, const std::filesystem::path& folder) {
    if (log_n_ <= max_log_plain) add_plain(n(), "Ntt, bit-reversed");
    for (const auto& [order, name] : {std::pair{LargeOrder::bit_reversed, "LargeNtt, bit-reversed"},
                                      {LargeOrder::transposed, "LargeNtt, transposed"},
                                      {LargeOrder::natural, "LargeNtt, natural"}}) {
      add(name, 1, 4, [this, plan = this->plan(order)] { plan.forward(out_, in_); });
    }
    add_plain(std::size_t{1} << 14, "Ntt of 2^14 points, per butterfly");
    add_fftw(1, quick);
    add("copy", 1, 2, [this] { std::memcpy(out_.data(), in_.data(), n() * sizeof(Word)); });
    verify();
    std::vector<Measurement> all = time(quick, TimeOf::process);
    const ringlet::LargeNtt<Word> large = plan(LargeOrder::bit_reversed), natural = plan(LargeOrder::natural);
    const auto threads = executors();
    add("LargeNtt, bit-reversed, 1 thread", 1, 4, [&] { large.forward(out_, in_); });
    for (const auto& executor : threads) {
      add("on " + std::to_string(executor->workers()) + " threads", executor->workers(), 4,
          [&] { large.forward(out_, in_, executor.get()); });
    }
    add_fftw(threads.empty() ? 1 : threads.back()->workers(), quick);
    const TemporaryFile file{(folder / "ringlet_bench_large.values").string()};
    std::ofstream(file.name, std::ios::binary)
        .write(reinterpret_cast<const char*>(in_.data()), static_cast<std::streamsize>(n() * sizeof(Word)));
    ringlet::LargeFile<Word> transport(file.name, file.name, {.memory = n() * sizeof(Word) / 8 + (1 << 20)});
    add("in a file, an eighth of it at a time", 1, 4, [&] { natural.forward(transport); });
    ringlet::LargeFile<Word> shared(
        file.name, file.name,
        {.memory = n() * sizeof(Word) / 8 + (1 << 20), .executor = threads.empty() ? nullptr : threads.back().get()});
    if (!threads.empty()) {
      const std::size_t workers = threads.back()->workers();
      add("the same on " + std::to_string(workers) + " threads", workers, 4, [&] { natural.forward(shared); });
    }
    add("the file copied to and fro", 1, 4, [&] {
      bench::large::copy_file(file.name, file.name + ".copy");
      bench::large::copy_file(file.name + ".copy", file.name);
    });
    add("copy", 1, 2, [this] { std::memcpy(out_.data(), in_.data(), n() * sizeof(Word)); });
    for (Measurement& m : time(quick, TimeOf::wall)) all.push_back(std::move(m));
    return all;
  }

 private:
  /// Largest log2(n) of one plan for all points.
  static constexpr unsigned max_log_plain = sizeof(Word) == 8 ? 24 : sizeof(Word) == 16 ? 20 : 26;

  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n_; }

  [[nodiscard]] ringlet::LargeNtt<Word> plan(LargeOrder order) const {
    return {n(), q_, {.ring = ringlet::Ring::cyclic, .order = order}};
  }

  void add(const std::string& name, std::size_t threads, double arrays, std::function<void()> run) {
    const double bytes = arrays * static_cast<double>(n() * sizeof(Word));
    runs_.push_back({{name, bits_, log_n_, threads, 0, bytes}, std::move(run)});
  }

  void add_plain(std::size_t size, const std::string& name) {
    ringlet::NttOptions<Word> options{.ring = ringlet::Ring::cyclic};
    const ringlet::Ntt<Word> plain(size, q_, options);
    const std::span<Word> out(out_.data(), std::min(size, n()));
    const std::span<const Word> in(in_.data(), out.size());
    if (size > n()) return;
    add(name, 1, 0, [plain, out, in] { plain.forward(out, in); });
    runs_.back().measurement.log_n = static_cast<unsigned>(std::countr_zero(size));
  }

  /// Adds FFTW's transform of as many bytes as the numbers have.
  void add_fftw(std::size_t threads, bool quick) {
    const std::size_t points = n() * sizeof(Word) / 16;
    std::function<void()> run = bench::large::fftw(points, threads, quick);
    if (!run) return;
    const std::string on = threads == 1 ? "" : " on " + std::to_string(threads) + " threads";
    add("FFTW, as many bytes" + on, threads, 4, std::move(run));
    runs_.back().measurement.log_n = static_cast<unsigned>(std::countr_zero(points));
  }

  /// Compares the results of the plain plan and of the first large one.
  void verify() {
    if (log_n_ > max_log_plain) return;
    runs_[0].run();
    const std::vector<Word> expected = out_;
    runs_[1].run();
    if (out_ != expected) throw std::runtime_error("LargeNtt and Ntt differ");
  }

  /// Times all ways that have been added, prints their medians, and returns them.
  std::vector<Measurement> time(bool quick, TimeOf clock) {
    std::vector<Timed> runs;
    for (const Named& run : runs_) runs.push_back({run.run});
    const int repetitions = quick ? 1 : log_n_ <= 22 ? 7 : 3;
    const std::vector<double> medians = bench::interleaved_medians(runs, repetitions, 1, clock);
    std::vector<Measurement> all;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      all.push_back(runs_[i].measurement);
      all.back().nanoseconds = medians[i];
    }
    runs_.clear();
    const std::vector<Measurement> rows(all.begin(), all.end() - 1);
    print(rows, all.back());
    return all;
  }

  unsigned bits_;
  unsigned log_n_;
  ringlet::Modulus<Word> q_;
  std::vector<Word> in_, out_;
  std::vector<Named> runs_;
};

std::vector<Measurement> measure(unsigned bits, unsigned log_n, bool quick, const std::filesystem::path& folder) {
  return bench::large::with_modulus(bits, log_n, [&]<class Word>(const ringlet::Modulus<Word>& q) {
    return Problem<Word>(bits, log_n, q).measure(quick, folder);
  });
}

int run(const bench::Arguments& arguments) {
  bench::print_machine(std::cout);
  std::vector<unsigned> sizes{20, 22, 24};
  if (arguments.quick) sizes = {16};
  if (arguments.has("--huge")) sizes.push_back(26);
  const std::string json = arguments.value("--json");
  const std::filesystem::path folder =
      json.empty() ? std::filesystem::current_path() : std::filesystem::absolute(json).parent_path();
  std::vector<bench::Record> records;
  for (const unsigned bits : arguments.bits) {
    for (const unsigned log_n : sizes) {
      for (const Measurement& m : measure(bits, log_n, arguments.quick, folder)) records.push_back(record_of(m));
    }
  }
  bench::write_json(json, records);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(
      argc, argv, {.options = {"--json=FILE", "--huge"}, .all_bits = {49, 124, 255}, .min_bits = 40, .max_bits = 255},
      run);
}
