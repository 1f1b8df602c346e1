// Compares transforms modulo 128-bit words with their definition, on every backend.

#include <algorithm>

#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::Ntt;
using ringlet::Order;
using ringlet::Ring;
namespace reference = ::reference::word128;

class Ntt128 : public BackendTest<unsigned> {
 protected:
  [[nodiscard]] unsigned log_n() const { return parameter(); }
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n(); }

  /// Returns few primes if an oracle is slow.
  [[nodiscard]] Words128 primes() const { return log_n() > 10 ? few_primes128(n()) : edge_primes128(n()); }

  /// Returns the point at which output i is the polynomial's value.
  [[nodiscard]] uint128 point(const Ntt<uint128>& ntt, std::size_t i) const {
    std::size_t exponent = ntt.order() == Order::natural ? i : ringlet::reverse_bits(i, log_n());
    if (ntt.ring() == Ring::negacyclic) exponent = 2 * exponent + 1;
    return reference::pow_mod(ntt.root(), exponent, ntt.modulus().value());
  }

  /// Returns all outputs of a small transform, some of a large one.
  [[nodiscard]] std::vector<std::size_t> indices() {
    std::vector<std::size_t> chosen{0, n() - 1, n() / 2};
    for (std::size_t i = 0; i < n() && n() <= 64; ++i) chosen.push_back(i);
    for (int i = 0; i < 5; ++i) chosen.push_back(random_.up_to(n() - 1));
    return chosen;
  }

  Random random_;
};

TEST_P(Ntt128, ForwardIsTheDefinition) {
  for (const uint128 value : primes()) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      SCOPED_TRACE(text_of(value));
      const Ntt<uint128> ntt(n(), Modulus(value), {.ring = ring});
      const Words128 in = corner_biased_words128(random_, n(), value, value - 1);
      Words128 out(n());
      ntt.forward(out, in);
      for (const std::size_t i : indices()) {
        ASSERT_EQ(text_of(out[i]), text_of(reference::evaluate(in, point(ntt, i), value))) << "output " << i;
      }
    }
  }
}

TEST_P(Ntt128, NaturalOrderIsTheDefinition) {
  if (log_n() > 12 && log_n() < 20) GTEST_SKIP() << "one large size is enough";
  for (const uint128 value : primes()) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      SCOPED_TRACE(text_of(value));
      const Ntt<uint128> ntt(n(), Modulus(value), {.ring = ring, .order = Order::natural});
      const Words128 in = corner_biased_words128(random_, n(), value, value - 1);
      Words128 out(n()), data = in, back(n());
      ntt.forward(out, in, {.output_factor = 4});
      for (uint128& x : out) x %= value;
      for (const std::size_t i : indices()) {
        ASSERT_EQ(text_of(out[i]), text_of(reference::evaluate(in, point(ntt, i), value))) << "evaluation " << i;
      }
      ntt.forward(data, data);
      ASSERT_TRUE(data == out);
      ntt.inverse(back, out);
      ASSERT_TRUE(back == in);
      ringlet::NttBuffer<uint128> buffer(ntt, out, ringlet::Domain::evaluations);
      buffer.store(back);
      ASSERT_TRUE(back == out);
      buffer.inverse().store(back);
      ASSERT_TRUE(back == in);
      ntt.inverse(data, data, {2, 1});
      ASSERT_TRUE(data == in);
    }
  }
}

/// Checks every output. Ntt128.ForwardIsTheDefinition checks only some outputs of larger transforms.
using Ntt128Reference = Ntt128;

TEST_P(Ntt128Reference, IsEveryOutput) {
  for (const uint128 value : primes()) {
    SCOPED_TRACE(text_of(value));
    const Ntt<uint128> ntt(n(), Modulus(value));
    const uint128 psi = ntt.root();
    const uint128 omega = reference::fma_mod(psi, psi, 0, value);
    const Words128 in = corner_biased_words128(random_, n(), value, value - 1);
    Words128 out(n());
    ntt.forward(out, in);
    const Words128 expected = reference::evaluate_everywhere(in, psi, omega, value);
    for (std::size_t i = 0; i < n(); ++i) {
      ASSERT_TRUE(out[i] == expected[ringlet::reverse_bits(i, log_n())]) << "output " << i;
    }
    ntt.inverse(out, out);
    ASSERT_TRUE(out == in);
  }
}

