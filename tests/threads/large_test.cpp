// Large transforms on threads.

#include "large/large_cases.hpp"
#include "support/new_threads.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test {
namespace {

TEST(LargeThreads, ResultsDoNotDependOnTheirNumber) {
  Random random;
  constexpr std::size_t n = std::size_t{1} << 14;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const std::vector<Word> in = large_values<Word>(random, n, prime);
    for (const LargeOrder order : all_large_orders) {
      // Columns of 2^10 numbers, of which a block holds few.
      const LargeNtt<Word> plan(n, ringlet::Modulus<Word>(number_of<Word>(prime)),
                                {.order = order, .height = std::size_t{1} << 10});
      std::vector<Word> expected(n), out(n);
      plan.forward(expected, in);
      for (std::size_t workers = 1; workers <= 8; ++workers) {
        NewThreads threads(workers);
        plan.forward(out, in, &threads);
        EXPECT_TRUE(out == expected) << workers;
        plan.inverse(out, out, &threads);
        EXPECT_TRUE(out == in) << workers;
      }
    }
  });
}

TEST(LargeThreads, ShareOnePlan) {
  Random random;
  constexpr std::size_t n = 4096;
  for_three_kinds([&]<class Word>(std::type_identity<Word>, unsigned bits) {
    const mpz_class prime = large_prime(bits, n);
    const std::vector<Word> in = large_values<Word>(random, n, prime);
    const LargeNtt<Word> plan(n, ringlet::Modulus<Word>(number_of<Word>(prime)));
    std::vector<Word> expected(n);
    plan.forward(expected, in);
    in_all_threads([&](unsigned thread) {
      std::vector<Word> out = in;
      for (int repetition = 0; repetition < 3; ++repetition) {
        NewThreads threads(1 + thread % 2);
        plan.forward(out, out, &threads);
        EXPECT_TRUE(out == expected);
        plan.inverse(out, out);
        EXPECT_TRUE(out == in);
      }
    });
  });
}

}  // namespace
}  // namespace ringlet_test
