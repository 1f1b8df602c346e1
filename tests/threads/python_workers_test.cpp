#include "python/bindings/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

void run_on_threads(std::size_t items, std::size_t grain, unsigned threads,
                    const std::function<void(std::size_t begin, std::size_t end)>& work) {
  ringlet_python::Workers workers(threads);
  ringlet::run_in_pieces(workers, items, grain,
                         [&work](std::size_t begin, std::size_t end, std::size_t /*worker*/) { work(begin, end); });
}

TEST(WorkersThreads, CallEachItemOnceInMultiplesOfTheGrain) {
  for (const std::size_t grain : {1U, 7U, 64U}) {
    for (std::size_t items : {0U, 1U, 6U, 7U, 8U, 63U, 64U, 500U, 1000U}) {
      items -= items % grain;
      for (const unsigned threads : {1U, 2U, 3U, 8U, 33U}) {
        std::vector<int> visits(items, 0);  // two visits of an item are a data race
        run_on_threads(items, grain, threads, [&](std::size_t begin, std::size_t end) {
          EXPECT_EQ(begin % grain, 0U);
          EXPECT_EQ(end % grain, 0U);
          EXPECT_LT(begin, end);
          for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        EXPECT_EQ(visits, std::vector<int>(items, 1)) << items << " items, grain " << grain << ", " << threads;
      }
    }
  }
}

TEST(WorkersThreads, ServeManyCallersAtOnce) {
  std::vector<std::jthread> callers;
  for (unsigned caller = 0; caller < 4; ++caller) {
    callers.emplace_back([caller] {
      for (std::size_t call = 0; call < 200; ++call) {
        std::atomic<std::size_t> sum = 0;
        run_on_threads(100, 1, 2 + caller, [&sum](std::size_t begin, std::size_t end) { sum += end - begin; });
        EXPECT_EQ(sum, 100U);
      }
    });
  }
}

TEST(WorkersThreads, MayCallForWorkersThemselves) {
  std::atomic<std::size_t> sum = 0;
  run_on_threads(16, 1, 4, [&sum](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) {
      run_on_threads(16, 1, 4, [&sum](std::size_t first, std::size_t last) { sum += last - first; });
    }
  });
  EXPECT_EQ(sum, 256U);
}

TEST(WorkersThreads, RethrowAfterAllHaveStopped) {
  for (int call = 0; call < 50; ++call) {
    std::atomic<int> inside = 0;
    EXPECT_THROW(run_on_threads(1000, 1, 3,
                                [&](std::size_t begin, std::size_t end) {
                                  ++inside;
                                  const bool fails = begin <= 500 && 500 < end;
                                  --inside;
                                  if (fails) throw std::runtime_error("500");
                                }),
                 std::runtime_error);
    EXPECT_EQ(inside, 0);
  }
}

}  // namespace
