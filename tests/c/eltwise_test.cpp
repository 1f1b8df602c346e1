// Compares every element-wise operation of the C interface with GMP, on every backend.

#include <gtest/gtest.h>

#include <vector>

#include "c/handles.hpp"
#include "words/eltwise_suite.hpp"

namespace ringlet_test::c_api {
namespace {

template <class Word>
class CSuite : public EltwiseSuite<Word> {
 protected:
  CSuite() : EltwiseSuite<Word>([](const auto& operation) { return in_c(operation); }) {}

  void expect_agreement(const std::vector<Word>& moduli) {
    for (const Word q : moduli) {
      for (const auto& constants : this->corners(q)) {
        for (const std::size_t n : {1U, 7U, 8U, 17U, 67U}) this->expect_correct_apart(q, n, n, constants);
        this->expect_correct_for_every_aliasing(q, 43, constants);
      }
    }
  }
};

using CEltwise = CSuite<std::uint64_t>;

TEST_P(CEltwise, AgreesWithGmp) { expect_agreement(sample_moduli()); }

INSTANTIATE_TEST_SUITE_P(Operations, CEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name<>));

using CEltwise128 = CSuite<uint128_t>;

TEST_P(CEltwise128, AgreesWithGmp) { expect_agreement(every_kind_of_modulus()); }

INSTANTIATE_TEST_SUITE_P(Operations, CEltwise128,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices<uint128_t>())),
                         named_by_backend(operation_name<uint128_t>));

}  // namespace
}  // namespace ringlet_test::c_api
