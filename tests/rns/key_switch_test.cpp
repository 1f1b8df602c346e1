// Compares key switching with its definition by GMP's integers and schoolbook products, on every backend.
#include "ringlet/key_switch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "reference/primes.hpp"
#include "rns/rns_cases.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Automorphism;
using ringlet::Domain;
using ringlet::KeySwitch;
using ringlet::Lift;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::SwitchingKey;

using Integers = std::vector<mpz_class>;

struct KeySwitchCase {
  std::string name;
  std::size_t n;
  Words base;
  Words special;
  std::size_t digit_size;
  std::uint64_t plaintext_modulus;
  Lift digits = Lift::floor;
  Lift division = Lift::centred;
  Domain domain = Domain::evaluations;
  bool has_other_roots = false;
  unsigned digit_bits = 0;

  /// Digit: moduli [begin, end) and the lowest bit.
  struct Digit {
    std::size_t begin;
    std::size_t end;
    std::size_t shift;
  };
  /// Returns the digits of a level.
  [[nodiscard]] std::vector<Digit> digits_of(std::size_t level) const {
    std::vector<Digit> result;
    for (std::size_t begin = 0; begin < level; begin += digit_size) {
      const std::size_t end = std::min(level, begin + digit_size);
      for (std::size_t shift = 0; shift == 0 || (digit_bits > 0 && base[begin] >> shift != 0); shift += digit_bits) {
        result.push_back({begin, end, shift});
        if (digit_bits == 0 || shift + digit_bits >= 64) break;
      }
    }
    return result;
  }
};

