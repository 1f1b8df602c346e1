// Compares polynomials in the kernels' own layouts with GMP, and with the same operations on arrays, on every backend.

#include "ringlet/ntt_buffer.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Domain;
using ringlet::Modulus;
using ringlet::Ntt;
using ringlet::NttBuffer;
using ringlet::Ring;
namespace reference = ::reference::word128;
using Buffer = NttBuffer<uint128>;

template <class Word>
concept HasOptions = requires(NttBuffer<Word>& buffer, ringlet::Executor* executor) {
  buffer.forward(executor);
  buffer.inverse(executor);
  buffer.mul(buffer, ringlet::Form::montgomery);
  buffer.mul_add(buffer, buffer, ringlet::Form::montgomery);
};
static_assert(HasOptions<ringlet::UInt<256>> && !HasOptions<uint128> && !HasOptions<std::uint64_t>);

[[nodiscard]] Words128 stored(const Buffer& buffer) {
  Words128 values(buffer.size());
  buffer.store(values);
  return values;
}

/// Expected content of a buffer: GMP computes on values, the array transforms (ntt_test.cpp) change the domain.
struct Model {
  const Ntt<uint128>& ntt;
  Words128 values;
  Domain domain = Domain::coefficients;

  template <class F>
  void map(const Model& x, const Model& y, F f) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = f(values[i], x.values[i], y.values[i]);
  }
  void transform() {
    domain == Domain::coefficients ? ntt.forward(values, values) : ntt.inverse(values, values);
    domain = domain == Domain::coefficients ? Domain::evaluations : Domain::coefficients;
  }
};

class NttBuffer128 : public BackendTest<unsigned> {
 protected:
  [[nodiscard]] std::size_t n() const { return std::size_t{1} << parameter(); }
  [[nodiscard]] Words128 primes() const { return parameter() > 9 ? few_primes128(n()) : edge_primes128(n()); }
  [[nodiscard]] Words128 random_values(uint128 q) { return corner_biased_words128(random_, n(), q, q - 1); }

  /// Whether GMP is so slow that tests do less.
  [[nodiscard]] bool is_large() const { return parameter() > 12; }

  /// Calls `check` with plans of both rings for each prime. Large plans have the rings in turns.
  template <class Check>
  void for_each_plan(Check check) {
    Ring skipped = Ring::negacyclic;
    for (const uint128 q : primes()) {
      skipped = skipped == Ring::cyclic ? Ring::negacyclic : Ring::cyclic;
      for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
        if (is_large() && ring == skipped) continue;
        SCOPED_TRACE(text_of(q) + (ring == Ring::cyclic ? " cyclic" : " negacyclic"));
        check(Ntt<uint128>(n(), Modulus(q), {.ring = ring}), q);
        if (HasFatalFailure()) return;
      }
    }
  }

  /// Applies a random operation to one of the buffers, which may be its own operand, and to its model.
  void step(std::span<Buffer> buffers, std::span<Model> models, uint128 q) {
    const auto chosen = [&] { return random_.up_to(buffers.size() - 1); };
    const std::size_t target = chosen(), x = chosen(), y = chosen();
    for (const std::size_t operand : {x, y}) {
      if (models[operand].domain == models[target].domain) continue;
      models[operand].domain == Domain::coefficients ? buffers[operand].forward() : buffers[operand].inverse();
      models[operand].transform();
    }
    Model& model = models[target];
    const bool multiplies = model.domain == Domain::evaluations;
    switch (random_.up_to(multiplies ? 5 : 2)) {
      case 0:
        multiplies ? buffers[target].inverse() : buffers[target].forward();
        return model.transform();
      case 1:
        buffers[target].add(buffers[x]);
        return model.map(models[x], models[y], [=](auto t, auto a, auto) { return reference::add_mod(t, a, q); });
      case 2:
        buffers[target].sub(buffers[x]);
        return model.map(models[x], models[y], [=](auto t, auto a, auto) { return reference::sub_mod(t, a, q); });
      case 3:
        buffers[target].mul(buffers[x]);
        return model.map(models[x], models[y], [=](auto t, auto a, auto) { return reference::fma_mod(t, a, 0, q); });
      default:
        buffers[target].mul_add(buffers[x], buffers[y]);
        return model.map(models[x], models[y], [=](auto t, auto a, auto b) { return reference::fma_mod(a, b, t, q); });
    }
  }

  Random random_;
};

