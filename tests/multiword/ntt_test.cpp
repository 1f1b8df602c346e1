// Compares transforms modulo multiword moduli with GMP, on every backend and for every width.

#include "ringlet/multiword_ntt.hpp"

#include <memory>

#include "multiword/transform_cases.hpp"
#include "ringlet/fields.hpp"
#include "support/backends.hpp"
#include "support/guarded_buffer.hpp"
#include "support/new_threads.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test {
namespace {

using reference::Integers;
using ringlet::Form;
using ringlet::Order;

template <class... Parameters>
class MultiwordNttTest : public BackendTest<Parameters...> {
 protected:
  /// Checks both directions, into other arrays and in place.
  template <unsigned width>
  void expect_correct(std::size_t n, const mpz_class& q, MultiwordKind kind, Order order,
                      const Integers& coefficients) {
    SCOPED_TRACE("n = " + std::to_string(n) + ", kind " + std::to_string(static_cast<int>(kind)) + ", order " +
                 std::to_string(static_cast<int>(order)));
    expect_correct(MultiwordTransform<width>(n, q, kind, order), coefficients);
  }

  template <unsigned width>
  static void expect_correct(const MultiwordTransform<width>& transform, const Integers& coefficients) {
    const auto in = numbers_of<width>(coefficients), values = numbers_of<width>(transform.values_of(coefficients));
    auto out = in;
    transform.plan.forward(out, in);
    EXPECT_TRUE(out == values) << "forward, " << transform.plan.describe();
    transform.plan.inverse(out, values);
    EXPECT_TRUE(out == in) << "inverse, " << transform.plan.describe();
    transform.plan.forward(out, out);
    EXPECT_TRUE(out == values) << "forward in place";
    transform.plan.inverse(out, out);
    EXPECT_TRUE(out == in) << "inverse in place";
  }

  template <unsigned width>
  void expect_all_kinds(std::size_t n, const mpz_class& q, const Integers& coefficients) {
    for (const MultiwordKind kind : all_multiword_kinds) {
      for (const Order order : both_orders) expect_correct<width>(n, q, kind, order, coefficients);
    }
  }

  /// Checks three values and the inverse, in arrays on a cache line and beside one.
  template <unsigned width>
  void expect_right_at_random_points(unsigned log_n, MultiwordKind kind, Order order) {
    const mpz_class q = long_prime(width);
    const std::size_t n = std::size_t{1} << log_n;
    const MultiwordTransform<width> transform(n, q, kind, order);
    const Integers coefficients = corner_residues(random_, q, n);
    const auto in = numbers_of<width>(coefficients);
    const std::span<const std::uint64_t> words(in.front().words, n * in.front().word_count);
    GuardedBuffer on_a_line(words), beside(words, 3);
    const auto values = numbers_in<width>(on_a_line.span()), same = numbers_in<width>(beside.span());
    transform.plan.forward(values, values);
    for (const std::size_t k : {std::size_t{0}, std::size_t{random_.up_to(n - 1)}, n - 1}) {
      const mpz_class x = transform.first * reference::power(transform.omega, static_cast<unsigned long>(k), q) % q;
      EXPECT_EQ(integer_of(values[place_of(k, n, order)]), reference::value_at(coefficients, x, q)) << k;
    }
    transform.plan.forward(same, same);
    EXPECT_TRUE(std::ranges::equal(same, values));
    transform.plan.inverse(values, values);
    EXPECT_TRUE(std::ranges::equal(values, in));
    transform.plan.inverse(same, same);
    EXPECT_TRUE(std::ranges::equal(same, in));
  }

  Random random_;
};

class MultiwordNtt : public MultiwordNttTest<unsigned> {
 protected:
  template <class Check>
  void for_width(Check check) {
    with_width(parameter(), check);
  }