TEST_P(Ntt128, InverseUndoesForwardInPlaceAndOnAdversarialInput) {
  for (const uint128 value : primes()) {
    SCOPED_TRACE(text_of(value));
    const Ntt<uint128> ntt(n(), Modulus(value));
    Words128 spike(n(), 0), alternating(n(), 0);
    spike[n() - 1] = value - 1;
    for (std::size_t i = 0; i < n(); i += 2) alternating[i] = value - 1;
    for (const Words128& in : {corner_biased_words128(random_, n(), value, value - 1), Words128(n(), value - 1), spike,
                               alternating, Words128(n(), 0)}) {
      Words128 data = in;
      ntt.forward(data, data);
      ntt.inverse(data, data);
      ASSERT_TRUE(data == in);
      ntt.inverse(data, data);
      ntt.forward(data, data);
      ASSERT_TRUE(data == in);
    }
  }
}

TEST_P(Ntt128, LazyRangesAreRepresentatives) {
  const Words128 all = primes();
  // The largest sizes use every second prime each.
  const std::size_t step = log_n() > 16 ? 2 : 1;
  for (std::size_t prime = log_n() % step; prime < all.size(); prime += step) {
    const uint128 value = all[prime];
    SCOPED_TRACE(text_of(value));
    const Ntt<uint128> ntt(n(), Modulus(value));
    const Words128 lazy2 = corner_biased_words128(random_, n(), value, 2 * value - 1);
    Words128 canonical2 = lazy2, expected(n()), out(n());
    for (uint128& x : canonical2) x %= value;
    for (const unsigned factor : {4U, ringlet::Range::any}) {
      const uint128 top = factor == ringlet::Range::any ? ~uint128{0} : factor * value - 1;
      const Words128 lazy = corner_biased_words128(random_, n(), value, top);
      Words128 canonical = lazy;
      for (uint128& x : canonical) x %= value;
      ntt.forward(expected, canonical);
      ntt.forward(out, lazy, {.input_factor = factor, .output_factor = 4});
      for (std::size_t i = 0; i < n(); ++i) ASSERT_TRUE(out[i] < 4 * value && out[i] % value == expected[i]);
    }
    ntt.inverse(expected, canonical2);
    ntt.inverse(out, lazy2, {.input_factor = 2, .output_factor = 2});
    for (std::size_t i = 0; i < n(); ++i) ASSERT_TRUE(out[i] < 2 * value && out[i] % value == expected[i]);
  }
}

TEST_P(Ntt128, SameAsScalarBackend) {
  for (const uint128 value : primes()) {
    const Ntt<uint128> ntt(n(), Modulus(value));
    ringlet::backend::force("scalar");
    const Ntt<uint128> scalar(n(), Modulus(value));
    ringlet::backend::force(backend());
    const Words128 in = corner_biased_words128(random_, n(), value, value - 1);
    Words128 a(n()), b(n());
    ntt.forward(a, in);
    scalar.forward(b, in);
    ASSERT_TRUE(a == b) << text_of(value);
    ntt.inverse(a, in);
    scalar.inverse(b, in);
    ASSERT_TRUE(a == b) << text_of(value);
  }
}

