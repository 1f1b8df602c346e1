// Compares large transforms with plans of all points at once, and with GMP.

#include <functional>
#include <map>

#include "large/large_cases.hpp"
#include "ringlet/multiword_number_theory.hpp"
#include "ringlet/number_theory.hpp"
#include "support/new_threads.hpp"
#include "support/one_after_the_other.hpp"

namespace ringlet_test {
namespace {

using ringlet::LargeLayout;
using ringlet::LargePass;

/// Compares all orders of one shape with the plain plan, in both directions, in place and not.
template <class Word>
void expect_plain_values(Random& random, std::size_t n, const mpz_class& prime, Ring ring, std::size_t height) {
  const ringlet::Modulus<Word> q(number_of<Word>(prime));
  const std::vector<Word> in = large_values<Word>(random, n, prime);
  std::vector<Word> natural;
  for (const LargeOrder order : all_large_orders) {
    SCOPED_TRACE("q = " + prime.get_str() + ", n = " + std::to_string(n) + ", height " + std::to_string(height) +
                 ", order " + std::to_string(static_cast<int>(order)) + ", ring " +
                 std::to_string(static_cast<int>(ring)));
    const LargeNtt<Word> plan(n, q, {.ring = ring, .order = order, .height = height});
    if (natural.empty()) natural = plain_values(in, q, ring, plan.root());
    std::vector<Word> expected(n), out(n), back(n);
    for (std::size_t k = 0; k < n; ++k) expected[place_in(order, k, height, n / height)] = natural[k];
    plan.forward(out, in);
    ASSERT_TRUE(out == expected);
    plan.inverse(back, out);
    ASSERT_TRUE(back == in);
    plan.inverse(out, out);
    ASSERT_TRUE(out == in);
    plan.forward(out, out);
    ASSERT_TRUE(out == expected);
  }
}

class LargeNttOnBackend : public BackendTest<> {
 protected:
  Random random_;
};

TEST_P(LargeNttOnBackend, EveryShapeOfSmallSizes) {
  for (const std::size_t n : {4U, 32U, 128U}) {
    for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
      const mpz_class prime = large_prime(bits, n);
      for (std::size_t height = 2; height < n; height *= 2) {
        expect_plain_values<Word>(random_, n, prime, all_rings[random_.up_to(1)], height);
      }
    });
  }
}

TEST_P(LargeNttOnBackend, BothRings) {
  constexpr std::size_t n = 4096;
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    for (const Ring ring : all_rings) expect_plain_values<Word>(random_, n, large_prime(bits, n), ring, 32);
  });
}

// A block holds only some of the columns and rows.
TEST_P(LargeNttOnBackend, SeveralBlocks) {
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const std::size_t n = (std::size_t{1} << 20) / sizeof(Word);
    expect_plain_values<Word>(random_, n, large_prime(bits, n), Ring::negacyclic, std::size_t{1} << 11);
  });
}

INSTANTIATE_TEST_SUITE_P(All, LargeNttOnBackend, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         named_by_backend([] {}));

class LargestCommonNtt : public LargeNttOnBackend {};

TEST_P(LargestCommonNtt, AgreesWithThePlainPlan) {
  constexpr std::size_t n = std::size_t{1} << 20;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const std::size_t height = std::size_t{1} << (bits == 49 ? 10 : bits == 124 ? 13 : 6);
    expect_plain_values<Word>(random_, n, large_prime(bits, n), Ring::negacyclic, height);
  });
}

INSTANTIATE_TEST_SUITE_P(Slow, LargestCommonNtt, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         named_by_backend([] {}));

/// Compares values of a transform at random places with the definition.
template <class Word>
void expect_values_by_definition(Random& random, const LargeNtt<Word>& plan, const mpz_class& q, unsigned points) {
  const std::size_t n = plan.size();
  const std::vector<Word> in = large_values<Word>(random, n, q);
  std::vector<Word> out(n);
  plan.forward(out, in);
  for (unsigned i = 0; i < points; ++i) {
    const std::size_t k = random.up_to(n - 1);
    const auto exponent = static_cast<unsigned long>(plan.ring() == Ring::cyclic ? k : 2 * k + 1);
    mpz_class point, value = 0;
    mpz_powm_ui(point.get_mpz_t(), integer_of_number(plan.root()).get_mpz_t(), exponent, q.get_mpz_t());
    for (std::size_t j = n; j-- > 0;) value = (value * point + integer_of_number(in[j])) % q;
    ASSERT_EQ(integer_of_number(out[place_in(plan.order(), k, plan.height(), plan.width())]), value) << "value " << k;
  }
  plan.inverse(out, out);
  ASSERT_TRUE(out == in);
}

