// Compares with Lattigo bit for bit, on every backend. lattigo/main.go wrote the vectors and documents their format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "ringlet/rns_eltwise.hpp"
#include "rns/rns_cases.hpp"
#include "rns/vectors.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {
namespace {

constexpr std::size_t n = 16;
using Integers = std::vector<mpz_class>;
using Polynomials = std::vector<Rows>;

std::vector<Vectors> lattigo(const std::string& operation) { return vectors_of(RINGLET_LATTIGO_VECTORS, operation); }

Block transformed(const RnsNtt& ntt, const Rows& coefficients) {
  Block block(coefficients, ntt.size());
  ntt.forward(block.span(), block.view());
  return block;
}

Rows coefficients(const RnsNtt& ntt, const Block& evaluations) {
  Block block(evaluations.rows(), ntt.size());
  ntt.inverse(block.span(), block.view());
  return block.rows();
}

RINGLET_BACKEND_SUITE(LattigoTest);

TEST_P(LattigoTest, MultipliesInMontgomeryForm) {
  const std::vector<Vectors> all = lattigo("montgomery");
  ASSERT_EQ(all.size(), 1U);
  const Vectors& v = all.front();
  const Words& moduli = v["moduli"];
  const RnsBase base(moduli);
  Inputs inputs;
  std::array<Rows, 3> rows;
  for (Rows& factor : rows) factor = inputs.rows(n, moduli);
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    for (Rows& factor : rows) factor[i][0] = moduli[i] - 1;
    for (std::size_t k = 0; k < 3; ++k) rows[k][i][1] = k == 1 ? moduli[i] - 1 : 0;
  }
  const Block a(rows[0], n), b(rows[1], n), c(rows[2], n);
  Block out(base.size(), n, n);
  constexpr auto form = ringlet::Form::montgomery;
  to_montgomery(out.span(), a.view(), base);
  EXPECT_EQ(digests(out.rows()), v["to_montgomery"]);
  from_montgomery(out.span(), a.view(), base);
  EXPECT_EQ(digests(out.rows()), v["from_montgomery"]);
  mul(out.span(), a.view(), b.view(), base, form);
  EXPECT_EQ(digests(out.rows()), v["mul"]);
  mul_add(out.span(), a.view(), b.view(), c.view(), base, form);
  EXPECT_EQ(digests(out.rows()), v["mul_add"]);
  inner_product(out.span(), std::array{a.view(), a.view(), b.view()}, std::array{b.view(), c.view(), c.view()}, base,
                form);
  EXPECT_EQ(digests(out.rows()), v["inner_product"]);
}

TEST_P(LattigoTest, TransformsAndMapsInTheSameOrder) {
  const std::vector<Vectors> all = lattigo("transform");
  ASSERT_EQ(all.size(), 1U);
  const Vectors& v = all.front();
  const RnsBase base(v["moduli"]);
  const RnsNtt ntt(n, base, {.psi = v["psi"]});
  const Block in(Inputs().rows(n, v["moduli"]), n);
  const Block evaluations = transformed(ntt, in.rows());
  EXPECT_EQ(digests(evaluations.rows()), v["evaluations"]);
  EXPECT_EQ(coefficients(ntt, evaluations), in.rows());
  ASSERT_EQ(v["exponents"].size(), 3U);
  for (const std::uint64_t g : v["exponents"]) {
    const Automorphism automorphism(n, g);
    Block out(base.size(), n, n);
    automorphism.on_coefficients(out.span(), in.view(), base);
    EXPECT_EQ(digests(out.rows()), v["image." + std::to_string(g)]);
    automorphism.on_evaluations(out.span(), evaluations.view());
    EXPECT_EQ(digests(out.rows()), v["image_of_evaluations." + std::to_string(g)]);
  }
}

