#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <string>

#include "reference/primes.hpp"
#include "ringlet/number_theory.hpp"
#include "support/data.hpp"
#include "support/errors.hpp"

namespace ringlet_test {
namespace {

using ringlet::ntt_primes;
using ringlet::PrimeOrder;

constexpr std::uint64_t power_of_two(unsigned exponent) { return std::uint64_t{1} << exponent; }

void expect_same_verdict(std::uint64_t n) { EXPECT_EQ(ringlet::is_prime(n), reference::is_prime(n)) << n; }

TEST(Primality, EveryNumberBelow100000) {
  for (std::uint64_t n = 0; n < 100'000; ++n) expect_same_verdict(n);
}

TEST(Primality, RandomNumbersOfEveryLength) {
  Random random;
  for (unsigned bits = 17; bits <= 64; ++bits) {
    for (int i = 0; i < 200; ++i) expect_same_verdict(random.word() >> (64 - bits) | 1);
  }
}

TEST(Primality, NeighboursOfPowersOfTwo) {
  for (unsigned bits = 17; bits <= 64; ++bits) {
    const std::uint64_t power = bits == 64 ? 0 : power_of_two(bits);
    for (std::uint64_t distance = 1; distance <= 500; ++distance) {
      expect_same_verdict(power - distance);
      if (bits < 64) expect_same_verdict(power + distance);
    }
  }
}

// Hard composites: the least strong pseudoprimes to the first 1, 2, ... prime bases (OEIS A014233), Carmichael numbers
// (OEIS A002997), Lucas pseudoprimes (OEIS A217120), and the square of the largest prime below 2^32.
constexpr std::uint64_t strong_pseudoprimes[] = {2047,          1373653,       25326001,        3215031751,
                                                 2152302898747, 3474749660383, 341550071728321, 3825123056546413051};
constexpr std::uint64_t carmichael_numbers[] = {561,       1105,       1729,         2465,         8911,
                                                10585,     15841,      29341,        825265,       56052361,
                                                118901521, 5394826801, 232250619601, 9746347772161};
constexpr std::uint64_t lucas_pseudoprimes[] = {323, 377, 1159, 1829, 3827, 5459, 5777, 9071, 9179, 10877};
constexpr std::uint64_t prime_square[] = {18446744030759878681U};

TEST(Primality, Pseudoprimes) {
  const std::span<const std::uint64_t> lists[] = {strong_pseudoprimes, carmichael_numbers, lucas_pseudoprimes,
                                                  prime_square};
  for (const auto list : lists) {
    for (const std::uint64_t n : list) {
      EXPECT_FALSE(reference::is_prime(n)) << "the list is wrong: " << n;
      EXPECT_FALSE(ringlet::is_prime(n)) << n;
    }
  }
}

TEST(Primality, LargestPrimesOfAWord) {
  EXPECT_TRUE(ringlet::is_prime(7));  // numbers of other types are 64-bit words
  EXPECT_TRUE(ringlet::is_prime(18446744073709551557U));
  EXPECT_TRUE(ringlet::is_prime(power_of_two(61) - 1));
  EXPECT_FALSE(ringlet::is_prime(max_word));
}

/// Finds the first `count` primes of `bits` bits from one end by GMP; fewer if there are no more.
Words expected_primes(std::size_t count, unsigned bits, std::size_t n, PrimeOrder order) {
  const bool descending = order == PrimeOrder::largest_first;
  const std::uint64_t low = power_of_two(bits - 1), high = power_of_two(bits);
  Words primes;
  // 2^bits is not prime, so both searches may start at the excluded end.
  std::uint64_t last = descending ? high : low - 1;
  while (primes.size() < count) {
    const auto next =
        descending ? reference::largest_prime_below(last, 2 * n) : reference::smallest_prime_above(last, 2 * n);
    if (!next || *next < low || *next >= high) break;
    primes.push_back(last = *next);
  }
  return primes;
}

class NttPrimes : public ::testing::TestWithParam<std::tuple<unsigned, unsigned, PrimeOrder>> {
 protected:
  const unsigned bits_ = std::get<0>(GetParam());
  const std::size_t n_ = power_of_two(std::get<1>(GetParam()));
  const PrimeOrder order_ = std::get<2>(GetParam());
};

TEST_P(NttPrimes, NoneIsMissed) {
  const Words expected = expected_primes(20, bits_, n_, order_);
  EXPECT_EQ(ntt_primes(expected.size(), bits_, n_, order_), expected);
}

std::string range_name(const ::testing::TestParamInfo<NttPrimes::ParamType>& test) {
  const auto [bits, log_n, order] = test.param;
  return std::to_string(bits) + "_bits_n" + std::to_string(power_of_two(log_n)) +
         (order == PrimeOrder::largest_first ? "_largest" : "_smallest");
}

INSTANTIATE_TEST_SUITE_P(Ranges, NttPrimes,
                         ::testing::Combine(::testing::Values(20U, 31U, 48U, 49U, 50U, 51U, 60U, 61U, 62U),
                                            ::testing::Values(0U, 1U, 10U, 15U),
                                            ::testing::Values(PrimeOrder::largest_first, PrimeOrder::smallest_first)),
                         range_name);

TEST(NttPrimesErrors, MessageSaysHowManyThereAre) {
  for (const unsigned bits : {2U, 3U, 8U, 14U, 16U}) {
    for (const std::size_t n : {1U, 2U, 16U, 1024U}) {
      for (const PrimeOrder order : {PrimeOrder::largest_first, PrimeOrder::smallest_first}) {
        const Words all = expected_primes(power_of_two(bits), bits, n, order);
        EXPECT_THAT(message_of<std::invalid_argument>([&] { (void)ntt_primes(all.size() + 1, bits, n, order); }),
                    Names(all.size()))
            << bits << " bits, n = " << n;
        if (all.empty()) continue;
        EXPECT_EQ(ntt_primes(all.size(), bits, n, order), all) << bits << " bits, n = " << n;
      }
    }
  }
}

TEST(NttPrimesErrors, OneIsNotMany) {
  const auto error = [](std::size_t count, unsigned bits, std::size_t n) {
    return message_of<std::invalid_argument>([=] { (void)ntt_primes(count, bits, n); });
  };
  EXPECT_THAT(error(9, 14, 2048), HasSubstr("only 1 prime of 14 bits is 1 modulo 2n"));  // 12289
  EXPECT_THAT(error(9, 14, 4096), HasSubstr("only 0 primes of 14 bits are 1 modulo 2n"));
}

TEST(NttPrimesErrors, ArgumentsOutsideTheirRange) {
  const auto error = [](unsigned bits, std::size_t n) {
    return message_of<std::invalid_argument>([=] { (void)ntt_primes(1, bits, n); });
  };
  for (const unsigned bits : {0U, 1U, 65U, ~0U}) EXPECT_THAT(error(bits, 4), AllOf(Names(bits), Names(64)));
  for (const std::size_t n : {0U, 3U, 6U, 1023U}) EXPECT_THAT(error(50, n), AllOf(Names(n), HasSubstr("power of two")));
  for (const std::size_t n : {power_of_two(25), power_of_two(63)}) EXPECT_THAT(error(62, n), Names(n));
}

TEST(NttPrimesErrors, CountOrOrderThatNobodyMeans) {
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ntt_primes(~std::size_t{0}, 62, 1); }),
              AllOf(HasSubstr("count"), Names(~std::size_t{0})));
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ntt_primes(1, 62, 1, static_cast<PrimeOrder>(42)); }),
              AllOf(HasSubstr("order"), Names(42)));
  // The largest count that is allowed is searched for.
  EXPECT_THAT(message_of<std::invalid_argument>([] { (void)ntt_primes(power_of_two(20), 14, 2048); }),
              HasSubstr("only 1 prime"));
}

TEST(NttPrimesErrors, NothingIsWritten) {
  std::vector<std::uint64_t> primes(2, 7);
  EXPECT_THROW(ringlet::write_ntt_primes(primes, 14, 2048), std::invalid_argument);
  EXPECT_EQ(primes, std::vector<std::uint64_t>(2, 7));
}

TEST(NttPrimesErrors, NoneAreNone) { EXPECT_TRUE(ntt_primes(0, 62, 1).empty()); }

TEST(NttPrimesErrors, LargestSizeIsAllowed) {
  const Words expected = expected_primes(2, 62, power_of_two(24), PrimeOrder::largest_first);
  EXPECT_EQ(ntt_primes(2, 62, power_of_two(24)), expected);
}

}  // namespace
}  // namespace ringlet_test
