// Compares transforms of 128-bit words on cosets with the values of polynomials.

#include "word128/word128_cases.hpp"
#include "words/coset_suite.hpp"

namespace ringlet_test {
namespace {

using Suite = CosetSuite<ringlet::uint128_t>;

class Ntt128Cosets : public BackendTest<unsigned> {
 protected:
  /// Calls check(suite) for the plans of all kinds, with the primes in turn.
  template <class Check>
  void for_each_plan(Check check) {
    const std::size_t n = std::size_t{1} << parameter();
    std::size_t turn = 0;
    for (const uint128 q : parameter() > 10 ? few_primes128(8 * n) : edge_primes128(8 * n)) {
      const auto options = coset_options<uint128>(q / 3 * 2);
      SCOPED_TRACE(text_of(q));
      Suite suite(n, exact_number(q), options[turn++ % options.size()], random_);
      check(suite);
      if (HasFatalFailure()) return;
    }
  }

  Random random_;
};

TEST_P(Ntt128Cosets, AreTheDefinition) {
  for_each_plan([](Suite& suite) { suite.expect_definition(); });
}

TEST_P(Ntt128Cosets, ExtendsToTheDefinition) {
  for_each_plan([](Suite& suite) {
    for (const unsigned log_blowup : {0U, 1U, 3U}) suite.expect_extension(log_blowup);
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, Ntt128Cosets,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(1U, 2U, 3U, 4U, 5U, 6U, 8U, 9U, 12U, 16U)),
                         named_by_backend([](unsigned log_n) { return std::to_string(log_n); }));

}  // namespace
}  // namespace ringlet_test