const std::vector<KeySwitchCase>& cases() {
  static const std::vector<KeySwitchCase> all = [] {
    std::vector<KeySwitchCase> result;
    const auto add = [&](const std::string& name, std::size_t n, const Words& moduli, std::size_t count,
                         std::size_t digit_size, std::uint64_t t = 1) {
      result.push_back({name + "_n" + std::to_string(n) + "_alpha" + std::to_string(digit_size), n,
                        part(moduli, 0, count), part(moduli, count, moduli.size()), digit_size, t});
    };
    for (const std::size_t n : {2U, 8U, 16U, 32U}) add("one_digit", n, primes(50, 2, 2 * n), 1, 1);
    for (const unsigned bits : {30U, 49U, 50U, 55U, 60U, 61U, 62U}) {
      for (const std::size_t digit_size : {1U, 2U, 3U}) {
        add("four_of_" + std::to_string(bits), 32, primes(bits, 4 + digit_size, 64), 4, digit_size);
      }
    }
    add("seven_of_50", 16, primes(50, 10, 32), 7, 3);
    add("seven_of_50_t", 16, primes(50, 10, 32), 7, 3, 65537);
    add("bgv", 16, primes(55, 6, 32), 5, 1, 257);
    add("all_in_one_digit", 16, primes(49, 12, 32), 6, 9);
    add("six_together", 16, primes(50, 18, 32), 12, 6);
    // Digits that do not fit the lazy input of a shorter modulus.
    add("mixed", 32, joined({primes(30, 2, 64), primes(49, 1, 64), primes(60, 2, 64), primes(61, 2, 64)}), 5, 1);
    add("mixed", 32, joined({primes(30, 2, 64), primes(49, 1, 64), primes(60, 2, 64), primes(61, 2, 64)}), 5, 2);
    // Special primes just above 2^61, as Lattigo's, and both edges of 62 bits in each place.
    const Words longest = primes_of_62_bits(64);
    add("special_of_62", 32, joined({primes(55, 4, 64), part(longest, 0, 2)}), 4, 2);
    add("all_of_62", 32, longest, 2, 1);
    add("mixed_with_62", 32,
        joined(
            {{longest[0]}, primes(30, 1, 64), {longest[2]}, primes(50, 1, 64), part(longest, 3, 4), primes(61, 1, 64)}),
        4, 1);
    // One long modulus among short ones, first or last, of Q and of P.
    const Words short_ones = primes(50, 7, 64), long_ones = primes(60, 2, 64);
    for (const std::size_t digit_size : {1U, 2U, 3U}) {
      add("long_first", 32, joined({{long_ones[0]}, short_ones, {long_ones[1]}}), 6, digit_size);
      add("only_long_special", 32, joined({part(short_ones, 0, 5), {long_ones[0]}}), 5, digit_size);
      add("long_last", 32, joined({part(short_ones, 0, 5), long_ones, part(short_ones, 5, 7)}), 6, digit_size);
    }
    // A digit of more than four times the other moduli, which is not a lazy input either.
    const std::uint64_t longer = reference::largest_prime_below(std::uint64_t{9} << 49, 64).value();
    add("longer", 32, joined({{longer}, primes(50, 3, 64)}), 3, 1);
    // The lifts of other libraries: Lattigo's digits, OpenFHE's conversions, SEAL's division for BGV.
    for (const std::size_t digit_size : {1U, 2U}) {
      add("lattigo", 16, primes(55, 6, 32), 4, digit_size);
      result.back().digits = Lift::centred;
      add("openfhe", 16, primes(60, 6, 32), 4, digit_size);
      result.back().digits = result.back().division = Lift::approximate;
    }
    add("seal_bgv", 16, primes(50, 5, 32), 4, 1, 257);
    result.back().division = Lift::floor;
    add("thirty", 8, primes(50, 31, 16), 30, 1);
    // More digits, and more moduli of a digit, than pointers to rows that one call of a kernel takes.
    add("hundred", 2, primes(50, 101, 4), 100, 1);
    add("hundred_together", 2, primes(50, 140, 4), 70, 70);
    add("other_roots", 32, joined({primes(50, 4, 64), primes(61, 2, 64)}), 4, 2);
    result.back().has_other_roots = true;
    // Without special moduli, and digits in base 2^w: one or many, of which the last is shorter or not, and of which
    // none, one or all may lie in the upper half of [0, q).
    for (const Lift lift : {Lift::floor, Lift::centred}) {
      const std::string name = lift == Lift::floor ? "floor_" : "centred_";
      const auto add_bits = [&](const Words& moduli, std::size_t count, unsigned bits) {
        add(name + std::to_string(moduli.size()) + "_moduli_w" + std::to_string(bits), 8, moduli, count, 1);
        result.back().digits = lift;
        result.back().digit_bits = bits;
      };
      for (const unsigned bits : {0U, 7U, 25U, 48U, 49U, 50U, 63U, 64U, UINT_MAX}) add_bits(primes(50, 3, 16), 3, bits);
      for (const unsigned bits : {0U, 13U, 30U, 59U}) {
        add_bits(joined({primes(60, 1, 16), primes(30, 1, 16), primes(50, 2, 16)}), 4, bits);
      }
      for (const std::size_t special : {1U, 2U}) add_bits(primes(55, 4 + special, 16), 4, 20);
      add(name + "two_together", 8, primes(50, 5, 16), 5, 2);
      result.back().digits = lift;
    }
    // More digits than one sum takes.
    add("bits", 8, primes(50, 2, 16), 2, 1);
    result.back().digit_bits = 1;
    const std::vector<KeySwitchCase> on_evaluations = result;
    for (KeySwitchCase one : on_evaluations) {
      one.name += "_coefficients";
      one.domain = Domain::coefficients;
      result.push_back(std::move(one));
    }
    return result;
  }();
  return all;
}

/// Returns a b in Z[X]/(X^n + 1).
Integers product_in_ring(const Integers& a, const Integers& b) {
  const std::size_t n = a.size();
  Integers c(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i + j < n) {
        c[i + j] += a[i] * b[j];
      } else {
        c[i + j - n] -= a[i] * b[j];
      }
    }
  }
  return c;
}

Integers image(const Integers& a, std::uint64_t g) {
  const std::size_t n = a.size();
  Integers result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i * g % (2 * n);
    result[at % n] = at < n ? a[i] : mpz_class(-a[i]);
  }
  return result;
}

