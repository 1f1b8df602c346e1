// Tests all errors of the C interface's element-wise operations: their status, their
// message, and that nothing is written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "c/handles.hpp"
#include "c/statuses.hpp"
#include "support/backends.hpp"
#include "support/errors.hpp"
#include "word128/word128_cases.hpp"
#include "words/eltwise_expectations.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Repeats every test for each backend and each operation of a word. Errors leave the output unchanged.
template <class Word>
class CErrorsSuite : public BackendTest<std::size_t> {
 protected:
  using CWord = typename Types<Word>::Word;
  using Inputs = std::vector<const CWord * CCall<Word>::*>;
  static constexpr std::size_t n = 8;

  /// Returns the status of a valid call that `change` has modified.
  template <class Change>
  [[nodiscard]] ringlet_status status_with(Change change) {
    CCall<Word> call{
        to_c(out_.data()), to_c(ones_.data()), to_c(ones_.data()),      to_c(ones_.data()),       to_c(Word{1}),
        to_c(Word{1}),     modulus_.get(),     operation_.input_factor, operation_.output_factor, n};
    change(call);
    return operation_.in_c(call);
  }
  template <class Change>
  void expect_error(ringlet_status expected, const ::testing::Matcher<std::string>& message, Change change) {
    const std::vector<Word> before = out_;
    EXPECT_EQ(status_with(change), expected);
    EXPECT_THAT(std::string(ringlet_last_error_message()), message);
    EXPECT_TRUE(out_ == before) << "the output changed";
  }

  [[nodiscard]] Inputs inputs() const {
    Inputs all{&CCall<Word>::a};
    if (operation_.reads_b) all.push_back(&CCall<Word>::b);
    if (operation_.reads_c) all.push_back(&CCall<Word>::c);
    return all;
  }

  void expect_pointers_to_be_checked();
  void expect_sizes_to_be_checked();
  void expect_overlaps_to_be_checked();
  void expect_scalars_to_be_checked();
  void expect_factors_to_be_checked(const std::vector<unsigned>& listed, unsigned CCall<Word>::* factor);

  const BasicOperation<Word> operation_ = operations<Word>()[parameter()];

 private:
  decltype(by_word<Word>(make_modulus32, make_modulus, make_modulus128)(97)) modulus_ =
      by_word<Word>(make_modulus32, make_modulus, make_modulus128)(97);
  std::vector<Word> out_ = std::vector<Word>(n, 42);
  std::vector<Word> ones_ = std::vector<Word>(n, 1);
};

template <class Word>
void CErrorsSuite<Word>::expect_pointers_to_be_checked() {
  expect_error(RINGLET_NULL_POINTER, "out is null", [](auto& call) { call.out = nullptr; });
  for (const auto input : inputs()) {
    if (operation_.may_lack_b && input == &CCall<Word>::b) continue;
    expect_error(RINGLET_NULL_POINTER, HasSubstr(" is null"), [=](auto& call) { call.*input = nullptr; });
  }
  if (operation_.output_factor != 0) {
    expect_error(RINGLET_NULL_POINTER, "q is null", [](auto& call) { call.q = nullptr; });
  }
  expect_error(RINGLET_NULL_POINTER, HasSubstr(" is null"), [](auto& call) {
    call.out = nullptr;
    call.a = call.b = call.c = nullptr;
    call.q = nullptr;
  });
  const auto misaligned = [](auto* words) {
    return reinterpret_cast<decltype(words)>(reinterpret_cast<std::uintptr_t>(words) + alignof(CWord) / 2);
  };
  expect_error(RINGLET_INVALID_ARGUMENT, HasSubstr("address of out"), [&](auto& call) {
    call.out = misaligned(call.out);
    call.n = n - 1;
  });
  for (const auto input : inputs()) {
    expect_error(RINGLET_INVALID_ARGUMENT, HasSubstr("address of "), [&](auto& call) {
      call.*input = misaligned(call.*input);
      call.n = n - 1;
    });
  }
}

template <class Word>
void CErrorsSuite<Word>::expect_sizes_to_be_checked() {
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  for (const std::size_t size : {std::size_t{0}, max, max / sizeof(Word), max / 2 / sizeof(Word) + 1}) {
    expect_error(RINGLET_INVALID_ARGUMENT, Names(size), [=](auto& call) { call.n = size; });
  }
  EXPECT_EQ(status_with([](auto& /*call*/) {}), RINGLET_OK) << ringlet_last_error_message();
}

template <class Word>
void CErrorsSuite<Word>::expect_overlaps_to_be_checked() {
  std::vector<Word> words(3 * n, 1), other(n, 1);
  CWord* const start = to_c(words.data());
  for (const auto input : inputs()) {
    for (const std::size_t shift : {std::size_t{1}, n - 1, n + 1, 2 * n - 1}) {
      expect_error(RINGLET_INVALID_ARGUMENT, HasSubstr("overlaps"), [=](auto& call) {
        call.out = start + n;
        call.*input = start + shift;
      });
      EXPECT_TRUE(words == std::vector<Word>(3 * n, 1)) << "the output changed";
    }
  }
  // Arrays may be adjacent, and inputs may overlap each other.
  EXPECT_EQ(status_with([=](auto& call) {
              call.out = start + n;
              call.a = call.c = start;
              call.b = start + 2 * n;
            }),
            RINGLET_OK);
  words.assign(3 * n, 1);
  EXPECT_EQ(status_with([&](auto& call) {
              call.out = to_c(other.data());
              call.a = start + 1;
              call.b = start + 2;
              call.c = start + 3;
            }),
            RINGLET_OK);
}