/// Lattigo extends bases in two ways, which correspond to two lifts. It finds the multiple of Q in doubles, so it may
/// take another representative next to where these change. Its random integers are not there.
TEST_P(LattigoTest, ExtendsBases) {
  const std::vector<Vectors> all = lattigo("extend");
  ASSERT_EQ(all.size(), 4U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase from(v["from"]), to(v["to"]);
    const Block in(Inputs().rows(n, v["from"]), n);
    Block out(to.size(), n, n);
    BaseConversion(from, to, Lift::floor)(out.span(), in.view());
    EXPECT_EQ(digests(out.rows()), v["floor"]);
    BaseConversion(from, to, Lift::centred)(out.span(), in.view());
    EXPECT_EQ(digests(out.rows()), v["centred"]);
  }
}

/// Checks ModDown on coefficients and on evaluations; all results are coefficients. Returns them.
Block expect_mod_down(const RnsBase& base, std::size_t dropped, const Rows& in, const Vectors& expected) {
  const RnsNtt ntt(n, base);
  const ModDown mod_down(ntt, dropped);
  const Block values(in, n), evaluations = transformed(ntt, in);
  Block out(mod_down.kept(), n, n), of_evaluations = out;
  mod_down.on_coefficients(out.span(), values.view());
  EXPECT_EQ(digests(out.rows()), expected["out"]);
  mod_down.on_evaluations(of_evaluations.span(), evaluations.view());
  EXPECT_EQ(digests(coefficients(ntt, of_evaluations)), expected["out_by_evaluations"]);
  return out;
}

TEST_P(LattigoTest, DividesBySpecialModuli) {
  const std::vector<Vectors> all = lattigo("mod_down");
  ASSERT_EQ(all.size(), 3U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const Words moduli = joined({v["base"], v["special"]});
    expect_mod_down(RnsBase(moduli), v["special"].size(), Inputs().rows(n, moduli), v);
  }
}

/// Some coefficients are where the rounding changes. Lattigo rescales by several moduli one after the other and rounds
/// each time. A ModDown by several moduli rounds once.
TEST_P(LattigoTest, Rescales) {
  const std::vector<Vectors> all = lattigo("rescale");
  ASSERT_EQ(all.size(), 2U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase base(v["moduli"]);
    Rows in = Inputs().rows(n, v["moduli"]);
    const std::uint64_t last = v["moduli"].back(), half = last / 2;
    std::ranges::copy(Words{0, 1, half - 1, half, half + 1, half + 2, last - 1}, in.back().begin());
    Block values = expect_mod_down(base, 1, in, v);
    const RnsBase lower = base.first(base.size() - 1);
    ModDown(RnsNtt(n, lower), 1).on_coefficients(values.span().first(lower.size() - 1), values.view());
    EXPECT_EQ(digests(part(values.rows(), 0, lower.size() - 1)), v["out_twice"]);
  }
}

/// Lattigo's digits are centred; KeySwitch's lie in [0, Q_d). Both are the same if all digits lie in the lower half.
/// Otherwise Lattigo's result is that of D_d - Q_d e_d, where e_d is 1 for digits in the upper half and 0 for others:
/// the sum of the key switch of the polynomial and that of the e_d with the key -Q_d (b_d, a_d), divided once.
class GadgetProduct {
 public:
  explicit GadgetProduct(const Vectors& vectors)
      : v_(vectors),
        n_(v_.word("n")),
        digit_size_(v_.word("digit_bits") == 0 ? v_["special"].size() : 1),
        moduli_(joined({v_["base"], v_["special"]})),
        ntt_(n_, RnsBase(moduli_)),
        plan_(ntt_, v_["special"].size(),
              {.digit_size = digit_size_, .digit_bits = static_cast<unsigned>(v_.word("digit_bits"))}) {
    for (std::size_t d = 0; d < plan_.digits(); ++d) {
      for (Polynomials* half : {&key_b_, &key_a_}) half->push_back(inputs_.rows(n_, moduli_));
    }
  }