TEST(LargeNtt, ValuesByDefinition) {
  Random random;
  constexpr std::size_t n = 2048;
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const ringlet::Modulus<Word> q(number_of<Word>(prime));
    for (const Ring ring : all_rings) {
      for (const LargeOrder order : all_large_orders) {
        expect_values_by_definition<Word>(random, LargeNtt<Word>(n, q, {.ring = ring, .order = order}), prime, 4);
      }
    }
  });
}

/// Sizes that include some for which 128-bit words have no plain plan. Arrays have 512 MB at most.
class LargeSizes : public ::testing::TestWithParam<unsigned> {};

TEST_P(LargeSizes, ValuesByDefinition) {
  Random random;
  const std::size_t n = std::size_t{1} << GetParam();
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    if (n > (std::size_t{1} << 29) / sizeof(Word)) return;
    const mpz_class prime = large_prime(bits, n);
    const ringlet::Modulus<Word> q(number_of<Word>(prime));
    expect_values_by_definition<Word>(random, LargeNtt<Word>(n, q), prime, 1);
  });
}

INSTANTIATE_TEST_SUITE_P(Slow, LargeSizes, ::testing::Values(22, 24, 26));

TEST(LargeNtt, GivenRoots) {
  Random random;
  constexpr std::size_t n = 256;
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const ringlet::Modulus<Word> q(number_of<Word>(prime));
    for (const Ring ring : all_rings) {
      LargeNttOptions<Word> options{.ring = ring};
      mpz_class root = integer_of_number(LargeNtt<Word>(n, q, options).root());
      root = root * root * root % prime;
      (ring == Ring::cyclic ? options.omega : options.psi) = number_of<Word>(root);
      const LargeNtt<Word> plan(n, q, options);
      EXPECT_EQ(plan.root(), number_of<Word>(root));
      expect_values_by_definition<Word>(random, plan, prime, 2);
    }
  });
}

TEST(LargeNtt, DefaultRootsAreThoseOfPlainPlans) {
  constexpr std::size_t n = 1024;
  for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const ringlet::Modulus<Word> q(number_of<Word>(large_prime(bits, n)));
    for (const Ring ring : all_rings) {
      EXPECT_EQ(LargeNtt<Word>(n, q, {.ring = ring}).root(),
                ringlet::Ntt<Word>(n, q, ringlet::NttOptions<Word>{.ring = ring}).root());
    }
  });
  // The largest plain plan of 128-bit words, and a larger size.
  constexpr std::size_t largest = std::size_t{1} << 20, large = 2 * largest;
  const ringlet::Modulus<uint128_t> q(number_of<uint128_t>(large_prime(120, large)));
  EXPECT_EQ(LargeNtt<uint128_t>(largest, q).root(), ringlet::smallest_primitive_root_of_unity(2 * largest, q));
  EXPECT_EQ(LargeNtt<uint128_t>(large, q).root(), ringlet::primitive_root_of_unity(2 * large, q));
}

TEST(LargeNtt, SaysWhatItIs) {
  const ringlet::Modulus<std::uint64_t> q(number_of<std::uint64_t>(large_prime(49, 4096)));
  const LargeNtt plan(2048, q);
  EXPECT_EQ(plan.size(), 2048U);
  EXPECT_EQ(plan.height(), 32U);
  EXPECT_EQ(plan.width(), 64U);
  EXPECT_EQ(plan.modulus(), q);
  EXPECT_EQ(plan.ring(), Ring::negacyclic);
  EXPECT_EQ(plan.order(), LargeOrder::natural);
  EXPECT_THAT(plan.describe(), ::testing::StartsWith("2^5 x 2^6: columns "));
  const LargeNtt in_rows(1 << 14, ringlet::Modulus(number_of<std::uint64_t>(large_prime(49, 1 << 14))),
                         {.order = LargeOrder::bit_reversed, .height = 64});
  EXPECT_THAT(in_rows.describe(),
              ::testing::AllOf(::testing::StartsWith("2^6 x 2^8: columns "),
                               ::testing::HasSubstr(" radix 2^3, 2^3, as they lie in rows; rows ")));
  // O(sqrt(n)): far less than one number for each point.
  EXPECT_LT(LargeNtt(std::size_t{1} << 18,
                     ringlet::Modulus<std::uint64_t>(number_of<std::uint64_t>(large_prime(49, std::size_t{1} << 18))))
                .table_bytes(),
            std::size_t{1} << 18);
}