/// Definition of a key switch on coefficients.
class Definition {
 public:
  Definition(const KeySwitchCase& k, Random& random) : case_(k), all_(joined({k.base, k.special})) {
    const std::size_t digits = k.digits_of(k.base.size()).size();
    // Without the first integers, which are corners: sums of their products lie where
    // the division may round either way.
    constexpr std::size_t corners = 20;
    for (std::size_t i = 0; i < 2 * digits; ++i) {
      keys_.push_back(part(integers(random, corners + k.n, all_), corners, corners + k.n));
    }
  }

  /// Returns key polynomial b (0) or a (1) of digit d.
  [[nodiscard]] const Integers& key(std::size_t d, std::size_t polynomial) const { return keys_[2 * d + polynomial]; }
  [[nodiscard]] std::size_t digits() const { return keys_.size() / 2; }
  [[nodiscard]] const Words& all() const { return all_; }

  /// Returns the sum of the products of the images of c's digits and the key, for several c.
  [[nodiscard]] Integers sum(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g) const {
    Integers sum(case_.n);
    for (const Rows& rows : c) {
      for (std::size_t d = 0; d < case_.digits_of(rows.size()).size(); ++d) {
        const Integers images = product_in_ring(image(digit(rows, d), g), key(d, polynomial));
        for (std::size_t i = 0; i < case_.n; ++i) sum[i] += images[i];
      }
    }
    return sum;
  }

  /// Returns the residues of the result. The sums for several c are added before the division.
  /// g: the automorphism's exponent. divides_images: whether the division rounds its images, or the values before.
  [[nodiscard]] Rows result(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g,
                            bool divides_images = false) const {
    Integers values = sum(c, polynomial, g);
    if (divides_images) g = 1;
    std::uint64_t back = 1;
    while (back * g % (2 * case_.n) != 1) back += 2;
    for (mpz_class& x : values = image(values, back)) x = divided(x);
    return rows_of(image(values, g), part(case_.base, 0, c[0].size()));
  }

  /// Returns digit d of the residues: their lifts modulo Q_d, or the lifts of their bits.
  [[nodiscard]] Integers digit(const Rows& c, std::size_t d) const {
    const auto [begin, end, shift] = case_.digits_of(c.size())[d];
    const Words moduli = part(case_.base, begin, end);
    Integers result;
    for (std::size_t i = 0; i < case_.n; ++i) {
      Words column;
      for (const Words& row : part(c, begin, end)) column.push_back(row[i]);
      if (case_.digit_bits != 0) {
        mpz_class bits;
        mpz_fdiv_q_2exp(bits.get_mpz_t(), big(column[0]).get_mpz_t(), shift);
        mpz_fdiv_r_2exp(bits.get_mpz_t(), bits.get_mpz_t(), case_.digit_bits);
        column[0] = residue(bits, moduli[0]);
      }
      result.push_back(lifted(column, moduli, case_.digits));
    }
    return result;
  }

  /// Returns (x - d) / P, where d is t times the lift of x / t modulo P.
  [[nodiscard]] mpz_class divided(const mpz_class& x) const {
    if (case_.special.empty()) return x;
    const mpz_class P = product(case_.special), t = big(case_.plaintext_modulus);
    mpz_class inverse, d;
    EXPECT_NE(mpz_invert(inverse.get_mpz_t(), t.get_mpz_t(), P.get_mpz_t()), 0);
    mpz_fdiv_r(d.get_mpz_t(), mpz_class(x * inverse).get_mpz_t(), P.get_mpz_t());
    Words residues;
    for (const std::uint64_t p : case_.special) residues.push_back(residue(d, p));
    return (x - lifted(residues, case_.special, case_.division) * t) / P;
  }

 private:
  const KeySwitchCase& case_;
  Words all_;
  std::vector<Integers> keys_;
};

