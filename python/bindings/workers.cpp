#include "workers.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace ringlet_python {
namespace {

using Work = std::function<void(std::size_t, std::size_t)>;

/// Items that threads take piece by piece.
class Pieces {
 public:
  Pieces(std::size_t items, std::size_t grain, const Work& work) : items_(items), grain_(grain), work_(work) {}

  void work_until_done() noexcept {
    try {
      for (;;) {
        const std::size_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
        if (begin >= items_) return;
        work_(begin, std::min(begin + grain_, items_));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_.store(items_, std::memory_order_relaxed);
    }
  }

  /// After all threads have left work_until_done.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// Threads of the pool inside work_until_done.
  std::atomic<std::size_t> visitors = 0;

 private:
  std::size_t items_;
  std::size_t grain_;
  const Work& work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// True as soon as condition() is, false when it was not for a while: as long as waking a sleeping thread takes, so
/// that calls which follow each other find the workers awake, and the last one costs little more than none.
template <class Condition>
[[nodiscard]] bool becomes_true_soon(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::yield();
  }
  return true;
}

/// Threads that outlive the call that made them: starting one takes as long as dozens of transforms. Any number of
/// callers may share them; whoever finds no worker free does all of the work itself.
class Pool {
 public:
  void run(Pieces& pieces, std::size_t helpers) {
    invite(pieces, helpers);
    pieces.work_until_done();
    {
      const std::scoped_lock lock(mutex_);
      invited_ -= static_cast<std::size_t>(std::erase(invitations_, &pieces));
    }
    const auto alone = [&pieces] { return pieces.visitors.load(std::memory_order_acquire) == 0; };
    if (becomes_true_soon(alone)) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, alone);
  }

 private:
  void invite(Pieces& pieces, std::size_t helpers) {
    const std::scoped_lock lock(mutex_);
    try {
      for (; workers_ < helpers; ++workers_) std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // Those that there are, and the caller, do what it would have done.
    }
    invitations_.insert(invitations_.end(), helpers, &pieces);
    invited_ += helpers;
    if (sleepers_ > 0) awake_.notify_all();
  }

  [[noreturn]] void serve() noexcept {
    for (;;) {
      Pieces* const pieces = accept();
      pieces->work_until_done();
      const std::scoped_lock lock(mutex_);
      // From here on, *pieces may be gone.
      if (pieces->visitors.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
    }
  }

  Pieces* accept() {
    const auto invited = [this] { return invited_.load(std::memory_order_relaxed) > 0; };
    for (;;) {
      const bool soon = becomes_true_soon(invited);
      std::unique_lock lock(mutex_);
      if (!soon) {
        ++sleepers_;
        awake_.wait(lock, invited);
        --sleepers_;
      }
      if (invitations_.empty()) continue;
      Pieces* const pieces = invitations_.front();
      invitations_.pop_front();
      --invited_;
      pieces->visitors.fetch_add(1, std::memory_order_relaxed);
      return pieces;
    }
  }

  std::mutex mutex_;
  std::condition_variable awake_;
  std::condition_variable left_;
  std::deque<Pieces*> invitations_;
  std::atomic<std::size_t> invited_ = 0;  // their number, for those who look without the mutex
  std::size_t workers_ = 0;
  std::size_t sleepers_ = 0;
};

std::mutex pool_mutex;
Pool* pool = nullptr;

/// Never destroyed, as its threads run until the process ends. A forked child has none of them, so it makes a pool of
/// its own.
Pool& the_pool() {
  static const int forks_are_seen = pthread_atfork([] { pool_mutex.lock(); }, [] { pool_mutex.unlock(); },
                                                   [] {
                                                     pool = nullptr;
                                                     pool_mutex.unlock();
                                                   });
  static_cast<void>(forks_are_seen);
  const std::scoped_lock lock(pool_mutex);
  if (pool == nullptr) pool = new Pool;
  return *pool;
}

}  // namespace

void run_on_threads(std::size_t items, std::size_t grain, unsigned threads, const Work& work) {
  const std::size_t most = (items + grain - 1) / grain;
  const std::size_t helpers = std::min<std::size_t>(threads, most) - (most > 0 ? 1 : 0);
  if (helpers == 0) {
    if (items > 0) work(0, items);
    return;
  }
  // Few enough pieces that taking one costs nothing, enough of them that the last ones end together.
  constexpr std::size_t pieces_per_thread = 16;
  const std::size_t pieces = std::min(most, (helpers + 1) * pieces_per_thread);
  const std::size_t grains = (most + pieces - 1) / pieces;
  Pieces shared(items, grains * grain, work);
  the_pool().run(shared, helpers);
  shared.rethrow();
}

}  // namespace ringlet_python
