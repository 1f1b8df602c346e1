// Measures the speed of libhexl's element-wise functions in relation to another HEXL, for example Intel's, with all
// their input factors, for ten lengths of the modulus and ten of the vectors. Compares the results first.
//
// Usage: ringlet_bench_hexl [--quick] --hexl=SHARED_LIBRARY
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iomanip>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "hexl/hexl.hpp"
#include "support/arguments.hpp"
#include "support/interleaved.hpp"
#include "support/words.hpp"

namespace {

namespace hexl = intel::hexl;
using bench::CacheLineWords;
using bench::Timed;
using bench::Word;

constexpr std::array<unsigned, 10> all_bits = {30, 36, 40, 43, 44, 46, 47, 50, 55, 60};
constexpr std::array<std::size_t, 10> sizes = {8, 16, 32, 64, 256, 1024, 4096, 8192, 16384, 32768};

/// Functions that are compared: this library's, or those of a shared library, found by their mangled names.
struct Functions {
  using Two = void (*)(Word*, const Word*, const Word*, Word, Word);
  using One = void (*)(Word*, const Word*, Word, Word, Word);
  Two add = hexl::EltwiseAddMod;
  Two sub = hexl::EltwiseSubMod;
  One add_scalar = hexl::EltwiseAddMod;
  One sub_scalar = hexl::EltwiseSubMod;
  void (*multiply)(Word*, const Word*, const Word*, Word, Word, Word) = hexl::EltwiseMultMod;
  void (*multiply_add)(Word*, const Word*, Word, const Word*, Word, Word, Word) = hexl::EltwiseFMAMod;
  void (*reduce)(Word*, const Word*, Word, Word, Word, Word) = hexl::EltwiseReduceMod;
  void (*compare_add)(Word*, const Word*, Word, hexl::CMPINT, Word, Word) = hexl::EltwiseCmpAdd;
  void (*compare_sub)(Word*, const Word*, Word, Word, hexl::CMPINT, Word, Word) = hexl::EltwiseCmpSubMod;

  Functions() = default;

  explicit Functions(const std::string& library) {
    // The library uses its own symbols, not this program's symbols of the same names.
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (handle == nullptr) throw std::runtime_error(dlerror());
    const auto find = [&]<class Function>(Function& function, const char* name) {
      function = reinterpret_cast<Function>(dlsym(handle, (std::string("_ZN5intel4hexl") + name).c_str()));
      if (function == nullptr) throw std::runtime_error(dlerror());
    };
    find(add, "13EltwiseAddModEPmPKmS3_mm");
    find(sub, "13EltwiseSubModEPmPKmS3_mm");
    find(add_scalar, "13EltwiseAddModEPmPKmmmm");
    find(sub_scalar, "13EltwiseSubModEPmPKmmmm");
    find(multiply, "14EltwiseMultModEPmPKmS3_mmm");
    find(multiply_add, "13EltwiseFMAModEPmPKmmS3_mmm");
    find(reduce, "16EltwiseReduceModEPmPKmmmmm");
    find(compare_add, "13EltwiseCmpAddEPmPKmmNS0_6CMPINTEmm");
    find(compare_sub, "16EltwiseCmpSubModEPmPKmmmNS0_6CMPINTEmm");
  }
};

/// Vectors of one length, each on a cache line, and a modulus.
struct Operands {
  Word q;
  Word n;
  CacheLineWords x, y, out;

