// Compares polynomials modulo multiword moduli in the kernels' own layouts with GMP, on
// every backend and for every width.

#include "ringlet/ntt_buffer.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "multiword/transform_cases.hpp"
#include "support/backends.hpp"
#include "support/new_threads.hpp"

namespace ringlet_test {
namespace {

using reference::Integers;
using ringlet::Domain;
using ringlet::Form;
using ringlet::Order;

/// Expected content of a buffer. GMP computes on values; the plan's array transforms (ntt_test.cpp) change the domain.
template <unsigned width>
struct Model {
  const MultiwordTransform<width>& transform;
  Integers values;
  Domain domain = Domain::coefficients;

  void change_domain() {
    auto numbers = numbers_of<width>(values);
    const bool is_forward = domain == Domain::coefficients;
    is_forward ? transform.plan.forward(numbers, numbers) : transform.plan.inverse(numbers, numbers);
    std::ranges::transform(numbers, values.begin(), [](const auto& x) { return integer_of(x); });
    domain = is_forward ? Domain::evaluations : Domain::coefficients;
  }
};

/// Executor of new threads that counts its calls.
class CountedThreads final : public ringlet::Executor {
 public:
  explicit CountedThreads(std::size_t workers) : threads_(workers) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return threads_.workers(); }
  void run(std::size_t count, const Task& task) override {
    ++runs_;
    threads_.run(count, task);
  }
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  NewThreads threads_;
  std::size_t runs_ = 0;
};

template <unsigned width>
using Buffer = ringlet::NttBuffer<ringlet::UInt<width>>;

template <unsigned width>
std::vector<ringlet::UInt<width>> stored(const Buffer<width>& buffer) {
  std::vector<ringlet::UInt<width>> values(buffer.size());
  buffer.store(values);
  return values;
}

class MultiwordNttBuffer : public BackendTest<unsigned> {
 protected:
  template <class Check>
  void for_width(Check check) {
    with_width(parameter(), check);
  }

  /// Calls `check` with transforms of every kind and order, of squares and of oblongs, in words and in vectors.
  template <class Check>
  void for_each_transform(Check check) {
    for_width([&]<unsigned width>(Width<width>) {
      const std::vector<mpz_class> primes = limb_primes(width);
      std::size_t turn = 0;
      for (const std::size_t n : {2U, 4U, 32U, 64U, 128U, 512U}) {
        for (const MultiwordKind kind : all_multiword_kinds) {
          for (const Order order : both_orders) {
            const mpz_class& q = primes[turn++ % primes.size()];
            SCOPED_TRACE("n = " + std::to_string(n) + ", kind " + std::to_string(static_cast<int>(kind)) + ", order " +
                         std::to_string(static_cast<int>(order)) + ", q = " + q.get_str());
            check(MultiwordTransform<width>(n, q, kind, order));
            if (HasFatalFailure()) return;
          }
        }
      }
    });
  }

