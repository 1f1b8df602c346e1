// Memory that runs out, at each allocation of a call in turn, is a status and leaks nothing.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "c_api/handles.hpp"
#include "support/data.hpp"

namespace {

/// How many allocations may still succeed; less than nothing: all.
thread_local int allocations_left = -1;

void* allocate(std::size_t size, std::size_t alignment) {
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// The whole program's, with the library's.
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

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
