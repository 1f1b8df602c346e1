#include "workers.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ringlet_python {
namespace {

using Work = std::function<void(std::size_t, std::size_t)>;

/// Items in as many shares as threads are wanted. A thread works off a share, piece by piece, then helps with the
/// others: in call after call, a core meets the items again that its cache holds, and nobody waits for one that is
/// late.
class Pieces {
 public:
  Pieces(std::size_t items, std::size_t grain, std::size_t shares, const Work& work)
      : items_(items), grain_(grain), shares_(shares), work_(work) {
    for (std::size_t i = 0; i < shares; ++i) shares_[i].next = start_of(i);
  }

  void work_until_done(std::size_t own) noexcept {
    try {
      for (std::size_t i = 0; i < shares_.size(); ++i) work_off((own + i) % shares_.size());
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      for (Share& share : shares_) share.next.store(items_, std::memory_order_relaxed);
    }
  }

  /// After all threads have left work_until_done.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// Threads of the pool that came, and that are still there.
  std::atomic<std::size_t> guests = 0;
  std::atomic<std::size_t> present = 0;

 private:
  // Alone on its cache line.
  struct alignas(64) Share {
    std::atomic<std::size_t> next = 0;
  };

  [[nodiscard]] std::size_t start_of(std::size_t share) const {
    const std::size_t pieces = (items_ + grain_ - 1) / grain_;
    return std::min(pieces * share / shares_.size() * grain_, items_);
  }

  void work_off(std::size_t share) {
    const std::size_t end = start_of(share + 1);
    for (;;) {
      const std::size_t begin = shares_[share].next.fetch_add(grain_, std::memory_order_relaxed);
      if (begin >= end) return;
      work_(begin, std::min(begin + grain_, end));
    }
  }

  std::size_t items_;
  std::size_t grain_;
  std::vector<Share> shares_;
  const Work& work_;
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

/// A lock that is held for a moment only is not worth sleeping for.
[[nodiscard]] std::unique_lock<std::mutex> locked(std::mutex& mutex) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (!becomes_true_soon([&lock] { return lock.try_lock(); })) lock.lock();
  return lock;
}

/// Signals are for the program's own threads, which may wait for one that they block: ours inherit a mask of all.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

/// Threads that outlive the call that made them: starting one takes as long as dozens of transforms. Any number of
/// callers may share them; whoever finds no worker free does all of the work itself.
class Pool {
 public:
  void run(Pieces& pieces, std::size_t helpers) {
    invite(pieces, helpers);
    pieces.work_until_done(0);
    {
      const auto lock = locked(mutex_);
      invited_ -= static_cast<std::size_t>(std::erase(invitations_, &pieces));
    }
    const auto alone = [&pieces] { return pieces.present.load(std::memory_order_acquire) == 0; };
    if (becomes_true_soon(alone)) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, alone);
  }

 private:
  void invite(Pieces& pieces, std::size_t helpers) {
    const auto lock = locked(mutex_);
    try {
      const NoSignals inherited;
      for (; workers_ < helpers; ++workers_) std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // Those that there are, and the caller, do what it would have done.
    }
    invitations_.insert(invitations_.end(), helpers, &pieces);
    invited_ += helpers;
    for (std::size_t i = std::min(helpers, sleepers_); i > 0; --i) awake_.notify_one();
  }

  [[noreturn]] void serve() noexcept {
    for (;;) {
      Pieces* const pieces = accept();
      pieces->work_until_done(++pieces->guests);
      const auto lock = locked(mutex_);
      // From here on, *pieces may be gone.
      if (pieces->present.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
    }
  }

  Pieces* accept() {
    const auto invited = [this] { return invited_.load(std::memory_order_relaxed) > 0; };
    for (;;) {
      const bool soon = becomes_true_soon(invited);
      auto lock = locked(mutex_);
      if (!soon) {
        ++sleepers_;
        awake_.wait(lock, invited);
        --sleepers_;
      }
      if (invitations_.empty()) continue;
      Pieces* const pieces = invitations_.front();
      invitations_.pop_front();
      --invited_;
      pieces->present.fetch_add(1, std::memory_order_relaxed);
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
  Pieces shared(items, grains * grain, helpers + 1, work);
  the_pool().run(shared, helpers);
  shared.rethrow();
}

}  // namespace ringlet_python