class KeySwitchTest : public BackendTest<std::size_t> {
 protected:
  const KeySwitchCase& case_ = cases()[parameter()];
  const std::size_t n_ = case_.n;
  Random random_;
  const Definition definition_{case_, random_};
  const RnsBase base_{case_.base};
  const RnsNtt ntt_ = ntt_of(definition_.all());
  const KeySwitch switch_key_{ntt_,
                              case_.special.size(),
                              {.digit_size = case_.digit_size,
                               .digit_bits = case_.digit_bits,
                               .plaintext_modulus = case_.plaintext_modulus,
                               .digits = case_.digits,
                               .division = case_.division,
                               .domain = case_.domain}};

  /// Returns the transforms modulo `moduli`, with other roots than the smallest if the case says so.
  [[nodiscard]] RnsNtt ntt_of(const Words& moduli) const {
    const Words roots = case_.has_other_roots ? powers_of_roots(moduli, n_, 3) : Words{};
    return {n_, RnsBase(moduli), {.psi = roots}};
  }
  /// Returns evaluations of the key's polynomials, b first.
  [[nodiscard]] std::vector<Block> key_polynomials() const {
    std::vector<Block> blocks;
    for (std::size_t polynomial = 0; polynomial < 2; ++polynomial) {
      for (std::size_t d = 0; d < definition_.digits(); ++d) {
        Block& block = blocks.emplace_back(rows_of(definition_.key(d, polynomial), definition_.all()), n_ + 1);
        ntt_.forward(block.span(), block.view());
      }
    }
    return blocks;
  }
  [[nodiscard]] SwitchingKey prepared(std::optional<std::uint64_t> g = {}) const {
    const std::vector<Block> blocks = key_polynomials();
    const std::vector<RnsView> views = views_of(blocks);
    const std::span b = std::span(views).first(definition_.digits()),
                    a = std::span(views).subspan(definition_.digits());
    return g ? switch_key_.prepare(b, a, Automorphism(n_, *g)) : switch_key_.prepare(b, a);
  }
  [[nodiscard]] static std::vector<RnsView> views_of(const std::vector<Block>& blocks) {
    std::vector<RnsView> views;
    for (const Block& block : blocks) views.push_back(block.view());
    return views;
  }
  /// Returns a polynomial in the plan's domain.
  [[nodiscard]] Block operand(const Rows& coefficients) const {
    Block block(coefficients, n_ + 3);
    if (case_.domain == Domain::evaluations) ntt_.forward(block.span(), block.view());
    return block;
  }
  [[nodiscard]] Rows coefficients(const Block& result) const {
    Block block(result.rows(), n_);
    if (case_.domain == Domain::evaluations) ntt_.inverse(block.span(), block.view());
    return block.rows();
  }
  /// Draws rows without digits where representatives change, since other representatives are allowed there.
  [[nodiscard]] Rows random_input(std::size_t level) {
    Rows rows = random_rows(random_, part(case_.base, 0, level), n_);
    for (std::size_t begin = 0; begin < level; begin += case_.digit_size) {
      const Words moduli = part(case_.base, begin, std::min(level, begin + case_.digit_size));
      for (std::size_t i = 0; i < n_; ++i) {
        Words column;
        for (std::size_t k = 0; k < moduli.size(); ++k) column.push_back(rows[begin + k][i]);
        if (may_be_either(lifted(column, moduli, Lift::floor), moduli, case_.digits)) rows[begin][i] = 0;
      }
    }
    return rows;
  }
  [[nodiscard]] std::vector<std::size_t> levels() const {
    const std::size_t all = case_.base.size();
    if (all > 8) return {1, all / 2, all};
    std::vector<std::size_t> result(all);
    for (std::size_t i = 0; i < all; ++i) result[i] = i + 1;
    return result;
  }
  [[nodiscard]] Block empty(std::size_t level) const { return {level, n_, n_ + 2}; }

