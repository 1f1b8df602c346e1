// Checks that calls without a plan look up the same kernels as a search finds, for every operation, both ends of every
// length of moduli, and every backend. No kernel runs, so backends that this CPU lacks are included.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arith/decimal.hpp"
#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "backends/eltwise_tables.hpp"
#include "backends/registry.hpp"
#include "ringlet/modulus.hpp"
#include "support/backends.hpp"

namespace {

using ringlet::arith::make_modulus;
using ringlet::backends::Backend;
using ringlet::backends::choose_eltwise_if_any;
using ringlet::backends::EltwiseIndex;
using ringlet_test::for_each_eltwise_table;
using ringlet_test::for_each_modulus;

/// Calls check(constants of q) for the least and the greatest modulus of each length.
template <class Word, class Check>
void for_each_constants(Check check) {
  for_each_modulus<Word>([&](Word q) {
    SCOPED_TRACE(ringlet::arith::text_of(q));
    check(make_modulus<ringlet::arith::TwiddleWord<Word>>(q));
  });
}

template <class Kernels>
void expect_what_a_search_finds(const Backend& backend) {
  for_each_constants<typename Kernels::WordType>([&](const auto& q) {
    const Kernels& found = backend.index->of<Kernels>(q);
    Kernels::for_each_operation([&](auto operation, const char* name) {
      constexpr auto member = decltype(operation)::value;
      const auto choice = choose_eltwise_if_any(backend, q.q, member);
      EXPECT_EQ(found.*member, choice.kernel == nullptr ? nullptr : choice.kernel->*member) << name;
    });
  });
}

TEST(EltwiseIndex, FindsWhatASearchFinds) {
  for (Backend backend : ringlet::backends::all()) {
    SCOPED_TRACE(std::string(backend.name));
    const auto index = std::make_unique<EltwiseIndex>();
    backend.index = index.get();
    fill_index(backend);
    for_each_eltwise_table([&]<class Kernels>() { expect_what_a_search_finds<Kernels>(backend); });
  }
}

// The index of libhexl has no 128-bit words.
TEST(EltwiseIndex, NeedsNoWord128) {
  using Words = ringlet::kernels::WordKernels<std::uint64_t>;
  ringlet::backends::BackendKernels words_only;
  for (const Words* family : ringlet::backends::all().front().kernels->of<Words>()) words_only.add(*family);
  const auto index = std::make_unique<EltwiseIndex>();
  const Backend backend{"words", nullptr, &words_only, index.get()};
  fill_index(backend);
  expect_what_a_search_finds<ringlet::kernels::EltwiseKernels>(backend);
}

TEST(EltwiseIndex, IsThatOfTheActiveBackend) {
  for (const Backend& backend : ringlet::backends::all()) {
    if (!ringlet::backends::is_supported(backend)) continue;
    const ringlet_test::ForcedBackend forced{std::string(backend.name)};
    SCOPED_TRACE(std::string(backend.name));
    EXPECT_EQ(ringlet::backends::active().index, backend.index);
    EXPECT_EQ(ringlet::backends::index_in_use.load(), backend.index);
    expect_what_a_search_finds<ringlet::kernels::EltwiseKernels>(backend);
  }
}

TEST(EltwiseIndex, HasAllOperationsBeforeThereIsABackend) {
  for_each_eltwise_table([]<class Kernels>() {
    for_each_constants<typename Kernels::WordType>([](const auto& q) {
      Kernels::for_each_operation([&](auto operation, const char* name) {
        constexpr auto member = decltype(operation)::value;
        EXPECT_NE(ringlet::backends::undecided.of<Kernels>(q).*member, nullptr) << name;
      });
    });
  });
}

// The backend is chosen with the modulus of the call; a kernel for shorter moduli would give wrong results.
TEST(EltwiseIndex, CallsTheActiveBackendWhereNoneWasKnown) {
  const auto& words = ringlet::backends::undecided.any<ringlet::kernels::EltwiseKernels>();
  const auto& word128 = ringlet::backends::undecided.any<ringlet::kernels::EltwiseKernels128>();
  for (const Backend& backend : ringlet::backends::all()) {
    if (!ringlet::backends::is_supported(backend)) continue;
    const ringlet_test::ForcedBackend forced{std::string(backend.name)};
    SCOPED_TRACE(std::string(backend.name));

    const ringlet::Modulus q((std::uint64_t{1} << 61) - 1);
    const std::vector<std::uint64_t> minus_one(9, q.value() - 1);
    std::vector<std::uint64_t> out(9);
    words.mul(out.data(), minus_one.data(), minus_one.data(), out.size(), q.constants(), 1);
    EXPECT_THAT(out, testing::Each(1));
    words.cmp_add(out.data(), minus_one.data(), out.size(), ringlet::Comparison::always, 0, 3);
    EXPECT_THAT(out, testing::Each(q.value() + 2));

    const ringlet::Modulus long_q((ringlet::uint128_t{1} << 120) - 1);
    const std::vector<ringlet::uint128_t> long_minus_one(9, long_q.value() - 1);
    std::vector<ringlet::uint128_t> long_out(9);
    word128.mul(long_out.data(), long_minus_one.data(), long_minus_one.data(), long_out.size(), long_q.constants(), 1);
    EXPECT_TRUE(std::ranges::all_of(long_out, [](ringlet::uint128_t x) { return x == 1; }));
  }
}

}  // namespace
