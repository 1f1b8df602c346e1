// Tests codecs number by number: an error in a quotient's last bits would show in products of rare operands only.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "arith/dot/dot_codec.hpp"
#include "arith/fma53/fma53_codec.hpp"
#include "arith/fma_limbs/fma_limbs_codec.hpp"
#include "arith/full_words/full_words_codec.hpp"
#include "arith/full_words/goldilocks52_codec.hpp"
#include "arith/ifma52/ifma52_codec.hpp"
#include "arith/operands.hpp"
#include "arith/radix52/radix52_codec.hpp"
#include "arith/representation.hpp"
#include "arith/shoup/shoup_codec.hpp"
#include "arith/shoup32/shoup32_codec.hpp"
#include "arith/word_arithmetic.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

namespace arith = ringlet::arith;

/// 64-bit limbs of one multiplicand.
using Limbs = std::array<std::uint64_t, 2 * arith::max_twiddle_words>;

template <class Codec>
Limbs encoded(const mpz_class& w, const mpz_class& q) {
  using Word = typename Codec::Word;
  std::array<Word, arith::max_twiddle_words> words{};
  Codec::encode(words.data(), 0, 1, static_cast<Word>(word128(w)), arith::make_modulus(static_cast<Word>(word128(q))));
  static_assert(Codec::words <= arith::max_twiddle_words);
  Limbs limbs{};
  __builtin_memcpy(limbs.data(), words.data(), sizeof words);
  return limbs;
}

/// Joins `count` limbs of `bits` bits from number `first` on.
mpz_class joined(const Limbs& limbs, unsigned first, unsigned count, unsigned bits) {
  mpz_class x = 0;
  for (unsigned i = count; i-- > 0;) x = (x << bits) + integer(limbs[first + i]);
  return x;
}
double as_double(std::uint64_t limb) { return std::bit_cast<double>(limb); }

/// Calls check(limbs, w, q) with multiplicands of a codec that serves moduli of min_bits to bits bits.
template <class Codec, class Check>
void for_multiplicands(unsigned min_bits, unsigned bits, const Check& check) {
  Random random;
  for (const mpz_class& q : moduli_of(min_bits, bits, false, random)) {
    Corners corners(q, random);
    for (int i = 0; i < 200; ++i) {
      const mpz_class w = corners.multiplicand();
      check(encoded<Codec>(w, q), w, q);
      if (::testing::Test::HasFailure()) {
        FAIL() << "w = " << w.get_str() << ", q = " << q.get_str();
      }
    }
  }
}

/// Expects `quotient` to be w/q rounded to a multiple of 2^-54, for a centred w.
void expect_rounded_quotient(double quotient, const mpz_class& w, const mpz_class& q) {
  const mpz_class error = mpz_class(std::ldexp(quotient, 60)) * q - (w << 60);
  EXPECT_TRUE(abs(error) <= q << 5) << "the quotient " << quotient;
}

TEST(Codecs, NegativeQuotientsOfFullWords) {
  for_multiplicands<arith::FullWordsCodec>(63, 64, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
    const mpz_class scaled = w << 64;
    EXPECT_TRUE(integer(limbs[0]) == residue(scaled, q));
    EXPECT_TRUE(residue(integer(limbs[1]) + scaled / q, mpz_class(1) << 64) == 0);
  });
}

TEST(Codecs, ShoupQuotientsOfOneWord) {
  for_multiplicands<arith::ShoupCodec<std::uint64_t>>(
      2, 62, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
        EXPECT_TRUE(integer(limbs[0]) == w && integer(limbs[1]) == (w << 64) / q);
      });
  for_multiplicands<arith::Ifma52Codec>(2, 50, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
    EXPECT_TRUE(integer(limbs[0]) == w && integer(limbs[1]) == (w << 52) / q);
  });
  for_multiplicands<arith::ShoupCodec<ringlet::uint128_t>>(
      2, 124, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
        EXPECT_TRUE(joined(limbs, 0, 2, 64) == w && joined(limbs, 2, 2, 64) == (w << 128) / q);
      });
}

TEST(Codecs, ShoupQuotientsOf32Bits) {
  // Values, then quotients, each in half a word.
  const std::uint64_t q = 4294967291, w[] = {q - 1, 3, 0, 2147483648};
  std::uint64_t group[4];
  for (std::size_t i = 0; i < 4; ++i) arith::Shoup32Codec::encode(group, i, 4, w[i], arith::make_modulus(q));
  for (std::size_t i = 0; i < 4; ++i) {
    const auto half = [&](std::size_t at) { return group[at / 2] >> (32 * (at % 2)) & 0xffffffff; };
    EXPECT_EQ(half(i), w[i]);
    EXPECT_EQ(half(4 + i), (w[i] << 32) / q);
  }
}

TEST(Codecs, ShoupQuotientsOfTwoLimbs) {
  for_multiplicands<arith::Shoup52x2Codec>(2, 61, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
    EXPECT_TRUE(integer(limbs[0]) == w);
    EXPECT_TRUE((integer(limbs[1]) << 52) + integer(limbs[2]) == (w << 104) / q);
  });
}

TEST(Codecs, CentredDoubles) {
  for_multiplicands<arith::Fma53Codec>(2, 50, [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
    const mpz_class centred = as_double(limbs[0]);
    EXPECT_TRUE(2 * abs(centred) <= q && residue(centred, q) == w);
    expect_rounded_quotient(as_double(limbs[1]), centred, q);
  });
}

