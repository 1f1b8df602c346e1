// Buffers that threads read and copy.
#include "ringlet/ntt_buffer.hpp"

#include <gtest/gtest.h>

#include "double_word/double_word_cases.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test {
namespace {

class NttBufferThreads : public BackendTest<> {};

TEST_P(NttBufferThreads, ShareOperands) {
  constexpr std::size_t n = 64;
  const ringlet::Modulus<uint128> q(ringlet::ntt_primes_double(1, 124, n).front());
  const ringlet::Ntt ntt(n, q);
  Random random;
  const Doubles a = corner_biased_doubles(random, n, q.value(), q.value() - 1);
  ringlet::NttBuffer operand(ntt, a);
  Doubles expected(n);
  ntt.multiply(expected, a, a);
  operand.forward();
  in_all_threads([&](unsigned) {
    Doubles square(n);
    for (int i = 0; i < 20; ++i) {
      operand.clone().mul(operand).inverse().store(square);
      EXPECT_TRUE(square == expected);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, NttBufferThreads, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test
