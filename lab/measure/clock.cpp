// Measures the frequency at which this core runs during transforms: each of a chain of dependent additions takes one
// cycle on every x86-64 CPU. The chain is timed directly after a transform of 128-bit words, which brings the core to
// the frequency that its vector units allow.
#include <chrono>
#include <cstddef>

#include "lab/measure/experiments.hpp"
#include "lab/measure/line.hpp"
#include "lab/measure/problem.hpp"

namespace ringlet::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// Measures cycles per nanosecond over a chain of 16 000 additions.
double frequency() {
  constexpr int rounds = 1000;
  constexpr int additions = 16;
  unsigned long sum = 1;
  const unsigned long addend = 3;
  const auto start = Clock::now();
  for (int round = 0; round < rounds; ++round) {
    asm volatile(".rept 16\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(addend) : "cc");
  }
  const std::chrono::duration<double, std::nano> time = Clock::now() - start;
  return rounds * additions / time.count();
}

}  // namespace

void clock(bool quick) {
  constexpr unsigned log_n = 12;
  constexpr std::size_t n = std::size_t{1} << log_n;
  const Ntt<Word128> ntt(n, Modulus(modulus()));
  Words128 data(n, 1);
  std::vector<double> frequencies;
  while (frequencies.size() < (quick ? 51 : 501)) {
    for (int i = 0; i < 10; ++i) ntt.forward(data, data);
    frequencies.push_back(frequency());
  }
  print_line({"clock",
              {backend::active(), "dependent additions after transforms", "measured"},
              "ntt_forward",
              papers_bits,
              log_n,
              "contiguous",
              "GHz"},
             frequencies);
}

}  // namespace ringlet::lab
