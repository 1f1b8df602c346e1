#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/measure/experiments.hpp"
#include "lab/measure/line.hpp"
#include "ringlet/ringlet.hpp"
#include "support/float_product.hpp"
#include "support/interleaved.hpp"
#include "support/machine.hpp"
#include "support/words.hpp"

namespace ringlet::lab {
namespace {

using bench::CacheLineWords;
using bench::Word;

constexpr unsigned bits = 50;

struct Data {
  explicit Data(std::size_t n) : q(ntt_primes(1, bits, n).front()), x(n), y(n), out(n) {
    std::mt19937_64 random(n);
    std::ranges::generate(x, [&] { return random() % q.value(); });
    std::ranges::generate(y, [&] { return random() % q.value(); });
  }

  Modulus<Word> q;
  CacheLineWords x, y, out;
};

/// Row of a table: an operation on one backend.
struct Kernel {
  std::string table;
  std::string operation;
  Subject subject;
  std::function<void()> run;
};

std::vector<Kernel> kernels_on(Data& d) {
  std::vector<Kernel> all;
  for (const std::string& backend : bench::supported_backends()) {
    backend::force(backend);
    const Ntt<Word> ntt(d.x.size(), d.q);
    const Subject transform{backend, ntt.describe(), "measured"}, vector{backend, "", "measured"};
    all.push_back({"hexl1", "ntt_forward", transform, [&d, ntt] { ntt.forward(d.out, d.x); }});
    all.push_back({"hexl2", "ntt_inverse", transform, [&d, ntt] { ntt.inverse(d.out, d.x); }});
    all.push_back({"hexl3", "mul", vector, [&d] { mul(d.out, d.x, d.y, d.q); }});
    all.push_back({"hexl4", "axpy", vector, [&d] { axpy(d.out, d.x, d.y[0], d.y, d.q); }});
    if (const bench::FloatProduct product = bench::find_float_product(backend)) {
      all.push_back({"hexl3", "mul", {backend, "floating point", "measured"}, [&d, product] {
                       product(d.out.data(), d.x.data(), d.y.data(), d.x.size(), d.q.value());
                     }});
    }
  }
  return all;
}

/// Compares element-wise results with 128-bit divisions, and transforms with those of the scalar backend.
void verify(const std::vector<Kernel>& all, Data& d) {
  std::map<std::string, CacheLineWords> expected;
  for (std::size_t i = 0; i < d.x.size(); ++i) {
    const uint128_t x = d.x[i];
    expected["hexl3"].push_back(static_cast<Word>(x * d.y[i] % d.q.value()));
    expected["hexl4"].push_back(static_cast<Word>((x * d.y[0] + d.y[i]) % d.q.value()));
  }
  for (const Kernel& kernel : all) {
    backend::force(kernel.subject.backend);
    std::ranges::fill(d.out, ~Word{0});
    kernel.run();
    if (expected.try_emplace(kernel.table, d.out).first->second == d.out) continue;
    throw std::runtime_error("WRONG RESULT: " + kernel.operation + " on " + kernel.subject.backend);
  }
}

}  // namespace

void hexl(bool quick) {
  for (const std::size_t n : {1024U, 4096U, 16384U}) {
    Data data(n);
    const std::vector<Kernel> all = kernels_on(data);
    verify(all, data);
    std::cerr << "HEXL's tables, n = " << n << ": " << all.size() << " kernels verified" << std::endl;
    std::vector<bench::Timed> runs;
    for (const Kernel& kernel : all) runs.push_back({kernel.run, kernel.subject.backend});
    const int calls = static_cast<int>((quick ? 16384 : 65536) / n);
    const auto times = bench::interleaved_times(runs, quick ? 7 : 41, calls);
    for (std::size_t i = 0; i < all.size(); ++i) {
      print_line({all[i].table, all[i].subject, all[i].operation, bits, static_cast<unsigned>(std::countr_zero(n)),
                  "contiguous", "us"},
                 each_of(times[i], 1000));
    }
  }
  backend::unforce();
}

}  // namespace ringlet::lab
