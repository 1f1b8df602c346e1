// Compares element-wise operations on multiword numbers with GMP, on every backend and for every width.

#include "ringlet/multiword_eltwise.hpp"

#include <functional>

#include "multiword/multiword_cases.hpp"
#include "support/backends.hpp"
#include "support/page_edge_buffer.hpp"

namespace ringlet_test {
namespace {

using ringlet::Form;

/// Operation on arrays, and its result for one element of each: an integer that is congruent to it. r is R modulo q,
/// the last argument its inverse.
template <unsigned width>
struct Operation {
  using Number = ringlet::UInt<width>;
  using Out = std::span<Number>;
  using In = std::span<const Number>;
  using Q = ringlet::Modulus<Number>;

  const char* name;
  std::size_t inputs;
  std::function<void(Out, In a, In b, In c, const Number& s, const Q&)> apply;
  std::function<mpz_class(const mpz_class& a, const mpz_class& b, const mpz_class& c, const mpz_class& s,
                          const mpz_class& r, const mpz_class& r_inverse)>
      expected;
};

template <unsigned width>
std::vector<Operation<width>> operations() {
  using Z = const mpz_class&;
  using O = Operation<width>;
  using Out = typename O::Out;
  using In = typename O::In;
  using N = const typename O::Number&;
  using Q = const typename O::Q&;
  constexpr Form montgomery = Form::montgomery;
  return {
      {"add", 2, [](Out out, In a, In b, In, N, Q q) { add(out, a, b, q); },
       [](Z a, Z b, Z, Z, Z, Z) -> mpz_class { return a + b; }},
      {"sub", 2, [](Out out, In a, In b, In, N, Q q) { sub(out, a, b, q); },
       [](Z a, Z b, Z, Z, Z, Z) -> mpz_class { return a - b; }},
      {"add_scalar", 1, [](Out out, In a, In, In, N s, Q q) { add(out, a, s, q); },
       [](Z a, Z, Z, Z s, Z, Z) -> mpz_class { return a + s; }},
      {"sub_scalar", 1, [](Out out, In a, In, In, N s, Q q) { sub(out, a, s, q); },
       [](Z a, Z, Z, Z s, Z, Z) -> mpz_class { return a - s; }},
      {"neg", 1, [](Out out, In a, In, In, N, Q q) { neg(out, a, q); },
       [](Z a, Z, Z, Z, Z, Z) -> mpz_class { return -a; }},
      {"mul", 2, [](Out out, In a, In b, In, N, Q q) { mul(out, a, b, q); },
       [](Z a, Z b, Z, Z, Z, Z) -> mpz_class { return a * b; }},
      {"mul in Montgomery form", 2, [](Out out, In a, In b, In, N, Q q) { mul(out, a, b, q, montgomery); },
       [](Z a, Z b, Z, Z, Z, Z i) -> mpz_class { return a * b * i; }},
      {"mul_scalar", 1, [](Out out, In a, In, In, N s, Q q) { mul(out, a, s, q); },
       [](Z a, Z, Z, Z s, Z, Z) -> mpz_class { return a * s; }},
      {"mul_scalar in Montgomery form", 1, [](Out out, In a, In, In, N s, Q q) { mul(out, a, s, q, montgomery); },
       [](Z a, Z, Z, Z s, Z, Z i) -> mpz_class { return a * s * i; }},
      {"mul_add", 3, [](Out out, In a, In b, In c, N, Q q) { mul_add(out, a, b, c, q); },
       [](Z a, Z b, Z c, Z, Z, Z) -> mpz_class { return a * b + c; }},
      {"mul_add in Montgomery form", 3, [](Out out, In a, In b, In c, N, Q q) { mul_add(out, a, b, c, q, montgomery); },
       [](Z a, Z b, Z c, Z, Z, Z i) -> mpz_class { return a * b * i + c; }},
      {"mul_sub", 3, [](Out out, In a, In b, In c, N, Q q) { mul_sub(out, a, b, c, q); },
       [](Z a, Z b, Z c, Z, Z, Z) -> mpz_class { return a * b - c; }},
      {"mul_sub in Montgomery form", 3, [](Out out, In a, In b, In c, N, Q q) { mul_sub(out, a, b, c, q, montgomery); },
       [](Z a, Z b, Z c, Z, Z, Z i) -> mpz_class { return a * b * i - c; }},
      {"mul_add by a number", 2, [](Out out, In a, In b, In, N s, Q q) { mul_add(out, a, s, b, q); },
       [](Z a, Z b, Z, Z s, Z, Z) -> mpz_class { return a * s + b; }},
      {"mul_add by a number in Montgomery form", 2,
       [](Out out, In a, In b, In, N s, Q q) { mul_add(out, a, s, b, q, montgomery); },
       [](Z a, Z b, Z, Z s, Z, Z i) -> mpz_class { return a * s * i + b; }},
      {"to_montgomery", 1, [](Out out, In a, In, In, N, Q q) { to_montgomery(out, a, q); },
       [](Z a, Z, Z, Z, Z r, Z) -> mpz_class { return a * r; }},
      {"from_montgomery", 1, [](Out out, In a, In, In, N, Q q) { from_montgomery(out, a, q); },
       [](Z a, Z, Z, Z, Z, Z i) -> mpz_class { return a * i; }},
  };
}

/// Moduli and numbers of one width, and the expected results of operations on them.
template <unsigned width>
class Checker {
 public:
  using Number = ringlet::UInt<width>;
  using Numbers = std::vector<Number>;