TEST_P(Ntt128, MultipliesInTheRing) {
  if (n() > 256) {
    // Schoolbook is slow here; X^(n-1) times a rotates a.
    const uint128 value = primes().front();
    const Ntt<uint128> ntt(n(), Modulus(value));
    const Words128 a = corner_biased_words128(random_, n(), value, value - 1);
    Words128 x(n(), 0), product(n());
    x[n() - 1] = 1;
    ntt.multiply(product, a, x);
    ASSERT_EQ(text_of(product[n() - 1]), text_of(a[0]));
    for (std::size_t i = 0; i + 1 < n(); ++i) ASSERT_TRUE(product[i] == reference::sub_mod(0, a[i + 1], value));
    return;
  }
  const Words128 all = primes();
  for (const uint128 value : {all.front(), all.back()}) {
    for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
      const Ntt<uint128> ntt(n(), Modulus(value), {.ring = ring});
      const Words128 x = corner_biased_words128(random_, n(), value, value - 1);
      const Words128 y = corner_biased_words128(random_, n(), value, value - 1);
      Words128 out = x;
      ntt.multiply(out, out, y);
      ASSERT_TRUE(out == reference::ring_product(x, y, ring == Ring::negacyclic ? 1 : -1, value)) << text_of(value);
    }
  }
}

using Ntt128PageEdge = Ntt128;

TEST_P(Ntt128PageEdge, StaysInsideItsSpans) {
  for (const uint128 value : few_primes128(n())) {
    const Ntt<uint128> ntt(n(), Modulus(value));
    const Words128 values = corner_biased_words128(random_, n(), value, value - 1);
    for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
      const Words128AtPageEdge in(values, edge), out(values, edge);
      ntt.multiply(out.span(), in.span(), in.span());
      ntt.forward(out.span(), in.span());
      ringlet::NttBuffer<uint128>(ntt, in.span()).forward().store(out.span());
      ntt.inverse(out.span(), out.span());
      ASSERT_TRUE(std::ranges::equal(out.span(), values)) << text_of(value);
    }
  }
}

constexpr unsigned first_sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
constexpr unsigned sizes_with_a_reference[] = {14, 15, 16, 17};
const auto name_of_size = named_by_backend([](unsigned log_n) { return "n" + std::to_string(1u << log_n); });
INSTANTIATE_TEST_SUITE_P(All, Ntt128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(first_sizes)),
                         name_of_size);
INSTANTIATE_TEST_SUITE_P(Slow, Ntt128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(14u, 15u, 16u, 17u, 18u, 19u, 20u)),
                         name_of_size);
INSTANTIATE_TEST_SUITE_P(All, Ntt128Reference,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(first_sizes)),
                         name_of_size);
INSTANTIATE_TEST_SUITE_P(Slow, Ntt128Reference,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(sizes_with_a_reference)),
                         name_of_size);
INSTANTIATE_TEST_SUITE_P(All, Ntt128PageEdge,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(first_sizes)),
                         name_of_size);

/// Each call breaks the one rule that its message must name.
TEST(Ntt128Errors, RejectsBadArguments) {
  const auto expect_error = [](const std::string& rule, const auto& call) {
    EXPECT_THAT(message_of<std::invalid_argument>(call), ::testing::HasSubstr(rule));
  };
  const auto prime = [](std::size_t n) { return Modulus{ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front()}; };
  const auto make = [](std::size_t n, const Modulus<uint128>& q, const ringlet::NttOptions<uint128>& options = {}) {
    return [=] { (void)Ntt<uint128>(n, q, options); };
  };
  constexpr std::size_t too_large = std::size_t{1} << 21;
  const uint128 factors[] = {ringlet::ntt_primes(1, 60, 16).front(), ringlet::ntt_primes(1, 61, 16).front()};
  expect_error("a power of two from 2 to 2^20", make(3, prime(16)));
  expect_error("a power of two from 2 to 2^20", make(too_large, prime(too_large)));
  expect_error("1 modulo 2n", make(too_large / 2, Modulus{plain_prime}));
  expect_error("1 modulo 2n", make(16, Modulus{plain_prime}));
  expect_error("needs a prime", make(16, Modulus<uint128>{factors[0] * factors[1]}));
  expect_error("root of unity of order 2048", make(1024, prime(1024), {.psi = uint128{1}}));
  const Ntt ntt(1024, prime(1024));
  Words128 small(512), right(1024);
  expect_error("size of out", [&] { ntt.forward(small, right); });
  expect_error("input_factor", [&] { ntt.inverse(right, right, {.input_factor = 4}); });
}

}  // namespace
}  // namespace ringlet_test
