#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bench {

struct Timed {
  std::function<void()> run;
  /// Forced before each turn, for what does not choose its backend earlier; empty: left alone.
  std::string backend = {};
  /// Calls in each turn, where not as many as of the others; else 0.
  int calls = 0;
};

/// Kinds of time: that which passes, or that for which the calling thread, or all of the process, have a CPU.
enum class TimeOf { wall, thread, process };

/// Times several computations in turns, `calls` calls at a time, so that a machine that slows down for a while slows
/// all of them. Returns `repetitions` times for each, in nanoseconds per call.
[[nodiscard]] std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions,
                                                                 int calls, TimeOf clock = TimeOf::wall);

/// Medians of these.
[[nodiscard]] std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls,
                                                      TimeOf clock = TimeOf::wall);

/// Returns the sample that a fraction of them does not exceed; 0.5: the median.
[[nodiscard]] double percentile(std::vector<double> samples, double fraction);

/// Time of the second of two calls, in nanoseconds: decides how many calls make a turn.
[[nodiscard]] double time_of(const Timed& computation);

}  // namespace bench
