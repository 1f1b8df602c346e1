// Compares products of the C interface with those of the C++ interface, and tests their errors.

#include "ringlet/convolve.h"

#include <string>

#include "c/handles.hpp"
#include "products/products_suite.hpp"
#include "support/errors.hpp"

namespace ringlet_test::c_api {
namespace {

using Results = std::vector<ringlet_uint128>;

constexpr ringlet_uint128 whole_words{0, 1};

template <class Result>
std::vector<Result> integers(const Results& results) {
  std::vector<Result> words;
  for (const auto& [low, high] : results) words.push_back(static_cast<Result>(uint128_t{high} << 64 | low));
  return words;
}

/// Runs the tasks as two workers in turn, the last task first.
void run_in_reverse(void* context, std::size_t count, ringlet_task task, void* task_context) {
  ++*static_cast<int*>(context);
  for (std::size_t i = count; i-- > 0;) task(task_context, i, i % 2);
}

class CConvolve : public ::testing::Test {
 protected:
  Random random_;
  Words a_ = residues(random_, 300, two_to_64), b_ = residues(random_, 200, two_to_64);
};

TEST_F(CConvolve, ModuloAnyNumber) {
  Words out(499), expected(499), short_out(300), short_expected(300), middle(101), middle_expected(101);
  ASSERT_EQ(ringlet_convolve(out.data(), 499, a_.data(), 300, b_.data(), 200, whole_words, nullptr), RINGLET_OK);
  ringlet::convolve(expected, a_, b_, two_to_64);
  EXPECT_EQ(out, expected);
  ASSERT_EQ(ringlet_cyclic_convolve(short_out.data(), 300, a_.data(), 300, b_.data(), 200, whole_words, nullptr),
            RINGLET_OK);
  ringlet::cyclic_convolve(short_expected, a_, b_, two_to_64);
  EXPECT_EQ(short_out, short_expected);
  ASSERT_EQ(ringlet_negacyclic_convolve(short_out.data(), 300, a_.data(), 300, b_.data(), 200, whole_words, nullptr),
            RINGLET_OK);
  ringlet::negacyclic_convolve(short_expected, a_, b_, two_to_64);
  EXPECT_EQ(short_out, short_expected);
  ASSERT_EQ(ringlet_middle_product(middle.data(), 101, a_.data(), 300, b_.data(), 200, whole_words, nullptr),
            RINGLET_OK);
  ringlet::middle_product(middle_expected, a_, b_, two_to_64);
  EXPECT_EQ(middle, middle_expected);
}

TEST_F(CConvolve, UnsignedIntegers) {
  for (std::uint64_t& x : b_) x >>= 8;
  const std::span<const std::uint64_t> a(a_), b(b_);
  Results out(499), short_out(300), middle(101);
  std::vector<uint128_t> expected(499), short_expected(300), middle_expected(101);
  ASSERT_EQ(ringlet_convolve_u64(out.data(), 499, a_.data(), 300, b_.data(), 200, nullptr), RINGLET_OK);
  ringlet::convolve(expected, a, b);
  EXPECT_TRUE(integers<uint128_t>(out) == expected);
  ASSERT_EQ(ringlet_cyclic_convolve_u64(short_out.data(), 300, a_.data(), 300, b_.data(), 200, nullptr), RINGLET_OK);
  ringlet::cyclic_convolve(short_expected, a, b);
  EXPECT_TRUE(integers<uint128_t>(short_out) == short_expected);
  ASSERT_EQ(ringlet_middle_product_u64(middle.data(), 101, a_.data(), 300, b_.data(), 200, nullptr), RINGLET_OK);
  ringlet::middle_product(middle_expected, a, b);
  EXPECT_TRUE(integers<uint128_t>(middle) == middle_expected);
}

TEST_F(CConvolve, SignedIntegers) {
  const SignedWords x = signed_words(random_, 300, 1U << 30), y = signed_words(random_, 200, std::uint64_t{1} << 60);
  const std::span<const std::int64_t> a(x), b(y);
  Results out(499), short_out(300), middle(101);
  std::vector<int128_t> expected(499), short_expected(300), middle_expected(101);
  ASSERT_EQ(ringlet_convolve_i64(out.data(), 499, x.data(), 300, y.data(), 200, nullptr), RINGLET_OK);
  ringlet::convolve(expected, a, b);
  EXPECT_TRUE(integers<int128_t>(out) == expected);
  ASSERT_EQ(ringlet_cyclic_convolve_i64(short_out.data(), 300, x.data(), 300, y.data(), 200, nullptr), RINGLET_OK);
  ringlet::cyclic_convolve(short_expected, a, b);
  EXPECT_TRUE(integers<int128_t>(short_out) == short_expected);
  ASSERT_EQ(ringlet_negacyclic_convolve_i64(short_out.data(), 300, x.data(), 300, y.data(), 200, nullptr), RINGLET_OK);
  ringlet::negacyclic_convolve(short_expected, a, b);
  EXPECT_TRUE(integers<int128_t>(short_out) == short_expected);
  ASSERT_EQ(ringlet_middle_product_i64(middle.data(), 101, x.data(), 300, y.data(), 200, nullptr), RINGLET_OK);
  ringlet::middle_product(middle_expected, a, b);
  EXPECT_TRUE(integers<int128_t>(middle) == middle_expected);
}

TEST_F(CConvolve, LongIntegersAndThreads) {
  Words out(500), expected(500);
  int runs = 0;
  ringlet_executor* executor = nullptr;
  ASSERT_EQ(ringlet_executor_create(&executor, 2, run_in_reverse, &runs), RINGLET_OK);
  ASSERT_EQ(ringlet_multiply_integers(out.data(), 500, a_.data(), 300, b_.data(), 200, executor), RINGLET_OK);
  ringlet_executor_destroy(executor);
  EXPECT_GT(runs, 0);
  ringlet::multiply_integers(expected, a_, b_);
  EXPECT_EQ(out, expected);
}

TEST_F(CConvolve, Errors) {
  Words out(499);
  EXPECT_EQ(ringlet_convolve(nullptr, 499, a_.data(), 300, b_.data(), 200, whole_words, nullptr), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_convolve(out.data(), 499, a_.data(), 300, nullptr, 200, whole_words, nullptr),
            RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_convolve(out.data(), 498, a_.data(), 300, b_.data(), 200, whole_words, nullptr),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(std::string(ringlet_last_error_message()), AllOf(HasSubstr("size of out is 498"), Names(499)));
  EXPECT_EQ(ringlet_convolve(out.data(), 299, a_.data(), 300, nullptr, 0, whole_words, nullptr),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_convolve(out.data(), 499, a_.data(), 300, b_.data(), 200, {0, 0}, nullptr),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_convolve(out.data(), 499, a_.data(), 300, b_.data(), 200, {1, 0}, nullptr), RINGLET_OUT_OF_RANGE);
  Results integers(499);
  a_[0] = b_[0] = ~std::uint64_t{0};
  EXPECT_EQ(ringlet_convolve_u64(integers.data(), 499, a_.data(), 300, b_.data(), 200, nullptr),
            RINGLET_INVALID_ARGUMENT);
}

TEST_F(CConvolve, Cache) {
  Words out(499);
  ringlet_convolve(out.data(), 499, a_.data(), 300, b_.data(), 200, whole_words, nullptr);
  EXPECT_GT(ringlet_product_cache_bytes(), 0U);
  ringlet_set_product_cache_limit(std::size_t{1} << 28);
  ringlet_clear_product_cache();
  EXPECT_EQ(ringlet_product_cache_bytes(), 0U);
}

}  // namespace
}  // namespace ringlet_test::c_api
