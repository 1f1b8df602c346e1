#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <thread>
#include <utility>

#include "no_signals.hpp"

namespace ringlet_python {

namespace nb = nanobind;

/// Longest delay of a signal handler by a call, and least interval at which it takes the interpreter's lock to check.
constexpr std::chrono::milliseconds patience{100};

/// Blocks a thread that outlives the interpreter.
[[noreturn]] void sleep_until_the_end() noexcept;

/// Returns call(), which takes the interpreter's lock, or releases it and takes it back. After the interpreter has
/// ended, Python 3.13 and older end a daemon thread that asks for the lock by unwinding its stack. Neither C++
/// destructors nor nanobind let that pass, so the process would abort. Such a thread sleeps here instead, as in Python
/// 3.14. Every function of C that may release the lock is called through it: functions that may run code in Python, and
/// functions of NumPy that copy arrays, make arrays, or look for common memory.
template <class Call>
auto take_lock(const Call& call) noexcept {
  try {
    return call();
  } catch (...) {  // pthread_exit: functions of C throw nothing else
    sleep_until_the_end();
  }
}

/// Releases the interpreter's lock while the object lives, and takes it back by `take_lock`, unlike nanobind's
/// gil_scoped_release.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  /// Takes the interpreter's lock back while the object lives, on the thread that released it.
  class Locked {
   public:
    explicit Locked(Unlocked& unlocked) : unlocked_(&unlocked) { unlocked.lock(); }
    ~Locked() { unlocked_->state_ = PyEval_SaveThread(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    Unlocked* unlocked_;
  };

  /// Lets Python's signal handlers run if the last check is `patience` ago. Call on the thread that made the object.
  /// The first call only starts the clock, so that a short call never takes the lock.
  /// Errors    nb::python_error: whatever a handler raises, as a rule KeyboardInterrupt.
  void look_for_signals() {
    const auto now = std::chrono::steady_clock::now();
    if (!next_look_) {
      next_look_ = now + patience;
    } else if (now >= *next_look_) {
      look();
    }
  }

 private:
  void lock() noexcept;
  void look();

  PyThreadState* state_;
  std::optional<std::chrono::steady_clock::time_point> next_look_;
};

/// Calls call() without the interpreter's lock.
template <class Call>
auto without_lock(const Call& call) {
  const Unlocked unlocked;
  return call();
}

/// Runs make(), which cannot be interrupted and takes seconds, on a thread of its own. When a signal handler raises,
/// the call ends at once; the thread ends later and its result is dropped. So make must own all that it reads.
template <class Make>
[[nodiscard]] auto make_unlocked(Make make) {
  std::packaged_task<decltype(make())()> task(std::move(make));
  auto result = task.get_future();
  Unlocked unlocked;
  {
    const NoSignals inherited;
    std::thread(std::move(task)).detach();
  }
  while (result.wait_for(patience) != std::future_status::ready) unlocked.look_for_signals();
  return result.get();
}

/// Makes a plan of `points` points, summed over its moduli: on a thread of its own if that takes a second or more.
template <class Make>
[[nodiscard]] auto make_plan_unlocked(std::uint64_t points, Make make) {
  constexpr std::uint64_t takes_long = 1U << 20;
  if (points >= takes_long) return make_unlocked(std::move(make));
  const Unlocked unlocked;
  return make();
}

}  // namespace ringlet_python