  /// Expects the same results for an input of which Lattigo does not take the centred lift.
  void expect_same(const std::string& name, const Rows& in) const {
    Block b = empty(in.size()), a = empty(in.size());
    plan_(b.span(), a.span(), transformed(ntt_, in).view(), prepared(key_b_, key_a_));
    expect_results(name + "." + std::to_string(in.size()), b, a);
  }

  /// Expects Lattigo's result for any polynomial.
  void expect_any(const Rows& in) const {
    const std::size_t level = in.size();
    Block sum_b = empty_extended(level), sum_a = sum_b;
    accumulate(sum_b, sum_a, in, prepared(key_b_, key_a_));
    accumulate(sum_b, sum_a, in_upper_half(in),
               prepared(times_minus_digit(key_b_, level), times_minus_digit(key_a_, level)));
    Block b = empty(level), a = empty(level);
    plan_.mod_down(b.span(), a.span(), sum_b.view(), sum_a.view());
    expect_results("any." + std::to_string(level), b, a);
  }

  /// Lattigo maps the result of the key switch, as KeySwitch does with a key for images. Its key is not mapped yet.
  void expect_rotation(std::size_t level) {
    const Automorphism automorphism(n_, v_.word("exponent"));
    const Block c0 = transformed(ntt_, inputs_.rows(n_, part(moduli_, 0, level)));
    const Block c1 = transformed(ntt_, lower_half(level));
    const SwitchingKey key = prepared(images(key_b_, automorphism), images(key_a_, automorphism), &automorphism);
    Block b = empty(level), a = empty(level);
    plan_(b.span(), a.span(), c1.view(), key);
    automorphism.add_on_evaluations(b.span(), c0.view(), plan_.base());
    expect_results("rotated", b, a);
  }

  /// Draws a polynomial. If digits have at most one modulus, the first coefficients are where a representative changes.
  [[nodiscard]] Rows any(std::size_t level) {
    Rows in = inputs_.rows(n_, part(moduli_, 0, level));
    for (std::size_t i = 0; digit_size_ <= 1 && i < level; ++i) {
      const std::uint64_t q = moduli_[i];
      std::ranges::copy(Words{q / 2 - 1, q / 2, q / 2 + 1, 0, q - 1}, in[i].begin());
    }
    return in;
  }

  /// Draws a polynomial whose digits D_d all lie in [0, Q_d/2).
  [[nodiscard]] Rows lower_half(std::size_t level) {
    Rows in;
    for (std::size_t begin = 0; begin < level; begin += digit_size_) {
      const Words moduli = digit(begin, level);
      Integers integers(n_);
      for (mpz_class& x : integers) x = inputs_.integer(product(moduli) / 2);
      for (const Words& row : rows_of(integers, moduli)) in.push_back(row);
    }
    return in;
  }

 private:
  [[nodiscard]] Block empty(std::size_t level) const { return {level, n_, n_}; }
  /// Returns zeros modulo the moduli of a level and of P.
  [[nodiscard]] Block empty_extended(std::size_t level) const { return empty(level + plan_.special().size()); }

  void expect_results(const std::string& name, const Block& b, const Block& a) const {
    EXPECT_EQ(digests(coefficients(ntt_, b)), v_["out_b." + name]);
    EXPECT_EQ(digests(coefficients(ntt_, a)), v_["out_a." + name]);
  }

  /// Prepares a key from coefficients.
  [[nodiscard]] SwitchingKey prepared(const Polynomials& b, const Polynomials& a,
                                      const Automorphism* automorphism = nullptr) const {
    std::vector<Block> blocks;
    for (const Polynomials* half : {&b, &a}) {
      for (const Rows& polynomial : *half) blocks.push_back(transformed(ntt_, polynomial));
    }
    const std::vector<RnsView> views = views_of(blocks);
    const std::span all(views);
    const auto key_b = all.first(plan_.digits()), key_a = all.subspan(plan_.digits());
    return automorphism == nullptr ? plan_.prepare(key_b, key_a) : plan_.prepare(key_b, key_a, *automorphism);
  }

