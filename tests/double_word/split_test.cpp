// Element-wise operations on split arrays against GMP, on every backend.

#include <cstdint>
#include <functional>
#include <span>

#include "double_word/double_word_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::SplitSpan;
namespace reference = ::reference::double_word;

using Limbs = std::vector<std::uint64_t>;
using In = SplitSpan<const std::uint64_t>;
using Out = SplitSpan<std::uint64_t>;

/// A split array between guards.
class SplitArray {
 public:
  explicit SplitArray(std::size_t n) : low_(n + 2, guard), high_(n + 2, guard) {}
  explicit SplitArray(std::span<const uint128> values) : SplitArray(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      low_[i + 1] = static_cast<std::uint64_t>(values[i]);
      high_[i + 1] = static_cast<std::uint64_t>(values[i] >> 64);
    }
  }

  [[nodiscard]] Out span() { return {inside(low_), inside(high_)}; }
  [[nodiscard]] uint128 operator[](std::size_t i) const { return (uint128{high_[i + 1]} << 64) | low_[i + 1]; }
  [[nodiscard]] bool guarded() const {
    return low_.front() == guard && low_.back() == guard && high_.front() == guard && high_.back() == guard;
  }

 private:
  static constexpr std::uint64_t guard = 0xdeadbeef'deadbeef;
  static std::span<std::uint64_t> inside(Limbs& limbs) { return std::span(limbs).subspan(1, limbs.size() - 2); }

  Limbs low_;
  Limbs high_;
};

class SplitEltwise : public BackendTest<> {
 protected:
  /// At many lengths, out of place and in place of either operand.
  void expect(const Doubles& a, const Doubles& b, const std::function<void(Out, In, In)>& run,
              const std::function<uint128(uint128, uint128)>& oracle) {
    for (const std::size_t n : element_counts(a.size())) {
      SplitArray x{std::span<const uint128>(a).last(n)}, y{std::span<const uint128>(b).last(n)}, out(n);
      run(out.span(), x.span(), y.span());
      SplitArray in_place = x;
      run(in_place.span(), in_place.span(), y.span());
      SplitArray second = y;
      run(second.span(), x.span(), second.span());
      ASSERT_TRUE(out.guarded() && in_place.guarded() && second.guarded()) << "n = " << n;
      for (std::size_t i = 0; i < n; ++i) {
        const uint128 expected = oracle(x[i], y[i]);
        ASSERT_EQ(text_of(out[i]), text_of(expected)) << "n = " << n << ", i = " << i;
        ASSERT_EQ(text_of(in_place[i]), text_of(expected)) << "in place, n = " << n << ", i = " << i;
        ASSERT_EQ(text_of(second[i]), text_of(expected)) << "in place of b, n = " << n << ", i = " << i;
      }
    }
  }

  Doubles below(uint128 q, unsigned factor) { return corner_biased_doubles(random_, 101, q, factor * q - 1); }

  Random random_;
};

TEST_P(SplitEltwise, AddSubtractNegate) {
  for (const uint128 value : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    const Doubles a = below(value, 1), b = below(value, 1);
    expect(
        a, b, [&](Out out, In x, In y) { ringlet::add(out, x, y, q); },
        [&](uint128 x, uint128 y) { return reference::add_mod(x, y, value); });
    expect(
        a, b, [&](Out out, In x, In y) { ringlet::sub(out, x, y, q); },
        [&](uint128 x, uint128 y) { return reference::sub_mod(x, y, value); });
    expect(
        a, b, [&](Out out, In x, In) { ringlet::neg(out, x, q); },
        [&](uint128 x, uint128) { return reference::sub_mod(0, x, value); });
  }
}

