// Compares the range checks of numbers in limbs with GMP, at both ends of a range and in any redundant form.
#include "kernels/range_check.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/random.hpp"

namespace ringlet_test {
namespace {

using ringlet::uint128_t;
using ringlet::arith::Bound;
using ringlet::arith::Range;

constexpr std::size_t lanes = 4;

mpz_class integer(uint128_t x) {
  return (mpz_class(static_cast<unsigned long>(x >> 64)) << 64) + static_cast<unsigned long>(x);
}

bool passes(const std::function<void()>& check) {
  try {
    check();
  } catch (const std::logic_error&) {
    return false;
  }
  return true;
}

/// Writes x to one lane of a cell. Limbs of 52 bits stay uncarried: each but the last is 2^61 too large, each but the
/// first 2^9 too small. With doubles, the top limb holds the remainder with its sign.
void put_multiword(std::vector<std::uint64_t>& cell, std::size_t lane, const mpz_class& x,
                   ringlet::arith::MultiwordFormat format) {
  for (unsigned i = 0; i < format.limbs; ++i) {
    const mpz_class above = x >> (format.limb_bits * i);
    mpz_class limb;
    mpz_fdiv_r_2exp(limb.get_mpz_t(), above.get_mpz_t(), format.limb_bits);
    cell[i * lanes + lane] = mpz_getlimbn(limb.get_mpz_t(), 0);
    if (format.in_doubles) {
      const double value = (i + 1 < format.limbs ? limb : above).get_d();
      cell[i * lanes + lane] = std::bit_cast<std::uint64_t>(value);
    }
    if (format.limb_bits != 52) continue;
    if (i + 1 < format.limbs) cell[i * lanes + lane] += std::uint64_t{1} << 61;
    if (i > 0) cell[i * lanes + lane] -= std::uint64_t{1} << 9;
  }
}

/// Returns floor(bound/256 q) and its two neighbours.
std::vector<mpz_class> neighbours(Bound bound, uint128_t q) {
  mpz_class floor;
  mpz_fdiv_q_2exp(floor.get_mpz_t(), mpz_class(bound * integer(q)).get_mpz_t(), 8);
  return {floor - 1, floor, floor + 1};
}

class RangeChecks : public ::testing::TestWithParam<unsigned> {
 protected:
  /// Number of limbs: two hold moduli up to 98 bits, three up to 124.
  [[nodiscard]] unsigned limb_count() const { return GetParam(); }
  [[nodiscard]] std::vector<uint128_t> moduli() {
    const unsigned least = limb_count() == 2 ? 61 : 99, most = limb_count() == 2 ? 98 : 124;
    const uint128_t smallest = uint128_t{1} << (least - 1), beyond = uint128_t{1} << most;
    const uint128_t random = (uint128_t{random_.word()} << 64 | random_.word()) % (beyond - smallest) + smallest;
    return {smallest, smallest + 1, random, beyond - 1};
  }

  /// Splits x into limbs; each carries up to `redundancy` units too many or too few from the limb below.
  [[nodiscard]] std::vector<mpz_class> limbs_of(mpz_class x, unsigned limb_bits, std::uint64_t redundancy) {
    std::vector<mpz_class> limbs(limb_count());
    for (unsigned i = 0; i + 1 < limb_count(); ++i) {
      mpz_class rest;
      mpz_fdiv_q_2exp(rest.get_mpz_t(), x.get_mpz_t(), limb_bits);
      rest += static_cast<unsigned long>(random_.up_to(redundancy));
      rest -= static_cast<unsigned long>(random_.up_to(redundancy));
      limbs[i] = x - (rest << limb_bits);
      x = rest;
    }
    limbs.back() = x;
    return limbs;
  }

  template <class ToWord>
  void put(std::vector<std::uint64_t>& vector, std::size_t lane, const std::vector<mpz_class>& limbs, ToWord to_word) {
    for (unsigned i = 0; i < limb_count(); ++i) vector[i * lanes + lane] = to_word(limbs[i]);
  }

