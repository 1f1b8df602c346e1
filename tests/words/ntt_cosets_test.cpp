// Compares transforms on cosets with the values of polynomials, for every size.

#include "support/moduli.hpp"
#include "words/coset_suite.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

class NttCosets : public TransformTest {
 protected:
  /// Calls check(suite) for the plans of all kinds, with the primes in turn.
  template <class Check>
  void for_each_plan(Check check) {
    std::size_t turn = 0;
    for (const TransformCase& c : cases_of_size(n())) {
      const Word coset = static_cast<Word>(1 + random_.up_to(c.q - 2));
      const auto options = coset_options<Word>(coset);
      for (std::size_t i = turn++ % 2; i < options.size(); i += 2) {
        if (options[i].ring != c.ring) continue;
        SCOPED_TRACE(text_of(c) + ", own coset " + std::to_string(options[i].coset.value_or(1)));
        CosetSuite<Word> suite(n(), mpz_class(static_cast<unsigned long>(c.q)), options[i], random_);
        check(suite);
        if (HasFatalFailure()) return;
      }
    }
  }
};

TEST_P(NttCosets, AreTheDefinition) {
  for_each_plan([](CosetSuite<Word>& suite) { suite.expect_definition(); });
}

TEST_P(NttCosets, ExtendsToTheDefinition) {
  for_each_plan([](CosetSuite<Word>& suite) {
    const auto q = suite.plan().modulus().value();
    for (unsigned log_blowup = 0; log_blowup <= 3; ++log_blowup) {
      if ((q - 1) % (suite.plan().size() << log_blowup) == 0) suite.expect_extension(log_blowup);
    }
  });
}

TEST_P(NttCosets, TakesLazyValues) {
  for_each_plan([this](CosetSuite<Word>& suite) {
    const auto& plan = suite.plan();
    const Word q = static_cast<Word>(plan.modulus().value());
    const Word coset = number_from<Word>(suite.random_coset());
    const auto reduced = [&](Words x) {
      for (Word& value : x) value = static_cast<Word>(value % q);
      return x;
    };
    for (const std::size_t count : {n(), n() / 2, 2 * n() + 1}) {
      for (const unsigned factor : {2U, 4U, ringlet::Range::any}) {
        if (!has_room(q, factor)) continue;
        const Words lazy = corner_biased(random_, count, q, top_of_range(q, factor));
        Words out(n()), expected(n());
        plan.evaluate(out, lazy, coset, {.input_factor = factor, .output_factor = has_room(q, 4) ? 4U : 1U});
        plan.evaluate(expected, reduced(lazy), coset);
        ASSERT_EQ(reduced(out), expected);
      }
    }
    const unsigned factor = has_room(q, 2) ? 2 : 1;
    const Words lazy = corner_biased(random_, n(), q, top_of_range(q, factor));
    Words out(n()), expected(n());
    plan.interpolate(out, lazy, coset, {factor, factor});
    plan.interpolate(expected, reduced(lazy), coset);
    ASSERT_EQ(reduced(out), expected);
  });
}

RINGLET_FOR_SIZES_BELOW(13U, NttCosets);
#ifndef RINGLET_TEST_WORD
INSTANTIATE_TEST_SUITE_P(Large, NttCosets,
                         ::testing::Combine(::testing::ValuesIn(all_backends()), ::testing::Values(16U)),
                         named_by_backend(size_name));
#endif

}  // namespace
}  // namespace ringlet_test