TEST_P(SplitEltwise, Products) {
  for (const uint128 value : any_double_moduli(random_)) {
    const Modulus q{value};
    for (const unsigned factor : {1u, 2u, 4u, 8u}) {
      SCOPED_TRACE(text_of(value) + ", factor " + std::to_string(factor));
      const Doubles a = below(value, factor), b = below(value, factor);
      const uint128 s = b.front() % value;
      const ringlet::EltwiseRange range{.input_factor = factor};
      if (factor < 8) {
        expect(
            a, b, [&](Out out, In x, In y) { ringlet::mul(out, x, y, q, range); },
            [&](uint128 x, uint128 y) { return reference::fma_mod(x, y, 0, value); });
        const auto less = [&](uint128 product, uint128 z) { return reference::sub_mod(product, z % value, value); };
        expect(
            a, b, [&](Out out, In x, In y) { ringlet::mul_sub(out, x, x, y, q, range); },
            [&](uint128 x, uint128 y) { return less(reference::fma_mod(x, x, 0, value), y); });
        expect(
            a, b, [&](Out out, In x, In y) { ringlet::mul_sub(out, x, y, y, q, range); },
            [&](uint128 x, uint128 y) { return less(reference::fma_mod(x, y, 0, value), y); });
      }
      expect(
          a, b, [&](Out out, In x, In) { ringlet::mul_scalar(out, x, s, q, range); },
          [&](uint128 x, uint128) { return reference::fma_mod(x, s, 0, value); });
      expect(
          a, b, [&](Out out, In x, In y) { ringlet::axpy(out, x, s, y, q, range); },
          [&](uint128 x, uint128 y) { return reference::fma_mod(x, s, y, value); });
    }
  }
}

TEST_P(SplitEltwise, ReducesAnyDoubleWord) {
  for (const uint128 value : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    const Doubles any = corner_biased_doubles(random_, 101, value, ~uint128{0});
    const auto oracle = [&](uint128 x, uint128) { return reference::add_mod(x, 0, value); };
    expect(any, any, [&](Out out, In x, In) { ringlet::reduce(out, x, q); }, oracle);
    for (const unsigned factor : {2u, 4u}) {
      const Doubles lazy = below(value, factor);
      expect(lazy, lazy, [&](Out out, In x, In) { ringlet::reduce(out, x, q, {.input_factor = factor}); }, oracle);
    }
    SplitArray in{std::span<const uint128>(any)}, out(any.size());
    ringlet::reduce(out.span(), in.span(), q, {.output_factor = 2});
    for (std::size_t i = 0; i < any.size(); ++i) {
      ASSERT_LT(out[i], 2 * value);
      ASSERT_EQ(out[i] % value, any[i] % value);
    }
  }
}

TEST_P(SplitEltwise, StaysInsideItsSpans) {
  const Modulus q{plain_prime};
  for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
    for (std::size_t n = 1; n <= 34; ++n) {
      const PageEdgeBuffer low(Limbs(n, ~std::uint64_t{0}), edge), high(Limbs(n, 5), edge);
      const PageEdgeBuffer out_low(Limbs(n), edge), out_high(Limbs(n), edge);
      const In x{low.span(), high.span()};
      const Out out{out_low.span(), out_high.span()};
      ringlet::add(out, x, x, q);
      ringlet::sub(out, x, x, q);
      ringlet::neg(out, x, q);
      ringlet::mul(out, x, x, q);
      ringlet::reduce(out, x, q);
      ringlet::axpy(out, x, 3, x, q);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(out.low[i], ~std::uint64_t{0} - 3);
        ASSERT_EQ(out.high[i], 23u);
      }
    }
  }
}

TEST_P(SplitEltwise, RejectsBadShapes) {
  const Modulus q{plain_prime};
  Limbs three(3), four(4), other_four(4);
  const Out right{four, other_four};
  const std::string message =
      message_of<std::invalid_argument>([&] { ringlet::add(right, right, In{four, three}, q); });
  EXPECT_THAT(message, ::testing::HasSubstr("b.high"));
  EXPECT_THROW(ringlet::neg(Out{four, three}, right, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(Out{}, In{}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::mul(right, right, right, q, {.input_factor = 3}), std::invalid_argument);
  EXPECT_THROW(ringlet::mul_scalar(right, right, plain_prime, q), std::out_of_range);
}

#ifdef RINGLET_CHECKED
TEST_P(SplitEltwise, CheckedBuildRejectsOverlapsAndValues) {
  const Modulus q{plain_prime};
  Limbs limbs(9), high(8);
  const std::span<std::uint64_t> all(limbs);
  const Out out{all.first(4), std::span(high).first(4)};
  EXPECT_THROW(ringlet::neg(out, In{all.subspan(1, 4), out.high}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(out, In{out.high, out.low}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::neg(Out{out.low, out.low}, In{out.high, std::span(high).last(4)}, q), std::invalid_argument);
  high[2] = std::uint64_t{1} << 60;
  const std::string message = message_of<std::invalid_argument>([&] { ringlet::neg(out, out, q); });
  EXPECT_THAT(message, ::testing::HasSubstr("a[2]"));
}
#endif

INSTANTIATE_TEST_SUITE_P(All, SplitEltwise, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test