  /// Applies a random operation to one of the buffers, which may be its own operand, and to its model.
  template <unsigned width>
  void step(std::span<Buffer<width>> buffers, std::span<Model<width>> models) {
    const auto chosen = [&] { return random_.up_to(buffers.size() - 1); };
    const std::size_t target = chosen(), a = chosen(), b = chosen();
    for (const std::size_t operand : {a, b}) {
      if (models[operand].domain == models[target].domain) continue;
      models[operand].domain == Domain::coefficients ? buffers[operand].forward() : buffers[operand].inverse();
      models[operand].change_domain();
    }
    Model<width>& model = models[target];
    Buffer<width>& buffer = buffers[target];
    const mpz_class& q = model.transform.q;
    const bool has_values = model.domain == Domain::evaluations;
    const bool is_plain = random_.up_to(1) == 0;
    const Form form = is_plain ? Form::plain : Form::montgomery;
    const mpz_class factor =
        is_plain ? mpz_class(1) : reference::inverse(mpz_class(reference::power_of_two(width) % q), q);
    const auto map = [&](const auto& f) {
      const Integers x = models[a].values, y = models[b].values;
      for (std::size_t i = 0; i < x.size(); ++i) {
        model.values[i] = f(model.values[i], x[i], y[i]) % q;
        if (model.values[i] < 0) model.values[i] += q;
      }
    };
    switch (random_.up_to(has_values ? 5 : 2)) {
      case 0:
        has_values ? buffer.inverse() : buffer.forward();
        return model.change_domain();
      case 1:
        buffer.add(buffers[a]);
        return map([](const auto& t, const auto& x, const auto&) { return mpz_class(t + x); });
      case 2:
        buffer.sub(buffers[a]);
        return map([](const auto& t, const auto& x, const auto&) { return mpz_class(t - x); });
      case 3:
        is_plain ? buffer.mul(buffers[a]) : buffer.mul(buffers[a], form);
        return map([&](const auto& t, const auto& x, const auto&) { return mpz_class(t * x * factor); });
      default:
        is_plain ? buffer.mul_add(buffers[a], buffers[b]) : buffer.mul_add(buffers[a], buffers[b], form);
        return map([&](const auto& t, const auto& x, const auto& y) { return mpz_class(t + x * y * factor); });
    }
  }

  Random random_;
};

TEST_P(MultiwordNttBuffer, TransformsAreTheReference) {
  for_each_transform([&]<unsigned width>(const MultiwordTransform<width>& transform) {
    const Integers coefficients = corner_residues(random_, transform.q, transform.plan.size());
    const auto in = numbers_of<width>(coefficients), values = numbers_of<width>(transform.values_of(coefficients));
    Buffer<width> buffer(transform.plan, in);
    EXPECT_TRUE(stored(buffer) == in);
    EXPECT_EQ(buffer.domain(), Domain::coefficients);
    ASSERT_TRUE(stored(buffer.forward()) == values);
    ASSERT_TRUE(stored(buffer.inverse()) == in);
    // An inverse leaves other representatives than a load; so does a forward transform of evaluations.
    ASSERT_TRUE(stored(buffer.forward()) == values);
    EXPECT_TRUE(stored(buffer.load(values, Domain::evaluations)) == values);
    EXPECT_EQ(buffer.domain(), Domain::evaluations);
    ASSERT_TRUE(stored(buffer.inverse()) == in);
  });
}

TEST_P(MultiwordNttBuffer, AnySequenceOfOperations) {
  for_each_transform([&]<unsigned width>(const MultiwordTransform<width>& transform) {
    std::vector<Buffer<width>> buffers;
    std::vector<Model<width>> models;
    const std::size_t n = transform.plan.size();
    for (const Integers& values : {corner_residues(random_, transform.q, n), corner_residues(random_, transform.q, n),
                                   Integers(n, mpz_class(transform.q - 1))}) {
      buffers.emplace_back(transform.plan, numbers_of<width>(values));
      models.push_back({transform, values});
    }
    for (int i = 0; i < 20; ++i) step<width>(buffers, models);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      ASSERT_EQ(buffers[i].domain(), models[i].domain);
      ASSERT_TRUE(stored(buffers[i]) == numbers_of<width>(models[i].values)) << "buffer " << i;
    }
  });
}

/// Products of products, none of which is stored in between.
TEST_P(MultiwordNttBuffer, LongChains) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : limb_primes(width)) {
      SCOPED_TRACE(q.get_str());
      const MultiwordTransform<width> transform(64, q, MultiwordKind::cyclic, Order::natural);
      for (const mpz_class& x : {mpz_class(q - 1), mpz_class(q / 2), mpz_class(1)}) {
        const auto in = numbers_of<width>(Integers(64, x));
        Buffer<width> buffer(transform.plan, in, Domain::evaluations);
        const Buffer<width> factor = buffer.clone();
        mpz_class expected = x;
        for (int i = 0; i < 12; ++i) {
          buffer.mul(buffer).mul_add(factor, buffer).sub(factor);
          expected = (expected * expected * (x + 1) - x) % q;
          if (expected < 0) expected += q;
        }
        ASSERT_TRUE(stored(buffer) == numbers_of<width>(Integers(64, expected)));
      }
    }
  });
}

