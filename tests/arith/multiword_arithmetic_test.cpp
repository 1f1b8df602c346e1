// Compares arithmetics on numbers of several words with GMP in each lane: at both ends of their operations' ranges,
// with redundant limbs, modulo the shortest and the longest moduli.

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "arith/multiword_format.hpp"
#include "arith/multiword_operation.hpp"
#include "arith/representation.hpp"
#include "multiword/multiword_cases.hpp"
#include "reference/multiword_words.hpp"
#include "support/backends.hpp"
#include "support/random.hpp"

namespace ringlet_test {
namespace {

using reference::power_of_two;

struct MultiwordCase {
  const char* backend;
  const TestedMultiwordArithmetic* arithmetic;
};

std::ostream& operator<<(std::ostream& out, const MultiwordCase& tested) {
  return out << tested.arithmetic->name << " of " << tested.arithmetic->twiddles.limbs << " limbs on "
             << tested.backend;
}

std::vector<MultiwordCase> all_multiword_cases() {
  std::vector<MultiwordCase> cases;
  for (const auto* backend :
       {&multiword_arithmetics_on_avx2, &multiword_arithmetics_on_avx512dq, &multiword_arithmetics_on_avx512ifma}) {
    for (const TestedMultiwordArithmetic& arithmetic : backend->arithmetics)
      cases.push_back({backend->name, &arithmetic});
  }
  return cases;
}

/// Memory for a cell, for rows of multiplicands or for constants, aligned to a cache line.
struct Cell {
  alignas(64) std::array<std::uint64_t, 4096> word{};
};

class MultiwordArithmetics : public ::testing::TestWithParam<MultiwordCase> {
 protected:
  void SetUp() override {
    if (!is_supported(GetParam().backend)) GTEST_SKIP() << "this CPU does not support " << GetParam().backend;
  }

  [[nodiscard]] const TestedMultiwordArithmetic& arithmetic() const { return *GetParam().arithmetic; }
  [[nodiscard]] bool in_doubles() const { return arithmetic().twiddles.in_doubles; }
  [[nodiscard]] unsigned limbs() const { return arithmetic().twiddles.limbs; }
  [[nodiscard]] unsigned limb_bits() const { return arithmetic().twiddles.limb_bits; }
  [[nodiscard]] unsigned lanes() const { return arithmetic().lanes; }

  /// Returns odd moduli: the shortest and the longest that the arithmetic serves, and some in between.
  [[nodiscard]] std::vector<mpz_class> moduli() {
    const mpz_class least = power_of_two(arithmetic().min_modulus_bits - 1) + 1;
    mpz_class most = (power_of_two(arithmetic().capacity_bits) * ringlet::arith::one_q) / arithmetic().capacity;
    most = std::min<mpz_class>(most, power_of_two(64 * arithmetic().words - 1) - 1);
    most -= most % 2 == 0 ? 1 : 0;
    std::vector<mpz_class> all{least, least + 2, most - 2, most};
    for (unsigned i = 0; i < 4; ++i) all.push_back(least + random_below(random_, most - least) / 2 * 2);
    return all;
  }

  /// Draws an operand at an end of its range, next to a multiple of q, or anywhere in the range.
  [[nodiscard]] mpz_class operand(SignedRange range, const mpz_class& q) {
    mpz_class low, end;
    mpz_cdiv_q_2exp(low.get_mpz_t(), mpz_class(range.low * q).get_mpz_t(), 8);
    mpz_cdiv_q_2exp(end.get_mpz_t(), mpz_class(range.high * q).get_mpz_t(), 8);
    switch (random_.up_to(3)) {
      case 0:
        return low + integer(random_.up_to(2));
      case 1:
        return end - 1 - integer(random_.up_to(2));
      case 2: {
        const mpz_class x = (low + random_below(random_, end - low)) / q * q + integer(random_.up_to(2)) - 1;
        return std::clamp<mpz_class>(x, low, end - 1);
      }
      default:
        return low + random_below(random_, end - low);
    }
  }

  /// Writes x to a lane. Each limb below the top holds up to `redundancy` units of the next one too
  /// many or too few: 2^51.7 for finished numbers in doubles (docs/bounds/multiword.md, 19.1), 2^59 in
  /// words, where 2^62 is allowed (18.3).
  void put(Cell& cell, unsigned lane, mpz_class x) {
    const std::uint64_t redundancy = in_doubles() ? 400 : 120;
    for (unsigned i = 0; i < limbs(); ++i) {
      mpz_class limb = x;
      if (i + 1 < limbs()) {
        mpz_class rest = floor_of_quotient(x, power_of_two(limb_bits()));
        const std::uint64_t kind = random_.up_to(2);
        rest += kind == 0 ? integer(random_.up_to(2 * redundancy)) - integer(redundancy)
                          : mpz_class(kind == 1 ? integer(redundancy) : mpz_class(-integer(redundancy)));
        limb = x - rest * power_of_two(limb_bits());
        x = rest;
      }
      cell.word[i * lanes() + lane] =
          in_doubles() ? std::bit_cast<std::uint64_t>(limb.get_d())
                       : low_word(limb) & (i + 1 < limbs() ? ~std::uint64_t{0} : (std::uint64_t{1} << 52) - 1);
    }
  }

