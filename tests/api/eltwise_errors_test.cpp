#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "api/eltwise_operations.hpp"
#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"
#include "support/errors.hpp"

namespace ringlet_test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

/// Repeats every test for each operation.
class EltwiseErrors : public ::testing::TestWithParam<std::size_t> {
 protected:
  template <class Exception>
  [[nodiscard]] std::string error(const Arguments& arguments, const Constants& constants = {}) const {
    return message_of<Exception>([&] { operations()[GetParam()].apply(arguments, constants, Modulus(97)); });
  }

  Words eleven_ = Words(11, 1);
  Words twelve_ = Words(12, 1);
};

const auto name_of_parameter = [](const auto& test) { return operation_name(test.param); };

TEST_P(EltwiseErrors, EmptySpans) {
  EXPECT_THAT(error<std::invalid_argument>({}), AnyOf(HasSubstr("empty"), Names(0)));
}

TEST_P(EltwiseErrors, OutputOfAnotherSize) {
  EXPECT_THAT(error<std::invalid_argument>({eleven_, twelve_, twelve_, twelve_}), AllOf(Names(11), Names(12)));
  EXPECT_THAT(error<std::invalid_argument>({twelve_, eleven_, eleven_, eleven_}), AllOf(Names(11), Names(12)));
  EXPECT_NE(error<std::invalid_argument>({{}, eleven_, eleven_, eleven_}), "");
}

INSTANTIATE_TEST_SUITE_P(Operations, EltwiseErrors, ::testing::ValuesIn(operation_indices()), name_of_parameter);

using BinaryEltwiseErrors = EltwiseErrors;

TEST_P(BinaryEltwiseErrors, SecondInputOfAnotherSize) {
  EXPECT_THAT(error<std::invalid_argument>({eleven_, eleven_, twelve_, eleven_}), AllOf(Names(11), Names(12)));
  EXPECT_NE(error<std::invalid_argument>({eleven_, eleven_, {}, eleven_}), "");
}

INSTANTIATE_TEST_SUITE_P(Operations, BinaryEltwiseErrors,
                         ::testing::ValuesIn(operation_indices([](const auto& op) { return op.reads_b; })),
                         name_of_parameter);

using TernaryEltwiseErrors = EltwiseErrors;

TEST_P(TernaryEltwiseErrors, ThirdInputOfAnotherSize) {
  EXPECT_THAT(error<std::invalid_argument>({eleven_, eleven_, eleven_, twelve_}), AllOf(Names(11), Names(12)));
  EXPECT_NE(error<std::invalid_argument>({eleven_, eleven_, eleven_, {}}), "");
}

INSTANTIATE_TEST_SUITE_P(Operations, TernaryEltwiseErrors,
                         ::testing::ValuesIn(operation_indices([](const auto& op) { return op.reads_c; })),
                         name_of_parameter);

using ScalarEltwiseErrors = EltwiseErrors;

TEST_P(ScalarEltwiseErrors, ScalarNotBelowTheModulus) {
  for (const std::uint64_t scalar : {std::uint64_t{97}, std::uint64_t{98}, max_word}) {
    EXPECT_THAT(error<std::out_of_range>({eleven_, eleven_, eleven_}, {.scalar = scalar}),
                AllOf(Names(scalar), Names(97)));
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, ScalarEltwiseErrors, ::testing::ValuesIn(operation_indices([](const auto& op) {
                           return op.scalar == Operation::Scalar::residue;
                         })),
                         name_of_parameter);

struct FactorCase {
  std::string name;
  std::vector<unsigned> unlisted;
  std::function<void(std::span<std::uint64_t>, const Modulus&, unsigned factor)> apply;
};

class EltwiseFactors : public ::testing::TestWithParam<FactorCase> {};

TEST_P(EltwiseFactors, UnlistedFactorIsAnError) {
  const Modulus q(97);
  Words x(11, 1);
  for (const unsigned factor : GetParam().unlisted) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { GetParam().apply(x, q, factor); }),
                AllOf(Names(factor), HasSubstr("factor")));
  }
}

const FactorCase factor_cases[] = {
    {"mul", {0, 3, 5, 8, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::mul(x, x, x, q, {f}); }},
    {"mul_sub", {0, 3, 5, 8, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::mul_sub(x, x, x, x, q, {f}); }},
    {"mul_scalar", {0, 3, 7, 16, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::mul_scalar(x, x, 1, q, {f}); }},
    {"axpy", {0, 3, 7, 16, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::axpy(x, x, 1, x, q, {f}); }},
    {"axpy_without_z",
     {0, 3, 7, 16, ~0U},
     [](auto x, const auto& q, unsigned f) { ringlet::axpy(x, x, 1, std::nullopt, q, {f}); }},
    {"mul_fixed",
     {0, 3, 7, 16, ~0U},
     [](auto x, const auto& q, unsigned f) { ringlet::mul(x, x, ringlet::FixedOperand(Words(11, 1), q), {f}); }},
    {"mul_add_fixed",
     {0, 3, 7, 16, ~0U},
     [](auto x, const auto& q, unsigned f) { ringlet::mul_add(x, x, ringlet::FixedOperand(Words(11, 1), q), x, {f}); }},
    {"reduce_input", {1, 3, 8, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::reduce(x, x, q, {f, 1}); }},
    {"reduce_output", {0, 3, 4, ~0U}, [](auto x, const auto& q, unsigned f) { ringlet::reduce(x, x, q, {4, f}); }},
};

TEST(EltwiseComparison, ThatIsNoneIsAnError) {
  Words x(11, 1);
  const auto none = static_cast<ringlet::Comparison>(42);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::cmp_add(x, x, none, 0, 1); }), Names(42));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::cmp_sub(x, x, Modulus(97), none, 0, 1); }), Names(42));
}

INSTANTIATE_TEST_SUITE_P(Functions, EltwiseFactors, ::testing::ValuesIn(factor_cases),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ringlet_test
