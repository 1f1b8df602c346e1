// Tests range errors that only a build with RINGLET_CHECKED reports.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "support/backends.hpp"
#include "support/errors.hpp"
#include "words/eltwise_expectations.hpp"

namespace ringlet_test {
namespace {

const auto bounded_indices = operation_indices([](const auto& op) { return op.input_factor != ringlet::Range::any; });
const auto bounded_binary_indices = operation_indices(
    [](const auto& op) { return op.input_factor != ringlet::Range::any && op.reads_b && !op.fixes_b; });

/// Repeats every test for each backend and each operation.
class CheckedEltwise : public BackendTest<std::size_t> {
 protected:
  static constexpr std::size_t n = 11;
  static constexpr std::uint64_t q = 97;

  [[nodiscard]] const Operation& operation() const { return operations()[parameter()]; }

  [[nodiscard]] std::string error(const Arguments& arguments) const {
    return message_of<std::invalid_argument>([&] { operation().apply(arguments, {}, Modulus(q)); });
  }

  /// Expects an error for each too large value at the first, the middle and the last place.
  template <class ArgumentsWith>
  void expect_errors(ArgumentsWith arguments_with) const {
    const unsigned factor = operation().input_factor;
    const std::uint64_t bound = factor * q;
    for (const std::uint64_t value : {bound, bound + 1, max_word}) {
      for (const std::size_t index : {std::size_t{0}, n / 2, n - 1}) {
        Words bad(n, 1);
        bad[index] = value;
        EXPECT_THAT(error(arguments_with(bad)), AllOf(Names(index), Names(value), names_bound(factor, q)));
      }
    }
  }

  Words out_ = Words(n, 0);
  Words ones_ = Words(n, 1);
};

TEST_P(CheckedEltwise, FirstInputOutsideItsRange) {
  expect_errors([this](const Words& bad) { return Arguments{out_, bad, ones_, ones_}; });
}

INSTANTIATE_TEST_SUITE_P(Operations, CheckedEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(bounded_indices)),
                         named_by_backend(operation_name<>));

using CheckedBinaryEltwise = CheckedEltwise;

TEST_P(CheckedBinaryEltwise, SecondInputOutsideItsRange) {
  expect_errors([this](const Words& bad) { return Arguments{out_, ones_, bad, ones_}; });
}

INSTANTIATE_TEST_SUITE_P(Operations, CheckedBinaryEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(bounded_binary_indices)),
                         named_by_backend(operation_name<>));

using CheckedTernaryEltwise = CheckedEltwise;

TEST_P(CheckedTernaryEltwise, ThirdInputOutsideItsRange) {
  expect_errors([this](const Words& bad) { return Arguments{out_, ones_, ones_, bad}; });
}

INSTANTIATE_TEST_SUITE_P(Operations, CheckedTernaryEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices([](const auto& op) {
                                              return op.reads_c;
                                            }))),
                         named_by_backend(operation_name<>));

}  // namespace
}  // namespace ringlet_test