  /// Reads a lane. Returns nothing if a double is not an integer below 2^53 in magnitude.
  [[nodiscard]] std::optional<mpz_class> get(const Cell& cell, unsigned lane, SignedRange range) const {
    mpz_class x = 0;
    for (unsigned i = limbs(); i-- > 0;) {
      const std::uint64_t word = cell.word[i * lanes() + lane];
      const auto value = std::bit_cast<double>(word);
      if (in_doubles() &&
          !(value < 0x1p53 && value > -0x1p53 && value == static_cast<double>(static_cast<std::int64_t>(value)))) {
        return {};
      }
      const auto limb = in_doubles() ? static_cast<std::int64_t>(value) : static_cast<std::int64_t>(word);
      x = x * power_of_two(limb_bits()) + mpz_class(static_cast<long>(limb));
    }
    if (in_doubles()) return x;
    // The top limb counts modulo 2^52.
    const mpz_class modulus = power_of_two(52 * limbs());
    x = residue(x, modulus);
    return range.low < 0 && 2 * x >= modulus ? x - modulus : x;
  }

  /// Returns w in rows: w 2^(limb_bits (i + 1)) mod q, or in doubles w 2^(limb_bits i).
  [[nodiscard]] std::vector<std::uint64_t> rows_of(const mpz_class& w, const mpz_class& q,
                                                   const ringlet::MultiwordModulusConstants& constants) const {
    const ringlet::arith::MultiwordFormat format = arithmetic().twiddles;
    std::vector<std::uint64_t> rows(format.words());
    for (unsigned i = 0; i < format.rows; ++i) {
      const mpz_class row = w * power_of_two(limb_bits() * (i + (in_doubles() ? 0 : 1))) % q;
      encode_row(std::span(rows).subspan(i * format.row_words(), format.row_words()), words_of(row), format, constants);
    }
    return rows;
  }

  [[nodiscard]] std::vector<std::uint64_t> words_of(const mpz_class& x) const {
    std::vector<std::uint64_t> words(arithmetic().words);
    reference::put_words(words, x);
    return words;
  }

  /// Joins the first limbs. Expects them in the range of multiplicands: in doubles, half the radix in magnitude.
  [[nodiscard]] mpz_class value_of_limbs(std::span<const std::uint64_t> words) const {
    const mpz_class radix = power_of_two(limb_bits());
    mpz_class x = 0;
    for (unsigned i = limbs(); i-- > 0;) {
      const mpz_class limb = in_doubles() ? mpz_class(std::bit_cast<double>(words[i])) : integer(words[i]);
      EXPECT_TRUE(in_doubles() ? 2 * abs(limb) <= radix : limb < radix) << "limb " << i << " is " << limb.get_str();
      x = x * radix + limb;
    }
    return x;
  }

  /// Expects q in balanced and in other limbs, and three powers of two over q with a relative error of at most 2^-51.9
  /// (docs/bounds/multiword.md, section 19.3).
  void expect_right_constants_in_doubles(const mpz_class& q, const ringlet::MultiwordModulusConstants& constants) {
    Cell encoded;
    arithmetic().codec.encode(encoded.word.data(), constants);
    const std::span<const std::uint64_t> words(encoded.word);
    EXPECT_EQ(value_of_limbs(words), q);
    mpz_class plain = 0;
    for (unsigned i = limbs(); i-- > 0;) {
      const double limb = std::bit_cast<double>(words[limbs() + i]);
      EXPECT_TRUE(limb >= 0 && limb < std::ldexp(1, static_cast<int>(limb_bits()))) << limb;
      plain = plain * power_of_two(limb_bits()) + mpz_class(limb);
    }
    EXPECT_EQ(plain, q);
    for (unsigned i = 0; i < 3; ++i) {
      // Times 2^1400, both are integers.
      const mpz_class exact =
          power_of_two(1400) * power_of_two(limb_bits() * (limbs() - 1)) / (power_of_two(limb_bits() * i) * q);
      const mpz_class ratio(std::ldexp(std::bit_cast<double>(words[2 * limbs() + i]), 700));
      EXPECT_LE(abs(ratio * power_of_two(700) - exact) * power_of_two(52) * 100, exact * 107)
          << i << ", modulo " << q.get_str();
    }
  }

