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
#include <vector>

#include "no_signals.hpp"

namespace ringlet_python {
namespace {

using Task = ringlet::Executor::Task;

/// The tasks of a call in as many shares as workers are wanted. A worker works off a share, task by task, then helps
/// with the others: in call after call, a core meets the data again that its cache holds, and nobody waits for one that
/// is late.
class Tasks {
 public:
  Tasks(std::size_t count, std::size_t workers, const Task& task) : count_(count), shares_(workers), task_(task) {
    for (std::size_t i = 0; i < workers; ++i) shares_[i].next = start_of(i);
  }

  void work_until_done(std::size_t worker) noexcept {
    try {
      for (std::size_t i = 0; i < shares_.size(); ++i) work_off((worker + i) % shares_.size(), worker);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      for (Share& share : shares_) share.next.store(count_, std::memory_order_relaxed);
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

  [[nodiscard]] std::size_t start_of(std::size_t share) const { return count_ * share / shares_.size(); }

  void work_off(std::size_t share, std::size_t worker) {
    const std::size_t end = start_of(share + 1);
    for (;;) {
      const std::size_t i = shares_[share].next.fetch_add(1, std::memory_order_relaxed);
      if (i >= end) return;
      task_(i, worker);
    }
  }

  std::size_t count_;
  std::vector<Share> shares_;
  const Task& task_;
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

/// Threads that outlive the call that made them: starting one takes as long as dozens of transforms. Any number of
/// callers may share them; whoever finds no worker free does all of the work itself.
class Pool {
 public:
  void run(Tasks& tasks, std::size_t helpers) {
    invite(tasks, helpers);
    tasks.work_until_done(0);
    {
      const auto lock = locked(mutex_);
      invited_ -= static_cast<std::size_t>(std::erase(invitations_, &tasks));
    }
    const auto alone = [&tasks] { return tasks.present.load(std::memory_order_acquire) == 0; };
    if (becomes_true_soon(alone)) return;
    std::unique_lock lock(mutex_);
    left_.wait(lock, alone);
  }

 private:
  void invite(Tasks& tasks, std::size_t helpers) {
    const auto lock = locked(mutex_);
    try {
      const NoSignals inherited;
      for (; workers_ < helpers; ++workers_) std::thread([this] { serve(); }).detach();
    } catch (const std::system_error&) {
      // Those that there are, and the caller, do what it would have done.
    }
    invitations_.insert(invitations_.end(), helpers, &tasks);
    invited_ += helpers;
    for (std::size_t i = std::min(helpers, sleepers_); i > 0; --i) awake_.notify_one();
  }

  [[noreturn]] void serve() noexcept {
    for (;;) {
      Tasks* const tasks = accept();
      tasks->work_until_done(++tasks->guests);
      const auto lock = locked(mutex_);
      // From here on, *tasks may be gone.
      if (tasks->present.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
    }
  }

  Tasks* accept() {
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
      Tasks* const tasks = invitations_.front();
      invitations_.pop_front();
      --invited_;
      tasks->present.fetch_add(1, std::memory_order_relaxed);
      return tasks;
    }
  }

  std::mutex mutex_;
  std::condition_variable awake_;
  std::condition_variable left_;
  std::deque<Tasks*> invitations_;
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

void Workers::run(std::size_t count, const Task& task) {
  const std::size_t wanted = std::min(threads_, count);
  if (wanted <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(i, 0);
    return;
  }
  Tasks tasks(count, wanted, task);
  the_pool().run(tasks, wanted - 1);
  tasks.rethrow();
}

}  // namespace ringlet_python