  /// Makes random operands below `factor` q.
  Operands(unsigned bits, std::size_t size, Word factor)
      : q((Word{1} << bits) - 5), n(size), x(size), y(size), out(size) {
    std::mt19937_64 random(bits);
    for (std::size_t i = 0; i < size; ++i) {
      x[i] = random() % (factor * q);
      y[i] = random() % (factor * q);
    }
  }
};

struct Row {
  std::string name;
  Word input_factor;
  std::function<void(const Functions&, Operands&)> call;
};

std::vector<Row> rows() {
  std::vector<Row> all = {
      {"add", 1, [](const auto& f, auto& d) { f.add(d.out.data(), d.x.data(), d.y.data(), d.n, d.q); }},
      {"sub", 1, [](const auto& f, auto& d) { f.sub(d.out.data(), d.x.data(), d.y.data(), d.n, d.q); }},
      {"add scalar", 1, [](const auto& f, auto& d) { f.add_scalar(d.out.data(), d.x.data(), d.q / 3, d.n, d.q); }},
      {"sub scalar", 1, [](const auto& f, auto& d) { f.sub_scalar(d.out.data(), d.x.data(), d.q / 3, d.n, d.q); }},
      {"cmp_add", 1,
       [](const auto& f, auto& d) {
         f.compare_add(d.out.data(), d.x.data(), d.n, hexl::CMPINT::NLE, d.q / 2, d.q / 3);
       }},
      {"cmp_sub", 1,
       [](const auto& f, auto& d) {
         f.compare_sub(d.out.data(), d.x.data(), d.n, d.q, hexl::CMPINT::NLE, d.q / 2, d.q / 3);
       }},
      {"reduce, below 8q", 8, [](const auto& f, auto& d) { f.reduce(d.out.data(), d.x.data(), d.n, d.q, d.q, 1); }},
      {"reduce, 4 to 1", 4, [](const auto& f, auto& d) { f.reduce(d.out.data(), d.x.data(), d.n, d.q, 4, 1); }},
      {"reduce, 2 to 1", 2, [](const auto& f, auto& d) { f.reduce(d.out.data(), d.x.data(), d.n, d.q, 2, 1); }},
  };
  for (const Word factor : {Word{1}, Word{2}, Word{4}}) {
    all.push_back({"mult, factor " + std::to_string(factor), factor, [factor](const auto& f, auto& d) {
                     f.multiply(d.out.data(), d.x.data(), d.y.data(), d.n, d.q, factor);
                   }});
  }
  for (const bool with_summand : {true, false}) {
    for (const Word factor : {Word{1}, Word{2}, Word{4}, Word{8}}) {
      const std::string name = with_summand ? "fma, factor " : "by a scalar, factor ";
      all.push_back({name + std::to_string(factor), factor, [factor, with_summand](const auto& f, auto& d) {
                       const Word* const summand = with_summand ? d.y.data() : nullptr;
                       f.multiply_add(d.out.data(), d.x.data(), d.q / 3, summand, d.n, d.q, factor);
                     }});
    }
  }
  return all;
}

/// Returns the ratio of the other library's time to ours. Each is the lower quartile of many short turns.
double times_as_fast(const Row& row, const Functions& ours, const Functions& other, unsigned bits, std::size_t n,
                     bool quick) {
  Operands operands(bits, n, row.input_factor);
  row.call(ours, operands);
  const CacheLineWords expected = operands.out;
  row.call(other, operands);
  if (operands.out != expected) throw std::runtime_error("results of " + row.name + " differ");
  const std::array runs = {Timed{[&] { row.call(ours, operands); }}, Timed{[&] { row.call(other, operands); }}};
  const int calls = static_cast<int>(std::clamp<std::size_t>(16384 / n, 1, 256));
  const auto times = bench::interleaved_times(runs, quick ? 9 : 101, calls);
  return bench::percentile(times[1], 0.25) / bench::percentile(times[0], 0.25);
}

int run(const bench::Arguments& arguments) {
  const std::string library = arguments.value("--hexl");
  const Functions ours, other(library);
  double least = 1e9;
  for (const unsigned bits : all_bits) {
    std::cout << "\nq of " << bits << " bits, times as fast as " << library << ", n =";
    for (const std::size_t n : sizes) std::cout << std::setw(n == sizes.front() ? 4 : 7) << n;
    std::cout << '\n' << std::fixed << std::setprecision(2);
    for (const Row& row : rows()) {
      std::cout << "  " << std::left << std::setw(22) << row.name << std::right;
      for (const std::size_t n : sizes) {
        const double ratio = times_as_fast(row, ours, other, bits, n, arguments.quick);
        if (n >= 64) least = std::min(least, ratio);
        std::cout << std::setw(7) << ratio;
      }
      std::cout << std::endl;
    }
  }
  std::cout << "least from 64 elements on: " << least << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_program(argc, argv, {.options = {"--hexl=SHARED_LIBRARY"}, .needs_option = true}, run);
}