/// Adds thousands of values without a transform in between; the values in cells must not grow.
TEST_P(MultiwordNttBuffer, LongSums) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : limb_primes(width)) {
      SCOPED_TRACE(q.get_str());
      const MultiwordTransform<width> transform(32, q, MultiwordKind::cyclic, Order::natural);
      const Integers x = corner_residues(random_, q, 32), y = corner_residues(random_, q, 32);
      const Buffer<width> terms(transform.plan, numbers_of<width>(y), Domain::evaluations);
      const auto expect = [&](const char* name, const auto& operation, unsigned count, const auto& result) {
        Buffer<width> buffer(transform.plan, numbers_of<width>(x), Domain::evaluations);
        for (unsigned i = 0; i < count; ++i) operation(buffer);
        Integers expected;
        for (std::size_t i = 0; i < x.size(); ++i) {
          const mpz_class value = result(x[i], y[i]) % q;
          expected.emplace_back(value < 0 ? mpz_class(value + q) : value);
        }
        EXPECT_TRUE(stored(buffer) == numbers_of<width>(expected)) << name;
      };
      using Number = const mpz_class&;
      expect(
          "doublings", [](auto& buffer) { buffer.add(buffer); }, 200,
          [](Number a, Number) { return mpz_class(a << 200); });
      expect(
          "sums", [&](auto& buffer) { buffer.add(terms); }, 3000,
          [](Number a, Number b) { return mpz_class(a + 3000 * b); });
      expect(
          "differences", [&](auto& buffer) { buffer.sub(terms); }, 3000,
          [](Number a, Number b) { return mpz_class(a - 3000 * b); });
      expect(
          "sums of products", [&](auto& buffer) { buffer.mul_add(terms, terms); }, 1000,
          [](Number a, Number b) { return mpz_class(a + 1000 * b * b); });
    }
  });
}

TEST_P(MultiwordNttBuffer, IsTheSameOnAnyNumberOfThreads) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const std::size_t n : {2U, 128U, 4096U}) {
      const MultiwordTransform<width> transform(n, limb_primes(width).back(), MultiwordKind::coset,
                                                Order::bit_reversed);
      const auto in = numbers_of<width>(corner_residues(random_, transform.q, n));
      auto values = in, product = in;
      transform.plan.forward(values, in);
      transform.plan.multiply(product, in, in);
      for (const std::size_t workers : {1U, 2U, 3U}) {
        CountedThreads threads(workers);
        Buffer<width> buffer(transform.plan, in);
        EXPECT_TRUE(stored(buffer.forward(&threads)) == values);
        EXPECT_TRUE(stored(buffer.inverse(&threads)) == in);
        if (workers > 1) {
          EXPECT_EQ(threads.runs(), 4U) << "two phases of two transforms";
        }
        auto out = in;
        transform.plan.multiply(out, in, in, &threads);
        EXPECT_TRUE(out == product);
      }
    }
  });
}

