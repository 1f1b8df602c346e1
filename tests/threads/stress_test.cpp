// Stresses the state that concurrent calls share, with more threads than cores, until enough calls have
// overlapped. words_test.cpp and rns_test.cpp test objects that do not change after their constructors
// (FixedOperand, bases, conversions).

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "c/handles.hpp"
#include "memory/scratch.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_ntt.hpp"
#include "rns/rows.hpp"
#include "threads/overlaps.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::RnsBase;
using ringlet::RnsView;
using Words = std::vector<std::uint64_t>;

/// Writes a thread's number everywhere, lets others run, and checks that it is still there.
void expect_own(std::uint64_t* words, std::size_t count, unsigned thread) {
  const std::span own(words, count);
  std::ranges::fill(own, thread);
  std::this_thread::yield();
  EXPECT_EQ(std::ranges::count(own, thread), static_cast<std::ptrdiff_t>(count));
}

TEST(StressThreads, ScratchIsLentOnce) {
  constexpr std::size_t words = 64;
  ringlet::plan::Scratch scratch(words * sizeof(std::uint64_t));
  std::atomic<int> lent = 0, second_blocks = 0;
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) {
    const ringlet::plan::Scratch::Loan loan(scratch);
    if (lent.fetch_add(1, std::memory_order_relaxed) > 0) second_blocks.fetch_add(1, std::memory_order_relaxed);
    expect_own(static_cast<std::uint64_t*>(loan.get()), words, thread);
    lent.fetch_sub(1, std::memory_order_relaxed);
  }));
  EXPECT_GT(second_blocks, 0);
}

TEST(StressThreads, WorkspacesAreLentOnce) {
  constexpr std::size_t n = 64, workers = 2;
  ringlet::plan::Workspaces workspaces(1, 1, n);
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) {
    const ringlet::plan::Workspaces::Loan loan(workspaces, workers);
    expect_own(loan->shared()[0], n, thread);
    for (std::size_t worker = 0; worker < workers; ++worker) expect_own(loan->of_worker(worker)[0], n, thread);
  }));
}

TEST(StressThreads, CachesMakeEachPlanOnce) {
  constexpr std::size_t n = 256;
  const RnsBase base(ringlet::ntt_primes(16, 50, n));
  // Each round has a cache, in which many threads request each plan at once.
  std::vector<ringlet::NttCache> caches(most_rounds);
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t round) {
    for (std::size_t i = 0; i < base.size(); ++i) {
      const ringlet::Modulus<std::uint64_t>& q = base.moduli()[(thread + i) % base.size()];
      EXPECT_EQ(caches[round].get(n, q).modulus(), q);
      EXPECT_LE(caches[round].size(), base.size());
    }
  }));
  std::size_t used = 0;
  for (; used < most_rounds && caches[used].size() != 0; ++used) EXPECT_EQ(caches[used].size(), base.size());
  EXPECT_GT(used, 0U);
}

class Stress : public BackendTest<> {};

/// Moduli whose transforms need memory of the plan besides the output, on one backend or another.
TEST_P(Stress, TransformsHaveTheirOwnScratch) {
  constexpr std::size_t n = 512;
  for (const unsigned bits : {98U, 124U}) {
    const ringlet::Modulus<uint128> q(ringlet::ntt_primes128(1, bits, n).front());
    const ringlet::Ntt ntt(n, q);
    Random random;
    std::vector<Words128> in(crowd()), forward(crowd(), Words128(n)), square(crowd(), Words128(n));
    for (unsigned thread = 0; thread < crowd(); ++thread) {
      in[thread] = corner_biased_words128(random, n, q.value(), q.value() - 1);
      ntt.forward(forward[thread], in[thread]);
      ntt.multiply(square[thread], in[thread], in[thread]);
    }
    EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) {
      Words128 out(n);
      ntt.forward(out, in[thread]);
      EXPECT_TRUE(out == forward[thread]);
      ntt.inverse(out, out);
      EXPECT_TRUE(out == in[thread]);
      ntt.multiply(out, in[thread], in[thread]);
      EXPECT_TRUE(out == square[thread]);
    }));
  }
}

TEST_P(Stress, KeySwitchesAndDivisionsHaveTheirOwnWorkspaces) {
  constexpr std::size_t n = 256, level = 3, all = 5;
  const Words primes = ringlet::ntt_primes(all, 50, n);
  const RnsBase base{std::span(primes).first(level)}, special{std::span(primes).subspan(level)};
  const ringlet::KeySwitch switch_key(n, base, special, {.digit_size = 2});
  const ringlet::ModDown down(ringlet::RnsNtt(n, RnsBase(primes)), all - level);
  Words words(all * n);
  std::iota(words.begin(), words.end(), std::uint64_t{1} << 48);
  const std::vector<RnsView> polynomials(2, RnsView(words.data(), all, n));
  const ringlet::SwitchingKey key = switch_key.prepare(polynomials, polynomials);
  // Each thread has numbers of its own.
  const auto result = [&](unsigned thread) {
    Words in(all * n), out(3 * level * n);
    std::iota(in.begin(), in.end(), std::uint64_t{thread + 1} << 40);
    switch_key({out.data(), level, n}, {out.data() + level * n, level, n}, {in.data(), level, n}, key);
    down.on_evaluations({out.data() + 2 * level * n, level, n}, {in.data(), all, n});
    return out;
  };
  std::vector<Words> expected;
  for (unsigned thread = 0; thread < crowd(); ++thread) expected.push_back(result(thread));
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) { EXPECT_TRUE(result(thread) == expected[thread]); }));
}

INSTANTIATE_TEST_SUITE_P(All, Stress, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

TEST(StressThreads, BackendsChangeUnderCalls) {
  const std::vector<std::string> backends = supported_backends();
  const ringlet::Modulus<std::uint64_t> q((std::uint64_t{1} << 50) - 27);
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t round) {
    if (thread % 4 == 0) ringlet::backend::force(backends[(thread / 4 + round) % backends.size()]);
    Words x(1000, q.value() - 1);
    ringlet::mul(x, x, x, q);
    EXPECT_EQ(x, Words(1000, 1));
    EXPECT_TRUE(is_supported(ringlet::backend::active()));
    if (thread % 4 == 0) ringlet::backend::unforce();
  }));
  ringlet::backend::unforce();
}

TEST(StressThreads, MessagesOfErrorsAreEachThreadsOwn) {
  constexpr std::uint64_t q = 97;
  const c_api::Modulus modulus = c_api::make_modulus(q);
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) {
    std::uint64_t result = 0;
    EXPECT_EQ(ringlet_add_mod(&result, q + thread, 1, modulus.get()), RINGLET_OUT_OF_RANGE);
    std::this_thread::yield();
    EXPECT_NE(std::string(ringlet_last_error_message()).find(std::to_string(q + thread)), std::string::npos);
  }));
}

}  // namespace
}  // namespace ringlet_test
