// Checks that the library overwrites memory with values of calls before it releases it, and keeps none of the values.

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "memory/memory_pool.hpp"
#include "memory/scratch.hpp"
#include "ringlet/ringlet.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/replaced_new.hpp"

namespace {

/// Searches memory that is released for secrets, and counts what it finds.
struct Search {
  /// Words that must not be found; null while no search runs.
  const std::set<std::uint64_t>* secrets = nullptr;
  std::size_t found = 0;
  std::size_t row_bytes = 0;
  /// Number of blocks of at least row_bytes that are not aligned to cache lines. The library would not wipe them.
  std::size_t rows_elsewhere = 0;
  /// Number of released blocks aligned to cache lines. They hold values or constants of plans.
  std::size_t released_on_cache_lines = 0;
  std::size_t not_zero = 0;
};
Search search;
long live_blocks = 0;
/// Bytes that have been allocated on cache lines, and whether such allocations fail.
std::size_t bytes_on_cache_lines = 0;
bool fails_on_cache_lines = false;

}  // namespace

void ringlet_test::before_allocation(std::size_t size, std::size_t alignment) {
  if (alignment >= 64) bytes_on_cache_lines += size;
  if (fails_on_cache_lines && alignment >= 64) throw std::bad_alloc();
  ++live_blocks;
}

void ringlet_test::before_release(void* memory, std::size_t size, std::size_t alignment) {
  --live_blocks;
  if (search.secrets == nullptr) return;
  const std::size_t words = (size != 0 ? size : ::malloc_usable_size(memory)) / sizeof(std::uint64_t);
  bool is_zero = true;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(memory) + i * sizeof(word), sizeof(word));
    is_zero = is_zero && word == 0;
    if (word != 0 && search.secrets->contains(word)) ++search.found;
  }
  if (alignment < 64) {
    if (words * sizeof(std::uint64_t) >= search.row_bytes) ++search.rows_elsewhere;
    return;
  }
  ++search.released_on_cache_lines;
  if (!is_zero) ++search.not_zero;
}