// Arrays of 8 MB in natural order are written past the caches if they begin on a cache line, and not otherwise.
TEST(LargeNtt, IsTheSameWhereverALargeArrayBegins) {
  Random random;
  constexpr std::size_t n = std::size_t{1} << 20, line = 8;
  const mpz_class prime = large_prime(49, n);
  const LargeNtt<std::uint64_t> plan(n, ringlet::Modulus(number_of<std::uint64_t>(prime)));
  const Words in = large_values<std::uint64_t>(random, n, prime);
  const Words expected = plain_values(in, plan.modulus(), plan.ring(), plan.root());
  Words memory(n + 2 * line);
  const std::size_t first = line - reinterpret_cast<std::uintptr_t>(memory.data()) / sizeof(std::uint64_t) % line;
  for (const std::size_t offset : {0U, 1U, 2U, 7U}) {
    const std::span<std::uint64_t> out(memory.data() + first + offset, n);
    plan.forward(out, in);
    EXPECT_TRUE(std::ranges::equal(out, expected)) << offset;
  }
}

TEST(LargeNtt, RunsEachPassOnTheExecutor) {
  constexpr std::size_t n = 1 << 14;
  const ringlet::Modulus<std::uint64_t> q(number_of<std::uint64_t>(large_prime(49, n)));
  for (const LargeOrder order : all_large_orders) {
    const LargeNtt<std::uint64_t> plan(n, q, {.order = order});
    OneAfterTheOther executor(2);
    Words values(n, 1);
    plan.forward(values, values, &executor);
    EXPECT_EQ(executor.calls, 2U);
    plan.inverse(values, values, &executor);
    EXPECT_EQ(executor.calls, 4U);
    EXPECT_TRUE(values == Words(n, 1));
  }
}

// Numbers of three words: the number of columns that fit a cache is not a power of two, so the last block is shorter.
TEST(LargeNtt, BlocksThatDoNotDivideTheLines) {
  using Word = ringlet::UInt<192>;
  Random random;
  constexpr std::size_t height = 256, n = height * 128;
  const mpz_class prime = large_prime(191, n);
  const ringlet::Modulus<Word> q(number_of<Word>(prime));
  const std::vector<Word> in = large_values<Word>(random, n, prime);
  for (const LargeOrder order : all_large_orders) {
    const LargeNtt<Word> plan(n, q, {.order = order, .height = height});
    const std::vector<Word> natural = plain_values(in, q, plan.ring(), plan.root());
    std::vector<Word> expected(n), out(n);
    for (std::size_t k = 0; k < n; ++k) expected[place_in(order, k, height, n / height)] = natural[k];
    for (const std::size_t workers : {1U, 3U}) {
      NewThreads threads(workers);
      plan.forward(out, in, &threads);
      EXPECT_TRUE(out == expected) << workers;
      plan.inverse(out, out, &threads);
      EXPECT_TRUE(out == in) << workers;
    }
  }
}

/// Matrices are square, or have the fewest rows for words whose order does not turn them.
TEST(LargeNtt, DefaultHeights) {
  const auto height = [](std::size_t n, LargeOrder order) {
    return LargeNtt(n, ringlet::Modulus(number_of<std::uint64_t>(large_prime(60, n))), {.order = order}).height();
  };
  EXPECT_EQ(height(1 << 10, LargeOrder::bit_reversed), 32U);
  EXPECT_EQ(height(1 << 14, LargeOrder::bit_reversed), 64U);
  EXPECT_EQ(height(1 << 14, LargeOrder::transposed), 128U);
  EXPECT_EQ(height(1 << 23, LargeOrder::bit_reversed), 64U);
  EXPECT_EQ(height(1 << 27, LargeOrder::bit_reversed), 128U);
  constexpr std::size_t n = 1 << 14;
  EXPECT_EQ(
      LargeNtt(n, ringlet::Modulus(number_of<uint128_t>(large_prime(120, n))), {.order = LargeOrder::bit_reversed})
          .height(),
      128U);
}