  Checker(Random& random, const mpz_class& q, std::size_t n)
      : value_(q), q_(modulus_of<width>(q)), r_(reference::power_of_two(width) % q), r_inverse_(inverse(r_, q)) {
    for (auto& input : inputs_) {
      integers_.push_back(corner_residues(random, q, n));
      for (const mpz_class& x : integers_.back()) input.push_back(uint_of<width>(x));
    }
    scalar_ = corner_residues(random, q, 5)[random.up_to(4)];
  }

  [[nodiscard]] Numbers expected(const Operation<width>& operation) const {
    Numbers results;
    for (std::size_t i = 0; i < inputs_[0].size(); ++i) {
      const mpz_class x =
          operation.expected(integers_[0][i], integers_[1][i], integers_[2][i], scalar_, r_, r_inverse_);
      results.push_back(uint_of<width>(reference::residue(x, value_)));
    }
    return results;
  }

  /// Checks the operation with its result in a separate array, and in place of each input.
  void expect_correct(const Operation<width>& operation) const {
    const Numbers results = expected(operation);
    Numbers out(results.size());
    apply(operation, out, inputs_[0], inputs_[1], inputs_[2]);
    EXPECT_EQ(out, results) << operation.name;
    for (std::size_t same = 0; same < operation.inputs; ++same) {
      std::array<Numbers, 3> inputs = inputs_;
      apply(operation, inputs[same], inputs[0], inputs[1], inputs[2]);
      EXPECT_EQ(inputs[same], results) << operation.name << " in place of input " << same;
    }
  }

  void expect_correct_at(PageEdgeBuffer::Edge edge, const Operation<width>& operation) const {
    const std::size_t n = inputs_[0].size();
    const PageEdgeBuffer out(std::vector<std::uint64_t>(n * Number::word_count), edge);
    const PageEdgeBuffer a(words(inputs_[0]), edge), b(words(inputs_[1]), edge), c(words(inputs_[2]), edge);
    apply(operation, numbers_in<width>(out.span()), numbers_in<width>(a.span()), numbers_in<width>(b.span()),
          numbers_in<width>(c.span()));
    const auto written = numbers_in<width>(out.span());
    EXPECT_EQ(Numbers(written.begin(), written.end()), expected(operation)) << operation.name << " at a page's edge";
  }

  void expect_correct_misaligned(const Operation<width>& operation) const {
    const Numbers results = expected(operation);
    for (std::size_t offset = 0; offset < 8; ++offset) {
      const std::size_t size = results.size() * Number::word_count;
      alignas(64) static std::uint64_t memory[4096];
      ASSERT_LE(size + 8, std::size(memory));
      const auto out = numbers_in<width>(std::span(memory).subspan(offset, size));
      apply(operation, out, inputs_[0], inputs_[1], inputs_[2]);
      EXPECT_EQ(Numbers(out.begin(), out.end()), results) << operation.name << " from word " << offset << " on";
    }
  }