namespace ringlet_test {
namespace {

using ringlet::RnsBase;
using ringlet::RnsView;
using ringlet::memory::MemoryPool;
using ringlet::memory::Scratch;

TEST(Scratch, LendsItsBlockToOneCallAtATime) {
  Scratch scratch(256);
  const void* block = nullptr;
  {
    const Scratch::Loan loan(scratch);
    block = loan.get();
  }
  const Scratch::Loan first(scratch), second(scratch), third(scratch);
  EXPECT_EQ(first.get(), block) << "is kept between calls";
  EXPECT_NE(second.get(), first.get());
  EXPECT_NE(third.get(), first.get());
  EXPECT_NE(third.get(), second.get());
}

TEST(Scratch, KeepsOneBlockAndReleasesTheOthers) {
  const long before = live_blocks;
  {
    Scratch scratch(256);
    {
      const Scratch::Loan first(scratch), second(scratch), third(scratch);
      EXPECT_EQ(live_blocks, before + 3);
    }
    EXPECT_EQ(live_blocks, before + 1);
  }
  EXPECT_EQ(live_blocks, before);
}

TEST(Scratch, OfNoBytesAllocatesNothing) {
  const long before = live_blocks;
  Scratch scratch(0);
  const Scratch::Loan loan(scratch);
  EXPECT_EQ(loan.get(), nullptr);
  EXPECT_EQ(live_blocks, before);
}

TEST(MemoryPool, LendsTheSmallestBlockThatIsLargeEnough) {
  MemoryPool pool;
  const void* block = nullptr;
  const void* larger = nullptr;
  {
    const MemoryPool::Loan first(pool, 32), second(pool, 64);
    block = first.get();
    larger = second.get();
    EXPECT_NE(block, larger);
  }
  const long before = live_blocks;
  {
    const MemoryPool::Loan first(pool, 8), second(pool, 8);
    EXPECT_EQ(first.get(), block);
    EXPECT_EQ(second.get(), larger);
  }
  EXPECT_EQ(MemoryPool::Loan(pool, 33).get(), larger);
  EXPECT_EQ(live_blocks, before) << "nothing was allocated or freed";
}

TEST(MemoryPool, StatesTheBytesItHasAllocated) {
  // Blocks of 4 MiB and more are whole pages of 2 MiB.
  constexpr std::size_t small = 800, large = std::size_t{6} << 20;
  MemoryPool pool;
  const auto expect = [&](std::size_t held, std::size_t lent, std::size_t peak) {
    const MemoryPool::Bytes bytes = pool.bytes();
    EXPECT_EQ(bytes.held, held);
    EXPECT_EQ(bytes.lent, lent);
    EXPECT_EQ(bytes.peak, peak);
  };
  expect(0, 0, 0);
  const std::size_t before = bytes_on_cache_lines;
  {
    const MemoryPool::Loan first(pool, small / 8);
    expect(small, small, small);
    {
      const MemoryPool::Loan second(pool, large / 8 - 1);
      EXPECT_EQ(bytes_on_cache_lines - before, small + large);
      expect(small + large, small + large, small + large);
    }
    expect(small + large, small, small + large);
    pool.release();
    expect(small, small, small + large);
  }
  expect(small, 0, small + large);
  // Replaces the small block, which is spare.
  EXPECT_NE(MemoryPool::Loan(pool, large / 8).get(), nullptr);
  expect(large, 0, small + large);
  pool.release();
  expect(0, 0, small + large);
}

TEST(MemoryPool, SurvivesLackOfMemory) {
  MemoryPool pool;
  const long before = live_blocks;
  const MemoryPool::Loan first(pool, 8);
  {
    const MemoryPool::Loan second(pool, 16);
  }
  fails_on_cache_lines = true;
  EXPECT_THROW(MemoryPool::Loan(pool, 32), std::bad_alloc);
  EXPECT_THROW(MemoryPool::Loan(pool, 8), std::bad_alloc);
  fails_on_cache_lines = false;
  EXPECT_EQ(pool.bytes().held, 64U);
  EXPECT_EQ(pool.bytes().lent, 64U);
  {
    const MemoryPool::Loan second(pool, 32);
    EXPECT_EQ(live_blocks, before + 3) << "two blocks and the list of spare ones";
  }
}

/// Searches released memory while a call runs.
class WipedMemory : public BackendTest<> {
 protected:
  /// Calls `call` twice. During the second call, no released memory may hold a word of the inputs or of the first
  /// outputs, blocks on cache lines must be zero, and every block as large as a row of n values must be on cache lines.
  template <class... Arrays>
  void expect_wiped(std::size_t row_bytes, const std::function<void()>& call, const Arrays&... arrays) {
    call();
    std::set<std::uint64_t> secrets;
    const auto add = [&](const auto& words) {
      for (const auto word : words) {
        for (const std::uint64_t half :
             {static_cast<std::uint64_t>(word), static_cast<std::uint64_t>(word >> 32 >> 32)}) {
          if (half >> 32 != 0) secrets.insert(half);  // a small word could be anything
        }
      }
    };
    (add(arrays), ...);
    search = {.secrets = &secrets, .row_bytes = row_bytes};
    call();
    const Search result = std::exchange(search, {});
    EXPECT_GT(result.released_on_cache_lines, 0U);
    EXPECT_EQ(result.found, 0U);
    EXPECT_EQ(result.rows_elsewhere, 0U);
    EXPECT_EQ(result.not_zero, 0U);
  }

  /// Fills with random words below q, away from the corners, since other data may equal the corners. Leaves no copies
  /// in memory that the library could get.
  template <class Word>
  void fill(std::span<Word> words, Word q) {
    for (Word& word : words) {
      word = random_.up_to(~std::uint64_t{0});
      if constexpr (sizeof(Word) == 16) word = word << 64 | random_.up_to(~std::uint64_t{0});
      word %= q;
    }
  }
  template <class Word>
  [[nodiscard]] std::vector<Word> values(std::size_t count, Word q) {
    std::vector<Word> words(count);
    fill(std::span(words), q);
    return words;
  }

  template <class Word>
  void expect_wiped_by_plans(Word prime) {
    constexpr std::size_t n = 256;
    const ringlet::Modulus<Word> q(prime);
    const std::vector<Word> x = values(n, prime), y = values(n, prime);
    std::vector<Word> forward(n), product(n), sum(n), products_by_fixed(n);
    expect_wiped(
        n * sizeof(Word),
        [&] {
          const ringlet::Ntt ntt(n, q);
          ntt.forward(forward, x);
          ntt.multiply(product, x, y);
          ringlet::NttBuffer a(ntt, x), b(ntt, y);
          a.forward().mul(b.forward());
          a.mul_add(a.clone(), b).inverse().store(sum);
          const ringlet::FixedOperand operand(x, q);
          ringlet::mul(products_by_fixed, y, operand);
        },
        x, y, forward, product, sum, products_by_fixed);
  }

