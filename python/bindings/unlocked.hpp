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

/// How long a call keeps a signal waiting, and how rarely it asks for the interpreter's lock to look for one.
constexpr std::chrono::milliseconds patience{100};

/// For threads that outlive the interpreter.
[[noreturn]] void sleep_until_the_end() noexcept;

/// What call() returns, which takes the interpreter's lock, or gives it up and takes it back. Where a daemon thread
/// does so after the interpreter has ended, Python 3.13 and older unwind the thread's stack, which neither destructors
/// of C++ nor nanobind let pass: the process would end. Such a thread sleeps here instead, as Python 3.14 has it. NumPy
/// gives the lock up to copy arrays and to allocate those of objects.
template <class Call>
auto take_lock(const Call& call) noexcept {
  try {
    return call();
  } catch (...) {  // pthread_exit: functions of C throw nothing else
    sleep_until_the_end();
  }
}

/// Gives the interpreter's lock up for as long as the object lives, and takes it back as above, which nanobind's
/// gil_scoped_release does not.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  /// Has the interpreter's lock back for as long as the object lives, on the thread that gave it up.
  class Locked {
   public:
    explicit Locked(Unlocked& unlocked) : unlocked_(&unlocked) { unlocked.lock(); }
    ~Locked() { unlocked_->state_ = PyEval_SaveThread(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    Unlocked* unlocked_;
  };

  /// Lets Python's signal handlers run, on the thread that made the object, where the last look is a while ago. The
  /// first call only begins to count, so that a call too short for a second one never asks for the time. Errors
  /// nb::python_error: what a handler raised, as a rule KeyboardInterrupt.
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

/// make(), which takes seconds in one piece, on a thread of its own: where a signal handler raises, the call ends at
/// once and the thread soon, its result unseen. So make must own all that it reads.
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

/// make() of a plan of that many points, all its moduli together: on a thread of its own where it takes a second or
/// two.
template <class Make>
[[nodiscard]] auto make_plan_unlocked(std::uint64_t points, Make make) {
  constexpr std::uint64_t takes_long = 1U << 20;
  if (points >= takes_long) return make_unlocked(std::move(make));
  const Unlocked unlocked;
  return make();
}

}  // namespace ringlet_python