TEST(Codecs, LimbsOfGoldilocks) {
  const mpz_class q("18446744069414584321");
  Random random;
  Corners corners(q, random);
  for (int i = 0; i < 2000; ++i) {
    const mpz_class w = corners.multiplicand();
    const Limbs limbs = encoded<arith::Goldilocks52Codec>(w, q);
    for (unsigned power = 0; power < 2; ++power) {
      const mpz_class a = integer(limbs[power]), b = integer(limbs[2 + power]);
      EXPECT_TRUE(a % 16 == 0 && a / 16 < (mpz_class(1) << 32) + (1 << 16)) << w.get_str();
      EXPECT_TRUE(b % 16 == 0 && b / 16 < mpz_class(1) << 32) << w.get_str();
      EXPECT_TRUE(residue(a / 16 + (b << 44) - (w << (48 * power)), q) == 0) << w.get_str();
    }
  }
}

/// Checks rows of 52-bit limbs. The quotients of narrow ones are not raised.
template <unsigned limb_count, bool narrow, class Word = uint128_t>
void check_rows() {
  constexpr unsigned digit_bits = narrow ? (limb_count == 3 ? 43 : 49) : 52;
  constexpr unsigned multiple = narrow ? 1 : (limb_count == 3 ? 4 : 2);
  for_multiplicands<arith::RowCodec<limb_count, narrow, Word>>(
      limb_count == 3     ? 99
      : sizeof(Word) == 8 ? 63
                          : 61,
      limb_count == 3     ? 124
      : sizeof(Word) == 8 ? 64
                          : 98,
      [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
        for (unsigned row = 0; row < limb_count; ++row) {
          const mpz_class of_row = (w << (digit_bits * row)) % q;
          EXPECT_TRUE(joined(limbs, (row + 1) * limb_count, limb_count, 52) == of_row) << "row " << row;
          EXPECT_TRUE(integer(limbs[row]) == (of_row << 52) / (multiple * q) + (narrow ? 0 : 1)) << "row " << row;
        }
      });
}

TEST(Codecs, RowsOf52BitLimbs) {
  check_rows<2, false>();
  check_rows<2, false, std::uint64_t>();
  check_rows<3, false>();
  check_rows<2, true>();
  check_rows<3, true>();
}

/// Checks rows of balanced limbs in doubles.
template <unsigned limb_count>
void check_double_rows() {
  constexpr unsigned bits = limb_count == 3 ? 42 : 50;
  for_multiplicands<arith::FmaRowCodec<limb_count>>(
      limb_count == 3 ? 99 : 61, limb_count == 3 ? 124 : 98,
      [](const Limbs& limbs, const mpz_class& w, const mpz_class& q) {
        for (unsigned row = 0; row < limb_count; ++row) {
          mpz_class of_row = 0;
          for (unsigned j = limb_count; j-- > 0;) {
            const double limb = as_double(limbs[(row + 1) * limb_count + j]);
            EXPECT_LE(std::abs(limb), std::ldexp(0.5, bits));
            of_row = (of_row << bits) + mpz_class(limb);
          }
          EXPECT_TRUE(2 * abs(of_row) <= q && residue(of_row - (w << (bits * row)), q) == 0) << "row " << row;
          expect_rounded_quotient(as_double(limbs[row]), of_row, q);
        }
      });
}

TEST(Codecs, RowsOfDoubles) {
  check_double_rows<2>();
  check_double_rows<3>();
}

/// Encodes factor number `index` of `count`. The distance between its words is the number of factors.
template <class Codec>
std::vector<std::uint64_t> words_of_factor(std::uint64_t w, std::size_t index, std::size_t count) {
  std::vector<std::uint64_t> group(count * Codec::words);
  Codec::encode(group.data(), index, count, w, arith::make_modulus(w + 1));
  std::vector<std::uint64_t> words;
  for (std::size_t i = index; i < group.size(); i += count) words.push_back(group[i]);
  return words;
}

TEST(Codecs, FactorsOfDotProductsWhereverTheyStand) {
  using Words = std::vector<std::uint64_t>;
  Random random;
  for (std::size_t count = 1; count <= 4; ++count) {
    for (std::size_t index = 0; index < count; ++index) {
      const std::uint64_t w = 1 + random.up_to((std::uint64_t{1} << 49) - 3);
      const std::uint64_t low30 = w % (1U << 30), high30 = w >> 30, low31 = w % (1U << 31), high31 = w >> 31;
      EXPECT_EQ(words_of_factor<arith::WordCodec>(w, index, count), Words{w});
      EXPECT_EQ(words_of_factor<arith::DoubleCodec>(w, index, count),
                Words{std::bit_cast<std::uint64_t>(static_cast<double>(w))});
      EXPECT_EQ(words_of_factor<arith::Dot52LongCodec>(w, index, count), (Words{w, w / 8}));
      EXPECT_EQ(words_of_factor<arith::DotLimbsCodec<30>>(w, index, count), (Words{low30, high30, low30 + high30}));
      EXPECT_EQ(words_of_factor<arith::DotLimbsCodec<31>>(w, index, count), (Words{low31, high31, low31 + high31}));
    }
  }
}

TEST(Codecs, InversesOfModuliInDoublesAreNextToThem) {
  Random random;
  for (const mpz_class& q : moduli_of(2, 50, false, random)) {
    const auto m = arith::make_modulus(low_word(q));
    std::array<std::uint64_t, arith::DotDoublesModulusCodec::words> constants{};
    arith::DotDoublesModulusCodec::encode(constants.data(), m);
    EXPECT_TRUE(mpz_class(as_double(constants[0])) == q && integer(constants[3]) == q) << q.get_str();
    // The inverse is a double of 53 bits whose last bit is 2^-(52 + bits).
    const mpz_class inverse = std::ldexp(as_double(constants[1]), 52 + static_cast<int>(m.bits));
    EXPECT_TRUE(2 * abs(inverse * q - (mpz_class(1) << (52 + m.bits))) <= q) << q.get_str();
  }
}

}  // namespace
}  // namespace ringlet_test
