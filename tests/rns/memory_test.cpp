// Checks that operations on rows allocate nothing after a plan's first use, and that a plan survives lack of memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ringlet/ringlet.hpp"
#include "support/backends.hpp"
#include "support/one_after_the_other.hpp"
#include "support/replaced_new.hpp"

namespace {

std::size_t allocations = 0;
/// Bytes that have been allocated on cache lines.
std::size_t bytes_on_cache_lines = 0;
/// Number of allocations that may still succeed; unlimited if negative.
long allocations_left = -1;

}  // namespace

void ringlet_test::before_allocation(std::size_t size, std::size_t alignment) {
  if (alignment >= 64) bytes_on_cache_lines += size;
  ++allocations;
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
}

void ringlet_test::before_release(void* /*memory*/, std::size_t /*size*/, std::size_t /*alignment*/) {}

namespace ringlet_test {
namespace {

using ringlet::RnsSpan;
using ringlet::RnsView;

constexpr std::size_t n = 128, moduli = 6, level = 4;

/// Returns primes of so many bits, or of 50 with one of 60 in each base, whose rows are split, if `bits` is 0.
std::vector<std::uint64_t> primes_of(unsigned bits) {
  std::vector<std::uint64_t> primes = ringlet::ntt_primes(moduli, bits == 0 ? 50 : bits, n);
  if (bits != 0) return primes;
  const std::vector<std::uint64_t> longer = ringlet::ntt_primes(2, 60, n);
  primes.front() = longer.front();
  primes.back() = longer.back();
  return primes;
}

class RnsMemory : public BackendTest<unsigned> {
 protected:
  struct Operation {
    std::string name;
    std::function<void()> call;
  };

  [[nodiscard]] RnsSpan out(std::size_t rows) { return {results_.data(), rows, n}; }
  [[nodiscard]] RnsSpan second(std::size_t rows) { return {results_.data() + moduli * n, rows, n}; }
  [[nodiscard]] RnsView in(std::size_t rows) const { return {words_.data(), rows, n}; }

  /// Each length has its own arithmetic on some backend.
  std::vector<std::uint64_t> primes_ = primes_of(parameter());
  std::vector<std::uint64_t> words_ = [] {
    std::vector<std::uint64_t> words(moduli * n);
    std::iota(words.begin(), words.end(), std::uint64_t{1} << 48);
    return words;
  }();
  std::vector<std::uint64_t> results_ = std::vector<std::uint64_t>(2 * moduli * n);
  ringlet::RnsBase all_{primes_};
  ringlet::RnsBase base_{std::span(primes_).first(level)};
  ringlet::RnsBase special_{std::span(primes_).subspan(level)};
  ringlet::RnsNtt ntt_{n, all_};
  ringlet::BaseConversion conversion_{base_, special_, ringlet::Lift::floor};
  ringlet::ModDown down_{ntt_, moduli - level};
  ringlet::ScaleAndRound scale_{base_, special_, 65537};
  ringlet::Automorphism automorphism_{n, 5};
  ringlet::KeySwitch switch_key_{n, base_, special_, {.digit_size = 2}};
  std::vector<RnsView> polynomials_ = std::vector<RnsView>(2, in(moduli));
  ringlet::KeySwitch switch_in_bits_{ringlet::RnsNtt(n, base_), 0, {.digit_bits = 20}};
  std::vector<RnsView> polynomials_in_bits_ = std::vector<RnsView>(switch_in_bits_.digits(), in(level));
  ringlet::SwitchingKey key_in_bits_ = switch_in_bits_.prepare(polynomials_in_bits_, polynomials_in_bits_);
  ringlet::SwitchingKey key_ = switch_key_.prepare(polynomials_, polynomials_, automorphism_);
  std::vector<std::uint64_t> digit_words_ = std::vector<std::uint64_t>(2 * moduli * n);
  std::vector<RnsSpan> digits_{{digit_words_.data(), moduli, n}, {digit_words_.data() + moduli * n, moduli, n}};
  OneAfterTheOther executor_{3};
  /// The polynomials are the plaintexts as well.
  ringlet::LinearTransform transform_{switch_key_, {key_}, {std::nullopt, key_}, polynomials_};

