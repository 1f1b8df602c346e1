// Compares with Lattigo bit for bit, on every backend. lattigo/main.go wrote the vectors and documents their format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ringlet/automorphism.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "rns/rns_cases.hpp"
#include "rns/vectors.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Automorphism;
using ringlet::BaseConversion;
using ringlet::KeySwitch;
using ringlet::Lift;
using ringlet::ModDown;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsView;
using ringlet::SwitchingKey;

constexpr std::size_t n = 16;

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

class LattigoTest : public BackendTest<> {};

TEST_P(LattigoTest, MultipliesInMontgomeryForm) {
  const std::vector<Vectors> all = lattigo("montgomery");
  ASSERT_EQ(all.size(), 1U);
  const Vectors& v = all.front();
  const RnsBase base(v.row("moduli"));
  const Block a(v["a"], n), b(v["b"], n), c(v["c"], n);
  Block out(base.size(), n, n);
  constexpr auto form = ringlet::Form::montgomery;
  to_montgomery(out.span(), a.view(), base);
  EXPECT_EQ(out.rows(), v["to_montgomery"]);
  from_montgomery(out.span(), a.view(), base);
  EXPECT_EQ(out.rows(), v["from_montgomery"]);
  mul(out.span(), a.view(), b.view(), base, form);
  EXPECT_EQ(out.rows(), v["mul"]);
  mul_add(out.span(), a.view(), b.view(), c.view(), base, form);
  EXPECT_EQ(out.rows(), v["mul_add"]);
  inner_product(out.span(), std::array{a.view(), a.view(), b.view()}, std::array{b.view(), c.view(), c.view()}, base,
                form);
  EXPECT_EQ(out.rows(), v["inner_product"]);
}

TEST_P(LattigoTest, TransformsInTheSameOrder) {
  const std::vector<Vectors> all = lattigo("transform");
  ASSERT_EQ(all.size(), 1U);
  const Vectors& v = all.front();
  for (std::size_t i = 0; i < v.row("moduli").size(); ++i) {
    const ringlet::Ntt<std::uint64_t> ntt(n, ringlet::Modulus<std::uint64_t>(v.row("moduli")[i]),
                                          {.psi = v.row("psi")[i]});
    Words out(n);
    ntt.forward(out, v["in"][i]);
    EXPECT_EQ(out, v["evaluations"][i]);
    ntt.inverse(out, out);
    EXPECT_EQ(out, v["in"][i]);
  }
}

TEST_P(LattigoTest, MapsCoefficientsAndEvaluations) {
  for (const Vectors& v : lattigo("transform")) {
    const RnsBase base(v.row("moduli"));
    const Block in(v["in"], n), evaluations(v["evaluations"], n);
    ASSERT_EQ(v.row("exponents").size(), 3U);
    for (const std::uint64_t g : v.row("exponents")) {
      const Automorphism automorphism(n, g);
      Block out(base.size(), n, n);
      automorphism.on_coefficients(out.span(), in.view(), base);
      EXPECT_EQ(out.rows(), v["image." + std::to_string(g)]);
      automorphism.on_evaluations(out.span(), evaluations.view());
      EXPECT_EQ(out.rows(), v["image_of_evaluations." + std::to_string(g)]);
    }
  }
}

/// Lattigo extends bases in two ways, which correspond to two lifts. It finds the multiple of Q in doubles, so it may
/// take another representative next to where these change. Its random integers are not there.
TEST_P(LattigoTest, ExtendsBases) {
  const std::vector<Vectors> all = lattigo("extend");
  ASSERT_EQ(all.size(), 4U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase from(v.row("from")), to(v.row("to"));
    const Block in(v["in"], n);
    Block out(to.size(), n, n);
    BaseConversion(from, to, Lift::floor)(out.span(), in.view());
    EXPECT_EQ(out.rows(), v["floor"]);
    BaseConversion(from, to, Lift::centred)(out.span(), in.view());
    EXPECT_EQ(out.rows(), v["centred"]);
  }
}

/// Checks ModDown on coefficients and on evaluations; all results are coefficients.
void expect_mod_down(const RnsBase& base, std::size_t dropped, const Rows& in, const Vectors& expected) {
  const RnsNtt ntt(n, base);
  const ModDown mod_down(ntt, dropped);
  const Block values(in, n), evaluations = transformed(ntt, in);
  Block out(mod_down.kept(), n, n);
  mod_down.on_coefficients(out.span(), values.view());
  EXPECT_EQ(out.rows(), expected["out"]);
  mod_down.on_evaluations(out.span(), evaluations.view());
  EXPECT_EQ(coefficients(ntt, out), expected["out_by_evaluations"]);
}

TEST_P(LattigoTest, DividesBySpecialModuli) {
  const std::vector<Vectors> all = lattigo("mod_down");
  ASSERT_EQ(all.size(), 3U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase special(v.row("special"));
    expect_mod_down(RnsBase(v.row("base")).followed_by(special), special.size(), v["in"], v);
  }
}