TEST_P(NttBuffer128, StoresWhatItLoadsFromAnywhere) {
  constexpr uint128 guard = ~uint128{0} / 3;
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    for (const std::size_t misalignment : {0u, 1u, 2u, 3u}) {
      for (const Domain domain : {Domain::coefficients, Domain::evaluations}) {
        const Words128 values = random_values(q);
        Words128 in(n() + 4, guard), out(n() + 8, guard);
        std::ranges::copy(values, in.begin() + static_cast<std::ptrdiff_t>(misalignment));
        const Buffer buffer(ntt, std::span(in).subspan(misalignment, n()), domain);
        const std::span target = std::span(out).subspan(misalignment + 2, n());
        buffer.store(target);
        ASSERT_EQ(buffer.domain(), domain);
        ASSERT_TRUE(std::ranges::equal(target, values));
        ASSERT_TRUE(out[misalignment + 1] == guard && out[misalignment + 2 + n()] == guard);
      }
    }
  });
}

TEST_P(NttBuffer128, TransformsAreTheReference) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    const Words128 in = random_values(q);
    const uint128 root = ntt.root();
    const uint128 first = ntt.ring() == Ring::negacyclic ? root : 1;
    const uint128 ratio = ntt.ring() == Ring::negacyclic ? reference::fma_mod(root, root, 0, q) : root;
    const Words128 values = reference::evaluate_everywhere(in, first, ratio, q);
    Buffer buffer(ntt, in);
    const Words128 out = stored(buffer.forward());
    for (std::size_t i = 0; i < n(); ++i) {
      ASSERT_TRUE(out[i] == values[ringlet::reverse_bits(i, parameter())]) << "output " << i;
    }
    ASSERT_TRUE(stored(buffer.inverse()) == in);
    ASSERT_TRUE(stored(buffer.load(out, Domain::evaluations).inverse()) == in);
    // An inverse leaves other representatives than a load; so does a forward transform of evaluations.
    ASSERT_TRUE(stored(buffer.forward().inverse().forward()) == out);
  });
}

TEST_P(NttBuffer128, AnySequenceOfOperations) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    std::vector<Buffer> buffers;
    std::vector<Model> models;
    for (const Words128& values : {random_values(q), random_values(q), Words128(n(), q - 1)}) {
      buffers.emplace_back(ntt, values);
      models.push_back({ntt, values});
    }
    for (int i = 0; i < (is_large() ? 8 : 25); ++i) step(buffers, models, q);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      ASSERT_EQ(buffers[i].domain(), models[i].domain);
      ASSERT_TRUE(stored(buffers[i]) == models[i].values) << "buffer " << i;
    }
  });
}

TEST_P(NttBuffer128, SumsAndProductsStayInRange) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    const int rounds = is_large() ? 2 : 10;
    Words128 spike(n(), 0);
    spike[n() - 1] = q - 1;
    for (const Words128& in : {Words128(n(), q - 1), spike, random_values(q)}) {
      Buffer sum(ntt, in), power(ntt, in);
      Model model{ntt, in}, expected{ntt, in};
      for (int i = 0; i < rounds; ++i) {
        sum.add(sum).sub(power);
        expected.map(model, model, [=](auto s, auto x, auto) { return reference::sub_mod(2 * s, x, q); });
      }
      ASSERT_TRUE(stored(sum) == expected.values);
      power.forward();
      sum.forward();
      model.transform();
      expected.transform();
      for (int i = 0; i < rounds; ++i) {
        power.mul(power);
        sum.mul_add(power, power).mul(sum);
        model.map(model, model, [=](auto x, auto, auto) { return reference::fma_mod(x, x, 0, q); });
        expected.map(model, model, [=](auto s, auto x, auto) {
          const uint128 total = reference::fma_mod(x, x, s, q);
          return reference::fma_mod(total, total, 0, q);
        });
      }
      ASSERT_TRUE(stored(power) == model.values);
      expected.transform();
      ASSERT_TRUE(stored(sum.inverse()) == expected.values);
    }
  });
}

/// Operands are sums, differences and products with summands that no store has reduced. The
/// buffer is its own operand, too.
TEST_P(NttBuffer128, ProductsOfLazyOperands) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    for (const Words128& in : {Words128(n(), q - 1), random_values(q)}) {
      const Buffer y(ntt, in, Domain::evaluations);
      Buffer x = y.clone();
      Words128 expected = in;
      for (int i = 0; i < (is_large() ? 2 : 8); ++i) {
        x.add(x).mul_add(x, x).sub(y).mul(x).mul_add(y, x);
        for (std::size_t k = 0; k < n(); ++k) {
          const uint128 twice = reference::add_mod(expected[k], expected[k], q);
          const uint128 sum = reference::sub_mod(reference::fma_mod(twice, twice, twice, q), in[k], q);
          const uint128 square = reference::fma_mod(sum, sum, 0, q);
          expected[k] = reference::fma_mod(in[k], square, square, q);
        }
      }
      ASSERT_TRUE(stored(x) == expected);
      ntt.inverse(expected, expected);
      ASSERT_TRUE(stored(x.inverse()) == expected);
    }
  });
}

