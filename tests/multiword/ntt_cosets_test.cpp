// Compares transforms of multiword numbers on cosets with the values of polynomials.

#include "multiword/transform_cases.hpp"
#include "support/backends.hpp"
#include "support/new_threads.hpp"
#include "words/coset_suite.hpp"

namespace ringlet_test {
namespace {

class MultiwordNttCosets : public BackendTest<unsigned> {
 protected:
  /// Calls check(suite) for the plans of all kinds, sizes up to 2^log_greatest and primes in turn.
  template <class Check>
  void for_each_plan(std::initializer_list<unsigned> log_sizes, Check check) {
    with_width(parameter(), [&]<unsigned width>(Width<width>) {
      using Number = ringlet::UInt<width>;
      const std::vector<mpz_class> primes = limb_primes(width);
      std::size_t turn = 0;
      for (const unsigned log_n : log_sizes) {
        for (const auto& options : coset_options<Number>(uint_of<width>(primes.front() - 5))) {
          const mpz_class& q = primes[turn++ % primes.size()];
          SCOPED_TRACE("n = 2^" + std::to_string(log_n) + ", q = " + q.get_str());
          CosetSuite<Number> suite(std::size_t{1} << log_n, q, options, random_);
          check(suite);
          if (HasFatalFailure()) return;
        }
      }
    });
  }

  Random random_;
};

TEST_P(MultiwordNttCosets, AreTheDefinition) {
  for_each_plan({1U, 2U, 3U, 4U, 6U, 7U, 9U, 12U}, [](auto& suite) { suite.expect_definition(); });
}

TEST_P(MultiwordNttCosets, ExtendsToTheDefinition) {
  for_each_plan({1U, 2U, 4U, 6U, 9U}, [](auto& suite) {
    for (const unsigned log_blowup : {0U, 1U, 3U}) suite.expect_extension(log_blowup);
  });
}

TEST_P(MultiwordNttCosets, IsTheSameOnAnyNumberOfThreads) {
  for_each_plan({1U, 7U, 11U}, []<class Number>(CosetSuite<Number>& suite) {
    const auto& plan = suite.plan();
    const Number coset = number_from<Number>(suite.random_coset());
    const auto in = suite.random_numbers(plan.size()), many = suite.random_numbers(3 * plan.size() + 1);
    auto values = in, inverse = in, folded = in, extended = in;
    extended.resize(4 * in.size());
    plan.evaluate(values, in, coset);
    plan.interpolate(inverse, in, coset);
    plan.evaluate(folded, many, coset);
    plan.extend(extended, in, coset);
    for (const std::size_t workers : {1U, 3U}) {
      NewThreads threads(workers);
      auto out = in, longer = extended;
      plan.evaluate(out, in, coset, &threads);
      EXPECT_TRUE(out == values);
      plan.interpolate(out, in, coset, &threads);
      EXPECT_TRUE(out == inverse);
      plan.evaluate(out, many, coset, &threads);
      EXPECT_TRUE(out == folded);
      plan.extend(longer, in, coset, std::nullopt, &threads);
      EXPECT_TRUE(longer == extended);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, MultiwordNttCosets,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(192U, 256U, 320U, 384U, 512U)),
                         named_by_backend([](unsigned width) { return std::to_string(width); }));

}  // namespace
}  // namespace ringlet_test
