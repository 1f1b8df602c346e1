// Compares multiword numbers and moduli with GMP.

#include "ringlet/uint.hpp"

#include <array>
#include <cstring>

#include "multiword/multiword_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::UInt;

template <class WidthType>
class MultiwordNumbers : public ::testing::Test {
 protected:
  Random random_;
};
TYPED_TEST_SUITE(MultiwordNumbers, AllWidths);

TYPED_TEST(MultiwordNumbers, AreLittleEndianWords) {
  using Number = UInt<TypeParam::value>;
  static_assert(sizeof(Number) == TypeParam::value / 8 && alignof(Number) == alignof(std::uint64_t));
  static_assert(std::is_trivially_copyable_v<Number> && std::is_aggregate_v<Number>);
  std::array<std::uint64_t, Number::word_count> words{};
  for (auto& word : words) word = this->random_.word();
  Number number;
  std::memcpy(&number, words.data(), sizeof number);
  EXPECT_EQ(integer_of(number), reference::integer_of(words));
  EXPECT_EQ(integer_of(Number{7}), 7);
}

TYPED_TEST(MultiwordNumbers, TextsAreThoseOfGmp) {
  using Number = UInt<TypeParam::value>;
  constexpr unsigned width = TypeParam::value;
  std::vector<mpz_class> numbers{0, 1, 9, 10, 15, 16, reference::power_of_two(width) - 1};
  mpz_class ten_to_19("10000000000000000000");
  for (mpz_class x = ten_to_19; x < reference::power_of_two(width); x *= ten_to_19) {
    numbers.insert(numbers.end(), {x - 1, x, x + 1});
  }
  for (unsigned bits = 1; bits <= width; bits += 7) {
    numbers.push_back(random_below(this->random_, reference::power_of_two(bits)));
  }
  for (const mpz_class& x : numbers) {
    const Number number = uint_of<width>(x);
    EXPECT_EQ(number.decimal(), x.get_str());
    EXPECT_EQ(number.hexadecimal(), "0x" + x.get_str(16));
    EXPECT_EQ(Number::parse(x.get_str()), number);
    EXPECT_EQ(Number::parse("0x" + x.get_str(16)), number);
    EXPECT_EQ(Number::parse("0x000" + x.get_str(-16)), number);
    EXPECT_EQ(number.bit_width(), x == 0 ? 0 : mpz_sizeinbase(x.get_mpz_t(), 2));
  }
  static_assert(Number::parse("0x123456789abcdef0123456789") == Number::parse("90144042682896311822508713865"));
}

TYPED_TEST(MultiwordNumbers, RefusesWhatIsNoNumber) {
  using Number = UInt<TypeParam::value>;
  const mpz_class end = reference::power_of_two(TypeParam::value);
  for (const std::string& text :
       std::vector<std::string>{"", "0x", "x1", "-1", "+1", " 1", "1 ", "12a", "0xg", "1.0", "0X1", end.get_str(),
                                "0x" + end.get_str(16), mpz_class(end * 1000 + 5).get_str()}) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)Number::parse(text); }),
                AllOf(HasSubstr("\"" + text + "\""), HasSubstr("2^" + std::to_string(TypeParam::value))));
  }
}

TYPED_TEST(MultiwordNumbers, AreOrderedByTheirValues) {
  constexpr unsigned width = TypeParam::value;
  std::vector<mpz_class> numbers = corner_residues(this->random_, reference::power_of_two(width), 40);
  for (const mpz_class& x : numbers) {
    for (const mpz_class& y : numbers) {
      EXPECT_EQ(uint_of<width>(x) <=> uint_of<width>(y), cmp(x, y) <=> 0) << x.get_str() << " and " << y.get_str();
      EXPECT_EQ(uint_of<width>(x) == uint_of<width>(y), x == y);
    }
  }
}

TYPED_TEST(MultiwordNumbers, ModuliHaveMontgomerysConstants) {
  constexpr unsigned width = TypeParam::value;
  const mpz_class r = reference::power_of_two(width), word = reference::power_of_two(64);
  for (const mpz_class& value : corner_moduli(this->random_, width)) {
    SCOPED_TRACE(value.get_str());
    const auto q = modulus_of<width>(value);
    EXPECT_EQ(integer_of(q.value()), value);
    EXPECT_EQ(q.bits(), mpz_sizeinbase(value.get_mpz_t(), 2));
    EXPECT_EQ(mpz_class((value * mpz_class(static_cast<unsigned long>(q.negative_inverse())) + 1) % word), 0);
    const ringlet::MultiwordModulusConstants& constants = q.constants();
    EXPECT_EQ(reference::integer_of(constants.q), value);
    EXPECT_EQ(reference::integer_of(constants.one), mpz_class(r % value));
    EXPECT_EQ(reference::integer_of(constants.square), mpz_class(r * r % value));
    EXPECT_EQ(constants.negative_inverse, q.negative_inverse());
    EXPECT_EQ(constants.bits, q.bits());
    EXPECT_EQ(constants.words, width / 64);
    EXPECT_EQ(q, modulus_of<width>(value));
    EXPECT_NE(q, modulus_of<width>(reference::power_of_two(124) + 3));
  }
}

TYPED_TEST(MultiwordNumbers, ModuliOutsideTheRangeAreRefused) {
  constexpr unsigned width = TypeParam::value;
  const auto message = [](const mpz_class& q) {
    const std::string text = message_of<std::invalid_argument>([&] { (void)modulus_of<width>(q); });
    EXPECT_TRUE(contains_number(text, q.get_str())) << text;
    return text;
  };
  const mpz_class too_large = reference::power_of_two(width - 1) + 1;
  EXPECT_THAT(message(0), HasSubstr("odd"));
  EXPECT_THAT(message(reference::power_of_two(130)), HasSubstr("odd"));
  for (const mpz_class& q : {mpz_class(1), mpz_class(reference::power_of_two(124) - 1)}) {
    EXPECT_THAT(message(q), AllOf(HasSubstr("2^124"), HasSubstr("128-bit words")));
  }
  for (const mpz_class& q : {too_large, mpz_class(reference::power_of_two(width) - 1)}) {
    std::string rule = "it must be below 2^" + std::to_string(width - 1);
    if (width != 512) rule += "; " + std::to_string(width == 384 ? 512 : width + 64) + " bits serve larger ones";
    EXPECT_THAT(message(q), ::testing::EndsWith(rule));
  }
}

}  // namespace
}  // namespace ringlet_test