template <class Word>
void CErrorsSuite<Word>::expect_scalars_to_be_checked() {
  if (operation_.scalar != BasicOperation<Word>::Scalar::residue) return;
  for (const Word scalar : {Word{97}, Word{98}, ~Word{0}}) {
    expect_error(RINGLET_OUT_OF_RANGE, Names(97), [=](auto& call) { call.scalar = to_c(scalar); });
    EXPECT_TRUE(contains_number(ringlet_last_error_message(), text_of(scalar))) << ringlet_last_error_message();
  }
}

template <class Word>
void CErrorsSuite<Word>::expect_factors_to_be_checked(const std::vector<unsigned>& listed,
                                                      unsigned CCall<Word>::* factor) {
  if (listed.size() == 1) return;
  for (const unsigned number : {0U, 1U, 2U, 3U, 4U, 5U, 8U, 16U, ~0U}) {
    const auto with_factor = [=](auto& call) { call.*factor = number; };
    if (std::ranges::count(listed, number) == 0) {
      expect_error(RINGLET_INVALID_ARGUMENT, AllOf(HasSubstr("factor"), Names(number)), with_factor);
    }
  }
  for (const unsigned number : listed) {
    EXPECT_EQ(status_with([=](auto& call) { call.*factor = number; }), RINGLET_OK) << number;
  }
}

// Excludes operations that first make a fixed operand from an array; errors_test.cpp tests these.
template <class Word>
std::vector<std::size_t> indices_for_errors() {
  return operation_indices<Word>([](const auto& o) { return !o.fixes_a && !o.fixes_b; });
}

using CEltwiseErrors = CErrorsSuite<std::uint64_t>;
TEST_P(CEltwiseErrors, Pointers) { expect_pointers_to_be_checked(); }
TEST_P(CEltwiseErrors, Sizes) { expect_sizes_to_be_checked(); }
TEST_P(CEltwiseErrors, PartialOverlaps) { expect_overlaps_to_be_checked(); }
TEST_P(CEltwiseErrors, Scalars) { expect_scalars_to_be_checked(); }
TEST_P(CEltwiseErrors, Factors) {
  expect_factors_to_be_checked(operation_.input_factors, &CCall<std::uint64_t>::input_factor);
  expect_factors_to_be_checked(operation_.output_factors, &CCall<std::uint64_t>::output_factor);
}
INSTANTIATE_TEST_SUITE_P(Operations, CEltwiseErrors,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(indices_for_errors<std::uint64_t>())),
                         named_by_backend(operation_name<>));

using CEltwise128Errors = CErrorsSuite<uint128_t>;
TEST_P(CEltwise128Errors, Pointers) { expect_pointers_to_be_checked(); }
TEST_P(CEltwise128Errors, Sizes) { expect_sizes_to_be_checked(); }
TEST_P(CEltwise128Errors, PartialOverlaps) { expect_overlaps_to_be_checked(); }
TEST_P(CEltwise128Errors, Scalars) { expect_scalars_to_be_checked(); }
TEST_P(CEltwise128Errors, Factors) {
  expect_factors_to_be_checked(operation_.input_factors, &CCall<uint128_t>::input_factor);
  expect_factors_to_be_checked(operation_.output_factors, &CCall<uint128_t>::output_factor);
}
INSTANTIATE_TEST_SUITE_P(Operations, CEltwise128Errors,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(indices_for_errors<uint128_t>())),
                         named_by_backend(operation_name<uint128_t>));

TEST(CNumbersInForm, RefuseEvenModuliAndUnknownForms) {
  std::vector<std::uint64_t> words(3, 1);
  std::uint64_t* const p = words.data();
  const Modulus modulus = make_modulus(96);
  const ringlet_modulus* const q = modulus.get();
  const char* even = "q is 96, but it must be odd for Montgomery form";
  EXPECT_EQ(invalid(ringlet_mul_in_form(p, p, p, 3, q, RINGLET_MONTGOMERY, 1)), even);
  EXPECT_EQ(invalid(ringlet_mul_add_in_form(p, p, p, p, 3, q, RINGLET_MONTGOMERY, 1)), even);
  EXPECT_EQ(invalid(ringlet_mul_sub_in_form(p, p, p, p, 3, q, RINGLET_MONTGOMERY, 1)), even);
  EXPECT_EQ(invalid(ringlet_invert_in_form(p, p, 3, q, RINGLET_MONTGOMERY)), even);
  EXPECT_EQ(invalid(ringlet_powers_in_form(p, 1, 1, 3, q, RINGLET_MONTGOMERY)), even);
  EXPECT_EQ(invalid(ringlet_to_montgomery(p, p, 3, q)), even);
  EXPECT_EQ(invalid(ringlet_from_montgomery(p, p, 3, q)), even);
  constexpr auto unknown = static_cast<ringlet_form>(2);
  EXPECT_THAT(invalid(ringlet_mul_in_form(p, p, p, 3, q, unknown, 1)), HasSubstr("form is 2"));
  EXPECT_THAT(invalid(ringlet_mul_add_in_form(p, p, p, p, 3, q, unknown, 1)), HasSubstr("form is 2"));
  EXPECT_THAT(invalid(ringlet_mul_sub_in_form(p, p, p, p, 3, q, unknown, 1)), HasSubstr("form is 2"));
  EXPECT_THAT(invalid(ringlet_invert_in_form(p, p, 3, q, unknown)), HasSubstr("form is 2"));
  EXPECT_THAT(invalid(ringlet_powers_in_form(p, 1, 1, 3, q, unknown)), HasSubstr("form is 2"));
  EXPECT_EQ(words, std::vector<std::uint64_t>(3, 1));
}

}  // namespace
}  // namespace ringlet_test::c_api
