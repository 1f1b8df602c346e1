// Element-wise operations on double words against GMP, on every backend.

#include <algorithm>
#include <functional>

#include "double_word/double_word_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
namespace reference = ::reference::double_word;

class DoubleEltwise : public BackendTest<> {
 protected:
  /// Runs an operation at many lengths, from misaligned memory, with guards around the output, out of place and in
  /// place of either operand.
  void expect(const Doubles& a, const Doubles& b,
              const std::function<void(std::span<uint128>, std::span<const uint128>, std::span<const uint128>)>& run,
              const std::function<uint128(uint128, uint128)>& oracle) {
    constexpr uint128 guard = uint128{0xdeadbeef} << 90;
    for (const std::size_t n : element_counts(a.size())) {
      const std::span<const uint128> x(a.data() + a.size() - n, n);
      const std::span<const uint128> y(b.data() + b.size() - n, n);
      Doubles out(n + 2, guard);
      run({out.data() + 1, n}, x, y);
      ASSERT_TRUE(out.front() == guard && out.back() == guard) << "n = " << n;
      Doubles in_place(x.begin(), x.end()), second(y.begin(), y.end());
      run(in_place, in_place, y);
      run(second, x, second);
      for (std::size_t i = 0; i < n; ++i) {
        const uint128 expected = oracle(x[i], y[i]);
        ASSERT_EQ(text_of(out[i + 1]), text_of(expected)) << "n = " << n << ", i = " << i;
        ASSERT_EQ(text_of(in_place[i]), text_of(expected)) << "in place, n = " << n << ", i = " << i;
        ASSERT_EQ(text_of(second[i]), text_of(expected)) << "in place of b, n = " << n << ", i = " << i;
      }
    }
  }

  Doubles below(uint128 q, unsigned factor) { return corner_biased_doubles(random_, 101, q, factor * q - 1); }

  Random random_;
};

TEST_P(DoubleEltwise, AddSubtractNegate) {
  for (const uint128 value : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    const Doubles a = below(value, 1), b = below(value, 1);
    const uint128 s = b.front();
    expect(
        a, b, [&](auto out, auto x, auto y) { ringlet::add(out, x, y, q); },
        [&](uint128 x, uint128 y) { return reference::add_mod(x, y, value); });
    expect(
        a, b, [&](auto out, auto x, auto y) { ringlet::sub(out, x, y, q); },
        [&](uint128 x, uint128 y) { return reference::sub_mod(x, y, value); });
    expect(
        a, b, [&](auto out, auto x, auto) { ringlet::add(out, x, s, q); },
        [&](uint128 x, uint128) { return reference::add_mod(x, s, value); });
    expect(
        a, b, [&](auto out, auto x, auto) { ringlet::sub(out, x, s, q); },
        [&](uint128 x, uint128) { return reference::sub_mod(x, s, value); });
    expect(
        a, b, [&](auto out, auto x, auto) { ringlet::neg(out, x, q); },
        [&](uint128 x, uint128) { return reference::sub_mod(0, x, value); });
  }
}

TEST_P(DoubleEltwise, Products) {
  for (const uint128 value : any_double_moduli(random_)) {
    const Modulus q{value};
    for (const unsigned factor : {1u, 2u, 4u, 8u}) {
      SCOPED_TRACE(text_of(value) + ", factor " + std::to_string(factor));
      const Doubles a = below(value, factor), b = below(value, factor);
      const uint128 s = b.front() % value;
      const ringlet::EltwiseRange range{.input_factor = factor};
      if (factor < 8) {
        expect(
            a, b, [&](auto out, auto x, auto y) { ringlet::mul(out, x, y, q, range); },
            [&](uint128 x, uint128 y) { return reference::fma_mod(x, y, 0, value); });
        const auto less = [&](uint128 product, uint128 z) { return reference::sub_mod(product, z % value, value); };
        expect(
            a, b, [&](auto out, auto x, auto y) { ringlet::mul_sub(out, x, x, y, q, range); },
            [&](uint128 x, uint128 y) { return less(reference::fma_mod(x, x, 0, value), y); });
        expect(
            a, b, [&](auto out, auto x, auto y) { ringlet::mul_sub(out, x, y, y, q, range); },
            [&](uint128 x, uint128 y) { return less(reference::fma_mod(x, y, 0, value), y); });
      }
      expect(
          a, b, [&](auto out, auto x, auto) { ringlet::mul_scalar(out, x, s, q, range); },
          [&](uint128 x, uint128) { return reference::fma_mod(x, s, 0, value); });
      expect(
          a, b, [&](auto out, auto x, auto y) { ringlet::axpy(out, x, s, y, q, range); },
          [&](uint128 x, uint128 y) { return reference::fma_mod(x, s, y, value); });
    }
  }
}