/// A copy keeps the range of its values.
TEST_P(NttBuffer128, ProductsOfCopiesOfProducts) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    for (const Words128& in : {Words128(n(), q - 1), random_values(q)}) {
      Buffer square(ntt, in, Domain::evaluations);
      square.mul(square);
      Buffer cube = square.clone(), fourth = square.clone(), sum = square.clone();
      cube.mul(Buffer(ntt, in, Domain::evaluations));
      fourth.mul(square);
      sum.mul_add(square.clone(), square.clone());
      Words128 expected_cube(n()), expected_fourth(n()), expected_sum(n());
      for (std::size_t i = 0; i < n(); ++i) {
        const uint128 x = reference::fma_mod(in[i], in[i], 0, q);
        expected_cube[i] = reference::fma_mod(x, in[i], 0, q);
        expected_fourth[i] = reference::fma_mod(x, x, 0, q);
        expected_sum[i] = reference::fma_mod(x, x, x, q);
      }
      ASSERT_TRUE(stored(cube) == expected_cube);
      ASSERT_TRUE(stored(fourth) == expected_fourth);
      ASSERT_TRUE(stored(sum) == expected_sum);
    }
  });
}

TEST_P(NttBuffer128, MultipliesInTheRing) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    const Words128 a = random_values(q), b = random_values(q);
    Buffer x(ntt, a), y(ntt, b);
    const Words128 product = stored(x.forward().mul(y.forward()).inverse());
    Words128 expected(n());
    ntt.multiply(expected, a, b);
    ASSERT_TRUE(product == expected);
    if (n() > 128) return;  // schoolbook is slow
    ASSERT_TRUE(product == reference::ring_product(a, b, ntt.ring() == Ring::negacyclic ? 1 : -1, q));
  });
}

TEST_P(NttBuffer128, BelongsToItsPlanWhateverHappens) {
  for_each_plan([&](const Ntt<uint128>& ntt, uint128 q) {
    const Words128 a = random_values(q), b = random_values(q);
    Words128 expected(n());
    ntt.multiply(expected, a, b);
    std::optional<Ntt<uint128>> plan(ntt);
    Buffer x(*plan, a), y(Ntt<uint128>(*plan), b);
    for (const std::string& other : supported_backends()) {
      ringlet::backend::force(other);
      ASSERT_TRUE(stored(x.clone().forward().mul(y.clone().forward()).inverse()) == expected) << other;
    }
    ringlet::backend::force(backend());
    plan.reset();
    ASSERT_TRUE(stored(x.forward().mul(y.forward()).inverse()) == expected);
  });
}

constexpr unsigned first_sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
INSTANTIATE_TEST_SUITE_P(All, NttBuffer128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::ValuesIn(first_sizes)),
                         named_by_backend([](unsigned log_n) { return "n" + std::to_string(1u << log_n); }));
INSTANTIATE_TEST_SUITE_P(Slow, NttBuffer128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(13u, 14u, 17u)),
                         named_by_backend([](unsigned log_n) { return "n" + std::to_string(1u << log_n); }));

/// Tests that do not depend on the size: n = 64, q of 124 bits.
class NttBufferUse : public BackendTest<> {
 protected:
  static constexpr std::size_t n = 64;

  template <class Call>
  static void expect_error(const std::string& rule, Call call) {
    EXPECT_THAT(message_of<std::invalid_argument>(call), ::testing::HasSubstr(rule));
  }

  Modulus<uint128> q_{ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front()};
};

TEST_P(NttBufferUse, BeginsAsZeroCoefficients) {
  const Ntt ntt(n, q_);
  const NttBuffer buffer(ntt);
  EXPECT_EQ(buffer.domain(), Domain::coefficients);
  EXPECT_EQ(buffer.size(), n);
  EXPECT_TRUE(buffer.modulus() == q_);
  EXPECT_TRUE(stored(buffer) == Words128(n, 0));
}

