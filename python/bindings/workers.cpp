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

/// Tasks of a call, divided into one share for each worker. A worker does the tasks of its own share first, and then
/// helps with the rest. So a core finds the same data in its cache in each call, and nobody waits for a late worker.
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

  /// Throws the first error of a task. Call after all threads have left work_until_done.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// Numbers of the pool's threads that have joined, and that are still at work.
  std::atomic<std::size_t> guests = 0;
  std::atomic<std::size_t> present = 0;

 private:
  // On a cache line of its own.
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

/// Waits for condition() by polling. Returns false after 50 us, about as long as it takes to wake a sleeping thread. So
/// calls in quick succession find the workers awake, and workers stop polling soon after the last call.
template <class Condition>
[[nodiscard]] bool becomes_true_soon(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
  while (!condition()) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::yield();
  }
  return true;
}

/// Locks the mutex. Polls first, because all holders release it soon.
[[nodiscard]] std::unique_lock<std::mutex> locked(std::mutex& mutex) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (!becomes_true_soon([&lock] { return lock.try_lock(); })) lock.lock();
  return lock;
}

/// Threads that outlive the calls, because starting one takes as long as dozens of transforms. Any number of callers
/// share them; a caller that finds no free worker does all of its work itself.
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
      // The existing threads and the caller do the work.
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
      // After this line, *tasks may be destroyed.
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
  std::atomic<std::size_t> invited_ = 0;  // their number, which may be read without the mutex
  std::size_t workers_ = 0;
  std::size_t sleepers_ = 0;
};

std::mutex pool_mutex;
Pool* pool = nullptr;

/// Returns the pool, which is never destroyed, because its threads run until the process ends. A forked child has none
/// of the threads and makes a pool of its own.
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
