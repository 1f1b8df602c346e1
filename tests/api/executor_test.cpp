// What operations may rely on in any executor, and the pieces that a range is cut into.
#include "ringlet/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "python/bindings/workers.hpp"
#include "support/errors.hpp"

namespace ringlet_test {
namespace {

using ringlet::Executor;

/// As a program may write its own: new threads for each call, none of them the calling one.
class NewThreads final : public Executor {
 public:
  explicit NewThreads(std::size_t workers) : workers_(workers) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return workers_; }

  void run(std::size_t count, const Task& task) override {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr error;
    std::mutex mutex;
    const auto work = [&](std::size_t worker) {
      try {
        for (std::size_t i = next++; i < count; i = next++) task(i, worker);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!error) error = std::current_exception();
        next = count;
      }
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t worker = 0; worker < workers_; ++worker) threads.emplace_back(work, worker);
    }
    if (error) std::rethrow_exception(error);
  }

 private:
  std::size_t workers_;
};

struct ExecutorCase {
  std::string name;
  std::function<std::unique_ptr<Executor>()> make;
  std::size_t workers;
};

std::vector<ExecutorCase> executor_cases() {
  std::vector<ExecutorCase> cases{{"Serial", [] { return std::make_unique<ringlet::SerialExecutor>(); }, 1}};
  for (const std::size_t workers : {1U, 2U, 5U}) {
    const std::string number = std::to_string(workers);
    cases.push_back({"New" + number, [workers] { return std::make_unique<NewThreads>(workers); }, workers});
    cases.push_back(
        {"Python" + number, [workers] { return std::make_unique<ringlet_python::Workers>(workers); }, workers});
  }
  return cases;
}

class ExecutorThreads : public ::testing::TestWithParam<ExecutorCase> {
 protected:
  std::unique_ptr<Executor> executor_ = GetParam().make();
};

TEST_P(ExecutorThreads, CallEachTaskOnce) {
  const std::size_t workers = executor_->workers();
  EXPECT_EQ(workers, GetParam().workers);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, workers, std::size_t{1000}}) {
    std::vector<int> calls(count, 0);  // one that two threads write, or that is read too early, is a data race
    executor_->run(count, [&](std::size_t i, std::size_t) { ++calls.at(i); });
    EXPECT_EQ(calls, std::vector<int>(count, 1));
  }
  EXPECT_EQ(executor_->workers(), workers);
}

TEST_P(ExecutorThreads, GiveTasksThatRunAtTheSameTimeDifferentWorkers) {
  std::vector<int> scratch(executor_->workers());  // of which two tasks at a time make a data race
  std::vector<std::atomic<bool>> busy(executor_->workers());
  std::atomic<bool> shared = false;
  for (int call = 0; call < 20; ++call) {
    executor_->run(200, [&](std::size_t, std::size_t worker) {
      if (busy.at(worker).exchange(true)) shared = true;
      ++scratch[worker];
      std::this_thread::yield();
      busy[worker] = false;
    });
  }
  EXPECT_FALSE(shared);
  int sum = 0;
  for (const int tasks : scratch) sum += tasks;
  EXPECT_EQ(sum, 20 * 200);
}

TEST_P(ExecutorThreads, RethrowWhenNoTaskRunsAnyMore) {
  for (const std::size_t bad : {0U, 150U, 299U}) {
    std::atomic<int> inside = 0;
    std::vector<int> calls(300, 0);
    const std::string message = message_of<std::runtime_error>([&] {
      executor_->run(calls.size(), [&](std::size_t i, std::size_t) {
        ++inside;
        ++calls[i];
        --inside;
        if (i == bad) throw std::runtime_error("task " + std::to_string(i));
      });
    });
    EXPECT_EQ(message, "task " + std::to_string(bad));
    EXPECT_EQ(inside, 0);
    EXPECT_EQ(calls[bad], 1);
    EXPECT_LE(std::ranges::max(calls), 1);
  }
  std::atomic<int> sum = 0;
  executor_->run(10, [&sum](std::size_t, std::size_t) { ++sum; });
  EXPECT_EQ(sum, 10) << "after an exception";
}

