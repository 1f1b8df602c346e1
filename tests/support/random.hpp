#pragma once

#include <cstdint>
#include <random>

namespace ringlet_test {

/// The seed of the whole run: RINGLET_TEST_SEED in the environment, else a fixed one. Every test executable prints it.
[[nodiscard]] std::uint64_t run_seed();

/// Random words that depend on the run's seed and the current test's full name only, so that a failure comes back
/// when its test is run alone.
class Random {
 public:
  Random();

  /// Uniform over [0, maximum].
  [[nodiscard]] std::uint64_t up_to(std::uint64_t maximum);
  [[nodiscard]] std::uint64_t word() { return engine_(); }
  [[nodiscard]] bool coin() { return (engine_() & 1) != 0; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace ringlet_test
