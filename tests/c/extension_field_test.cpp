// Compares extension fields of the C interface with the C++ class on every backend, and tests their errors.

#include "ringlet/extension_field.hpp"

#include "c/handles.hpp"
#include "support/data.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test::c_api {
namespace {

using ringlet::ElementLayout;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t n = 19;
constexpr unsigned degree = 4;
constexpr std::uint64_t babybear = 2013265921;

#define RINGLET_OF_WORD(name) \
  by_word<Word>(&ringlet_extension_field32_##name, &ringlet_extension_field_##name, &ringlet_extension_field128_##name)

/// Expects each function of a word to compute what the C++ class computes.
template <class Word>
void expect_operations(Random& random) {
  const auto draw = [&](std::size_t count) {
    std::vector<Word> words(count);
    for (Word& word : words) word = static_cast<Word>(random.up_to(babybear - 1));
    return words;
  };
  const std::vector<Word> a = draw(n * degree), b = draw(n * degree), base = draw(n), s = draw(degree);
  const ringlet::ExtensionField<Word> expected(ringlet::Modulus<Word>(babybear), degree, 11);
  const auto q = by_word<Word>(&make_modulus32, &make_modulus, &make_modulus128)(babybear);
  typename Types<Word>::ExtensionField* field = nullptr;
  EXPECT_EQ(RINGLET_OF_WORD(create)(&field, q.get(), degree, to_c(Word{11})), RINGLET_OK);
  EXPECT_EQ(RINGLET_OF_WORD(degree)(field), degree);
  EXPECT_EQ(RINGLET_OF_WORD(describe)(field), expected.describe());
  for (const ElementLayout layout : {ElementLayout::interleaved, ElementLayout::coordinates}) {
    const auto c_layout = static_cast<ringlet_element_layout>(layout);
    std::vector<Word> out(n * degree), right(n * degree), element(degree), right_element(degree);
    EXPECT_EQ(RINGLET_OF_WORD(mul)(field, to_c(out.data()), to_c(a.data()), to_c(b.data()), n, c_layout), RINGLET_OK);
    expected.mul(right, a, b, layout);
    EXPECT_EQ(out, right);
    EXPECT_EQ(RINGLET_OF_WORD(mul_by_base)(field, to_c(out.data()), to_c(a.data()), to_c(base.data()), n, c_layout),
              RINGLET_OK);
    expected.mul_by_base(right, a, base, layout);
    EXPECT_EQ(out, right);
    EXPECT_EQ(RINGLET_OF_WORD(mul_by_element)(field, to_c(out.data()), to_c(a.data()), to_c(s.data()), n, c_layout),
              RINGLET_OK);
    expected.mul_by_element(right, a, s, layout);
    EXPECT_EQ(out, right);
    EXPECT_EQ(RINGLET_OF_WORD(invert)(field, to_c(out.data()), to_c(a.data()), n, c_layout), RINGLET_OK);
    expected.invert(right, a, layout);
    EXPECT_EQ(out, right);
    EXPECT_EQ(RINGLET_OF_WORD(powers)(field, to_c(out.data()), to_c(a.data()), to_c(s.data()), n, c_layout),
              RINGLET_OK);
    expected.powers(right, std::span(a).first(degree), s, layout);
    EXPECT_EQ(out, right);
    EXPECT_EQ(RINGLET_OF_WORD(inner_product)(field, to_c(element.data()), to_c(a.data()), to_c(b.data()), n, c_layout),
              RINGLET_OK);
    expected.inner_product(right_element, a, b, layout);
    EXPECT_EQ(element, right_element);
  }
  std::vector<Word> rows(n * degree), right(n * degree);
  EXPECT_EQ(RINGLET_OF_WORD(to_coordinates)(field, to_c(rows.data()), to_c(a.data()), n), RINGLET_OK);
  expected.to_coordinates(right, a);
  EXPECT_EQ(rows, right);
  EXPECT_EQ(RINGLET_OF_WORD(to_interleaved)(field, to_c(right.data()), to_c(rows.data()), n), RINGLET_OK);
  EXPECT_EQ(right, a);
  RINGLET_OF_WORD(destroy)(field);
}

class CExtensionFields : public BackendTest<> {};
INSTANTIATE_TEST_SUITE_P(All, CExtensionFields, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

TEST_P(CExtensionFields, ComputeWhatTheClassComputes) {
  Random random;
  expect_operations<std::uint32_t>(random);
  expect_operations<std::uint64_t>(random);
  expect_operations<uint128>(random);
}

TEST(CExtensionFieldErrors, AreStatuses) {
  const Modulus q = make_modulus(babybear);
  ringlet_extension_field* field = nullptr;
  const auto message = [] { return std::string(ringlet_last_error_message()); };
  EXPECT_EQ(ringlet_extension_field_create(nullptr, q.get(), 4, 11), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_extension_field_create(&field, nullptr, 4, 11), RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_extension_field_create(&field, q.get(), 9, 11), RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(message(), HasSubstr("degree is 9"));
  EXPECT_EQ(ringlet_extension_field_create(&field, q.get(), 4, 121), RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_extension_field_create(&field, q.get(), 4, babybear), RINGLET_OUT_OF_RANGE);
  EXPECT_EQ(field, nullptr);
  EXPECT_EQ(ringlet_extension_field_degree(nullptr), 0U);
  EXPECT_STREQ(ringlet_extension_field_describe(nullptr), "");
  ringlet_extension_field_destroy(nullptr);

  ASSERT_EQ(ringlet_extension_field_create(&field, q.get(), 4, 11), RINGLET_OK);
  Words a(8, 1), element(4, babybear);
  EXPECT_EQ(ringlet_extension_field_mul(nullptr, a.data(), a.data(), a.data(), 2, RINGLET_INTERLEAVED),
            RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_extension_field_mul(field, a.data(), nullptr, a.data(), 2, RINGLET_INTERLEAVED),
            RINGLET_NULL_POINTER);
  EXPECT_EQ(ringlet_extension_field_mul(field, a.data(), a.data(), a.data(), 0, RINGLET_INTERLEAVED),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_extension_field_invert(field, a.data(), a.data(), SIZE_MAX / 4 + 1, RINGLET_INTERLEAVED),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_THAT(message(), HasSubstr("n is"));
  EXPECT_EQ(ringlet_extension_field_mul(field, a.data(), a.data(), a.data(), 2, static_cast<ringlet_element_layout>(2)),
            RINGLET_INVALID_ARGUMENT);
  EXPECT_EQ(ringlet_extension_field_mul_by_element(field, a.data(), a.data(), element.data(), 2, RINGLET_INTERLEAVED),
            RINGLET_OUT_OF_RANGE);
  EXPECT_THAT(message(), AllOf(HasSubstr("s[0]"), HasSubstr("2013265921")));
  EXPECT_EQ(a, Words(8, 1));
  ringlet_extension_field_destroy(field);
}

}  // namespace
}  // namespace ringlet_test::c_api
