#include "interleaved.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ringlet/backend.hpp>

namespace bench {

std::vector<std::string> supported_backends() {
  std::vector<std::string> names;
  for (const auto& backend : ringlet::backend::list()) {
    if (backend.supported) names.push_back(backend.name);
  }
  return names;
}

std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions, int calls) {
  using Clock = std::chrono::steady_clock;
  std::vector<std::vector<double>> nanoseconds(computations.size());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < computations.size(); ++i) {
      const Timed& computation = computations[i];
      if (!computation.backend.empty()) ringlet::backend::force(computation.backend);
      computation.run();  // brings its tables back to the caches
      const auto start = Clock::now();
      for (int call = 0; call < calls; ++call) computation.run();
      const std::chrono::duration<double, std::nano> time = Clock::now() - start;
      nanoseconds[i].push_back(time.count() / calls);
    }
  }
  return nanoseconds;
}

std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls) {
  std::vector<double> medians;
  for (std::vector<double>& times : interleaved_times(computations, repetitions, calls)) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace bench