/// Transport that follows the definition: one line at a time, the last first.
class LineByLine final : public ringlet::LargeTransport<std::uint64_t> {
 public:
  explicit LineByLine(Words values) : values_(std::move(values)) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return 3; }

  void run(const LargePass& pass, const Compute& compute) override {
    names_.emplace_back(pass.transform);
    Words out(values_.size()), line(pass.length);
    for (std::size_t i = pass.lines; i-- > 0;) {
      for (std::size_t e = 0; e < pass.length; ++e) line[e] = values_[place_of(pass, pass.from, i, e)];
      compute(line.data(), i, 1, i % workers());
      for (std::size_t e = 0; e < pass.length; ++e) out[place_of(pass, pass.to, i, e)] = line[e];
    }
    values_ = out;
  }

  [[nodiscard]] const Words& values() const { return values_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  Words values_;
  std::vector<std::string> names_;
};

std::string name_of(LargeOrder order) {
  return order == LargeOrder::natural ? "natural" : order == LargeOrder::transposed ? "transposed" : "bit-reversed";
}

TEST(LargeTransports, MoveLinesAsThePassesSay) {
  Random random;
  constexpr std::size_t n = 512;
  const mpz_class prime = large_prime(60, n);
  const ringlet::Modulus<std::uint64_t> q(number_of<std::uint64_t>(prime));
  const Words in = large_values<std::uint64_t>(random, n, prime);
  for (const LargeOrder order : all_large_orders) {
    const LargeNtt<std::uint64_t> plan(n, q, {.order = order, .height = 64});
    Words out(n);
    plan.forward(out, in);
    LineByLine transport(in);
    plan.forward(transport);
    EXPECT_EQ(transport.values(), out);
    plan.inverse(transport);
    EXPECT_EQ(transport.values(), in);
    ASSERT_EQ(transport.names().size(), 4U);
    EXPECT_EQ(transport.names()[0], transport.names()[1]);
    EXPECT_EQ(transport.names()[2], transport.names()[3]);
    EXPECT_NE(transport.names()[0], transport.names()[2]);
    const std::string what = "negacyclic transform of 64 x 8 numbers of 64 bits modulo " + prime.get_str() +
                             " with psi = " + std::to_string(plan.root()) + ", evaluations in " + name_of(order) +
                             " order";
    EXPECT_EQ(transport.names()[0], "forward " + what);
    EXPECT_EQ(transport.names()[2], "inverse " + what);
  }
  const LargeNtt<std::uint64_t> cyclic(n, q, {.ring = Ring::cyclic});
  LineByLine transport(in);
  cyclic.forward(transport);
  EXPECT_THAT(transport.names()[0], ::testing::AllOf(::testing::StartsWith("forward cyclic transform of "),
                                                     ::testing::HasSubstr(" with omega = ")));
}

/// Numbers by their places in an array. The others are 0 or unknown.
template <class Word>
using Some = std::map<std::size_t, Word>;

/// Transport of arrays that may exceed the memory, since nearly all of the input is 0. It keeps the lines of pass 0
/// with other numbers, and computes a few lines of pass 1 and a few numbers of each.
template <class Word>
class FewLines final : public ringlet::LargeTransport<Word> {
 public:
  using typename ringlet::LargeTransport<Word>::Compute;

