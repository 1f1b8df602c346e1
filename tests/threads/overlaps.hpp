#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

/// Shared state is at risk only while several threads use it. These tests count such overlaps and
/// continue until there are enough.
namespace ringlet_test {

/// Counts the threads inside a part of the program, and the entries while others are inside.
class Overlaps {
 public:
  class Stay {
   public:
    explicit Stay(Overlaps& overlaps) : overlaps_(&overlaps) {
      if (overlaps.inside_.fetch_add(1, std::memory_order_relaxed) > 0) {
        overlaps.count_.fetch_add(1, std::memory_order_relaxed);
      }
    }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;
    ~Stay() { overlaps_->inside_.fetch_sub(1, std::memory_order_relaxed); }

   private:
    Overlaps* overlaps_;
  };

  [[nodiscard]] std::size_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  // Relaxed, so that they impose no order that would hide a race from ThreadSanitizer.
  std::atomic<std::size_t> inside_ = 0;
  std::atomic<std::size_t> count_ = 0;
};

/// Returns several threads for each core, so that they are interrupted during their work.
[[nodiscard]] inline unsigned crowd() { return std::max(16U, 4 * std::thread::hardware_concurrency()); }

inline constexpr std::size_t wanted_overlaps = 200;
inline constexpr std::size_t most_rounds = 2000;

/// Calls `work(thread, round)` in `threads` threads at the same time, each time within a stay, until enough stays have
/// overlapped. Returns false if they have not after very many rounds.
[[nodiscard]] inline bool crowd_overlaps(const std::function<void(unsigned thread, std::size_t round)>& work,
                                         unsigned threads = crowd()) {
  Overlaps overlaps;
  std::latch start(threads);
  {
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread) {
      running.emplace_back([&, thread] {
        start.arrive_and_wait();
        for (std::size_t round = 0; round < most_rounds && overlaps.count() < wanted_overlaps; ++round) {
          const Overlaps::Stay stay(overlaps);
          work(thread, round);
        }
      });
    }
  }
  return overlaps.count() >= wanted_overlaps;
}

}  // namespace ringlet_test
