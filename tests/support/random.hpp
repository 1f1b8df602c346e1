#pragma once

#include <cstdint>
#include <random>

namespace ringlet_test {

/// Returns the seed of the whole run: RINGLET_TEST_SEED in the environment, or a fixed
/// one. Every test program prints it.
[[nodiscard]] std::uint64_t run_seed();

/// Generates random words that depend only on the run's seed and the current test's full name, so that a failure
/// repeats when its test runs alone.
class Random {
 public:
  Random();

  /// Draws from [0, maximum] uniformly.
  [[nodiscard]] std::uint64_t up_to(std::uint64_t maximum);
  [[nodiscard]] std::uint64_t word() { return engine_(); }
  [[nodiscard]] bool coin() { return (engine_() & 1) != 0; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace ringlet_test
