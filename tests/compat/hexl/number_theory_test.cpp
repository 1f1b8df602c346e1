// Compares HEXL's number theory with 128-bit arithmetic and with searches.

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "hexl/hexl.hpp"
#include "reference/modular.hpp"
#include "reference/multiword.hpp"
#include "reference/primes.hpp"
#include "reference/roots.hpp"
#include "support/data.hpp"
#include "support/moduli.hpp"

namespace ringlet_test {
namespace {

using Word = std::uint64_t;
using namespace intel::hexl;
namespace multiword = reference::multiword;

TEST(HexlNumberTheory, ModularArithmetic) {
  Random random;
  std::vector<Word> moduli = short_moduli(any_moduli(random));
  moduli.insert(moduli.end(), {(Word{1} << 62) + 1, (Word{1} << 63) - 25});
  for (const Word q : moduli) {
    for (int repetition = 0; repetition < 5; ++repetition) {
      const Words xy = corner_biased(random, 2, q, q - 1);
      const Word x = xy[0], y = xy[1], any = corner_biased(random, 1, q, max_word)[0];
      EXPECT_EQ(AddUIntMod(x, y, q), multiword::add(x, y, q));
      EXPECT_EQ(SubUIntMod(x, y, q), multiword::add(x, multiword::negate(y, q), q));
      EXPECT_EQ(MultiplyMod(x, y, q), multiword::mul(x, y, q));
      EXPECT_EQ(PowMod(any, y, q), multiword::pow(any, y, q));
      const MultiplyFactor factor(y, 64, q);
      EXPECT_EQ(factor.Operand(), y);
      EXPECT_EQ(factor.BarrettFactor(), static_cast<Word>((multiword::uint128{y} << 64) / q));
      EXPECT_EQ(MultiplyMod(any, y, factor.BarrettFactor(), q), multiword::mul(any, y, q));
      const Word lazy = MultiplyModLazy<64>(any, y, q);
      EXPECT_LT(lazy, 2 * q);
      EXPECT_EQ(lazy % q, multiword::mul(any, y, q));
      const Word one = MultiplyFactor(1, 64, q).BarrettFactor();
      EXPECT_EQ(BarrettReduce64(any, q, one), any % q);
      EXPECT_LT(BarrettReduce64<2>(any, q, one), 2 * q);
      EXPECT_EQ(BarrettReduce64<2>(any, q, one) % q, any % q);
      if (const auto inverse = reference::inverse_mod(x, q)) {
        EXPECT_EQ(InverseMod(x, q), *inverse) << x << " mod " << q;
      }
    }
  }
  EXPECT_EQ(InverseMod(5, 1), 0U);
  EXPECT_THROW(InverseMod(0, 7), std::invalid_argument);
}

TEST(HexlNumberTheory, MultiplyModLazyOnFiftyTwoBits) {
  Random random;
  for (unsigned bits = 2; bits <= 51; ++bits) {
    const Word q = (Word{1} << bits) - 1;
    const Word x = random.word() >> 12, y = random.up_to(q - 1);
    const Word lazy = MultiplyModLazy<52>(x, y, q);
    EXPECT_LT(lazy, 2 * q);
    EXPECT_EQ(lazy % q, multiword::mul(x, y, q));
  }
}

TEST(HexlNumberTheory, ReduceMod) {
  for (const Word q : {Word{2}, Word{97}, (Word{1} << 61) - 1}) {
    const Word twice = 2 * q, four_times = 4 * q;
    for (Word multiple = 0; multiple < 8; ++multiple) {
      for (const Word x : {multiple * q, multiple * q + 1, multiple * q + q - 1}) {
        if (multiple < 1) {
          EXPECT_EQ(ReduceMod<1>(x, q), x);
        }
        if (multiple < 2) {
          EXPECT_EQ(ReduceMod<2>(x, q), x % q);
        }
        if (multiple < 4) {
          EXPECT_EQ(ReduceMod<4>(x, q, &twice), x % q);
        }
        EXPECT_EQ((ReduceMod<8>(x, q, &twice, &four_times)), x % q);
      }
    }
  }
}

TEST(HexlNumberTheory, WordsAndBits) {
  Word low = 0, high = 0;
  MultiplyUInt64(max_word, max_word, &high, &low);
  EXPECT_EQ(high, max_word - 1);
  EXPECT_EQ(low, 1U);
  EXPECT_EQ(DivideUInt128UInt64Lo(1, 0, 3), max_word / 3);
  EXPECT_EQ(BarrettReduce128(1, 5, 7), (max_word % 7 + 6) % 7);
  EXPECT_EQ(static_cast<int>(AddUInt64(max_word, 1, &low)), 1);
  EXPECT_EQ(low, 0U);
  for (unsigned bit = 0; bit < 64; ++bit) {
    const Word power = Word{1} << bit;
    EXPECT_EQ(Log2(power), bit);
    EXPECT_EQ(Log2(power | (power - 1)), bit);
    EXPECT_TRUE(IsPowerOfTwo(power));
    EXPECT_EQ(IsPowerOfFour(power), bit % 2 == 0);
    EXPECT_EQ(MaximumValue(bit), power - 1);
    EXPECT_EQ(ReverseBits(power, 64), Word{1} << (63 - bit));
  }
  EXPECT_FALSE(IsPowerOfTwo(0));
  EXPECT_EQ(MaximumValue(64), max_word);
  EXPECT_EQ(ReverseBits(0b0110'1, 5), 0b10110U);
  EXPECT_EQ(ReverseBits(0, 0), 0U);
  for (const CMPINT cmp : {CMPINT::EQ, CMPINT::LT, CMPINT::LE, CMPINT::FALSE}) EXPECT_EQ(Not(Not(cmp)), cmp);
  EXPECT_EQ(Not(CMPINT::EQ), CMPINT::NE);
  EXPECT_EQ(Not(CMPINT::LT), CMPINT::NLT);
  EXPECT_EQ(Not(CMPINT::LE), CMPINT::NLE);
  EXPECT_EQ(Not(CMPINT::FALSE), CMPINT::TRUE);
}

TEST(HexlNumberTheory, Roots) {
  for (const Word order : {2U, 4U, 16U, 1024U}) {
    for (const Word q : short_moduli(edge_primes(order))) {
      EXPECT_EQ(MinimalPrimitiveRoot(order, q), reference::smallest_root(order, q)) << order << " mod " << q;
      const Word root = GeneratePrimitiveRoot(order, q);
      EXPECT_TRUE(IsPrimitiveRoot(root, order, q));
      EXPECT_EQ(multiword::pow(root, order / 2, q), q - 1);
      EXPECT_FALSE(IsPrimitiveRoot(multiword::mul(root, root, q), order, q));
    }
  }
  EXPECT_FALSE(IsPrimitiveRoot(0, 4, 17));
  EXPECT_EQ(MinimalPrimitiveRoot(4, 7), 0U) << "there is none";
  EXPECT_EQ(GeneratePrimitiveRoot(4, 65), 0U) << "not a prime";
}

/// Finds primes by testing all numbers of the range.
std::vector<Word> primes_by_search(std::size_t count, unsigned bits, bool small, Word n) {
  const Word low = (Word{1} << bits) + 1, high = (Word{2} << bits) - 1;
  std::vector<Word> primes;
  for (Word i = 0; i <= high - low && primes.size() < count; ++i) {
    const Word q = small ? low + i : high - i;
    if (q == (small ? high : low)) continue;
    if (q % (2 * n) == 1 && reference::is_prime(q)) primes.push_back(q);
  }
  return primes;
}

TEST(HexlNumberTheory, GeneratePrimes) {
  for (unsigned bits = 2; bits <= 14; ++bits) {
    for (Word n = 1; n < Word{1} << bits; n *= 2) {
      for (const bool small : {true, false}) {
        EXPECT_EQ(GeneratePrimes(5, bits, small, n), primes_by_search(5, bits, small, n))
            << bits << " bits, size " << n << (small ? ", small" : ", large");
      }
    }
  }
  for (const bool small : {true, false}) {
    for (const Word q : GeneratePrimes(3, 60, small, 32768)) {
      EXPECT_TRUE(reference::is_prime(q));
      EXPECT_EQ(q % 65536, 1U);
      EXPECT_EQ(std::bit_width(q), 61);
    }
  }
  EXPECT_EQ(GeneratePrimes(1, 61, false, 4)[0], reference::largest_prime_below(Word{1} << 62, 8).value());
  EXPECT_THROW(GeneratePrimes(0, 20, true), std::invalid_argument);
  EXPECT_THROW(GeneratePrimes(1, 4, true, 16), std::invalid_argument);
  EXPECT_THROW(GeneratePrimes(1, 20, true, 3), std::invalid_argument);
}

template <int shift>
void expect_montgomery(unsigned r, Word q, Random& random) {
  const Word mask = (Word{1} << r) - 1;
  const Word inverse = HenselLemma2adicRoot(r, q);
  ASSERT_LE(inverse, mask);
  ASSERT_EQ((inverse * q + 1) & mask, 0U);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const Words ab = corner_biased(random, 2, q, q - 1);
    const multiword::uint128 product = multiword::uint128{ab[0]} * ab[1];
    const Word high = static_cast<Word>(product >> shift);
    const Word low = shift == 64 ? static_cast<Word>(product) : static_cast<Word>(product) & ((Word{1} << 52) - 1);
    const Word reduced = MontgomeryReduce<shift>(high, low, q, static_cast<int>(r), mask, inverse);
    ASSERT_LT(reduced, q);
    ASSERT_EQ(multiword::mul(reduced, (mask + 1) % q, q), static_cast<Word>(product % q));
  }
}

TEST(HexlNumberTheory, Montgomery) {
  Random random;
  for (unsigned r = 2; r <= 62; ++r) {
    const Word q = (Word{1} << r) - 1 - 2 * random.up_to((Word{1} << r) / 4 - 1);
    expect_montgomery<64>(r, q, random);
    if (r <= 52) expect_montgomery<52>(r, q, random);
  }
  EXPECT_EQ(HenselLemma2adicRoot(64, 97) * 97, max_word);
}

}  // namespace
}  // namespace ringlet_test