  /// Allocates lists of its polynomials in each call.
  [[nodiscard]] Operation linear_transform() {
    return {"linear transform", [this] { transform_(out(level), second(level), in(level), in(level), &executor_); }};
  }
  [[nodiscard]] std::vector<Operation> operations() {
    return {
        {"add", [this] { add(out(moduli), in(moduli), in(moduli), all_, &executor_); }},
        {"mul_add", [this] { mul_add(out(moduli), in(moduli), in(moduli), in(moduli), all_); }},
        {"inner_product", [this] { inner_product(out(moduli), polynomials_, polynomials_, all_, &executor_); }},
        {"forward", [this] { ntt_.forward(out(moduli), in(moduli), &executor_); }},
        {"inverse", [this] { ntt_.inverse(out(moduli), in(moduli)); }},
        {"conversion", [this] { conversion_(out(moduli - level), in(level), &executor_); }},
        {"mod down of coefficients", [this] { down_.on_coefficients(out(level), in(moduli), &executor_); }},
        {"mod down of evaluations", [this] { down_.on_evaluations(out(level), in(moduli), &executor_); }},
        {"extension", [this] { scale_.extend(out(moduli - level), in(level), &executor_); }},
        {"scaling", [this] { scale_(out(level), in(level), in(moduli - level), &executor_); }},
        {"automorphism", [this] { automorphism_.on_evaluations(out(level), in(level), &executor_); }},
        {"key switch", [this] { switch_key_(out(level), second(level), in(level), key_, &executor_); }},
        {"added key switch", [this] { switch_key_.add(out(level), second(level), in(level), key_, &executor_); }},
        {"key switch in bits",
         [this] { switch_in_bits_(out(level), second(level), in(level), key_in_bits_, &executor_); }},
        {"decompose", [this] { switch_key_.decompose(digits_, in(level), &executor_); }},
        {"key switch of digits", [this] { switch_key_(out(level), second(level), digits_, key_, &executor_); }},
        {"inner product of digits",
         [this] { switch_key_.inner_product(out(moduli), second(moduli), digits_, key_, &executor_); }},
        {"accumulate", [this] { switch_key_.accumulate(out(moduli), second(moduli), digits_, key_, &executor_); }},
        {"multiple of P", [this] { switch_key_.add_special_multiple(out(moduli), in(level), &executor_); }},
        {"mod down of sums",
         [this] { switch_key_.mod_down(out(level), second(level), in(moduli), in(moduli), &executor_); }},
    };
  }
};

TEST_P(RnsMemory, CallsAfterTheFirstAllocateNothing) {
  for (const Operation& operation : operations()) {
    std::ranges::fill(results_, 0);
    operation.call();
    std::ranges::fill(results_, 0);
    const std::size_t before = allocations;
    operation.call();
    EXPECT_EQ(allocations, before) << operation.name;
  }
}

TEST_P(RnsMemory, ContextsStateTheBytesOfWorkingMemory) {
  const ringlet::RnsContext context = ntt_.context();
  EXPECT_EQ(context.held_bytes(), 0U);
  const std::size_t before = bytes_on_cache_lines;
  down_.on_evaluations(out(level), in(moduli), &executor_);
  EXPECT_GT(context.held_bytes(), 0U);
  EXPECT_EQ(context.held_bytes(), bytes_on_cache_lines - before);
  EXPECT_EQ(context.peak_bytes(), context.held_bytes());
  EXPECT_EQ(context.lent_bytes(), 0U);
}

TEST_P(RnsMemory, LinearTransformsBorrowWhatTheyState) {
  const ringlet::RnsContext context = ntt_.context();
  const ringlet::KeySwitch plan(ntt_, moduli - level, {.digit_size = 2});
  const ringlet::SwitchingKey key = plan.prepare(polynomials_, polynomials_, automorphism_);
  const ringlet::LinearTransform transform(plan, {key}, {std::nullopt, key}, polynomials_);
  const auto call = [&] { transform(out(level), second(level), in(level), in(level), &executor_); };
  call();
  // Two digits, two inner sums, their total and a quotient; then two rows P b, P a and eleven blocks for each thread.
  // A row of the workspace has a cache line more.
  constexpr std::size_t rows = (2 + 2 * 2 + 2) * moduli + level, words = rows * (n + 8) + 3 * (2 * n + 11 * n);
  EXPECT_GE(context.peak_bytes(), 8 * words);
  EXPECT_EQ(context.lent_bytes(), 0U);
  const std::size_t peak = context.peak_bytes();
  for (int i = 0; i < 20; ++i) call();
  EXPECT_EQ(context.peak_bytes(), peak);
}

/// The plan keeps the memory of tiles that do not fit on the stack.
TEST(RnsMemoryOfManyModuli, CallsAfterTheFirstAllocateNothing) {
  const std::vector<std::uint64_t> primes = ringlet::ntt_primes(300, 40, n);
  const std::span<const std::uint64_t> all = primes;
  const ringlet::RnsBase from(all.first(200)), to(all.subspan(200));
  const ringlet::BaseConversion conversion(from, to, ringlet::Lift::floor);
  const ringlet::ModDown down(from.followed_by(to), to.size());
  const std::vector<std::uint64_t> words(300 * n, 1);
  std::vector<std::uint64_t> results(200 * n);
  const auto call = [&] {
    conversion({results.data(), to.size(), n}, {words.data(), from.size(), n});
    down.on_coefficients({results.data(), from.size(), n}, {words.data(), 300, n});
  };
  call();
  const std::size_t before = allocations;
  call();
  EXPECT_EQ(allocations, before);
}

TEST_P(RnsMemory, APlanOutlivesMemoryThatRanOut) {
  std::vector<Operation> operations = this->operations();
  operations.push_back(linear_transform());
  for (const Operation& operation : operations) {
    for (long allowed = 0;; ++allowed) {
      ASSERT_LT(allowed, 100) << operation.name;
      std::ranges::fill(results_, 0);
      allocations_left = allowed;
      bool ran_out = false;
      try {
        operation.call();
      } catch (const std::bad_alloc&) {
        ran_out = true;
      }
      allocations_left = -1;
      if (ran_out) {
        EXPECT_EQ(std::ranges::count(results_, 0U), std::ssize(results_)) << operation.name;
      }
      if (!ran_out) break;
    }
    const std::vector<std::uint64_t> after = results_;
    std::ranges::fill(results_, 0);
    operation.call();
    EXPECT_EQ(results_, after) << operation.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RnsMemory,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(50, 55, 60, 62, 0)),
                         [](const auto& test) {
                           const unsigned bits = std::get<1>(test.param);
                           return test_name(std::get<0>(test.param)) +
                                  (bits == 0 ? "_mixed" : "_" + std::to_string(bits));
                         });

}  // namespace
}  // namespace ringlet_test