TEST_P(MultiwordNttBuffer, IsZeroAtFirstAndCopiesAreItsOwn) {
  for_width([&]<unsigned width>(Width<width>) {
    const MultiwordTransform<width> transform(64, limb_primes(width).front(), MultiwordKind::cyclic, Order::natural);
    const auto in = numbers_of<width>(corner_residues(random_, transform.q, 64));
    const std::vector<ringlet::UInt<width>> zeros(64, ringlet::UInt<width>{});
    Buffer<width> buffer(transform.plan);
    EXPECT_EQ(buffer.domain(), Domain::coefficients);
    EXPECT_TRUE(stored(buffer) == zeros);
    EXPECT_TRUE(stored(buffer.forward()) == zeros);
    buffer.load(in);
    const Buffer<width> copy = buffer.clone();
    buffer.sub(buffer);
    EXPECT_TRUE(stored(buffer) == zeros);
    EXPECT_TRUE(stored(copy) == in);
    Buffer<width> moved = std::move(buffer);
    EXPECT_FALSE(buffer.is_valid());  // NOLINT(bugprone-use-after-move): tests a moved buffer
    EXPECT_TRUE(stored(moved) == zeros);
    EXPECT_EQ(moved.size(), 64U);
    EXPECT_EQ(integer_of(moved.modulus().value()), transform.q);
  });
}

/// Errors are those of buffers of words (word128/ntt_buffer_test.cpp), and those of forms and executors.
TEST_P(MultiwordNttBuffer, RefusesWhatItCannotDo) {
  for_width([&]<unsigned width>(Width<width>) {
    const MultiwordTransform<width> transform(64, limb_primes(width).front(), MultiwordKind::cyclic, Order::natural);
    const MultiwordTransform<width> other(64, limb_primes(width).front(), MultiwordKind::cyclic, Order::natural);
    const auto in = numbers_of<width>(corner_residues(random_, transform.q, 64));
    Buffer<width> buffer(transform.plan, in);
    const Buffer<width> of_other(other.plan, in);
    const auto message = [](const std::function<void()>& call) { return message_of<std::invalid_argument>(call); };
    EXPECT_THAT(message([&] { buffer.mul(buffer); }), HasSubstr("evaluations"));
    EXPECT_THAT(message([&] { buffer.inverse(); }), HasSubstr("evaluations"));
    EXPECT_THAT(message([&] { buffer.add(of_other); }), HasSubstr("y belongs to another plan"));
    EXPECT_THAT(message([&] { buffer.load(std::span(in).first(63)); }), HasSubstr("in"));
    auto out = in;
    EXPECT_THAT(message([&] { buffer.store(std::span(out).first(63)); }), HasSubstr("out"));
    buffer.forward();
    EXPECT_THAT(message([&] { buffer.mul(buffer, static_cast<Form>(2)); }), HasSubstr("form is 2"));
    EXPECT_THAT(message([&] { buffer.mul_add(buffer, buffer, static_cast<Form>(2)); }), HasSubstr("form is 2"));
    EXPECT_THAT(message([&] { buffer.forward(); }), HasSubstr("coefficients"));
    NewThreads threads(2);
    EXPECT_THAT(message([&] { buffer.forward(&threads); }), HasSubstr("coefficients"));
    const Buffer<width> moved = std::move(buffer);
    // NOLINTNEXTLINE(bugprone-use-after-move): tests the error of a moved buffer
    EXPECT_THAT(message([&] { buffer.inverse(&threads); }), HasSubstr("the buffer was moved from"));
  });
}

class SlowMultiwordNttBuffer : public BackendTest<> {};

/// Cells are written past the caches from 2^20 points on.
TEST_P(SlowMultiwordNttBuffer, LargerThanCaches) {
  Random random;
  const std::size_t n = std::size_t{1} << 20;
  const mpz_class q = long_prime(256);
  const MultiwordTransform<256> transform(n, q, MultiwordKind::negacyclic, Order::natural);
  const auto in = numbers_of<256>(corner_residues(random, q, n));
  auto values = in;
  transform.plan.forward(values, values);
  Buffer<256> buffer(transform.plan, in);
  EXPECT_TRUE(stored(buffer.forward()) == values);
  EXPECT_TRUE(stored(buffer.inverse()) == in);
}

INSTANTIATE_TEST_SUITE_P(Slow, SlowMultiwordNttBuffer, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });
INSTANTIATE_TEST_SUITE_P(All, MultiwordNttBuffer,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));

}  // namespace
}  // namespace ringlet_test
