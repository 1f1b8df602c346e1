#include "interleaved.hpp"

#include <time.h>

#include <algorithm>
#include <cstddef>
#include <ringlet/backend.hpp>

namespace bench {
namespace {

clockid_t id_of(TimeOf clock) {
  switch (clock) {
    case TimeOf::wall:
      return CLOCK_MONOTONIC;
    case TimeOf::thread:
      return CLOCK_THREAD_CPUTIME_ID;
    case TimeOf::process:
      return CLOCK_PROCESS_CPUTIME_ID;
  }
  return CLOCK_MONOTONIC;
}

double nanoseconds_of(TimeOf clock) {
  timespec now;
  clock_gettime(id_of(clock), &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

}  // namespace

std::vector<std::string> supported_backends() {
  std::vector<std::string> names;
  for (const auto& backend : ringlet::backend::list()) {
    if (backend.supported) names.push_back(backend.name);
  }
  return names;
}

std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions, int calls,
                                                   TimeOf clock) {
  std::vector<std::vector<double>> nanoseconds(computations.size());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < computations.size(); ++i) {
      const Timed& computation = computations[i];
      if (!computation.backend.empty()) ringlet::backend::force(computation.backend);
      computation.run();  // brings its tables back to the caches
      const double start = nanoseconds_of(clock);
      for (int call = 0; call < calls; ++call) computation.run();
      nanoseconds[i].push_back((nanoseconds_of(clock) - start) / calls);
    }
  }
  return nanoseconds;
}

std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls, TimeOf clock) {
  std::vector<double> medians;
  for (std::vector<double>& times : interleaved_times(computations, repetitions, calls, clock)) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace bench