  Random random_;
};

std::uint64_t word_of(const mpz_class& limb) { return static_cast<std::uint64_t>(limb.get_si()); }
std::uint64_t double_of(const mpz_class& limb) { return std::bit_cast<std::uint64_t>(limb.get_d()); }

TEST_P(RangeChecks, OfLimbsAreExact) {
  for (const uint128_t q : moduli()) {
    for (const Range range : {Range{0, 1}, Range{0, 256}, Range{256, 512}, Range{1, 777},
                              Range{512, limb_count() == 3 ? Bound{1} << 39 : 4096}}) {
      const mpz_class low = range.low * integer(q), high = range.high * integer(q);
      std::vector<mpz_class> values = neighbours(range.low, q);
      for (const mpz_class& x : neighbours(range.high, q)) values.push_back(x);
      const mpz_class inside = values[range.low == 0 ? 1 : 2];
      for (const mpz_class& x : values) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          std::vector<std::uint64_t> vector(lanes * limb_count());
          for (std::size_t i = 0; i < lanes; ++i) {
            std::vector<mpz_class> limbs = limbs_of(i == lane ? x : inside, 52, 1000);
            limbs.back() += mpz_class(static_cast<unsigned long>(random_.up_to(7))) << 52;
            put(vector, i, limbs, word_of);
          }
          // A number counts modulo 2^(52 limbs), so a negative one is too large.
          EXPECT_EQ(passes([&] { ringlet::kernels::check_limbs(vector.data(), lanes, limb_count(), q, range); }),
                    256 * x >= low && 256 * x < high)
              << x.get_str() << " in lane " << lane << ", [" << range.low << ", " << range.high
              << ") q/256, q = " << integer(q).get_str();
        }
      }
    }
  }
}

TEST_P(RangeChecks, OfLimbsInDoublesAreExact) {
  const unsigned limb_bits = limb_count() == 3 ? 42 : 50;
  for (const uint128_t q : moduli()) {
    for (const Bound bound : {1u, 256u, 777u, limb_count() == 3 ? 128 * 256u : 8 * 256u}) {
      for (const mpz_class& magnitude : neighbours(bound, q)) {
        for (const mpz_class& x : {magnitude, mpz_class(-magnitude)}) {
          for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::vector<std::uint64_t> vector(lanes * limb_count());
            put(vector, lane, limbs_of(x, limb_bits, 4), double_of);
            EXPECT_EQ(passes([&] {
                        ringlet::kernels::check_double_limbs(vector.data(), lanes, limb_count(), limb_bits, q, bound);
                      }),
                      256 * magnitude < bound * integer(q))
                << x.get_str() << " in lane " << lane << ", bound " << bound << ", q = " << integer(q).get_str();
          }
        }
      }
    }
  }
}

TEST_P(RangeChecks, OfDoublesWantSmallIntegers) {
  constexpr uint128_t q = (uint128_t{1} << 98) - 1;
  for (const double limb : {0.5, -0.5, 0x1p53, -0x1p53, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < lanes * limb_count(); ++i) {
      std::vector<std::uint64_t> vector(lanes * limb_count());
      vector[i] = std::bit_cast<std::uint64_t>(limb);
      EXPECT_FALSE(passes([&] {
        ringlet::kernels::check_double_limbs(vector.data(), lanes, limb_count(), 42, q, 1u << 16);
      })) << limb
          << " in word " << i;
    }
  }
}

using ringlet::arith::MultiwordFormat;

class MultiwordRangeChecks : public ::testing::TestWithParam<MultiwordFormat> {
 protected:
  /// Draws a modulus of four words, 247 bits.
  void SetUp() override {
    Random random;
    constants_.words = 4;
    for (unsigned i = 4; i-- > 0;) {
      constants_.q[i] = i == 3 ? random.word() >> 9 | std::uint64_t{1} << 54 : random.word();
      q_ = (q_ << 64) + static_cast<unsigned long>(constants_.q[i]);
    }
  }

  ringlet::MultiwordModulusConstants constants_{};
  mpz_class q_ = 0;
};

