// The frequency at which this core runs while it transforms: a chain of dependent additions takes one cycle each on
// every x86-64 CPU, and is timed directly after a transform of double words has brought the core to the frequency that
// its vector units allow. Prints one JSON object for scripts/reproduce.
//
// Usage: ringlet_bench_clock [--quick]
#include <algorithm>
#include <chrono>
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Cycles per nanosecond over a chain of 16 000 additions.
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

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string_view(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::cerr << "usage: ringlet_bench_clock [--quick]\n";
    return 2;
  }
  constexpr std::size_t n = 4096;
  const ringlet::Ntt<ringlet::uint128_t> ntt(n, ringlet::Modulus(ringlet::ntt_primes_double(1, 124, n).front()));
  std::vector<ringlet::uint128_t> data(n, 1);
  std::vector<double> frequencies;
  const std::size_t repetitions = quick ? 51 : 501;
  while (frequencies.size() < repetitions) {
    for (int i = 0; i < 10; ++i) ntt.forward(data, data);
    frequencies.push_back(frequency());
  }
  std::ranges::sort(frequencies);
  std::cout << R"({"experiment": "clock", "backend": ")" << ringlet::backend::active()
            << R"(", "method": "dependent additions after transforms", "mode": "measured", "unit": "GHz", "median": )"
            << frequencies[repetitions / 2] << R"(, "low": )" << frequencies[repetitions / 4] << R"(, "high": )"
            << frequencies[repetitions * 3 / 4] << R"(, "repetitions": )" << repetitions << "}\n";
}