TEST_P(NttBufferUse, WrongDomain) {
  const Ntt ntt(n, q_);
  NttBuffer coefficients(ntt), evaluations(ntt);
  evaluations.forward();
  const auto wants_evaluations = [](const std::string& name) { return name + " holds coefficients, but it must hold"; };
  const auto wants_coefficients = [](const std::string& name) { return name + " holds evaluations, but it must hold"; };
  expect_error(wants_coefficients("the buffer"), [&] { evaluations.forward(); });
  expect_error(wants_evaluations("the buffer"), [&] { coefficients.inverse(); });
  expect_error(wants_evaluations("the buffer"), [&] { coefficients.mul(coefficients); });
  expect_error(wants_evaluations("the buffer"), [&] { coefficients.mul_add(evaluations, evaluations); });
  expect_error(wants_evaluations("y"), [&] { evaluations.mul(coefficients); });
  expect_error(wants_evaluations("x"), [&] { evaluations.mul_add(coefficients, evaluations); });
  expect_error(wants_evaluations("y"), [&] { evaluations.mul_add(evaluations, coefficients); });
  expect_error(wants_evaluations("y"), [&] { evaluations.add(coefficients); });
  expect_error(wants_coefficients("y"), [&] { coefficients.sub(evaluations); });
  EXPECT_TRUE(stored(coefficients) == Words128(n, 0)) << "an error changed a buffer";
}

TEST_P(NttBufferUse, OperandsOfAnotherPlan) {
  const Ntt ntt(n, q_), same(n, q_),
      larger(2 * n, Modulus(ringlet::ntt_primes<ringlet::uint128_t>(1, 124, 2 * n).front()));
  const std::string rule = "belongs to another plan, but both must be made from one Ntt or copies of it";
  NttBuffer x(ntt);
  for (const Ntt<uint128>& other : {same, larger}) {
    NttBuffer y(other);
    expect_error("y " + rule, [&] { x.add(y); });
    expect_error("y " + rule, [&] { x.sub(y); });
    NttBuffer z = x.clone();
    z.forward();
    y.forward();
    expect_error("y " + rule, [&] { z.mul(y); });
    expect_error("x " + rule, [&] { z.mul_add(y, z); });
    expect_error("y " + rule, [&] { z.mul_add(z, y); });
  }
  const Ntt<uint128> copy = ntt;
  EXPECT_NO_THROW(x.add(NttBuffer(copy)));
}

TEST_P(NttBufferUse, WrongArguments) {
  const Ntt ntt(n, q_);
  NttBuffer buffer(ntt);
  Words128 small(n - 1), large(n + 1), right(n);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { buffer.load(small); }), Names(n - 1));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { buffer.store(large); }), Names(n + 1));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)NttBuffer(ntt, large); }), Names(n + 1));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { buffer.load(right, static_cast<Domain>(2)); }), Names(2));
#ifdef RINGLET_CHECKED
  right[5] = q_.value();
  expect_error("in[5] is " + text_of(q_.value()), [&] { buffer.load(right); });
#endif
}

TEST_P(NttBufferUse, MovesAndClones) {
  const Ntt ntt(n, q_);
  NttBuffer x(ntt, Words128(n, 7));
  NttBuffer copy = x.clone();
  copy.add(copy);
  EXPECT_TRUE(stored(x) == Words128(n, 7));
  EXPECT_TRUE(stored(copy) == Words128(n, 14));
  NttBuffer moved = std::move(x);
  EXPECT_TRUE(stored(moved) == Words128(n, 7));
  x = std::move(copy);  // NOLINT(bugprone-use-after-move): tests a moved buffer
  EXPECT_TRUE(x.is_valid());
  EXPECT_FALSE(copy.is_valid());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(stored(x) == Words128(n, 14));
}

TEST_P(NttBufferUse, WhatWasMovedFromIsAnError) {
  const Ntt ntt(n, q_);
  NttBuffer gone(ntt), whole(ntt), evaluations(ntt);
  evaluations.forward();
  const NttBuffer taker = std::move(gone);
  Words128 values(n);
  // NOLINTBEGIN(bugprone-use-after-move): tests a moved buffer
  for (const std::function<void()>& use : std::vector<std::function<void()>>{
           [&] { gone.load(values); }, [&] { gone.store(values); }, [&] { gone.forward(); }, [&] { gone.inverse(); },
           [&] { gone.add(whole); }, [&] { gone.sub(whole); }, [&] { gone.mul(whole); },
           [&] { gone.mul_add(whole, whole); }, [&] { (void)gone.clone(); }, [&] { (void)gone.size(); },
           [&] { (void)gone.domain(); }}) {
    expect_error("the buffer was moved from", use);
  }
  expect_error("y was moved from", [&] { whole.add(gone); });
  expect_error("y was moved from", [&] { whole.sub(gone); });
  expect_error("y was moved from", [&] { evaluations.mul(gone); });
  expect_error("x was moved from", [&] { evaluations.mul_add(gone, evaluations); });
  expect_error("y was moved from", [&] { evaluations.mul_add(evaluations, gone); });
  // NOLINTEND(bugprone-use-after-move)
}

RINGLET_ON_ALL_BACKENDS(NttBufferUse);

}  // namespace
}  // namespace ringlet_test
