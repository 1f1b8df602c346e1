#pragma once

#include <functional>
#include <latch>
#include <thread>
#include <vector>

/// Tests of concurrent use. The assertions detect wrong results; ThreadSanitizer detects the races.
namespace ringlet_test {

inline constexpr unsigned thread_count = 8;

/// Runs `work(thread)` in all threads, which start together.
inline void in_all_threads(const std::function<void(unsigned)>& work) {
  std::latch start(thread_count);
  std::vector<std::jthread> threads;
  for (unsigned thread = 0; thread < thread_count; ++thread) {
    threads.emplace_back([&, thread] {
      start.arrive_and_wait();
      work(thread);
    });
  }
}

}  // namespace ringlet_test