  void expect_right(const MultiwordOperation& operation, const mpz_class& q) {
    const ringlet::MultiwordModulusConstants constants = constants_of(q, arithmetic().words);
    Cell encoded, twiddle, lane_twiddles, x, y, out;
    arithmetic().codec.encode(encoded.word.data(), constants);
    const mpz_class shared = operand(ringlet::arith::signed_range(0, 1), q);
    std::ranges::copy(rows_of(shared, q, constants), twiddle.word.begin());
    std::vector<mpz_class> xs, ys, ws;
    for (unsigned lane = 0; lane < lanes(); ++lane) {
      xs.push_back(operand(operation.x, q));
      ys.push_back(operation.meaning == MultiwordMeaning::product ? operand(operation.y, q) : mpz_class(0));
      ws.push_back(operand(ringlet::arith::signed_range(0, 1), q));
      put(x, lane, xs.back());
      put(y, lane, ys.back());
      const auto rows = rows_of(ws.back(), q, constants);
      for (unsigned i = 0; i < rows.size(); ++i) lane_twiddles.word[i * lanes() + lane] = rows[i];
    }
    operation.run({.q = &constants,
                   .constants = encoded.word.data(),
                   .twiddle = twiddle.word.data(),
                   .lane_twiddles = lane_twiddles.word.data(),
                   .x = x.word.data(),
                   .y = y.word.data(),
                   .out = out.word.data()});
    for (unsigned lane = 0; lane < lanes(); ++lane) {
      const mpz_class factor = operation.meaning == MultiwordMeaning::shared_product ? shared
                               : operation.meaning == MultiwordMeaning::lane_product ? ws[lane]
                               : operation.meaning == MultiwordMeaning::product      ? ys[lane]
                                                                                     : mpz_class(1);
      mpz_class scale = 1;
      if (operation.meaning == MultiwordMeaning::product && !in_doubles()) {
        scale = reference::inverse(power_of_two(52 * limbs()), q);
      }
      const std::optional<mpz_class> result =
          operation.meaning == MultiwordMeaning::words ? number_in_words(out, lane) : get(out, lane, operation.result);
      const auto where = [&] {
        return std::string(operation.name) + ", lane " + std::to_string(lane) + ", q = " + q.get_str() +
               ", x = " + xs[lane].get_str() + ", factor = " + factor.get_str();
      };
      ASSERT_TRUE(result.has_value()) << where();
      ASSERT_TRUE(residue(*result, q) == residue(xs[lane] * factor * scale, q)) << where() << ": " << result->get_str();
      ASSERT_TRUE(256 * *result >= operation.result.low * q && 256 * *result < operation.result.high * q)
          << where() << ": " << result->get_str() << " is out of range";
    }
  }

  [[nodiscard]] mpz_class number_in_words(const Cell& cell, unsigned lane) const {
    return reference::integer_of(std::span(cell.word).subspan(lane * arithmetic().words, arithmetic().words));
  }

  Random random_;
};

TEST_P(MultiwordArithmetics, AreRightAndInRangeInEveryLane) {
  for (const mpz_class& q : moduli()) {
    for (const MultiwordOperation& operation : arithmetic().operations) {
      for (unsigned call = 0; call < 256 / lanes(); ++call) {
        expect_right(operation, q);
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// The bounds rely on these multiplicands and constants in doubles: an error would show in
/// products of rare operands only.
TEST_P(MultiwordArithmetics, RowsAreAsTheBoundsWantThem) {
  const ringlet::arith::MultiwordFormat format = arithmetic().twiddles;
  for (const mpz_class& q : moduli()) {
    const ringlet::MultiwordModulusConstants constants = constants_of(q, arithmetic().words);
    if (in_doubles()) expect_right_constants_in_doubles(q, constants);
    std::vector<mpz_class> numbers{0, 1, q / 2, q / 2 + 1, q - 1};
    while (numbers.size() < 300) numbers.push_back(operand(ringlet::arith::signed_range(0, 1), q));
    for (const mpz_class& x : numbers) {
      std::vector<std::uint64_t> row(format.row_words());
      encode_row(row, words_of(x), format, constants);
      const mpz_class value = value_of_limbs(row);
      ASSERT_EQ(residue(value, q), x) << "modulo " << q.get_str();
      if (!in_doubles()) continue;
      ASSERT_LE(abs(value), q / 2);
      // The error is at most 2^-54 (docs/bounds/multiword.md, section 19.2).
      const mpz_class quotient(std::ldexp(std::bit_cast<double>(row[limbs()]), 64));
      ASSERT_LE(abs(quotient * q - value * power_of_two(64)), q << 10) << x.get_str() << " modulo " << q.get_str();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MultiwordArithmetics, ::testing::ValuesIn(all_multiword_cases()), [](const auto& test) {
  return test_name(std::string(test.param.backend) + "_" + test.param.arithmetic->name + "x" +
                   std::to_string(test.param.arithmetic->twiddles.limbs));
});

}  // namespace
}  // namespace ringlet_test
