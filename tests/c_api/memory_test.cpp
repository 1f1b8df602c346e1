// Memory that runs out, at each allocation of a call in turn, is a status and leaks nothing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stop_token>
#include <thread>
#include <vector>

#include "c_api/handles.hpp"
#include "support/data.hpp"
#include "support/replaced_new.hpp"

namespace {

/// How many allocations may still succeed; less than nothing: all.
thread_local int allocations_left = -1;

}  // namespace

void ringlet_test::before_allocation() {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
}

namespace ringlet_test::c_api {
namespace {

/// Calls until no allocation fails any more; returns how many failed.
template <class Call>
int count_failures(Call call) {
  for (int allowed = 0;; ++allowed) {
    allocations_left = allowed;
    const ringlet_status status = call();
    allocations_left = -1;
    if (status == RINGLET_OK) return allowed;
    EXPECT_EQ(status, RINGLET_OUT_OF_MEMORY);
    EXPECT_STREQ(ringlet_last_error_message(), ringlet_status_message(RINGLET_OUT_OF_MEMORY));
    if (status != RINGLET_OUT_OF_MEMORY) return allowed;
  }
}

TEST(COutOfMemory, WhenHandlesAreMade) {
  const Modulus q = make_modulus(12289);
  const Words values(16, 1);
  ringlet_modulus* modulus = nullptr;
  ringlet_ntt* ntt = nullptr;
  ringlet_fixed_operand* operand = nullptr;
  EXPECT_EQ(count_failures([&] { return ringlet_modulus_create(&modulus, 97); }), 1);
  EXPECT_GT(count_failures([&] { return ringlet_ntt_create(&ntt, 16, q.get(), RINGLET_NEGACYCLIC, 0); }), 2);
  EXPECT_GT(count_failures([&] { return ringlet_fixed_operand_create(&operand, values.data(), 16, q.get()); }), 2);
  ringlet_modulus_destroy(modulus);
  ringlet_ntt_destroy(ntt);
  ringlet_fixed_operand_destroy(operand);
}

TEST(COutOfMemory, WhenPolynomialsAreMultiplied) {
  const Ntt ntt = make_ntt(16, 12289);
  const Words x(16, 1);
  Words out(16, 42);
  allocations_left = 0;
  const ringlet_status status = ringlet_ntt_multiply(ntt.get(), out.data(), x.data(), x.data(), 16);
  allocations_left = -1;
  EXPECT_EQ(status, RINGLET_OUT_OF_MEMORY);
  EXPECT_EQ(out, Words(16, 42));
  EXPECT_EQ(count_failures([&] { return ringlet_ntt_multiply(ntt.get(), out.data(), x.data(), x.data(), 16); }), 1);
}

// Kernels may need working memory, of which a plan keeps one block: what a call allocates beside that depends on the
// other threads. Once it has written to its output, it must not need any more.
TEST(COutOfMemory, WhenThreadsMultiplyByOnePlan) {
  constexpr std::size_t n = 256;
  ringlet_uint128 q = {};
  ASSERT_EQ(ringlet_ntt_primes128(&q, 1, 124, n, RINGLET_LARGEST_FIRST), RINGLET_OK);
  ringlet_modulus128* handle = nullptr;
  ASSERT_EQ(ringlet_modulus128_create(&handle, q), RINGLET_OK);
  const Modulus128 modulus(handle);
  ringlet_ntt128* plan = nullptr;
  ASSERT_EQ(ringlet_ntt128_create(&plan, n, modulus.get(), RINGLET_NEGACYCLIC, {}), RINGLET_OK);
  const Ntt128 ntt(plan);
  const std::vector<ringlet_uint128> x(n, {1, 0});
  const auto multiply = [&](std::vector<ringlet_uint128>& out) {
    return ringlet_ntt128_multiply(ntt.get(), out.data(), x.data(), x.data(), n);
  };
  const std::jthread other([&](const std::stop_token& stop) {
    std::vector<ringlet_uint128> out(n);
    while (!stop.stop_requested()) EXPECT_EQ(multiply(out), RINGLET_OK);
  });
  for (int i = 0; i < 100'000; ++i) {
    std::vector<ringlet_uint128> out(n, {42, 42});
    allocations_left = i % 3;
    const ringlet_status status = multiply(out);
    allocations_left = -1;
    if (status == RINGLET_OK) continue;
    ASSERT_EQ(status, RINGLET_OUT_OF_MEMORY);
    ASSERT_TRUE(std::ranges::all_of(out, [](ringlet_uint128 value) { return value.low == 42 && value.high == 42; }));
  }
}

TEST(COutOfMemory, WhenPrimesAreListed) {
  std::uint64_t primes[4] = {};
  EXPECT_GT(count_failures([&] { return ringlet_ntt_primes(primes, 4, 30, 16, RINGLET_LARGEST_FIRST); }), 0);
}

// The message of a std::invalid_argument needs memory, too.
TEST(COutOfMemory, WhenAnErrorIsDescribed) {
  ringlet_modulus* modulus = nullptr;
  allocations_left = 0;
  const ringlet_status status = ringlet_modulus_create(&modulus, 1);
  allocations_left = -1;
  EXPECT_EQ(status, RINGLET_OUT_OF_MEMORY);
}

}  // namespace
}  // namespace ringlet_test::c_api