TEST_P(ExecutorThreads, RethrowOneExceptionOfMany) {
  EXPECT_THROW(executor_->run(100, [](std::size_t i, std::size_t) { throw std::runtime_error(std::to_string(i)); }),
               std::runtime_error);
}

TEST_P(ExecutorThreads, WorkOffPiecesWithScratchOfTheirOwn) {
  std::vector<std::uint64_t> sums(executor_->workers(), 0);
  ringlet::run_in_pieces(*executor_, 10'007, 10, [&sums](std::size_t begin, std::size_t end, std::size_t worker) {
    for (; begin < end; ++begin) sums.at(worker) += begin;
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t part : sums) sum += part;
  EXPECT_EQ(sum, 10'007ULL * 10'006 / 2);
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorThreads, ::testing::ValuesIn(executor_cases()),
                         [](const auto& test) { return test.param.name; });

/// Says it has many workers, and keeps the pieces in order.
class Recorder final : public Executor {
 public:
  explicit Recorder(std::size_t workers) : workers_(workers) {}
  [[nodiscard]] std::size_t workers() const noexcept override { return workers_; }
  void run(std::size_t count, const Task& task) override {
    tasks = count;
    for (std::size_t i = 0; i < count; ++i) task(i, i % workers_);
  }

  std::size_t tasks = 0;

 private:
  std::size_t workers_;
};

using Pieces = std::vector<std::pair<std::size_t, std::size_t>>;

/// The pieces of one call, whose number must be that of the tasks.
Pieces pieces_of(std::size_t items, std::size_t grain, std::size_t workers) {
  Recorder recorder(workers);
  Pieces pieces;
  ringlet::run_in_pieces(recorder, items, grain, [&](std::size_t begin, std::size_t end, std::size_t worker) {
    EXPECT_EQ(worker, pieces.size() % workers);
    pieces.emplace_back(begin, end);
  });
  EXPECT_EQ(pieces.size(), recorder.tasks);
  return pieces;
}

TEST(ExecutorPieces, AreMultiplesOfTheGrainThatCoverTheItems) {
  for (const std::size_t grain : {1U, 7U, 64U, 1000U}) {
    for (const std::size_t items : {0U, 1U, 6U, 7U, 8U, 63U, 64U, 65U, 500U, 999U, 1000U, 1001U, 100'000U}) {
      for (const std::size_t workers : {1U, 2U, 3U, 8U, 33U}) {
        SCOPED_TRACE(std::to_string(items) + " items, grain " + std::to_string(grain) + ", workers " +
                     std::to_string(workers));
        std::size_t end = 0;
        const Pieces pieces = pieces_of(items, grain, workers);
        for (const auto& piece : pieces) {
          EXPECT_EQ(piece.first, end);
          EXPECT_EQ(piece.first % grain, 0U);
          EXPECT_LT(piece.first, piece.second);
          end = piece.second;
          EXPECT_TRUE(end == items || end % grain == 0);
        }
        EXPECT_EQ(end, items);
        EXPECT_LE(pieces.size(), workers == 1 ? 1 : 16 * workers);
        const std::size_t grains = (items + grain - 1) / grain;
        if (workers == 1) continue;
        EXPECT_GE(pieces.size(), std::min(grains, 8 * workers));
        if (grains <= 16 * workers) {
          EXPECT_EQ(pieces.size(), grains);
        }
      }
    }
  }
}

TEST(ExecutorPieces, MayHaveAnyGrainButZero) {
  constexpr std::size_t huge = ~std::size_t{0};
  EXPECT_EQ(pieces_of(5, huge, 4), (Pieces{{0, 5}}));
  EXPECT_EQ(pieces_of(huge / 2, huge / 2 - 1, 4), (Pieces{{0, huge / 2 - 1}, {huge / 2 - 1, huge / 2}}));
  EXPECT_EQ(pieces_of(0, huge, 4), Pieces{});
  const std::string message = message_of<std::invalid_argument>([] { (void)pieces_of(5, 0, 4); });
  EXPECT_EQ(message, "grain is 0, but it must be at least 1");
}

}  // namespace
}  // namespace ringlet_test
