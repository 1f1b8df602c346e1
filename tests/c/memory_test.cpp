// Lets each allocation of a call fail in turn. The call must return a status and leak nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stop_token>
#include <thread>
#include <vector>

#include "c/handles.hpp"
#include "c/rns_calls.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/replaced_new.hpp"

namespace {

/// Number of allocations that may still succeed; unlimited if negative.
thread_local int allocations_left = -1;
/// Bytes that this thread has allocated on cache lines.
thread_local std::size_t bytes_on_cache_lines = 0;

}  // namespace

void ringlet_test::before_allocation(std::size_t size, std::size_t alignment) {
  if (alignment >= 64) bytes_on_cache_lines += size;
  if (allocations_left == 0) throw std::bad_alloc();
  if (allocations_left > 0) --allocations_left;
}

void ringlet_test::before_release(void* /*memory*/, std::size_t /*size*/, std::size_t /*alignment*/) {}

namespace ringlet_test::c_api {
namespace {

using ::testing::AnyOf;
using ::testing::MatchesRegex;
using ::testing::StrEq;

/// Repeats a call with one more allocation until none fails. Returns how many failed.
template <class Call>
int count_failures(Call call) {
  for (int allowed = 0;; ++allowed) {
    allocations_left = allowed;
    const ringlet_status status = call();
    allocations_left = -1;
    if (status == RINGLET_OK) return allowed;
    EXPECT_EQ(status, RINGLET_OUT_OF_MEMORY);
    // Large arrays of the library add their size to the message.
    EXPECT_THAT(ringlet_last_error_message(), AnyOf(StrEq(ringlet_status_message(RINGLET_OUT_OF_MEMORY)),
                                                    MatchesRegex("there is no memory for [0-9]+ bytes")));
    if (status != RINGLET_OUT_OF_MEMORY) return allowed;
  }
}

/// Checks the number of bytes while `make`'s handle exists, and afterwards. Some of the bytes that it allocates it may
/// release.
template <class Make>
void expect_counted(std::size_t least, Make make) {
  const std::size_t before = ringlet_held_bytes();
  bytes_on_cache_lines = 0;
  {
    const auto handle = make();
    const std::size_t bytes = ringlet_held_bytes() - before;
    EXPECT_GE(bytes, least);
    EXPECT_LE(bytes, bytes_on_cache_lines);
  }
  EXPECT_EQ(ringlet_held_bytes(), before);
}

TEST(CHeldBytes, AreThoseOfTablesAndKeys) {
  constexpr std::size_t n = 4096;
  expect_counted(16 * n, [&] { return make_ntt(n, 40961); });
  expect_counted(n / 8, [&] { return made<Automorphism>(ringlet_automorphism_create, n, 3U); });
  const RowPlans plans(50U);
  const Words words(RowPlans::all_size * RowPlans::n, 1);
  const ringlet_rows polynomials[] = {rows_at(words.data()), rows_at(words.data())};
  expect_counted(8 * words.size(), [&] {
    return made<SwitchingKey>(ringlet_switching_key_create, plans.key_switch.get(), polynomials, polynomials, nullptr,
                              RINGLET_ROTATION_KEY_IMAGE);
  });
}

TEST(COutOfMemory, WhenHandlesAreMade) {
  const Modulus q = make_modulus(12289);
  const Words values(16, 1);
  ringlet_modulus* modulus = nullptr;
  ringlet_ntt* ntt = nullptr;
  ringlet_fixed_operand* operand = nullptr;
  EXPECT_EQ(count_failures([&] { return ringlet_modulus_create(&modulus, 97); }), 1);
  EXPECT_GT(count_failures(
                [&] { return ringlet_ntt_create(&ntt, 16, q.get(), RINGLET_NEGACYCLIC, 0, RINGLET_BIT_REVERSED); }),
            2);
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
  EXPECT_STREQ(ringlet_last_error_message(), "there is no memory for 128 bytes");
  EXPECT_EQ(out, Words(16, 42));
  EXPECT_EQ(count_failures([&] { return ringlet_ntt_multiply(ntt.get(), out.data(), x.data(), x.data(), 16); }), 1);
}

TEST(COutOfMemory, WhenMatricesAreTransformed) {
  constexpr std::size_t rows = 16, width = 3;
  const Modulus q = make_modulus(12289);
  ringlet_matrix_ntt* ntt = nullptr;
  EXPECT_GT(count_failures(
                [&] { return ringlet_matrix_ntt_create(&ntt, rows, q.get(), RINGLET_CYCLIC, 0, RINGLET_NATURAL); }),
            2);
  const Words x(rows * width, 1);
  Words out(rows * width, 42);
  allocations_left = 0;
  const auto forward = [&] {
    return ringlet_matrix_ntt_forward(ntt, out.data(), width, x.data(), width, rows, width, nullptr);
  };
  EXPECT_EQ(forward(), RINGLET_OUT_OF_MEMORY);
  allocations_left = -1;
  EXPECT_EQ(out, Words(rows * width, 42));
  EXPECT_GT(count_failures(forward), 0);
  ringlet_matrix_ntt_destroy(ntt);
}

// A plan keeps one block of working memory. A call allocates another one if other threads use it, but must not allocate
// after it has written to its output.
TEST(COutOfMemory, WhenThreadsMultiplyByOnePlan) {
  constexpr std::size_t n = 256;
  ringlet_uint128 q = {};
  ASSERT_EQ(ringlet_ntt_primes128(&q, 1, 124, n, RINGLET_LARGEST_FIRST), RINGLET_OK);
  ringlet_modulus128* handle = nullptr;
  ASSERT_EQ(ringlet_modulus128_create(&handle, q), RINGLET_OK);
  const Modulus128 modulus(handle);
  ringlet_ntt128* plan = nullptr;
  ASSERT_EQ(ringlet_ntt128_create(&plan, n, modulus.get(), RINGLET_NEGACYCLIC, {}, RINGLET_BIT_REVERSED), RINGLET_OK);
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

class CRnsOutOfMemory : public BackendTest<> {
 protected:
  static constexpr std::size_t n = RowPlans::n;

  /// Lets each allocation of `create` fail in turn, `least` or more of them. None may leave a handle.
  template <class Handle, class... Parameters, class... Arguments>
  static void expect_failures(int least, ringlet_status (*create)(Handle**, Parameters...), void (*destroy)(Handle*),
                              const Arguments&... arguments) {
    Handle* handle = nullptr;
    bool is_null_or_made = true;
    const int failures = count_failures([&] {
      handle = reinterpret_cast<Handle*>(1);
      const ringlet_status status = create(&handle, arguments...);
      is_null_or_made = is_null_or_made && (status == RINGLET_OK) == (handle != nullptr);
      return status;
    });
    EXPECT_TRUE(is_null_or_made);
    EXPECT_GE(failures, least);
    destroy(handle);
  }
};

/// Returns a field whose modulus is no word.
ringlet_multiword_field multiword_field() {
  std::size_t i = 0;
  while (ringlet_multiword_field_at(i).words < 3) ++i;
  return ringlet_multiword_field_at(i);
}

TEST_P(CRnsOutOfMemory, WhenMultiwordHandlesAreMade) {
  const ringlet_multiword_field field = multiword_field();
  expect_failures(1, ringlet_multiword_modulus_create, ringlet_multiword_modulus_destroy, field.modulus, field.words);
  const MultiwordModulus q = made<MultiwordModulus>(ringlet_multiword_modulus_create, field.modulus, field.words);
  expect_failures(2, ringlet_multiword_ntt_create, ringlet_multiword_ntt_destroy, n, q.get(), RINGLET_CYCLIC, nullptr,
                  nullptr, RINGLET_NATURAL);
}

// If a failed call had written anything, the output would differ from its former content.
TEST_P(CRnsOutOfMemory, WhenMultiwordOperationsWork) {
  const ringlet_multiword_field field = multiword_field();
  const MultiwordModulus q = made<MultiwordModulus>(ringlet_multiword_modulus_create, field.modulus, field.words);
  const MultiwordNtt ntt =
      made<MultiwordNtt>(ringlet_multiword_ntt_create, n, q.get(), RINGLET_CYCLIC, nullptr, nullptr, RINGLET_NATURAL);
  const Words in(n * field.words, 1), untouched(n * field.words, 42);
  Words out = untouched;
  const auto expect_untouched = [&](auto call) {
    bool was_written_early = false;
    const int failures = count_failures([&] {
      was_written_early = was_written_early || out != untouched;
      return call();
    });
    EXPECT_GE(failures, 1);
    EXPECT_FALSE(was_written_early);
    std::ranges::fill(out, 42);
  };
  expect_untouched([&] { return ringlet_multiword_invert(out.data(), in.data(), n, q.get(), RINGLET_PLAIN); });
  expect_untouched([&] {
    return ringlet_multiword_ntt_multiply(ntt.get(), out.data(), in.data(), in.data(), n, RINGLET_PLAIN, nullptr);
  });
}

TEST_P(CRnsOutOfMemory, WhenHandlesAreMade) {
  const RowPlans plans(50U);
  const ringlet_rns_base *const base = plans.base.get(), *const special = plans.special.get();
  const ringlet_key_switch* const plan = plans.key_switch.get();
  const Words words(RowPlans::all_size * n, 1);
  const ringlet_rows polynomials[] = {rows_at(words.data()), rows_at(words.data())};
  expect_failures(1, ringlet_executor_create, ringlet_executor_destroy, 3U, run_in_reverse, nullptr);
  expect_failures(3, ringlet_rns_base_create, ringlet_rns_base_destroy, plans.moduli.data(), 5U);
  expect_failures(5, ringlet_rns_ntt_create, ringlet_rns_ntt_destroy, n, base, nullptr, nullptr);
  expect_failures(1, ringlet_rns_context_create, ringlet_rns_context_destroy);
  // The context keeps transforms from failed attempts, so each attempt gets a little further.
  const RnsContext context = made<RnsContext>(ringlet_rns_context_create);
  expect_failures(5, ringlet_rns_ntt_create, ringlet_rns_ntt_destroy, n, base, nullptr, context.get());
  EXPECT_EQ(ringlet_rns_context_transforms(context.get()), 3U);
  expect_failures(5, ringlet_base_conversion_create, ringlet_base_conversion_destroy, base, special,
                  RINGLET_LIFT_CENTRED);
  expect_failures(5, ringlet_mod_down_create, ringlet_mod_down_destroy, plans.ntt.get(), 2U, 3U, 257U,
                  RINGLET_LIFT_CENTRED);
  expect_failures(5, ringlet_mod_down_create_of_coefficients, ringlet_mod_down_destroy, base, 1U, 3U, 257U,
                  RINGLET_LIFT_CENTRED);
  expect_failures(5, ringlet_base_conversion_create_redundant, ringlet_base_conversion_destroy, base, 65536U, special);
  expect_failures(5, ringlet_scale_and_round_create, ringlet_scale_and_round_destroy, base, special, 257U, 65536U);
  expect_failures(2, ringlet_automorphism_create, ringlet_automorphism_destroy, n, 5U);
  expect_failures(5, ringlet_key_switch_create, ringlet_key_switch_destroy, plans.ntt.get(), 2U, 2U, 0U, 257U,
                  RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, RINGLET_DOMAIN_EVALUATIONS, false);
  expect_failures(3, ringlet_switching_key_create, ringlet_switching_key_destroy, plan, polynomials, polynomials,
                  plans.automorphism.get(), RINGLET_ROTATION_KEY_IMAGE);
  const std::array<const ringlet_switching_key*, 2> steps{nullptr, plans.key.get()};
  expect_failures(5, ringlet_linear_transform_create, ringlet_linear_transform_destroy, plan, steps.data(), 2U,
                  steps.data(), 2U, plans.plaintexts().data(), RowPlans::plaintext_levels.data());
}

// A plan's first call allocates working memory. On the calling thread alone, nothing is written before all of it is
// allocated. With an executor, one worker may allocate after another one has written. Errors leave the plan usable.
TEST_P(CRnsOutOfMemory, WhenPlansAreFirstUsed) {
  const Executor executor = made<Executor>(ringlet_executor_create, std::size_t{3}, run_in_reverse, nullptr);
  for (const ringlet_executor* threads : {static_cast<ringlet_executor*>(nullptr), executor.get()}) {
    const std::size_t operations = RowPlans(50U).operations().size();
    for (std::size_t i = 0; i < operations; ++i) {
      const RowPlans plans(50U);
      const RowOperation operation = plans.operations()[i];
      SCOPED_TRACE(operation.name);
      const Words in(RowPlans::all_size * n, 1);
      const std::vector<Words> untouched(operation.outputs.size(), in);
      std::vector<Words> out = untouched, expected = untouched;
      RowArguments x{.rows = operation.out_rows, .n = n, .executor = threads};
      x.in.fill(rows_at(in.data()));
      for (std::size_t k = 0; k < out.size(); ++k) x.out[k] = rows_at(out[k].data());
      bool was_written_early = false;
      const int failures = count_failures([&] {
        was_written_early = was_written_early || out != untouched;
        for (Words& words : out) std::ranges::copy(in, words.begin());
        return operation.in_c(x);
      });
      const bool works_in_memory = (operation.name.starts_with("key_switch") &&
                                    !operation.name.starts_with("key_switch_add_special_multiple")) ||
                                   operation.name.ends_with("_many") || operation.name == "mod_down_on_evaluations" ||
                                   operation.name.starts_with("inner_product") || operation.name == "tensor" ||
                                   operation.name.starts_with("linear_transform");
      EXPECT_EQ(failures > 0, works_in_memory);
      // A linear transform of several ciphertexts allocates before it writes the results of each.
      if (threads == nullptr && operation.name != "linear_transform_apply_many") {
        EXPECT_FALSE(was_written_early);
      }
      CppRows results;
      for (Words& words : expected) results.emplace_back(words.data(), operation.out_rows, n);
      operation.in_cpp(results, CppInputs(4, {in.data(), operation.in_rows, n}));
      EXPECT_EQ(out, expected);
    }
  }
}

// The message of an error in a task needs memory, too.
TEST_P(CRnsOutOfMemory, WhenATaskFails) {
  const RowPlans plans(50U);
  const Executor executor = made<Executor>(ringlet_executor_create, std::size_t{3}, run_in_reverse, nullptr);
  Words x(RowPlans::all_size * n, 1);
  allocations_left = 0;
  const ringlet_status status =
      ringlet_rns_ntt_forward(plans.ntt.get(), rows_at(x.data()), rows_at(x.data()), 5, 3, 1, executor.get());
  allocations_left = -1;
  EXPECT_EQ(status, RINGLET_OUT_OF_MEMORY);
  EXPECT_EQ(x, Words(x.size(), 1));
}

INSTANTIATE_TEST_SUITE_P(All, CRnsOutOfMemory, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

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
