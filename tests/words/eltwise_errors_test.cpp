// Tests the errors of element-wise operations that every build reports: on words and 128-bit words.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "ringlet/eltwise.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_expectations.hpp"

namespace ringlet_test {
namespace {

TEST(MontgomeryForm, RefusesEvenModuliAndUnknownForms) {
  std::vector<std::uint64_t> words(3, 1);
  const auto refuse = [&](std::uint64_t modulus, ringlet::Form form, const char* message) {
    const Modulus q(modulus);
    EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::mul(words, words, words, q, form); }),
                HasSubstr(message));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::mul_add(words, words, words, words, q, form); }),
                HasSubstr(message));
  };
  const char* even = "q is 96, but it must be odd for Montgomery form";
  refuse(96, ringlet::Form::montgomery, even);
  refuse(97, static_cast<ringlet::Form>(2), "form is 2");
  const Modulus q(96);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::to_montgomery(words, words, q); }), HasSubstr(even));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { ringlet::from_montgomery(words, words, q); }), HasSubstr(even));
  EXPECT_EQ(words, std::vector<std::uint64_t>(3, 1));
}

TEST(MontgomeryForm, IsNotWhatPlainProductsHave) {
  std::vector<std::uint64_t> out(1);
  const Modulus q(96);
  ringlet::mul(out, std::vector<std::uint64_t>{10}, std::vector<std::uint64_t>{11}, q, ringlet::Form::plain);
  EXPECT_EQ(out[0], 14U);
  ringlet::mul_add(out, out, out, std::vector<std::uint64_t>{95 + 96}, q, ringlet::Form::plain, {2});
  EXPECT_EQ(out[0], 3U);
}

/// Repeats every test for each backend and each operation of a word.
template <class Word>
class ErrorsSuite : public BackendTest<std::size_t> {
 protected:
  ErrorsSuite() = default;
  template <class Face>
  explicit ErrorsSuite(Face face) : operation_(face(operations<Word>()[parameter()])) {}

  template <class Exception>
  [[nodiscard]] std::string error(const BasicArguments<Word>& arguments,
                                  const BasicConstants<Word>& constants = {}) const {
    return message_of<Exception>([&] { operation_.apply(arguments, constants, ringlet::Modulus<Word>(97)); });
  }

  void expect_shapes_to_be_checked() {
    using std::invalid_argument;
    const auto names_both = AllOf(Names(11), Names(12));
    EXPECT_THAT(error<invalid_argument>({}), AnyOf(HasSubstr("empty"), Names(0)));
    EXPECT_THAT(error<invalid_argument>({eleven_, twelve_, twelve_, twelve_}), names_both);
    EXPECT_THAT(error<invalid_argument>({twelve_, eleven_, eleven_, eleven_}), names_both);
    EXPECT_NE(error<invalid_argument>({{}, eleven_, eleven_, eleven_}), "");
    if (operation_.reads_b) {
      EXPECT_THAT(error<invalid_argument>({eleven_, eleven_, twelve_, eleven_}), names_both);
      EXPECT_NE(error<invalid_argument>({eleven_, eleven_, {}, eleven_}), "");
    }
    if (operation_.reads_c) {
      EXPECT_THAT(error<invalid_argument>({eleven_, eleven_, eleven_, twelve_}), names_both);
      EXPECT_NE(error<invalid_argument>({eleven_, eleven_, eleven_, {}}), "");
    }
  }

  void expect_overlaps_to_be_checked() {
    constexpr std::size_t n = 11;
    std::vector<Word> words(3 * n, 1);
    const std::span<Word> all = words, out = all.subspan(n, n);
    for (const std::size_t shift : {std::size_t{1}, n - 1, n + 1, 2 * n - 1}) {
      const std::span<Word> part = all.subspan(shift, n);
      const auto refuses = [&](const BasicArguments<Word>& arguments) {
        EXPECT_THAT(error<std::invalid_argument>(arguments), HasSubstr("overlaps"));
      };
      refuses({out, part, eleven_, eleven_});
      if (operation_.reads_b && !operation_.fixes_b) refuses({out, eleven_, part, eleven_});
      if (operation_.reads_c) refuses({out, eleven_, eleven_, part});
      EXPECT_TRUE(std::ranges::all_of(words, [](Word x) { return x == 1; })) << "the output changed";
    }
    EXPECT_NO_THROW(operation_.apply({out, all.first(n), all.last(n), all.first(n)}, {}, ringlet::Modulus<Word>(97)));
  }

  void expect_scalars_to_be_checked() {
    if (operation_.scalar != BasicOperation<Word>::Scalar::residue) return;
    for (const Word scalar : {Word{97}, Word{98}, ~Word{0}}) {
      const std::string message = error<std::out_of_range>({eleven_, eleven_, eleven_, eleven_}, {.scalar = scalar});
      EXPECT_THAT(message, Names(97));
      EXPECT_TRUE(contains_number(message, text_of(scalar))) << message;
    }
  }

  void expect_factors_to_be_checked() {
    if (operation_.input_factors.size() == 1) return;  // the operation has no range
    expect_others_to_be_refused(operation_.input_factors, operation_.input_factor);
    expect_others_to_be_refused(operation_.output_factors, operation_.output_factor);
  }

  BasicOperation<Word> operation_ = operations<Word>()[parameter()];

 private:
  void expect_others_to_be_refused(const std::vector<unsigned>& listed, unsigned& factor) {
    const unsigned before = factor;
    for (unsigned number = 0; number <= 18; ++number) {
      factor = number == 18 ? ~0U : number;
      if (std::ranges::count(listed, factor) != 0) continue;
      const std::string message = error<std::invalid_argument>({eleven_, eleven_, eleven_, eleven_});
      EXPECT_THAT(message, AllOf(Names(factor), HasSubstr("factor")));
      for (const unsigned other : listed)
        EXPECT_THAT(message, HasSubstr(other == ringlet::Range::any ? " any" : " " + std::to_string(other)));
    }
    factor = before;
  }

  std::vector<Word> eleven_ = std::vector<Word>(11, 1);
  std::vector<Word> twelve_ = std::vector<Word>(12, 1);
};

using EltwiseErrors = ErrorsSuite<std::uint64_t>;
TEST_P(EltwiseErrors, Shapes) { expect_shapes_to_be_checked(); }
TEST_P(EltwiseErrors, PartialOverlaps) { expect_overlaps_to_be_checked(); }
TEST_P(EltwiseErrors, Scalars) { expect_scalars_to_be_checked(); }
TEST_P(EltwiseErrors, Factors) { expect_factors_to_be_checked(); }

using Eltwise128Errors = ErrorsSuite<uint128>;
TEST_P(Eltwise128Errors, Shapes) { expect_shapes_to_be_checked(); }
TEST_P(Eltwise128Errors, PartialOverlaps) { expect_overlaps_to_be_checked(); }
TEST_P(Eltwise128Errors, Scalars) { expect_scalars_to_be_checked(); }
TEST_P(Eltwise128Errors, Factors) { expect_factors_to_be_checked(); }

INSTANTIATE_TEST_SUITE_P(Operations, EltwiseErrors,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name<>));
INSTANTIATE_TEST_SUITE_P(Operations, Eltwise128Errors,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices<uint128>())),
                         named_by_backend(operation_name<uint128>));

}  // namespace
}  // namespace ringlet_test
