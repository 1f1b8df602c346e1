#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bench {

struct Timed {
  std::function<void()> run;
  /// Backend that is forced before each turn, for calls that choose their backend when they run. Empty: none.
  std::string backend = {};
  /// Number of calls in each turn, or 0 for as many as all contenders make.
  int calls = 0;
};

/// Kinds of time: wall-clock time, CPU time of the calling thread, or CPU time of the process.
enum class TimeOf { wall, thread, process };

/// Times several computations in turns, `calls` calls at a time, so that a temporary slowdown of the machine affects
/// all of them. Returns `repetitions` times for each, in nanoseconds per call.
[[nodiscard]] std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions,
                                                                 int calls, TimeOf clock = TimeOf::wall);

/// Returns the medians of these times.
[[nodiscard]] std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls,
                                                      TimeOf clock = TimeOf::wall);

/// Returns medians in turns of half a millisecond of the first computation: at least five turns, and about four seconds
/// in total. quick: one call each.
[[nodiscard]] std::vector<double> medians_of_seconds(std::span<const Timed> computations, bool quick,
                                                     TimeOf clock = TimeOf::process);

/// Returns the sample that a fraction of all samples does not exceed; 0.5 gives the median.
[[nodiscard]] double percentile(std::vector<double> samples, double fraction);

/// Returns the time of the second of two calls, in nanoseconds, from which callers derive the calls of a turn.
[[nodiscard]] double time_of(const Timed& computation);

}  // namespace bench