  /// Returns the moduli of a level and of P.
  [[nodiscard]] Words extended(std::size_t level) const { return joined({part(case_.base, 0, level), case_.special}); }
  /// Returns the evaluations of integers modulo the moduli of a level and of P.
  [[nodiscard]] Block evaluations(const Integers& integers, std::size_t level) const {
    const Words moduli = extended(level);
    Block block(rows_of(integers, moduli), n_ + 5);
    ntt_of(moduli).forward(block.span(), block.view());
    return block;
  }
  [[nodiscard]] Block empty_extended(std::size_t level) const { return empty(level + case_.special.size()); }
  [[nodiscard]] std::vector<Block> decomposed(const Block& in, std::size_t level) const {
    std::vector<Block> digits(switch_key_.digits(level), empty_extended(level));
    switch_key_.decompose(spans_of(digits), in.view());
    return digits;
  }
  [[nodiscard]] static std::vector<RnsSpan> spans_of(std::vector<Block>& blocks) {
    std::vector<RnsSpan> spans;
    for (Block& block : blocks) spans.push_back(block.span());
    return spans;
  }
};

TEST_P(KeySwitchTest, IsTheDefinitionAtEveryLevel) {
  const SwitchingKey key = prepared();
  EXPECT_EQ(switch_key_.digits(), definition_.digits());
  EXPECT_EQ(key.bytes(), definition_.digits() * definition_.all().size() * n_ * 16);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Rows c = random_input(level);
    const Rows expected_b = definition_.result({c}, 0, 1), expected_a = definition_.result({c}, 1, 1);
    const Block in = operand(c);
    for (ringlet::Executor* threads :
         {static_cast<ringlet::Executor*>(nullptr), static_cast<ringlet::Executor*>(&executor)}) {
      Block b = empty(level), a = empty(level);
      switch_key_(b.span(), a.span(), in.view(), key, threads);
      ASSERT_EQ(coefficients(b), expected_b);
      ASSERT_EQ(coefficients(a), expected_a);
      EXPECT_TRUE(b.gaps_are_untouched() && a.gaps_are_untouched());
    }
    Block b = operand(c), a = empty(level);
    switch_key_(b.span(), a.span(), b.view(), key);
    EXPECT_EQ(coefficients(b), expected_b) << "in place of the input";
    EXPECT_EQ(coefficients(a), expected_a);
  }
}

TEST_P(KeySwitchTest, ReadsBorrowedKeysAsTheyAre) {
  const SwitchingKey key = prepared();
  std::vector<Block> blocks = key_polynomials();
  const std::vector<RnsView> views = views_of(blocks);
  const std::span b = std::span(views).first(definition_.digits()), a = std::span(views).subspan(definition_.digits());
  const SwitchingKey borrowed = switch_key_.borrow(b, a);
  EXPECT_EQ(borrowed.bytes(), 0U);
  for (const std::size_t level : levels()) {
    const Block in = operand(random_input(level));
    Block out_b = empty(level), out_a = empty(level), expected_b = empty(level), expected_a = empty(level);
    const auto expect_same = [&](const SwitchingKey& expected) {
      switch_key_(expected_b.span(), expected_a.span(), in.view(), expected);
      switch_key_(out_b.span(), out_a.span(), in.view(), borrowed);
      EXPECT_EQ(out_b.rows(), expected_b.rows());
      EXPECT_EQ(out_a.rows(), expected_a.rows());
    };
    expect_same(key);
    // Another key in the same memory.
    for (Block& block : blocks) std::ranges::reverse(block.span()[0]);
    expect_same(switch_key_.prepare(b, a));
    for (Block& block : blocks) std::ranges::reverse(block.span()[0]);
    const std::vector<Block> digits = decomposed(in, level);
    Block sum_b = empty_extended(level), sum_a = sum_b, expected_sum_b = sum_b, expected_sum_a = sum_b;
    switch_key_.inner_product(sum_b.span(), sum_a.span(), views_of(digits), borrowed);
    switch_key_.inner_product(expected_sum_b.span(), expected_sum_a.span(), views_of(digits), key);
    switch_key_.accumulate(sum_b.span(), sum_a.span(), views_of(digits), borrowed);
    switch_key_.accumulate(expected_sum_b.span(), expected_sum_a.span(), views_of(digits), key);
    EXPECT_EQ(sum_b.rows(), expected_sum_b.rows());
    EXPECT_EQ(sum_a.rows(), expected_sum_a.rows());
    switch_key_(out_b.span(), out_a.span(), views_of(digits), borrowed);
    switch_key_(expected_b.span(), expected_a.span(), views_of(digits), key);
    EXPECT_EQ(out_b.rows(), expected_b.rows());
    EXPECT_EQ(out_a.rows(), expected_a.rows());
  }
}