  Random random_;
};

TEST_P(WipedMemory, OfTransformsBuffersAndOperands) {
  for (const unsigned bits : {45U, 60U}) expect_wiped_by_plans(ringlet::ntt_primes(1, bits, 256).front());
  for (const unsigned bits : {80U, 98U, 124U})
    expect_wiped_by_plans(ringlet::ntt_primes<ringlet::uint128_t>(1, bits, 256).front());
}

TEST_P(WipedMemory, OfMultiwordModuli) {
  using Number = ringlet::UInt<256>;
  constexpr std::size_t n = 256;
  const ringlet::Modulus q(ringlet::field<256>("bls12-381-fr").modulus);
  std::vector<Number> x(n), y(n), forward(n), product(n), inverses(n);
  const auto fill_numbers = [&](std::vector<Number>& numbers) {
    for (Number& number : numbers) {
      // The highest word is below that of q.
      for (std::uint64_t& word : number.words) word = random_.up_to(std::uint64_t{1} << 62);
    }
  };
  const auto words_of = [](const std::vector<Number>& numbers) {
    std::vector<std::uint64_t> words;
    for (const Number& number : numbers) words.insert(words.end(), std::begin(number.words), std::end(number.words));
    return words;
  };
  fill_numbers(x);
  fill_numbers(y);
  // The plan is made before the search: its tables are public.
  const ringlet::Ntt<Number> ntt(n, q);
  const auto call = [&] {
    ntt.forward(forward, x);
    ntt.multiply(product, x, y);
    ringlet::NttBuffer<Number>(ntt, x).forward().store(forward);
    ringlet::invert(inverses, x, q);
  };
  call();
  expect_wiped(n * sizeof(Number), call, words_of(x), words_of(y), words_of(forward), words_of(product),
               words_of(inverses));
}

/// Block sizes for both kinds of blocks, small and of megabytes. Values at both ends.
TEST_P(WipedMemory, OfPools) {
  for (const std::size_t words : {std::size_t{512}, std::size_t{1} << 19}) {
    // Others in each turn, since the search leaves copies of them in memory.
    const std::vector<std::uint64_t> secret = values(256, ~std::uint64_t{0});
    const auto write = [&](MemoryPool& pool) {
      const MemoryPool::Loan loan(pool, words);
      std::ranges::copy(secret, loan.get());
      std::ranges::copy(secret, loan.get() + words - secret.size());
    };
    const auto call = [&] {
      MemoryPool pool;
      write(pool);
      pool.release();
      write(pool);
      EXPECT_NE(MemoryPool::Loan(pool, 2 * words).get(), nullptr) << "replaces a block";
      write(pool);
    };
    expect_wiped(words * sizeof(std::uint64_t), call, secret);
  }
}

TEST_P(WipedMemory, OfCallsAtOnce) {
  constexpr std::size_t bytes = 4096;
  const std::vector<std::uint64_t> secret = values(bytes / sizeof(std::uint64_t), ~std::uint64_t{0});
  expect_wiped(
      bytes,
      [&] {
        Scratch scratch(bytes);
        const Scratch::Loan first(scratch), second(scratch);
        for (void* block : {first.get(), second.get()}) std::memcpy(block, secret.data(), bytes);
      },
      secret);
}

/// Row sizes for both kinds of blocks, small and of megabytes.
TEST_P(WipedMemory, OfRows) {
  for (const std::size_t n : {std::size_t{256}, std::size_t{1} << 15}) {
    constexpr std::size_t all = 5, level = 3;
    const Words primes = ringlet::ntt_primes(all, 55, n);
    const RnsBase base{std::span(primes).first(level)}, special{std::span(primes).subspan(level)}, whole(primes);
    Words key_words(all * n), out(2 * level * n), divided(level * n), integers(n * level);
    for (std::size_t i = 0; i < all; ++i) fill(std::span(key_words).subspan(i * n, n), primes[i]);
    const RnsView polynomial(key_words.data(), all, n), in(key_words.data(), level, n);
    const ringlet::RnsSpan b(out.data(), level, n), a(out.data() + level * n, level, n);
    Words steps(4 * all * n);
    const auto step = [&](std::size_t k) { return ringlet::RnsSpan(steps.data() + k * all * n, all, n); };
    const std::vector<ringlet::RnsSpan> digits{step(0), step(1)};
    expect_wiped(
        n * sizeof(std::uint64_t),
        [&] {
          const ringlet::KeySwitch switch_key(n, base, special, {.digit_size = 2});
          const ringlet::SwitchingKey key =
              switch_key.prepare(std::vector<RnsView>(2, polynomial), std::vector<RnsView>(2, polynomial), {n, 5});
          switch_key.decompose(digits, in);
          switch_key.inner_product(step(2), step(3), digits, key);
          switch_key.mod_down(b, a, step(2), step(3));
          switch_key(b, a, in, key);
          const ringlet::ModDown down(ringlet::RnsNtt(n, whole), all - level);
          down.on_evaluations({divided.data(), level, n}, polynomial);
          ringlet::to_integers(integers, level, in, base);
        },
        key_words, out, divided, integers, steps);
  }
}

RINGLET_ON_ALL_BACKENDS(WipedMemory);

}  // namespace
}  // namespace ringlet_test