/// Lattigo rescales by several moduli one after the other and rounds each time. A ModDown
/// by several moduli rounds once.
TEST_P(LattigoTest, Rescales) {
  const std::vector<Vectors> all = lattigo("rescale");
  ASSERT_EQ(all.size(), 2U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase base(v.row("moduli"));
    expect_mod_down(base, 1, v["in"], v);
    const RnsBase lower = base.first(base.size() - 1);
    Block values(v["out"], n);
    ModDown(RnsNtt(n, lower), 1).on_coefficients(values.span().first(lower.size() - 1), values.view());
    EXPECT_EQ(part(values.rows(), 0, lower.size() - 1), v["out_twice"]);
  }
}

/// Lattigo's digits are centred; KeySwitch's lie in [0, Q_d). Both are the same if all digits lie in the lower half.
/// Otherwise Lattigo's result is that of D_d - Q_d e_d, where e_d is 1 for digits in the upper half and 0 for others:
/// the sum of the key switch of the polynomial and that of the e_d with the key -Q_d (b_d, a_d), divided once.
class GadgetProduct {
 public:
  GadgetProduct(const Vectors& vectors, std::size_t size)
      : v_(vectors),
        n_(size),
        digit_bits_(v_.fields.contains("digit_bits") ? static_cast<unsigned>(v_.row("digit_bits").front()) : 0),
        digit_size_(digit_bits_ == 0 ? v_.row("special").size() : 1),
        moduli_(joined({v_.row("base"), v_.row("special")})),
        ntt_(n_, RnsBase(moduli_)),
        plan_(ntt_, v_.row("special").size(), {.digit_size = digit_size_, .digit_bits = digit_bits_}),
        key_(prepared(v_["key_b"], v_["key_a"])) {}

  /// Expects the same results for inputs of which Lattigo does not take the centred lift.
  void expect_same(const std::string& input, std::size_t level) const {
    const std::string suffix = "." + input + "." + std::to_string(level);
    const Block in = transformed(ntt_, v_["in" + suffix]);
    Block b = empty(level), a = empty(level);
    plan_(b.span(), a.span(), in.view(), key_);
    EXPECT_EQ(coefficients(ntt_, b), v_["out_b" + suffix]);
    EXPECT_EQ(coefficients(ntt_, a), v_["out_a" + suffix]);
  }

  /// Returns Lattigo's result for any polynomial, as coefficients.
  [[nodiscard]] std::array<Rows, 2> of_any(const Rows& in) const {
    const std::size_t level = in.size();
    Block sum_b = empty_extended(level), sum_a = sum_b;
    accumulate(sum_b, sum_a, in, key_);
    accumulate(sum_b, sum_a, in_upper_half(in),
               prepared(times_minus_digit("key_b", level), times_minus_digit("key_a", level)));
    Block b = empty(level), a = empty(level);
    plan_.mod_down(b.span(), a.span(), sum_b.view(), sum_a.view());
    return {coefficients(ntt_, b), coefficients(ntt_, a)};
  }

  void expect_any(std::size_t level) const {
    const std::string suffix = ".any." + std::to_string(level);
    const auto [b, a] = of_any(v_["in" + suffix]);
    EXPECT_EQ(b, v_["out_b" + suffix]);
    EXPECT_EQ(a, v_["out_a" + suffix]);
  }

  /// Lattigo maps the result of the key switch, as KeySwitch does with a key for images. Its key is not mapped yet.
  void expect_rotation() const {
    const Automorphism automorphism(n_, v_.row("exponent").front());
    const Block c0 = transformed(ntt_, v_["rotated.c0"]), c1 = transformed(ntt_, v_["rotated.c1"]);
    const std::size_t level = c0.rows().size();
    const SwitchingKey key =
        prepared(images(v_["key_b"], automorphism), images(v_["key_a"], automorphism), &automorphism);
    Block b = empty(level), a = empty(level);
    plan_(b.span(), a.span(), c1.view(), key);
    automorphism.add_on_evaluations(b.span(), c0.view(), plan_.base());
    EXPECT_EQ(coefficients(ntt_, b), v_["rotated.out_b"]);
    EXPECT_EQ(coefficients(ntt_, a), v_["rotated.out_a"]);
  }

 private:
  [[nodiscard]] Block empty(std::size_t level) const { return {level, n_, n_}; }
  /// Returns zeros modulo the moduli of a level and of P.
  [[nodiscard]] Block empty_extended(std::size_t level) const { return empty(level + plan_.special().size()); }

  /// Prepares a key from coefficients: polynomials one after the other, with a row for each modulus.
  [[nodiscard]] SwitchingKey prepared(const Rows& b, const Rows& a, const Automorphism* automorphism = nullptr) const {
    std::vector<Block> blocks;
    for (const Rows* rows : {&b, &a}) {
      for (std::size_t d = 0; d < rows->size() / moduli_.size(); ++d) {
        blocks.push_back(transformed(ntt_, part(*rows, d * moduli_.size(), (d + 1) * moduli_.size())));
      }
    }
    const std::vector<RnsView> views = views_of(blocks);
    const std::span all(views);
    const auto key_b = all.first(plan_.digits()), key_a = all.subspan(plan_.digits());
    return automorphism == nullptr ? plan_.prepare(key_b, key_a) : plan_.prepare(key_b, key_a, *automorphism);
  }