  void expect_inner_product() const {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < inputs_[0].size(); ++i) sum += integers_[0][i] * integers_[1][i];
    EXPECT_EQ(integer_of(ringlet::inner_product<width>(inputs_[0], inputs_[1], q_)), reference::residue(sum, value_));
    EXPECT_EQ(integer_of(ringlet::inner_product<width>(inputs_[0], inputs_[1], q_, Form::montgomery)),
              reference::residue(sum * r_inverse_, value_));
  }

  void expect_powers() const {
    const mpz_class& first = integers_[0][0];
    Numbers plain(inputs_[0].size()), montgomery(plain.size());
    powers(plain, inputs_[0][0], uint_of<width>(scalar_), q_);
    powers(montgomery, inputs_[0][0], uint_of<width>(scalar_), q_, Form::montgomery);
    mpz_class power = first, montgomery_power = first;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      ASSERT_EQ(integer_of(plain[i]), power) << i;
      ASSERT_EQ(integer_of(montgomery[i]), montgomery_power) << i;
      power = power * scalar_ % value_;
      montgomery_power = montgomery_power * scalar_ * r_inverse_ % value_;
    }
  }

 private:
  static mpz_class inverse(const mpz_class& x, const mpz_class& q) { return reference::inverse(x, q); }

  void apply(const Operation<width>& operation, std::span<Number> out, std::span<const Number> a,
             std::span<const Number> b, std::span<const Number> c) const {
    operation.apply(out, a, b, c, uint_of<width>(scalar_), q_);
  }

  static std::span<const std::uint64_t> words(const Numbers& numbers) {
    return {numbers.data()->words, numbers.size() * Number::word_count};
  }

  mpz_class value_;
  ringlet::Modulus<Number> q_;
  mpz_class r_;
  mpz_class r_inverse_;
  std::vector<std::vector<mpz_class>> integers_;
  std::array<Numbers, 3> inputs_;
  mpz_class scalar_;
};

class MultiwordEltwise : public BackendTest<unsigned> {
 protected:
  /// Calls check(width as a type) for the width of this test.
  template <class Check>
  void for_width(Check check) {
    with_width(parameter(), check);
  }

  Random random_;
};

TEST_P(MultiwordEltwise, EveryLengthAndCornerOfModuli) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : corner_moduli(random_, width)) {
      SCOPED_TRACE(q.get_str());
      for (const std::size_t n : {1U, 2U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 23U, 31U, 33U, 63U, 64U, 65U, 100U}) {
        const Checker<width> checker(random_, q, n);
        for (const auto& operation : operations<width>()) checker.expect_correct(operation);
        checker.expect_inner_product();
        checker.expect_powers();
      }
    }
  });
}

TEST_P(MultiwordEltwise, LongArrays) {
  for_width([&]<unsigned width>(Width<width>) {
    const Checker<width> checker(random_, reference::power_of_two(width - 1) - 1, 1003);
    for (const auto& operation : operations<width>()) checker.expect_correct(operation);
    checker.expect_inner_product();
    checker.expect_powers();
  });
}

TEST_P(MultiwordEltwise, StaysInsideItsSpansWhereverTheyLie) {
  for_width([&]<unsigned width>(Width<width>) {
    for (std::size_t n = 1; n <= 25; ++n) {
      const Checker<width> checker(random_, reference::power_of_two(width - 1) - 1, n);
      for (const auto& operation : operations<width>()) {
        for (const auto edge : {PageEdgeBuffer::Edge::front, PageEdgeBuffer::Edge::back}) {
          checker.expect_correct_at(edge, operation);
        }
        checker.expect_correct_misaligned(operation);
      }
    }
  });
}

TEST_P(MultiwordEltwise, LargestProductsAddUp) {
  for_width([&]<unsigned width>(Width<width>) {
    for (const mpz_class& q : corner_moduli(random_, width)) {
      const auto modulus = modulus_of<width>(q);
      for (const std::size_t n : {1U, 8U, 1000U, 5001U}) {
        const std::vector<ringlet::UInt<width>> x(n, uint_of<width>(q - 1));
        EXPECT_EQ(integer_of(ringlet::inner_product<width>(x, x, modulus)), mpz_class(n) % q);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, MultiwordEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));

}  // namespace
}  // namespace ringlet_test