  /// Checks sizes with kinds and orders in turns.
  void expect_sizes(unsigned least_log_n, unsigned last_log_n);
};
class SlowMultiwordNtt : public MultiwordNtt {};

/// Tests of properties that one width shows for all.
class MultiwordNttOf256 : public MultiwordNttTest<> {};

/// Tests 256 bits; the parameter is log2(n).
class MultiwordNttOfSize : public MultiwordNttTest<unsigned> {};

/// Tests 512 bits.
class MultiwordNttOf512 : public MultiwordNttTest<> {};

void MultiwordNtt::expect_sizes(unsigned least_log_n, unsigned last_log_n) {
  for_width([&]<unsigned width>(Width<width>) {
    const mpz_class q = long_prime(width);
    for (unsigned log_n = least_log_n; log_n <= last_log_n; ++log_n) {
      const Integers coefficients = corner_residues(random_, q, std::size_t{1} << log_n);
      expect_correct<width>(coefficients.size(), q, all_multiword_kinds[log_n % 3], both_orders[log_n % 2],
                            coefficients);
    }
  });
}

TEST_P(MultiwordNtt, EverySize) {
  for_width([&]<unsigned width>(Width<width>) {
    const mpz_class q = long_prime(width);
    for (std::size_t n = 2; n <= 1024; n *= 2) expect_all_kinds<width>(n, q, corner_residues(random_, q, n));
  });
}

TEST_P(MultiwordNtt, LargerSizes) { expect_sizes(11, 13); }
TEST_P(SlowMultiwordNtt, LargestOfWhichFactorsAreStored) { expect_sizes(14, 16); }

/// Factors are computed from 2^17 points on; arrays are written past the caches from 2^20 on.
TEST_P(MultiwordNttOfSize, AtRandomPoints) {
  const unsigned log_n = parameter();
  expect_right_at_random_points<256>(log_n, all_multiword_kinds[log_n % 3], both_orders[log_n % 2]);
}

/// A first-level cache holds fewer than 2^7 vectors of such numbers. In columns of 2^10 points, each
/// eighth is transformed part by part.
TEST_P(MultiwordNttOf512, ColumnsLongerThanACache) {
  expect_right_at_random_points<512>(20, MultiwordKind::negacyclic, Order::bit_reversed);
}

TEST_P(MultiwordNtt, ModuliAtTheEndsOfEveryRange) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : limb_primes(width)) {
      SCOPED_TRACE(q.get_str());
      expect_all_kinds<width>(64, q, corner_residues(random_, q, 64));
      expect_correct<width>(512, q, MultiwordKind::coset, Order::natural, corner_residues(random_, q, 512));
    }
  });
}

/// Compares with the definition itself, which also tests the reference's transforms.
TEST_P(MultiwordNtt, EveryValueByItsDefinition) {
  for_width([&]<unsigned width>(Width<width>) {
    const mpz_class q = long_prime(width);
    for (const std::size_t n : {2U, 8U, 64U, 128U}) {
      for (const MultiwordKind kind : all_multiword_kinds) {
        const MultiwordTransform<width> transform(n, q, kind, Order::natural);
        const Integers coefficients = corner_residues(random_, q, n);
        auto values = numbers_of<width>(coefficients);
        transform.plan.forward(values, values);
        mpz_class x = transform.first;
        for (std::size_t k = 0; k < n; ++k, x = x * transform.omega % q) {
          ASSERT_EQ(integer_of(values[k]), reference::value_at(coefficients, x, q)) << n << ", " << k;
        }
      }
    }
  });
}

/// Sums grow most with equal inputs.
TEST_P(MultiwordNtt, ExtremeNumbers) {
  for_width([&]<unsigned width>(Width<width>) {
    std::vector<mpz_class> primes = limb_primes(width);
    primes.push_back(long_prime(width));
    for (const mpz_class& q : primes) {
      SCOPED_TRACE(q.get_str());
      const MultiwordTransform<width> cyclic(256, q, MultiwordKind::cyclic, Order::natural);
      const MultiwordTransform<width> negacyclic(256, q, MultiwordKind::negacyclic, Order::bit_reversed);
      const MultiwordTransform<width> reversed(256, q, MultiwordKind::cyclic, Order::bit_reversed);
      const auto bits = static_cast<unsigned>(mpz_sizeinbase(q.get_mpz_t(), 2));
      for (const mpz_class& x : {mpz_class(0), mpz_class(q - 1), mpz_class(reference::power_of_two(bits - 1) - 1),
                                 mpz_class(reference::power_of_two((bits - 1) / 52 * 52) - 1)}) {
        SCOPED_TRACE(x.get_str());
        expect_correct(cyclic, Integers(256, x));
        expect_correct(negacyclic, Integers(256, x));
        Integers alternating(256, x);
        for (std::size_t i = 1; i < alternating.size(); i += 2) alternating[i] = (q - x) % q;
        expect_correct(reversed, alternating);
      }
    }
  });
}

