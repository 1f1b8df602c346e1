#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// The names of the backends that this CPU has, weakest first.
[[nodiscard]] std::vector<std::string> supported_backends();

struct Timed {
  std::function<void()> run;
  /// Forced before each turn, for what does not choose its backend earlier; empty: left alone.
  std::string backend = {};
};

/// What time is: that which passes, or that which the calling thread, or all threads of the process, have a CPU.
enum class TimeOf { wall, thread, process };

/// Times several computations in turns, `calls` calls at a time, so that a machine that slows down for a while slows
/// all of them. Returns `repetitions` times for each, in nanoseconds per call.
[[nodiscard]] std::vector<std::vector<double>> interleaved_times(std::span<const Timed> computations, int repetitions,
                                                                 int calls, TimeOf clock = TimeOf::wall);

/// The medians of these.
[[nodiscard]] std::vector<double> interleaved_medians(std::span<const Timed> computations, int repetitions, int calls,
                                                      TimeOf clock = TimeOf::wall);

}  // namespace bench