  [[nodiscard]] Rows images(const Rows& key, const Automorphism& automorphism) const {
    Rows result;
    for (std::size_t d = 0; d < plan_.digits(); ++d) {
      const Block polynomial(part(key, d * moduli_.size(), (d + 1) * moduli_.size()), n_);
      Block image = empty(moduli_.size());
      automorphism.on_coefficients(image.span(), polynomial.view(), ntt_.base());
      for (const Words& row : image.rows()) result.push_back(row);
    }
    return result;
  }

  void accumulate(Block& sum_b, Block& sum_a, const Rows& in, const SwitchingKey& key) const {
    std::vector<Block> digits(plan_.digits(in.size()), empty_extended(in.size()));
    std::vector<ringlet::RnsSpan> spans;
    for (Block& digit : digits) spans.push_back(digit.span());
    plan_.decompose(spans, transformed(ntt_, in).view());
    plan_.accumulate(sum_b.span(), sum_a.span(), std::vector<RnsView>(spans.begin(), spans.end()), key);
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
  [[nodiscard]] Rows times_minus_digit(const std::string& field, std::size_t level) const {
    Rows result = v_[field];
    for (std::size_t i = 0; i < result.size(); ++i) {
      const std::size_t begin = i / moduli_.size() * digit_size_;
      const mpz_class factor = begin < level ? mpz_class(-product(digit(begin, level))) : mpz_class(0);
      const std::uint64_t q = moduli_[i % moduli_.size()];
      for (std::uint64_t& x : result[i]) x = residue(big(x) * factor, q);
    }
    return result;
  }

  const Vectors& v_;
  std::size_t n_;
  unsigned digit_bits_;
  std::size_t digit_size_;
  Words moduli_;
  RnsNtt ntt_;
  KeySwitch plan_;
  SwitchingKey key_;
};

TEST_P(LattigoTest, SwitchesKeys) {
  const std::vector<Vectors> all = lattigo("gadget_product");
  ASSERT_EQ(all.size(), 4U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const GadgetProduct product(v, n);
    std::size_t levels = 0;
    for (std::size_t level = 1; level <= v.row("base").size(); ++level) {
      if (!v.fields.contains("in.any." + std::to_string(level))) continue;
      SCOPED_TRACE("level " + std::to_string(level));
      product.expect_any(level);
      product.expect_same("lower_half", level);
      ++levels;
    }
    EXPECT_GE(levels, 2U);
    product.expect_rotation();
  }
}

/// Lattigo does not centre digits in base 2^w.
TEST_P(LattigoTest, SwitchesKeysByDigitsInBits) {
  const std::vector<Vectors> all = lattigo("gadget_product_in_bits");
  ASSERT_EQ(all.size(), 3U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const GadgetProduct product(v, n);
    std::size_t levels = 0;
    for (std::size_t level = 1; level <= v.row("base").size(); ++level) {
      if (!v.fields.contains("in.any." + std::to_string(level))) continue;
      product.expect_same("any", level);
      ++levels;
    }
    EXPECT_EQ(levels, 2U);
  }
}

/// Generates inputs; lattigo/main.go documents them and the digests.
class SplitMix64 {
 public:
  Words row(std::size_t count, std::uint64_t q) {
    Words words(count);
    for (std::uint64_t& x : words) x = next() % q;
    return words;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_ = 1;
};

Words digests(const Rows& rows) {
  Words all;
  for (const Words& row : rows) {
    std::uint64_t digest = 0xcbf29ce484222325;
    for (const std::uint64_t x : row) digest = (digest ^ x) * 0x100000001b3;
    all.push_back(digest);
  }
  return all;
}

TEST_P(LattigoTest, SwitchesKeysOfLargePolynomials) {
  std::vector<Vectors> all = lattigo("gadget_product_digest");
  ASSERT_EQ(all.size(), 2U);
  for (Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const std::size_t size = v.row("n").front();
    const Words &base = v.row("base"), &special = v.row("special");
    SplitMix64 random;
    for (std::size_t begin = 0; begin < base.size(); begin += special.size()) {
      for (const std::string field : {"key_b", "key_a"}) {
        for (const std::uint64_t q : joined({base, special})) v.fields[field].push_back(random.row(size, q));
      }
    }
    Rows in;
    for (const std::uint64_t q : base) in.push_back(random.row(size, q));
    const auto [b, a] = GadgetProduct(v, size).of_any(in);
    EXPECT_EQ(digests(b), v.row("digests_b"));
    EXPECT_EQ(digests(a), v.row("digests_a"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LattigoTest, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test::rns