TEST_P(MultiwordNtt, StaysInsideItsSpansWhereverTheyLie) {
  for_width([&]<unsigned width>(Width<width>) {
    using Number = ringlet::UInt<width>;
    for (const std::size_t n : {2U, 16U, 64U, 128U}) {
      for (const Order order : both_orders) {
        const MultiwordTransform<width> transform(n, long_prime(width), MultiwordKind::coset, order);
        const Integers coefficients = corner_residues(random_, transform.q, n);
        const auto in = numbers_of<width>(coefficients), values = numbers_of<width>(transform.values_of(coefficients));
        const std::span<const std::uint64_t> words(in.front().words, n * Number::word_count);
        for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
          const PageEdgeBuffer source(words, edge), target(words, edge);
          transform.plan.forward(numbers_in<width>(target.span()), numbers_in<width>(source.span()));
          EXPECT_TRUE(std::ranges::equal(numbers_in<width>(target.span()), values));
          transform.plan.inverse(numbers_in<width>(source.span()), numbers_in<width>(target.span()));
          EXPECT_TRUE(std::ranges::equal(numbers_in<width>(source.span()), in));
        }
        for (std::size_t offset = 0; offset < 8; ++offset) {
          std::vector<std::uint64_t> memory(words.size() + 8, 0);
          const auto placed = numbers_in<width>(std::span(memory).subspan(offset, words.size()));
          transform.plan.forward(placed, in);
          EXPECT_TRUE(std::ranges::equal(placed, values)) << offset;
          transform.plan.inverse(placed, placed);
          EXPECT_TRUE(std::ranges::equal(placed, in)) << offset;
        }
      }
    }
  });
}

TEST_P(MultiwordNtt, MultipliesInItsRing) {
  for_width([&]<unsigned width>(Width<width>) {
    const mpz_class q = long_prime(width), r = reference::power_of_two(width) % q;
    for (const std::size_t n : {2U, 32U, 64U, 128U}) {
      for (const MultiwordKind kind : all_multiword_kinds) {
        for (const Order order : both_orders) {
          const MultiwordTransform<width> transform(n, q, kind, order);
          const mpz_class wrapped = reference::power(transform.first, static_cast<unsigned long>(n), q);
          const Integers x = corner_residues(random_, q, n), y = corner_residues(random_, q, n);
          Integers product(n, 0), montgomery(n);
          for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
              product[(i + j) % n] =
                  (product[(i + j) % n] + x[i] * y[j] % q * (i + j < n ? mpz_class(1) : wrapped)) % q;
            }
          }
          for (std::size_t i = 0; i < n; ++i) montgomery[i] = product[i] * reference::inverse(r, q) % q;
          auto out = numbers_of<width>(x);
          transform.plan.multiply(out, out, numbers_of<width>(y));
          EXPECT_TRUE(out == numbers_of<width>(product)) << n;
          out = numbers_of<width>(y);
          transform.plan.multiply(out, numbers_of<width>(x), out, Form::montgomery);
          EXPECT_TRUE(out == numbers_of<width>(montgomery)) << n;
        }
      }
    }
  });
}

TEST_P(MultiwordNtt, IsTheSameOnAnyNumberOfThreads) {
  for_width([&]<unsigned width>(Width<width>) {
    const mpz_class q = long_prime(width);
    for (const std::size_t n : {2U, 64U, 4096U}) {
      for (const Order order : both_orders) {
        const MultiwordTransform<width> transform(n, q, MultiwordKind::coset, order);
        const auto in = numbers_of<width>(corner_residues(random_, q, n));
        auto values = in;
        transform.plan.forward(values, in);
        for (const std::size_t workers : {1U, 2U, 5U}) {
          NewThreads threads(workers);
          auto out = in;
          transform.plan.forward(out, out, &threads);
          EXPECT_TRUE(out == values) << workers;
          transform.plan.inverse(out, out, &threads);
          EXPECT_TRUE(out == in) << workers;
        }
      }
    }
  });
}

/// The tables have one factor for each point and direction, and little more.
TEST_P(MultiwordNtt, SaysHowLongItsTablesAre) {
  for_width([&]<unsigned width>(Width<width>) {
    constexpr std::size_t n = 4096, numbers = n * width / 8;
    const std::size_t bytes =
        MultiwordTransform<width>(n, long_prime(width), MultiwordKind::cyclic, Order::natural).plan.table_bytes();
    EXPECT_GT(bytes, 2 * numbers);
    EXPECT_LT(bytes, 4 * numbers);
  });
}

