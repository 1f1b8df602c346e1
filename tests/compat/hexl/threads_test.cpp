// Tests HEXL's NTT class in many threads, which read its tables, too.
#include <gtest/gtest.h>

#include <vector>

#include "hexl/hexl.hpp"
#include "support/backends.hpp"
#include "support/data.hpp"
#include "support/moduli.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test {
namespace {

RINGLET_BACKEND_SUITE(HexlThreads);

TEST_P(HexlThreads, ShareOneObject) {
  constexpr std::size_t n = 1024;
  const std::uint64_t q = decisive_primes(2 * n)[0];
  intel::hexl::NTT ntt(n, q);
  Random random;
  const Words in = corner_biased(random, n, q, q - 1);
  Words expected(n);
  ntt.ComputeForward(expected.data(), in.data(), 1, 1);
  std::vector<const void*> tables(thread_count);
  in_all_threads([&](unsigned thread) {
    tables[thread] = ntt.GetRootOfUnityPowers().data();
    for (int repetition = 0; repetition < 20; ++repetition) {
      Words out(n);
      ntt.ComputeForward(out.data(), in.data(), 1, 1);
      EXPECT_TRUE(out == expected);
    }
  });
  for (const void* table : tables) EXPECT_EQ(table, tables[0]);
}

}  // namespace
}  // namespace ringlet_test
