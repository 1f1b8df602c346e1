// Tests builds without RINGLET_CHECKED with values outside the stated range. Results are then undefined, but nothing
// may crash or write outside the output.

#include <gtest/gtest.h>

#include "support/guarded_buffer.hpp"
#include "support/moduli.hpp"
#include "words/eltwise_expectations.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

class UncheckedEltwise : public BackendTest<std::size_t> {};

TEST_P(UncheckedEltwise, StaysInsideItsSpansForAnyWord) {
  constexpr std::size_t n = 1003;
  const Operation& operation = operations()[parameter()];
  Random random;
  for (const std::uint64_t q : sample_moduli()) {
    if (!has_room(operation, q)) continue;
    for (const Constants& constants : corner_constants(operation, random, q)) {
      GuardedBuffer out(n, 3);
      operation.apply({out.span(), Words(n, max_word), uniform(random, n, max_word), Words(n, max_word)}, constants,
                      Modulus(q));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, UncheckedEltwise,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::ValuesIn(operation_indices())),
                         named_by_backend(operation_name<>));

class UncheckedNtt : public TransformTest {};

TEST_P(UncheckedNtt, StaysInsideItsSpansForAnyWord) {
  for (const std::uint64_t q : decisive_primes(2 * n())) {
    const Ntt ntt(n(), Modulus(q));
    GuardedBuffer out(n(), 3);
    for (const Words& in : {Words(n(), max_word), uniform(random_, n(), max_word)}) {
      ntt.forward(out.span(), in);
      ntt.inverse(out.span(), in);
      ntt.multiply(out.span(), in, in);
    }
  }
}

RINGLET_FOR_EVERY_SIZE(UncheckedNtt);

}  // namespace
}  // namespace ringlet_test