TEST_P(MultiwordRangeChecks, HoldAtBothEnds) {
  Random random;
  const MultiwordFormat format = GetParam();
  for (const int low : {-1000, -256, 0, 256, 1000}) {
    if (low < 0 && !format.in_doubles) continue;  // these limbs cannot tell it from a number near 2^(52 limbs)
    for (const int high : {low + 256, 5000}) {
      for (const int bound : {low, high}) {
        mpz_class end;
        mpz_cdiv_q_2exp(end.get_mpz_t(), mpz_class(bound * q_).get_mpz_t(), 8);
        for (const int offset : {-1, 0, 1}) {
          const mpz_class x = end + offset;
          if (x < 0 && !format.in_doubles) continue;
          const std::size_t lane = random.up_to(lanes - 1);
          std::vector<std::uint64_t> cell(lanes * format.limbs);
          for (std::size_t i = 0; i < lanes; ++i) {
            put_multiword(cell, i, i == lane ? x : mpz_class(low * q_ / 256 + 1), format);
          }
          EXPECT_EQ(passes([&] {
                      ringlet::kernels::check_multiword_cell(cell.data(), lanes, format, constants_, {low, high});
                    }),
                    256 * x >= low * q_ && 256 * x < high * q_)
              << x.get_str() << ", " << low << ", " << high << ", q = " << q_.get_str();
        }
      }
    }
  }
}

TEST_P(MultiwordRangeChecks, OfDoublesWantSmallIntegers) {
  const MultiwordFormat format = GetParam();
  if (!format.in_doubles) return;
  for (const double limb : {0.5, -0.5, 0x1p53, -0x1p53, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < lanes * format.limbs; ++i) {
      std::vector<std::uint64_t> cell(lanes * format.limbs);
      cell[i] = std::bit_cast<std::uint64_t>(limb);
      EXPECT_FALSE(passes([&] {
        ringlet::kernels::check_multiword_cell(cell.data(), lanes, format, constants_, {-64 * 256, 64 * 256});
      })) << limb
          << " in word " << i;
    }
  }
}

/// Formats: words, uncarried limbs, and doubles.
INSTANTIATE_TEST_SUITE_P(All, MultiwordRangeChecks,
                         ::testing::Values(MultiwordFormat{.limb_bits = 64, .limbs = 4, .rows = 1},
                                           MultiwordFormat{52, 5, 5}, MultiwordFormat{43, 6, 6, true}),
                         [](const auto& test) { return "of" + std::to_string(test.param.limb_bits) + "bits"; });

INSTANTIATE_TEST_SUITE_P(All, RangeChecks, ::testing::Values(2u, 3u),
                         [](const auto& test) { return std::to_string(test.param) + "limbs"; });

TEST(RangeChecksOfWords, OfLanesAreExact) {
  for (const std::uint64_t q : {std::uint64_t{3}, (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 61) - 1}) {
    for (const Range range : {Range{0, 256}, Range{256, 512}, Range{1, 777}, Range{512, 1024}}) {
      std::vector<mpz_class> values = neighbours(range.low, q);
      for (const mpz_class& x : neighbours(range.high, q)) values.push_back(x);
      for (const mpz_class& x : values) {
        if (x < 0) continue;
        const bool is_inside = 256 * x >= range.low * integer(q) && 256 * x < range.high * integer(q);
        const std::uint64_t word = x.get_ui(), lanes_of[] = {q, word};
        const uint128_t long_word = word;
        EXPECT_EQ(passes([&] { ringlet::kernels::check_lanes(&word, 1, ~std::uint64_t{0}, q, range); }), is_inside);
        EXPECT_EQ(passes([&] { ringlet::kernels::check_lanes(&long_word, 1, ~uint128_t{0}, q, range); }), is_inside);
        if (range.low == 0 && x.get_d() < 0x1p52) {
          const auto negative = std::bit_cast<std::uint64_t>(-x.get_d());
          EXPECT_EQ(passes([&] { ringlet::kernels::check_double_lanes(&negative, 1, q, range.high); }), is_inside);
        }
        // Also in the second lane behind one in range, and with bits above the mask.
        if (range.low != 256) continue;
        EXPECT_EQ(passes([&] { ringlet::kernels::check_lanes(lanes_of, 2, ~std::uint64_t{0}, q, range); }), is_inside);
        const std::uint64_t above = word | std::uint64_t{1} << 63;
        EXPECT_EQ(passes([&] { ringlet::kernels::check_lanes(&above, 1, ~std::uint64_t{0} >> 1, q, range); }),
                  is_inside);
      }
    }
  }
}

}  // namespace
}  // namespace ringlet_test