  [[nodiscard]] Polynomials images(Polynomials key, const Automorphism& automorphism) const {
    for (Rows& polynomial : key) {
      Block image = empty(moduli_.size());
      automorphism.on_coefficients(image.span(), Block(polynomial, n_).view(), ntt_.base());
      polynomial = image.rows();
    }
    return key;
  }

  void accumulate(Block& sum_b, Block& sum_a, const Rows& in, const SwitchingKey& key) const {
    std::vector<Block> digits(plan_.digits(in.size()), empty_extended(in.size()));
    std::vector<ringlet::RnsSpan> spans;
    for (Block& digit : digits) spans.push_back(digit.span());
    plan_.decompose(spans, transformed(ntt_, in).view());
    plan_.accumulate(sum_b.span(), sum_a.span(), spans, key);
  }

  /// Returns the moduli of the digit that begins at `begin`, at a level.
  [[nodiscard]] Words digit(std::size_t begin, std::size_t level) const {
    return part(moduli_, begin, std::min(level, begin + digit_size_));
  }

  /// Returns the polynomial with the digits e_d. For a single modulus q, (q - 1) / 2 is in the upper half.
  [[nodiscard]] Rows in_upper_half(const Rows& in) const {
    Rows result = in;
    for (std::size_t begin = 0; begin < in.size(); begin += digit_size_) {
      const Words moduli = digit(begin, in.size());
      const mpz_class bound = product(moduli) / 2 + (moduli.size() == 1 ? 0 : 1);
      for (std::size_t j = 0; j < n_; ++j) {
        Words residues;
        for (std::size_t i = 0; i < moduli.size(); ++i) residues.push_back(in[begin + i][j]);
        const bool is_upper = lifted(residues, moduli, Lift::floor) >= bound;
        for (std::size_t i = 0; i < moduli.size(); ++i) result[begin + i][j] = is_upper ? 1 : 0;
      }
    }
    return result;
  }

  /// Returns a key's polynomials times -Q_d. Those of digits beyond the level are zero.
  [[nodiscard]] Polynomials times_minus_digit(Polynomials key, std::size_t level) const {
    for (std::size_t d = 0; d < key.size(); ++d) {
      const std::size_t begin = d * digit_size_;
      const mpz_class factor = begin < level ? mpz_class(-product(digit(begin, level))) : mpz_class(0);
      for (std::size_t i = 0; i < moduli_.size(); ++i) {
        for (std::uint64_t& x : key[d][i]) x = residue(big(x) * factor, moduli_[i]);
      }
    }
    return key;
  }

  const Vectors& v_;
  std::size_t n_;
  std::size_t digit_size_;
  Words moduli_;
  RnsNtt ntt_;
  KeySwitch plan_;
  Inputs inputs_;
  Polynomials key_b_, key_a_;
};

TEST_P(LattigoTest, SwitchesKeys) {
  const std::vector<Vectors> all = lattigo("gadget_product");
  ASSERT_EQ(all.size(), 6U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    GadgetProduct product(v);
    for (const std::size_t level : v["levels"]) {
      SCOPED_TRACE("level " + std::to_string(level));
      product.expect_any(product.any(level));
      product.expect_same("lower_half", product.lower_half(level));
    }
    product.expect_rotation(v.word("levels"));
  }
}

/// Lattigo does not centre digits in base 2^w.
TEST_P(LattigoTest, SwitchesKeysByDigitsInBits) {
  const std::vector<Vectors> all = lattigo("gadget_product_in_bits");
  ASSERT_EQ(all.size(), 3U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    GadgetProduct product(v);
    for (const std::size_t level : v["levels"]) product.expect_same("any", product.any(level));
  }
}

}  // namespace
}  // namespace ringlet_test::rns
