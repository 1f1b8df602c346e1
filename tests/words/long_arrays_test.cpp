#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "support/backends.hpp"
#include "support/repeated_buffer.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_expectations.hpp"

// Tests of arrays of more than 2^32 elements, where a 32-bit index or count fails. RINGLET_TEST_ELEMENTS=4294968299 in
// the environment selects that length; each operation then takes minutes on each backend, so it is run by hand
// (CONTRIBUTING.md). Otherwise the arrays are short, which shows only that the tests would work.

namespace ringlet_test {
namespace {

std::size_t element_count() {
  const char* const text = std::getenv("RINGLET_TEST_ELEMENTS");
  return text == nullptr ? 130'003 : std::stoull(text);
}

std::vector<std::uint64_t> words_of(const std::vector<std::uint64_t>& values) { return values; }
std::vector<std::uint64_t> words_of(const Words128& values) {
  std::vector<std::uint64_t> words;
  words.reserve(2 * values.size());
  for (const uint128 value : values) {
    words.push_back(static_cast<std::uint64_t>(value));
    words.push_back(static_cast<std::uint64_t>(value >> 64));
  }
  return words;
}

template <class Word>
class LongArrays : public BackendTest<std::size_t> {
 protected:
  static constexpr std::size_t words_each = sizeof(Word) / sizeof(std::uint64_t);

  [[nodiscard]] const BasicOperation<Word>& operation() const { return operations<Word>()[parameter()]; }

  /// Returns an array of inputs, or of arbitrary words if `is_input` is false.
  [[nodiscard]] RepeatedBuffer array(std::size_t n, Word q, bool is_input) {
    const std::size_t words = n * words_each, period = RepeatedBuffer::period(words);
    if (!is_input) return {words, std::vector(period, ~std::uint64_t{0})};
    return {words, words_of(inputs_of(operation(), random_, period / words_each, q))};
  }

  static std::span<Word> values(const RepeatedBuffer& array, std::size_t n) {
    return {static_cast<Word*>(static_cast<void*>(array.span().data())), n};
  }

  void expect_correct_when_long(Word value) {
    const std::size_t n = element_count();
    const ringlet::Modulus<Word> q(value);
    const auto constants = corner_constants(operation(), random_, value).back();
    const RepeatedBuffer out = array(n, value, false), a = array(n, value, true),
                         b = array(n, value, operation().reads_b), c = array(n, value, operation().reads_c);
    const BasicArguments<Word> v{values(out, n), values(a, n), values(b, n), values(c, n)};
    operation().apply(v, constants, q);
    const auto is_correct = [&](std::size_t i) {
      const Element<Word> element{
          v.a[i], operation().reads_b ? v.b[i] : 0, operation().reads_c ? v.c[i] : 0, constants.scalar, constants.bound,
          value};
      return correct_element(operation(), element, v.out[i], i, n);
    };
    for (std::size_t i = n - RepeatedBuffer::own_words / words_each; i < n; ++i) ASSERT_TRUE(is_correct(i));
    for (unsigned k = 0; k < 2000; ++k) ASSERT_TRUE(is_correct(random_.up_to(n - 1)));
  }

  Random random_;
};

/// Excludes operations with a FixedOperand, which allocates memory for every element.
template <class Word>
std::vector<std::size_t> operations_without_operands() {
  return operation_indices<Word>([](const auto& o) { return !o.fixes_a && !o.fixes_b; });
}

using LongArraysOfWords = LongArrays<std::uint64_t>;
TEST_P(LongArraysOfWords, AreServedToTheirEnds) {
  for (const std::uint64_t q : {(std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 62) - 57}) {
    expect_correct_when_long(q);
  }
}
INSTANTIATE_TEST_SUITE_P(Operations, LongArraysOfWords,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operations_without_operands<std::uint64_t>())),
                         named_by_backend(operation_name<>));

using LongArraysOfWord128 = LongArrays<uint128>;
TEST_P(LongArraysOfWord128, AreServedToTheirEnds) { expect_correct_when_long(plain_prime); }
INSTANTIATE_TEST_SUITE_P(Operations, LongArraysOfWord128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operations_without_operands<uint128>())),
                         named_by_backend(operation_name<uint128>));

}  // namespace
}  // namespace ringlet_test