  FewLines(Random& random, Some<Word> in) : random_(&random), in_(std::move(in)) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return 1; }

  void run(const LargePass& pass, const Compute& compute) override {
    if (pass.index == 0) {
      for (const auto& [place, x] : in_) {
        const auto [line, element] = line_and_element(pass, pass.from, place);
        lines_.try_emplace(line, pass.length).first->second[element] = x;
      }
      for (auto& [i, line] : lines_) compute(line.data(), i, 1, 0);
      first_ = pass;
      return;
    }
    for (int repetition = 0; repetition < 2; ++repetition) {
      const std::size_t i = random_->up_to(pass.lines - 1);
      std::vector<Word> line(pass.length);
      for (std::size_t e = 0; e < pass.length; ++e) line[e] = between(place_of(pass, pass.from, i, e));
      compute(line.data(), i, 1, 0);
      for (int number = 0; number < 2; ++number) {
        const std::size_t e = random_->up_to(pass.length - 1);
        out_[place_of(pass, pass.to, i, e)] = line[e];
      }
    }
  }

  [[nodiscard]] const Some<Word>& out() const { return out_; }

 private:
  static std::pair<std::size_t, std::size_t> line_and_element(const LargePass& pass, LargeLayout layout,
                                                              std::size_t place) {
    const std::size_t width = layout.are_columns ? pass.lines : pass.length;
    const std::size_t line = layout.are_columns ? place % width : place / width;
    const std::size_t element = layout.are_columns ? place / width : place % width;
    return {line, layout.are_reversed ? place_in(LargeOrder::bit_reversed, element, 1, pass.length) : element};
  }

  /// Returns a number that pass 0 has written.
  [[nodiscard]] Word between(std::size_t place) const {
    const auto [line, element] = line_and_element(first_, first_.to, place);
    const auto found = lines_.find(line);
    return found == lines_.end() ? Word{} : found->second[element];
  }

  Random* random_;
  Some<Word> in_;
  Some<Word> out_;
  std::map<std::size_t, std::vector<Word>> lines_;
  LargePass first_;
};

/// Returns the sum of x root^exponent(place) over the numbers that are not 0.
template <class Word, class Exponent>
mpz_class sum_of(const Some<Word>& in, const mpz_class& root, const mpz_class& q, const Exponent& exponent) {
  mpz_class sum = 0, power;
  for (const auto& [place, x] : in) {
    const mpz_class at = exponent(place);
    mpz_powm(power.get_mpz_t(), root.get_mpz_t(), at.get_mpz_t(), q.get_mpz_t());
    sum += power * integer_of_number(x);
  }
  return sum % q;
}

/// Compares a few values of the transform and of the inverse, for an input of few nonzero numbers, with the definition.
template <class Word>
void expect_few_values(Random& random, const LargeNtt<Word>& plan, const mpz_class& q) {
  const std::size_t n = plan.size(), height = plan.height(), width = plan.width();
  // Returns the exponent of the evaluation at a place, by the inverse of the order.
  const auto exponent = [&](std::size_t place) -> mpz_class {
    const std::size_t k = plan.order() == LargeOrder::transposed ? place_in(plan.order(), place, width, height)
                                                                 : place_in(plan.order(), place, height, width);
    return static_cast<unsigned long>(plan.ring() == Ring::cyclic ? k : 2 * k + 1);
  };
  Some<Word> in;
  for (const Word& x : large_values<Word>(random, 16, q)) in[random.up_to(n - 1)] = x;
  const mpz_class root = integer_of_number(plan.root());

  FewLines<Word> there(random, in), back(random, in);
  plan.forward(there);
  for (const auto& [k, value] : there.out()) {
    const mpz_class of_value = exponent(k);
    const mpz_class expected =
        sum_of(in, root, q, [&](std::size_t j) -> mpz_class { return of_value * static_cast<unsigned long>(j); });
    EXPECT_EQ(integer_of_number(value), expected) << plan.describe() << ", value at " << k;
  }
  plan.inverse(back);
  for (const auto& [j, value] : back.out()) {
    const mpz_class number = -mpz_class(static_cast<unsigned long>(j));
    const mpz_class expected = sum_of(in, root, q, [&](std::size_t k) -> mpz_class { return number * exponent(k); });
    const mpz_class scaled = integer_of_number(value) * static_cast<unsigned long>(n) % q;
    EXPECT_EQ(scaled, expected) << plan.describe() << ", coefficient " << j;
  }
}

// Sizes up to the largest, whose numbers take 8 to 64 GB.
TEST(LargeTransports, HaveTheValuesOfTheLargestSizes) {
  Random random;
  for (const unsigned log_n : {25U, 30U}) {
    const std::size_t n = std::size_t{1} << log_n;
    for_each_kind([&]<class Word>(std::type_identity<Word>, unsigned bits) {
      const mpz_class prime = large_prime(bits, n);
      const ringlet::Modulus<Word> q(number_of<Word>(prime));
      const Ring ring = all_rings[random.up_to(1)];
      for (const LargeOrder order : all_large_orders) {
        expect_few_values<Word>(random, LargeNtt<Word>(n, q, {.ring = ring, .order = order}), prime);
      }
    });
  }
}

}  // namespace
}  // namespace ringlet_test
