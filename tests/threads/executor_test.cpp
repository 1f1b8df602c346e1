// Tests what operations rely on in any executor. A program of its own tests the adapters to other libraries' threads,
// which ThreadSanitizer does not understand.
#include "ringlet/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ringlet/key_switch.hpp"
#include "ringlet/number_theory.hpp"
#include "support/errors.hpp"
#include "support/new_threads.hpp"

#ifdef RINGLET_TEST_ADAPTERS
#include "ringlet/executors/openmp.hpp"
#include "ringlet/executors/tbb.hpp"

// Suppresses a report of LeakSanitizer. LLVM's OpenMP keeps blocks for teams of more threads than the machine has, and
// does not release them when the process ends.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp"; }
#else
#include "python/bindings/workers.hpp"
#endif

namespace ringlet_test {
namespace {

using ringlet::Executor;

struct ExecutorCase {
  std::string name;
  std::function<std::unique_ptr<Executor>()> make;
  std::size_t workers;
};

/// Adds cases with 1, 2 and 5 workers.
template <class Any>
void add_cases(std::vector<ExecutorCase>& cases, const std::string& name) {
  for (const std::size_t workers : {1U, 2U, 5U}) {
    cases.push_back({name + std::to_string(workers), [workers] { return std::make_unique<Any>(workers); }, workers});
  }
}

std::vector<ExecutorCase> executor_cases() {
  std::vector<ExecutorCase> cases;
#ifdef RINGLET_TEST_ADAPTERS
  add_cases<ringlet::OpenMpExecutor>(cases, "OpenMp");
  add_cases<ringlet::TbbExecutor>(cases, "Tbb");
  const std::size_t threads = ringlet::OpenMpExecutor().workers();
  cases.push_back({"OpenMpDefault", [] { return std::make_unique<ringlet::OpenMpExecutor>(); }, threads});
  cases.push_back(
      {"TbbDefault", [] { return std::make_unique<ringlet::TbbExecutor>(); }, ringlet::TbbExecutor().workers()});
#else
  cases.push_back({"Serial", [] { return std::make_unique<ringlet::SerialExecutor>(); }, 1});
  add_cases<NewThreads>(cases, "New");
  add_cases<ringlet_python::Workers>(cases, "Python");
#endif
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
    std::vector<int> calls(count, 0);  // two writes of an element, or an early read, are a data race
    executor_->run(count, [&](std::size_t i, std::size_t) { ++calls.at(i); });
    EXPECT_EQ(calls, std::vector<int>(count, 1));
  }
  EXPECT_EQ(executor_->workers(), workers);
}

TEST_P(ExecutorThreads, GiveTasksThatRunAtTheSameTimeDifferentWorkers) {
  std::vector<int> scratch(executor_->workers());  // two tasks at a time on one element are a data race
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

/// Key switches have phases of tasks that use each other's results.
TEST_P(ExecutorThreads, SwitchKeysAlike) {
  constexpr std::size_t n = 256, moduli = 6, level = 4;
  const std::vector<std::uint64_t> primes = ringlet::ntt_primes(moduli, 50, n);
  const ringlet::RnsBase base{std::span(primes).first(level)}, special{std::span(primes).subspan(level)};
  const ringlet::KeySwitch switch_key(n, base, special, {.digit_size = 2});
  std::vector<std::uint64_t> words(moduli * n);
  std::iota(words.begin(), words.end(), std::uint64_t{1} << 48);
  const std::vector<ringlet::RnsView> polynomials(2, ringlet::RnsView(words.data(), moduli, n));
  const ringlet::SwitchingKey key = switch_key.prepare(polynomials, polynomials);
  const auto result = [&](Executor* executor) {
    std::vector<std::uint64_t> out(2 * level * n);
    switch_key({out.data(), level, n}, {out.data() + level * n, level, n}, {words.data(), level, n}, key, executor);
    return out;
  };
  const std::vector<std::uint64_t> expected = result(nullptr);
  for (int repetition = 0; repetition < 10; ++repetition) EXPECT_EQ(result(executor_.get()), expected);
}

INSTANTIATE_TEST_SUITE_P(All, ExecutorThreads, ::testing::ValuesIn(executor_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringlet_test
