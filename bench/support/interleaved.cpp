#include "support/interleaved.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ringlet/backend.hpp>
#include <utility>

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

std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions, int calls,
                                                   TimeOf clock) {
  std::vector<std::vector<double>> nanoseconds(computations.size());
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < computations.size(); ++i) {
      const Timed& computation = computations[i];
      const int count = computation.calls == 0 ? calls : computation.calls;
      if (!computation.backend.empty()) ringlet::backend::force(computation.backend);
      computation.run();  // fetches its tables into the caches
      const double start = nanoseconds_of(clock);
      for (int call = 0; call < count; ++call) computation.run();
      nanoseconds[i].push_back((nanoseconds_of(clock) - start) / count);
    }
  }
  return nanoseconds;
}

std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls, TimeOf clock) {
  std::vector<double> medians;
  for (std::vector<double>& times : interleaved_times(computations, repetitions, calls, clock)) {
    medians.push_back(percentile(std::move(times), 0.5));
  }
  return medians;
}

std::vector<double> medians_of_seconds(std::span<const Timed> computations, bool quick, TimeOf clock) {
  if (quick) return interleaved_medians(computations, 1, 1, clock);
  const auto milliseconds_of = [](const Timed& computation) { return time_of(computation) / 1e6; };
  const int calls = static_cast<int>(std::clamp(0.5 / milliseconds_of(computations.front()), 1.0, 200.0));
  double turn = 0;
  for (const Timed& computation : computations) turn += (calls + 1) * milliseconds_of(computation);
  return interleaved_medians(computations, static_cast<int>(std::clamp(4000 / turn, 5.0, 41.0)), calls, clock);
}

double percentile(std::vector<double> samples, double fraction) {
  const double position = fraction * static_cast<double>(samples.size() - 1);
  const auto at = samples.begin() + std::lround(position);
  std::ranges::nth_element(samples, at);
  return *at;
}

double time_of(const Timed& computation) { return std::max(1.0, interleaved_medians({&computation, 1}, 3, 1).front()); }

}  // namespace bench
