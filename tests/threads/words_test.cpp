// Tests plans, operands and the choice of a backend that many threads share.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ringlet/eltwise.hpp"
#include "ringlet/fixed_operand.hpp"
#include "support/moduli.hpp"
#include "threads/in_all_threads.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

// CTest runs this test in a process of its own, so it is the library's first use: threads request the backend, make
// calls that have yet to find their kernels, and make plans.
TEST(FirstUseThreads, AgreeOnTheBackend) {
  std::vector<std::string> active(thread_count);
  const ringlet::Modulus<std::uint64_t> q(7681);
  in_all_threads([&](unsigned thread) {
    if (thread % 3 == 1) {
      Words x(100, q.value() - 1);
      ringlet::mul(x, x, x, q);
      EXPECT_EQ(x, Words(100, 1));
    } else if (thread % 3 == 2) {
      Words x(256, thread);
      const Ntt ntt(256, q);
      ntt.forward(x, x);
      ntt.inverse(x, x);
      EXPECT_EQ(x, Words(256, thread));
    }
    active[thread] = ringlet::backend::active();
  });
  for (const std::string& name : active) EXPECT_EQ(name, active[0]);
}

RINGLET_BACKEND_SUITE(Threads);

TEST_P(Threads, ShareOnePlan) {
  constexpr std::size_t n = 4096;
  constexpr int repetitions = 20;
  Random random;
  for (const std::uint64_t q : decisive_primes(2 * n)) {
    const Ntt ntt = make_plan({n, q, Ring::negacyclic});
    std::vector<Words> in(thread_count), forward(thread_count, Words(n)), square(thread_count, Words(n));
    for (unsigned thread = 0; thread < thread_count; ++thread) {
      in[thread] = corner_biased(random, n, q, q - 1);
      ntt.forward(forward[thread], in[thread]);
      ntt.multiply(square[thread], in[thread], in[thread]);
    }
    in_all_threads([&](unsigned thread) {
      const Ntt copy = ntt;
      Words out(n);
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        ntt.forward(out, in[thread]);
        EXPECT_TRUE(out == forward[thread]);
        copy.inverse(out, out);
        EXPECT_TRUE(out == in[thread]);
        ntt.multiply(out, in[thread], in[thread]);
        EXPECT_TRUE(out == square[thread]);
      }
    });
  }
}

TEST_P(Threads, ShareOneFixedOperand) {
  constexpr std::size_t n = 1003;
  Random random;
  for (const std::uint64_t q : sample_moduli()) {
    const Words values = corner_biased(random, n, q, q - 1);
    const ringlet::FixedOperand operand(values, ringlet::Modulus(q));
    Words expected(n);
    ringlet::mul_add(expected, values, operand, values);
    in_all_threads([&](unsigned) {
      const ringlet::FixedOperand copy = operand;
      Words out(n);
      ringlet::mul_add(out, values, operand, values);
      EXPECT_TRUE(out == expected);
      ringlet::mul(out, values, copy);
      ringlet::add(out, out, values, copy.modulus());
      EXPECT_TRUE(out == expected);
    });
  }
}

TEST_P(Threads, MakePlansAndMultiplyVectors) {
  const ringlet::Modulus q(7681);
  in_all_threads([&](unsigned thread) {
    Words x(256, thread + 1);
    for (int repetition = 0; repetition < 20; ++repetition) {
      const Ntt ntt(256, q);
      Words there(256);
      ntt.forward(there, x);
      ntt.inverse(there, there);
      EXPECT_EQ(there, x);
      ringlet::mul(there, x, x, q);
      EXPECT_EQ(there, Words(256, (thread + 1) * (thread + 1)));
    }
  });
}

TEST(ForcingThreads, ResultsStayExactWhileTheBackendChanges) {
  const std::vector<std::string> backends = supported_backends();
  const ringlet::Modulus q(largest_modulus);
  in_all_threads([&](unsigned thread) {
    const Words x(100, q.value() - 1);
    Words out(100);
    for (int repetition = 0; repetition < 200; ++repetition) {
      if (thread % 2 == 0) {
        ringlet::backend::force(backends[(thread + static_cast<unsigned>(repetition)) % backends.size()]);
        ringlet::backend::unforce();
      }
      ringlet::mul(out, x, x, q);
      EXPECT_EQ(out, Words(100, 1));
      EXPECT_TRUE(is_supported(ringlet::backend::active()));
    }
  });
}

}  // namespace
}  // namespace ringlet_test
