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
#include "memory/memory_pool.hpp"
#include "memory/scratch.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_ntt.hpp"
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
  ringlet::memory::Scratch scratch(words * sizeof(std::uint64_t));
  std::atomic<int> lent = 0, second_blocks = 0;
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t) {
    const ringlet::memory::Scratch::Loan loan(scratch);
    if (lent.fetch_add(1, std::memory_order_relaxed) > 0) second_blocks.fetch_add(1, std::memory_order_relaxed);
    expect_own(static_cast<std::uint64_t*>(loan.get()), words, thread);
    lent.fetch_sub(1, std::memory_order_relaxed);
  }));
  EXPECT_GT(second_blocks, 0);
}

/// Blocks of many sizes, so that calls take larger ones, replace smaller ones and free blocks of other threads.
TEST(StressThreads, PoolsLendEachBlockOnce) {
  constexpr unsigned threads = 64;
  constexpr std::size_t most_words = 256;
  ringlet::memory::MemoryPool pool;
  EXPECT_TRUE(crowd_overlaps(
      [&](unsigned thread, std::size_t round) {
        const std::size_t words = 1 + (thread * 17 + round * 5) % most_words;
        const ringlet::memory::MemoryPool::Loan loan(pool, words);
        expect_own(loan.get(), words, thread);
        if (round % 16 == thread % 16) pool.release();
        const ringlet::memory::MemoryPool::Bytes bytes = pool.bytes();
        EXPECT_LE(words * sizeof(std::uint64_t), bytes.lent);
        EXPECT_LE(bytes.lent, bytes.held);
        EXPECT_LE(bytes.held, bytes.peak);
      },
      threads));
  EXPECT_EQ(pool.bytes().lent, 0U);
  EXPECT_LE(pool.bytes().peak, threads * most_words * sizeof(std::uint64_t));
}

TEST(StressThreads, ContextsMakeEachTransformOnce) {
  constexpr std::size_t n = 256;
  const RnsBase base(ringlet::ntt_primes(16, 50, n));
  // Each round has a context, of which many threads request each transform at once.
  const std::vector<ringlet::RnsContext> contexts(most_rounds);
  EXPECT_TRUE(crowd_overlaps([&](unsigned thread, std::size_t round) {
    for (std::size_t i = 0; i < base.size(); ++i) {
      const ringlet::Modulus<std::uint64_t>& q = base.moduli()[(thread + i) % base.size()];
      EXPECT_EQ(contexts[round].ntt(n, q).modulus(), q);
      EXPECT_LE(contexts[round].transforms(), base.size());
    }
  }));
  std::size_t used = 0;
  for (; used < most_rounds && contexts[used].transforms() != 0; ++used)
    EXPECT_EQ(contexts[used].transforms(), base.size());
  EXPECT_GT(used, 0U);
}

RINGLET_BACKEND_SUITE(Stress);

/// Moduli whose transforms need memory of the plan besides the output, on one backend or another.
TEST_P(Stress, TransformsHaveTheirOwnScratch) {
  constexpr std::size_t n = 512;
  for (const unsigned bits : {98U, 124U}) {
    const ringlet::Modulus<uint128> q(ringlet::ntt_primes<ringlet::uint128_t>(1, bits, n).front());
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

/// A key switch and a division of n points.
class Switch {
 public:
  static constexpr std::size_t level = 3, all = 5;

  Switch(std::size_t n, const ringlet::RnsContext& context)
      : n_(n), ntt_(n, RnsBase(ringlet::ntt_primes(all, 50, n)), {.context = context}) {}

  /// Returns the results of both for a thread's numbers.
  [[nodiscard]] Words operator()(unsigned thread) const {
    Words in(all * n_), out(3 * level * n_);
    std::iota(in.begin(), in.end(), std::uint64_t{thread + 1} << 40);
    switch_key_({out.data(), level, n_}, {out.data() + level * n_, level, n_}, {in.data(), level, n_}, key_);
    down_.on_evaluations({out.data() + 2 * level * n_, level, n_}, {in.data(), all, n_});
    return out;
  }

 private:
  std::size_t n_;
  ringlet::RnsNtt ntt_;
  ringlet::KeySwitch switch_key_{ntt_, all - level, {.digit_size = 2}};
  ringlet::ModDown down_{ntt_, all - level};
  Words words_ = [this] {
    Words words(all * n_);
    std::iota(words.begin(), words.end(), std::uint64_t{1} << 48);
    return words;
  }();
  std::vector<RnsView> polynomials_ = std::vector<RnsView>(2, RnsView(words_.data(), all, n_));
  ringlet::SwitchingKey key_ = switch_key_.prepare(polynomials_, polynomials_);
};

/// Plans of several sizes work in one context's memory.
TEST_P(Stress, KeySwitchesAndDivisionsHaveTheirOwnMemory) {
  constexpr unsigned threads = 64;
  const ringlet::RnsContext context;
  const Switch small(64, context), large(256, context);
  std::vector<Words> expected;
  for (unsigned thread = 0; thread < threads; ++thread) expected.push_back((thread % 2 == 0 ? small : large)(thread));
  const std::size_t bytes_of_a_call = context.held_bytes();
  EXPECT_TRUE(crowd_overlaps(
      [&](unsigned thread, std::size_t) { EXPECT_TRUE((thread % 2 == 0 ? small : large)(thread) == expected[thread]); },
      threads));
  EXPECT_EQ(context.lent_bytes(), 0U);
  EXPECT_LE(context.peak_bytes(), threads * bytes_of_a_call);
}

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
