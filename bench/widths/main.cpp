// Transforms of 2^10 to 2^18 points modulo primes of 124 to 509 bits, on the backends that have kernels for both double
// words and wide moduli: verified to agree, then timed in turns. Prints one JSON object a line for scripts/reproduce.
//
// Usage: ringlet_bench_widths [--quick]
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <ringlet/ringlet.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "interleaved.hpp"
#include "plan/aligned_words.hpp"

namespace {

template <class Word>
using Array = ringlet::plan::AlignedWords<Word>;

/// A cyclic transform modulo the largest such prime of `bits` bits.
template <class Word>
struct Problem {
  Problem(unsigned log_n, unsigned bits, const Word& q) : in(std::size_t{1} << log_n), out(in.size()), modulus(q) {
    std::mt19937_64 random(log_n);
    for (Word& x : in) {
      std::uint64_t words[sizeof(Word) / 8];
      for (std::uint64_t& word : words) word = random();
      words[(bits - 2) / 64] &= ~std::uint64_t{0} >> (63 - (bits - 2) % 64);
      std::memcpy(&x, words, sizeof words);
    }
  }

  [[nodiscard]] ringlet::Ntt<Word> plan() const {
    return {in.size(), modulus, ringlet::NttOptions<Word>{.ring = ringlet::Ring::cyclic}};
  }

  Array<Word> in, out;
  ringlet::Modulus<Word> modulus;
};

struct Contender {
  std::string backend, method;
  bench::Timed timed;
};

/// One for each backend; all give the same, and their inverses the input.
template <class Word>
std::vector<Contender> verified(Problem<Word>& p, const std::vector<std::string>& backends) {
  std::vector<Contender> all;
  Array<Word> expected;
  for (const std::string& backend : backends) {
    ringlet::backend::force(backend);
    const ringlet::Ntt<Word> ntt = p.plan();
    ntt.forward(p.out, p.in);
    if (expected.empty()) expected = p.out;
    const bool is_same = p.out == expected;
    ntt.inverse(p.out, p.out);
    if (!is_same || p.out != p.in) {
      std::cerr << ntt.describe() << " is wrong\n";
      std::exit(1);
    }
    all.push_back({backend, ntt.describe(), {[&p, ntt] { ntt.forward(p.out, p.in); }}});
  }
  return all;
}

template <class Word>
void measure(unsigned log_n, unsigned bits, const Word& q, bool quick) {
  Problem<Word> problem(log_n, bits, q);
  std::vector<std::string> backends = bench::supported_backends();
  std::erase_if(backends, [](const std::string& name) { return name != "scalar" && name != "avx512ifma"; });
  const std::vector<Contender> all = verified(problem, backends);
  std::vector<bench::Timed> runs;
  for (const Contender& contender : all) runs.push_back(contender.timed);
  const int repetitions = quick ? 3 : 21;
  const int calls = quick ? 1 : std::max(1, 16384 >> log_n);
  std::vector<std::vector<double>> times = bench::interleaved_times(runs, repetitions, calls, bench::TimeOf::thread);
  const double butterflies = static_cast<double>(problem.in.size()) / 2 * log_n;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ranges::sort(times[i]);
    std::cout << R"({"experiment": "widths", "backend": ")" << all[i].backend << R"(", "method": ")" << all[i].method
              << R"(", "mode": "measured", "operation": "ntt_forward", "bits": )" << bits << R"(, "log_n": )" << log_n
              << R"(, "unit": "ns/butterfly", "median": )" << times[i][times[i].size() / 2] / butterflies
              << R"(, "low": )" << times[i].front() / butterflies << R"(, "high": )" << times[i].back() / butterflies
              << R"(, "repetitions": )" << repetitions << "}\n";
  }
}

template <unsigned width>
void measure(unsigned log_n, unsigned bits, bool quick) {
  const std::size_t n = std::size_t{1} << log_n;
  measure(log_n, bits, ringlet::ntt_primes_wide<width>(1, bits, n).front(), quick);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::cerr << "usage: ringlet_bench_widths [--quick]\n";
    return 2;
  }
  for (const unsigned log_n : {10U, 12U, 14U, 16U, 18U}) {
    if (quick && log_n > 14) break;
    measure(log_n, 124, ringlet::ntt_primes_double(1, 124, std::size_t{1} << log_n).front(), quick);
    measure<192>(log_n, 188, quick);
    measure<256>(log_n, 254, quick);
    measure<384>(log_n, 381, quick);
    measure<512>(log_n, 509, quick);
    std::cerr << "2^" << log_n << " points: five widths verified and timed" << std::endl;
  }
}