/// Polynomials and results for call(out_b, out_a, in), which switches all of them at once.
class Batch {
 public:
  Batch(std::vector<Block> in, const Block& results)
      : in_(std::move(in)), b_(in_.size(), results), a_(in_.size(), results) {
    for (std::size_t k = 0; k < in_.size(); ++k) {
      in_views.push_back(in_[k].view());
      b_spans.push_back(b_[k].span());
      a_spans.push_back(a_[k].span());
    }
  }
  [[nodiscard]] Block& in(std::size_t k) { return in_[k]; }
  [[nodiscard]] const Block& b(std::size_t k) const { return b_[k]; }
  [[nodiscard]] const Block& a(std::size_t k) const { return a_[k]; }

  std::vector<RnsView> in_views;
  std::vector<RnsSpan> b_spans, a_spans;

 private:
  std::vector<Block> in_, b_, a_;
};

TEST_P(KeySwitchTest, SwitchesSeveralPolynomialsAsOne) {
  const SwitchingKey key = prepared(), rotating = prepared(3);
  ReverseExecutor executor;
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{8}, std::size_t{17}}) {
    for (const std::size_t level : {std::size_t{1}, case_.base.size()}) {
      SCOPED_TRACE(std::to_string(count) + " polynomials of level " + std::to_string(level));
      std::vector<Block> polynomials;
      for (std::size_t k = 0; k < count; ++k) polynomials.push_back(operand(random_input(level)));
      const Block summand = operand(random_input(level));
      Batch batch(polynomials, empty(level)), added(polynomials, summand);
      switch_key_(batch.b_spans, batch.a_spans, batch.in_views, key, &executor);
      switch_key_.add(added.b_spans, added.a_spans, added.in_views, rotating);
      for (std::size_t k = 0; k < count; ++k) {
        Block b = empty(level), a = empty(level);
        switch_key_(b.span(), a.span(), polynomials[k].view(), key);
        ASSERT_EQ(batch.b(k).rows(), b.rows());
        ASSERT_EQ(batch.a(k).rows(), a.rows());
        b = a = summand;
        switch_key_.add(b.span(), a.span(), polynomials[k].view(), rotating);
        ASSERT_EQ(added.b(k).rows(), b.rows());
        ASSERT_EQ(added.a(k).rows(), a.rows());
      }
      // In place of the inputs.
      std::vector<RnsSpan> inputs;
      for (std::size_t k = 0; k < count; ++k) inputs.push_back(batch.in(k).span());
      switch_key_(inputs, batch.a_spans, batch.in_views, key);
      for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(batch.in(k).rows(), batch.b(k).rows());
        EXPECT_TRUE(batch.in(k).gaps_are_untouched());
      }
    }
  }
}

