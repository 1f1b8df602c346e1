// The measurements of Intel HEXL's Tables 1 to 4 (white paper, 2021) with Ringlet's kernels: transforms and
// element-wise products of 1024, 4096 and 16384 words modulo a 50-bit prime, on every backend of this CPU. Verified,
// then timed in turns. Prints one JSON object a line for scripts/reproduce.
//
// With --hexl, prints instead how many times as fast as another HEXL, Intel's for instance, libhexl's element-wise
// functions are, for ten lengths of the modulus and ten of the vectors.
//
// Usage: ringlet_bench_hexl_tables [--quick] [--hexl=SHARED_LIBRARY]
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <ringlet/ringlet.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "eltwise/float_product.hpp"
#include "hexl_tables/against_hexl.hpp"
#include "interleaved.hpp"
#include "word_computation.hpp"

namespace {

using bench::CacheLineWords;
using bench::Word;

struct Data {
  ringlet::Modulus<Word> q;
  CacheLineWords x;
  CacheLineWords y;
  CacheLineWords out;

  Data(std::size_t n, Word modulus) : q(modulus), x(n), y(n), out(n) {
    std::mt19937_64 random(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = random() % modulus;
      y[i] = random() % modulus;
    }
  }
};

/// What one of the tables measures, on one backend.
struct Contender {
  std::string table;
  std::string operation;
  std::string backend;
  /// The arithmetic, where it is known.
  std::string method;
  std::function<void()> run;
};

std::vector<Contender> contenders(Data& d, const std::vector<std::string>& backends) {
  const std::map<std::string, bench::FloatProduct> float_products = {{"avx2", bench::float_product_avx2},
                                                                     {"avx512dq", bench::float_product_avx512dq}};
  std::vector<Contender> all;
  for (const std::string& backend : backends) {
    ringlet::backend::force(backend);
    const auto ntt = std::make_shared<ringlet::Ntt<Word>>(d.x.size(), d.q);
    const std::string method = ntt->describe();
    all.push_back({"hexl1", "ntt_forward", backend, method, [&d, ntt] { ntt->forward(d.out, d.x); }});
    all.push_back({"hexl2", "ntt_inverse", backend, method, [&d, ntt] { ntt->inverse(d.out, d.x); }});
    all.push_back({"hexl3", "mul", backend, "", [&d] { ringlet::mul(d.out, d.x, d.y, d.q); }});
    all.push_back({"hexl4", "axpy", backend, "", [&d] { ringlet::axpy(d.out, d.x, d.y[0], d.y, d.q); }});
    if (const auto found = float_products.find(backend); found != float_products.end()) {
      all.push_back({"hexl3", "mul", backend, "floating point", [&d, product = found->second] {
                       product(d.out.data(), d.x.data(), d.y.data(), d.x.size(), d.q.value());
                     }});
    }
  }
  return all;
}

/// Element-wise results are compared with 128-bit divisions, transforms with those of the scalar backend.
void verify(const std::vector<Contender>& all, Data& d) {
  std::map<std::string, CacheLineWords> expected;
  for (std::size_t i = 0; i < d.x.size(); ++i) {
    const ringlet::uint128_t x = d.x[i];
    expected["hexl3"].push_back(static_cast<Word>(x * d.y[i] % d.q.value()));
    expected["hexl4"].push_back(static_cast<Word>((x * d.y[0] + d.y[i]) % d.q.value()));
  }
  for (const Contender& contender : all) {
    ringlet::backend::force(contender.backend);
    std::ranges::fill(d.out, ~Word{0});
    contender.run();
    if (expected.try_emplace(contender.table, d.out).first->second == d.out) continue;
    std::cerr << contender.operation << " on " << contender.backend << " is wrong\n";
    std::exit(1);
  }
}

void measure(std::size_t n, bool quick) {
  constexpr unsigned bits = 50;
  Data data(n, ringlet::ntt_primes(1, bits, n).front());
  const std::vector<Contender> all = contenders(data, bench::supported_backends());
  verify(all, data);
  std::cerr << "HEXL's tables, n = " << n << ": " << all.size() << " kernels verified" << std::endl;

  const int repetitions = quick ? 7 : 41;
  const int calls = static_cast<int>((quick ? 16384 : 65536) / n);
  std::vector<bench::Timed> runs;
  for (const Contender& contender : all) runs.push_back({contender.run, contender.backend});
  const std::vector<double> medians = bench::interleaved_medians(runs, repetitions, calls);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::cout << R"({"experiment": ")" << all[i].table << R"(", "backend": ")" << all[i].backend << R"(", "method": ")"
              << all[i].method << R"(", "mode": "measured", "features": "", "operation": ")" << all[i].operation
              << R"(", "bits": )" << bits << R"(, "log_n": )" << std::countr_zero(n) << R"(, "unit": "us", "median": )"
              << medians[i] / 1000 << R"(, "repetitions": )" << repetitions << "}\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  std::string hexl;
  for (const std::string_view argument : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    if (argument == "--quick") {
      quick = true;
    } else if (argument.starts_with("--hexl=")) {
      hexl = argument.substr(argument.find('=') + 1);
    } else {
      std::cerr << "usage: ringlet_bench_hexl_tables [--quick] [--hexl=SHARED_LIBRARY]\n";
      return 2;
    }
  }
  if (hexl.empty()) {
    for (const std::size_t n : {1024U, 4096U, 16384U}) measure(n, quick);
    return 0;
  }
  try {
#ifdef RINGLET_BENCH_HEXL
    bench::print_against_hexl(hexl, quick);
#else
    throw std::runtime_error("this build has no libhexl: RINGLET_HEXL is off");
#endif
  } catch (const std::runtime_error& error) {
    std::cerr << "\nringlet_bench_hexl_tables: " << error.what() << '\n';
    return 1;
  }
}
