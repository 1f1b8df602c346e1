// Tests buffers that threads read and copy, or transform together.
#include "ringlet/ntt_buffer.hpp"

#include <gtest/gtest.h>

#include "large/large_cases.hpp"
#include "support/new_threads.hpp"
#include "threads/in_all_threads.hpp"
#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

RINGLET_BACKEND_SUITE(NttBufferThreads);

TEST_P(NttBufferThreads, ShareOperands) {
  constexpr std::size_t n = 64;
  const ringlet::Modulus<uint128> q(ringlet::ntt_primes<ringlet::uint128_t>(1, 124, n).front());
  const ringlet::Ntt ntt(n, q);
  Random random;
  const Words128 a = corner_biased_words128(random, n, q.value(), q.value() - 1);
  ringlet::NttBuffer operand(ntt, a);
  Words128 expected(n);
  ntt.multiply(expected, a, a);
  operand.forward();
  in_all_threads([&](unsigned) {
    Words128 square(n);
    for (int i = 0; i < 20; ++i) {
      operand.clone().mul(operand).inverse().store(square);
      EXPECT_TRUE(square == expected);
    }
  });
}

// Each thread has its own working memory for a transform's tasks.
TEST_P(NttBufferThreads, ShareTransformsModuloMultiwordModuli) {
  using Number = ringlet::UInt<256>;
  constexpr std::size_t n = 1024;
  const ringlet::Ntt<Number> ntt(n, ringlet::Modulus<Number>(number_of<Number>(large_prime(254, n))));
  Random random;
  const std::vector<Number> in = large_values<Number>(random, n, large_prime(254, n));
  std::vector<Number> expected(n), out(n);
  ntt.forward(expected, in);
  NewThreads threads(3);
  ringlet::NttBuffer buffer(ntt, std::span<const Number>(in));
  for (int i = 0; i < 5; ++i) {
    buffer.forward(&threads).store(out);
    EXPECT_TRUE(out == expected);
    buffer.inverse(&threads).store(out);
    EXPECT_TRUE(out == in);
  }
}

}  // namespace
}  // namespace ringlet_test