/// Plans take the strongest kernel with enough points for all of its lanes, in rows and in columns.
TEST_P(MultiwordNtt, SaysWhichKernelItChose) {
  for_width([&]<unsigned width>(Width<width>) {
    const std::string scalar = "scalar / montgomery64x" + std::to_string(width / 64);
    const std::string in_doubles = "fma43x" + std::to_string((width - 7 + 42) / 43);
    const auto kernel_of = [&](const std::string& active, std::size_t n, unsigned limbs) -> std::string {
      if (active == "scalar" || n < 16) return scalar;
      if (active == "avx2" || n < 64) return "avx2 / " + in_doubles;
      return active == "avx512dq" ? "avx512dq / " + in_doubles : "avx512ifma / montgomery52x" + std::to_string(limbs);
    };
    const auto text_of = [&](std::size_t n, const mpz_class& modulus) {
      return MultiwordTransform<width>(n, modulus, MultiwordKind::cyclic, Order::natural).plan.describe();
    };
    const mpz_class q = long_prime(width);
    const unsigned limbs = width == 256 ? 6 : (width - 1 + 8 + 51) / 52;
    EXPECT_EQ(text_of(8, q), scalar + " / 2^1 x 2^2");
    EXPECT_EQ(text_of(32, q), kernel_of(backend(), 32, limbs) + " / 2^2 x 2^3");
    EXPECT_EQ(text_of(128, q), kernel_of(backend(), 128, limbs) + " / 2^3 x 2^4");
    if (width != 256) return;
    const auto& field = ringlet::field<256>("bls12-381-fr");
    EXPECT_EQ(text_of(64, integer_of(field.modulus)), kernel_of(backend(), 64, 5) + " / 2^3 x 2^3");
  });
}

TEST_P(MultiwordNttOf256, PublishedFields) {
  for (const auto& field : ringlet::fields<256>()) {
    SCOPED_TRACE(field.name);
    const mpz_class q = integer_of(field.modulus);
    for (const std::size_t n : {256U, 4096U}) {
      const auto omega = root_of_unity(field, n);
      const ringlet::Ntt plan(n, ringlet::Modulus(field.modulus),
                              {.ring = ringlet::Ring::cyclic, .omega = omega, .order = Order::natural});
      const Integers coefficients = corner_residues(random_, q, n);
      auto out = numbers_of<256>(coefficients);
      plan.forward(out, out);
      EXPECT_TRUE(out == numbers_of<256>(reference::values_at_powers(coefficients, 1, integer_of(omega), q)));
      plan.inverse(out, out);
      EXPECT_TRUE(out == numbers_of<256>(coefficients));
      EXPECT_EQ(plan.root(), omega);
    }
  }
}

TEST_P(MultiwordNtt, FindsARootWhereNoneIsGiven) {
  for_width([&]<unsigned width>(Width<width>) {
    const auto q = modulus_of<width>(long_prime(width));
    const ringlet::Ntt plan(64, q);
    EXPECT_EQ(plan.ring(), ringlet::Ring::negacyclic);
    EXPECT_EQ(plan.order(), Order::bit_reversed);
    const auto in = numbers_of<width>(corner_residues(random_, long_prime(width), 64));
    auto out = in;
    plan.forward(out, in);
    const ringlet::Ntt with_its_root(64, q, ringlet::NttOptions<ringlet::UInt<width>>{.psi = plan.root()});
    auto expected = in;
    with_its_root.forward(expected, in);
    EXPECT_TRUE(out == expected);
  });
}

INSTANTIATE_TEST_SUITE_P(All, MultiwordNtt,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));
INSTANTIATE_TEST_SUITE_P(Slow, SlowMultiwordNtt,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));
RINGLET_ON_ALL_BACKENDS(MultiwordNttOf256);
INSTANTIATE_TEST_SUITE_P(Slow, MultiwordNttOf512, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });
INSTANTIATE_TEST_SUITE_P(All, MultiwordNttOfSize,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(17U)),
                         named_by_backend([](unsigned log_n) { return std::to_string(log_n); }));
INSTANTIATE_TEST_SUITE_P(Slow, MultiwordNttOfSize,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(18U, 20U)),
                         named_by_backend([](unsigned log_n) { return std::to_string(log_n); }));

}  // namespace
}  // namespace ringlet_test