TEST_P(DoubleEltwise, ProductsByAFixedOperand) {
  for (const uint128 value : any_double_moduli(random_)) {
    const Modulus q{value};
    const Doubles w = below(value, 1);
    for (const unsigned factor : {1u, 2u, 4u, 8u}) {
      SCOPED_TRACE(text_of(value) + ", factor " + std::to_string(factor));
      const Doubles a = below(value, factor);
      const ringlet::EltwiseRange range{.input_factor = factor};
      const auto last = [&](std::size_t n) { return std::span<const uint128>(w).last(n); };
      // The second array of `expect`, whose end faces x, holds the multiplicands.
      expect(
          a, w,
          [&](auto out, auto x, auto y) { ringlet::mul(out, x, ringlet::FixedOperand(last(y.size()), q), range); },
          [&](uint128 x, uint128 y) { return reference::fma_mod(x, y, 0, value); });
      // Now it holds lazy summands. x (x + 1) + z has a multiplicand, x + 1, that differs from lane to lane.
      const auto successor = [&](uint128 x) { return reference::add_mod(x, 1, value); };
      const auto fixed = [&](std::span<const uint128> x) {
        Doubles multiplicands(x.size());
        std::ranges::transform(x, multiplicands.begin(), successor);
        return ringlet::FixedOperand(multiplicands, q);
      };
      expect(
          a, below(value, factor), [&](auto out, auto x, auto z) { ringlet::mul_add(out, x, fixed(x), z, range); },
          [&](uint128 x, uint128 z) { return reference::fma_mod(x, successor(x), z, value); });
    }
  }
}

TEST_P(DoubleEltwise, FixedOperandNamesTheValueThatIsNotBelowTheModulus) {
  Doubles values(9, plain_prime - 1);
  values[5] = plain_prime;
  const std::string message =
      message_of<std::invalid_argument>([&] { ringlet::FixedOperand(values, Modulus{plain_prime}); });
  EXPECT_THAT(message, ::testing::HasSubstr("values[5]"));
  EXPECT_TRUE(contains_number(message, text_of(plain_prime))) << message;
}

TEST_P(DoubleEltwise, ReducesAnyDoubleWord) {
  for (const uint128 value : any_double_moduli(random_)) {
    SCOPED_TRACE(text_of(value));
    const Modulus q{value};
    const Doubles any = corner_biased_doubles(random_, 101, value, ~uint128{0});
    const auto oracle = [&](uint128 x, uint128) { return reference::add_mod(x, 0, value); };
    expect(any, any, [&](auto out, auto x, auto) { ringlet::reduce(out, x, q); }, oracle);
    const Doubles lazy = below(value, 4);
    expect(lazy, lazy, [&](auto out, auto x, auto) { ringlet::reduce(out, x, q, {.input_factor = 4}); }, oracle);
    Doubles out(any.size());
    ringlet::reduce(out, any, q, {.output_factor = 2});
    for (std::size_t i = 0; i < any.size(); ++i) {
      ASSERT_LT(out[i], 2 * value);
      ASSERT_EQ(out[i] % value, any[i] % value);
    }
  }
}

TEST_P(DoubleEltwise, StaysInsideItsSpans) {
  for (const uint128 value : {uint128{97}, (one128 << 98) - 1, plain_prime}) {
    const Modulus q{value};
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
      for (std::size_t n = 1; n <= 34; ++n) {
        const auto some = [&] { return DoublesAtPageEdge(corner_biased_doubles(random_, n, value, value - 1), edge); };
        const DoublesAtPageEdge a = some(), b = some(), result = some();
        const std::span<const uint128> x = a.span(), y = b.span();
        const std::span<uint128> out = result.span();
        ringlet::add(out, x, y, q);
        ringlet::add(out, x, uint128{1}, q);
        ringlet::sub(out, x, y, q);
        ringlet::neg(out, x, q);
        ringlet::mul(out, x, y, q);
        ringlet::mul_sub(out, x, y, x, q);
        ringlet::axpy(out, x, 1, y, q);
        ringlet::reduce(out, x, q);
        const ringlet::FixedOperand w(y, q);
        ringlet::mul(out, x, w);
        ringlet::mul_add(out, x, w, y);
        for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(out[i] == reference::fma_mod(x[i], y[i], y[i], value));
      }
    }
  }
}

TEST_P(DoubleEltwise, RejectsBadShapesAndScalars) {
  const Modulus q{plain_prime};
  Doubles out(3), in(4);
  EXPECT_THROW(ringlet::mul(out, in, in, q), std::invalid_argument);
  EXPECT_THROW(ringlet::add({}, std::span<const uint128>{}, std::span<const uint128>{}, q), std::invalid_argument);
  EXPECT_THROW(ringlet::mul(in, in, in, q, {.input_factor = 3}), std::invalid_argument);
  const std::string message = message_of<std::out_of_range>([&] { ringlet::mul_scalar(in, in, plain_prime, q); });
  EXPECT_TRUE(contains_number(message, text_of(plain_prime))) << message;
}

INSTANTIATE_TEST_SUITE_P(All, DoubleEltwise, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test