TEST_P(KeySwitchTest, AddsAndRotatesDigitsThatWereMadeOnce) {
  const std::uint64_t g = 2 * n_ - 1 > 5 ? 5 : 3;
  const SwitchingKey key = prepared(), rotating = prepared(g);
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Rows c = random_input(level), summand = random_input(level);
    const Block in = operand(c);
    ReverseExecutor executor;
    const std::vector<Block> blocks = decomposed(in, level);
    const std::vector<RnsView> digits = views_of(blocks);
    for (const bool rotates : {false, true}) {
      const SwitchingKey& used = rotates ? rotating : key;
      const Rows expected = definition_.result({c}, 1, rotates ? g : 1);
      Block b = empty(level), a = empty(level);
      switch_key_(b.span(), a.span(), digits, used, &executor);
      ASSERT_EQ(coefficients(a), expected);
      switch_key_(a.span(), b.span(), in.view(), used);
      ASSERT_EQ(coefficients(b), expected);
      Rows sum = expected;
      for (std::size_t i = 0; i < level; ++i) {
        for (std::size_t k = 0; k < n_; ++k) sum[i][k] = residue(big(sum[i][k]) + big(summand[i][k]), case_.base[i]);
      }
      Block added = operand(summand), other = operand(summand);
      switch_key_.add(b.span(), added.span(), digits, used);
      EXPECT_EQ(coefficients(added), sum);
      switch_key_.add(b.span(), other.span(), in.view(), used, &executor);
      EXPECT_EQ(coefficients(other), sum);
    }
  }
}

TEST_P(KeySwitchTest, WritesDigitsToRowsByPointers) {
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    const Rows c = random_input(level);
    const Block in = operand(c);
    std::vector<Block> digits(switch_key_.digits(level), empty_extended(level));
    ASSERT_EQ(digits.size(), case_.digits_of(level).size());
    std::vector<std::vector<std::uint64_t*>> pointers(digits.size());
    std::vector<RnsSpan> spans;
    for (std::size_t d = 0; d < digits.size(); ++d) {
      for (std::size_t i = 0; i < digits[d].span().rows(); ++i) pointers[d].push_back(digits[d].span()[i].data());
      spans.emplace_back(pointers[d], n_);
    }
    switch_key_.decompose(spans, in.view(), &executor);
    for (std::size_t d = 0; d < digits.size(); ++d) {
      SCOPED_TRACE("level " + std::to_string(level) + ", digit " + std::to_string(d));
      ASSERT_EQ(digits[d].rows(), evaluations(definition_.digit(c, d), level).rows());
      EXPECT_TRUE(digits[d].gaps_are_untouched());
    }
  }
}

TEST_P(KeySwitchTest, SumsOfProductsArePlainResidues) {
  const std::uint64_t g = 2 * n_ - 1;
  const SwitchingKey key = prepared(), rotating = prepared(g);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const std::vector<Rows> c = {random_input(level), random_input(level), random_input(level)};
    for (const bool rotates : {false, true}) {
      const SwitchingKey& used = rotates ? rotating : key;
      const std::uint64_t exponent = rotates ? g : 1;
      Block b = empty_extended(level), a = empty_extended(level);
      for (std::size_t k = 0; k < c.size(); ++k) {
        const std::vector<Block> digits = decomposed(operand(c[k]), level);
        if (k == 0) {
          switch_key_.inner_product(b.span(), a.span(), views_of(digits), used, &executor);
        } else {
          switch_key_.accumulate(b.span(), a.span(), views_of(digits), used, k == 1 ? &executor : nullptr);
        }
      }
      ASSERT_EQ(b.rows(), evaluations(definition_.sum(c, 0, exponent), level).rows());
      ASSERT_EQ(a.rows(), evaluations(definition_.sum(c, 1, exponent), level).rows());
      Block out_b = empty(level), out_a = empty(level);
      switch_key_.mod_down(out_b.span(), out_a.span(), b.view(), a.view(), &executor);
      EXPECT_EQ(coefficients(out_b), definition_.result(c, 0, exponent, true));
      EXPECT_EQ(coefficients(out_a), definition_.result(c, 1, exponent, true));
      EXPECT_TRUE(b.gaps_are_untouched() && a.gaps_are_untouched() && out_b.gaps_are_untouched());
      switch_key_.mod_down(b.span().first(level), a.span().first(level), b.view(), a.view());
      EXPECT_EQ(part(b.rows(), 0, level), out_b.rows()) << "in place of the sums";
      EXPECT_EQ(part(a.rows(), 0, level), out_a.rows());
    }
  }
}

TEST_P(KeySwitchTest, AddsMultiplesOfPBeforeTheDivision) {
  const mpz_class P = product(case_.special);
  ReverseExecutor executor;
  for (const std::size_t level : levels()) {
    SCOPED_TRACE("level " + std::to_string(level));
    const Words moduli = part(case_.base, 0, level);
    // For b, then for a.
    std::vector<Block> before, sums, added, results(2, empty(level));
    for (std::size_t k = 0; k < 2; ++k) {
      const Integers x = part(integers(random_, 20 + n_, definition_.all()), 20, 20 + n_),
                     c = integers(random_, n_, moduli);
      Integers with_multiple = x;
      for (std::size_t i = 0; i < n_; ++i) with_multiple[i] += P * c[i];
      before.push_back(evaluations(x, level));
      added.push_back(operand(rows_of(c, moduli)));
      Block& sum = sums.emplace_back(before[k]);
      switch_key_.add_special_multiple(sum.span(), evaluations(c, level).view().first(level),
                                       k == 0 ? nullptr : &executor);
      EXPECT_EQ(sum.rows(), evaluations(with_multiple, level).rows());
      EXPECT_TRUE(sum.gaps_are_untouched());
      switch_key_.mod_down(results[0].span(), results[1].span(), sum.view(), sum.view());
      for (mpz_class& value : with_multiple) value = definition_.divided(value);
      EXPECT_EQ(coefficients(results[k]), rows_of(with_multiple, moduli));
    }
    switch_key_.mod_down(results[0].span(), results[1].span(), sums[0].view(), sums[1].view());
    switch_key_.add_mod_down(added[0].span(), added[1].span(), before[0].view(), before[1].view(), &executor);
    EXPECT_EQ(added[0].rows(), results[0].rows());
    EXPECT_EQ(added[1].rows(), results[1].rows());

    for (std::size_t k = 0; k < 2; ++k) added[k] = Block(part(before[k].rows(), 0, level), n_);
    switch_key_.add_mod_down(added[0].span(), added[1].span(), before[0].view(), before[1].view());
    sums = before;
    switch_key_.add_mod_down(sums[0].span().first(level), sums[1].span().first(level), sums[0].view(), sums[1].view());
    EXPECT_EQ(part(sums[0].rows(), 0, level), added[0].rows()) << "in place of the sums";
    EXPECT_EQ(part(sums[1].rows(), 0, level), added[1].rows());

    // In place: x + P x.
    sums = {before[0], before[0]};
    switch_key_.add_special_multiple(sums[0].span(), sums[0].view().first(level), &executor);
    switch_key_.add_special_multiple(sums[1].span(), before[0].view().first(level));
    EXPECT_EQ(sums[0].rows(), sums[1].rows());
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, KeySwitchTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, cases().size())),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)) + "_" + cases()[std::get<1>(test.param)].name;
                         });

/// With an executor, tasks of several workers share a polynomial in pieces; without one, it is one piece.
TEST(KeySwitch, PiecesOfAPolynomialAreTheWhole) {
  constexpr std::size_t n = 2048;
  const Words moduli = primes(50, 5, 2 * n);
  const KeySwitch plan(n, RnsBase(part(moduli, 0, 3)), RnsBase(part(moduli, 3, 5)), {.digit_size = 2});
  Random random;
  const Block key_b(random_rows(random, moduli, n), n), key_a(random_rows(random, moduli, n), n),
      in(random_rows(random, part(moduli, 0, 3), n), n);
  const std::vector<RnsView> b(plan.digits(), key_b.view()), a(plan.digits(), key_a.view());
  const SwitchingKey key = plan.prepare(b, a);
  Block out_b(3, n, n), out_a(3, n, n), expected_b(3, n, n), expected_a(3, n, n);
  ReverseExecutor executor;
  plan(expected_b.span(), expected_a.span(), in.view(), key);
  plan(out_b.span(), out_a.span(), in.view(), key, &executor);
  EXPECT_EQ(out_b.rows(), expected_b.rows());
  EXPECT_EQ(out_a.rows(), expected_a.rows());
}

}  // namespace
}  // namespace ringlet_test::rns
