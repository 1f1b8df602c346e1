// Compares with OpenFHE bit for bit, on every backend. openfhe/main.cpp wrote the vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ringlet/base_conversion.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "rns/rns_cases.hpp"
#include "rns/vectors.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::BaseConversion;
using ringlet::KeySwitch;
using ringlet::Lift;
using ringlet::ModDown;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::SwitchingKey;

constexpr std::size_t n = 16;

std::vector<Vectors> openfhe(const std::string& operation) { return vectors_of(RINGLET_OPENFHE_VECTORS, operation); }

class OpenFheTest : public BackendTest<> {};

/// A key and its plan. OpenFHE's BV has no special moduli and centred digits.
class Key {
 public:
  explicit Key(const Vectors& vectors) : v_(vectors) {}

  [[nodiscard]] std::size_t levels() const { return v_.row("base").size(); }
  /// Checks digits, sums and results, from the polynomial and from the digits.
  void expect(std::size_t level) const {
    const std::string suffix = "." + std::to_string(level);
    const std::size_t moduli = level + special_.size();
    const Block in(v_["in" + suffix], n);
    std::vector<Block> digits(plan_.digits(level), Block(moduli, n, n));
    std::vector<RnsSpan> spans;
    for (Block& digit : digits) spans.push_back(digit.span());
    plan_.decompose(spans, in.view());
    Rows rows;
    for (const Block& digit : digits) rows = joined_rows(rows, digit.rows());
    EXPECT_EQ(rows, v_["digits" + suffix]);

    Block sum_b(moduli, n, n), sum_a = sum_b, b(level, n, n), a = b;
    plan_.inner_product(sum_b.span(), sum_a.span(), views_of(digits), key_);
    EXPECT_EQ(sum_b.rows(), v_[(special_.empty() ? "out_b" : "sum_b") + suffix]);
    EXPECT_EQ(sum_a.rows(), v_[(special_.empty() ? "out_a" : "sum_a") + suffix]);
    plan_.mod_down(b.span(), a.span(), sum_b.view(), sum_a.view());
    EXPECT_EQ(b.rows(), v_["out_b" + suffix]);
    EXPECT_EQ(a.rows(), v_["out_a" + suffix]);
    plan_(b.span(), a.span(), in.view(), key_);
    EXPECT_EQ(b.rows(), v_["out_b" + suffix]);
    EXPECT_EQ(a.rows(), v_["out_a" + suffix]);
  }

 private:
  static Rows joined_rows(Rows rows, const Rows& more) {
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
  }

  const Vectors& v_;
  const Words special_ = v_.fields.contains("special") ? v_.row("special") : Words{};
  const Words all_ = joined({v_.row("base"), special_});
  const KeySwitch plan_{RnsNtt(n, RnsBase(all_), {.psi = v_.row("psi")}),
                        special_.size(),
                        {.digit_size = v_.row("digit_size").front(),
                         .digit_bits = static_cast<unsigned>(v_.row("digit_bits").front()),
                         .plaintext_modulus = v_.row("plaintext_modulus").front(),
                         .digits = special_.empty() ? Lift::centred : Lift::approximate,
                         .division = Lift::approximate}};
  const std::vector<Block> b_ = polynomials_of(v_["key_b"], all_.size(), n);
  const std::vector<Block> a_ = polynomials_of(v_["key_a"], all_.size(), n);
  const SwitchingKey key_ = plan_.borrow(views_of(b_), views_of(a_));
};

TEST_P(OpenFheTest, SwitchesKeys) {
  std::size_t cases = 0;
  for (const Vectors& v : openfhe("key_switch")) {
    SCOPED_TRACE(v.name);
    const Key key(v);
    for (std::size_t level = 1; level <= key.levels(); ++level) {
      SCOPED_TRACE("level " + std::to_string(level));
      key.expect(level);
    }
    ++cases;
  }
  EXPECT_EQ(cases, 7U);
}

TEST_P(OpenFheTest, Rescales) {
  const std::vector<Vectors> all = openfhe("rescale");
  ASSERT_EQ(all.size(), 2U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    for (std::size_t level = 2; level <= v.row("base").size(); ++level) {
      const std::string suffix = "." + std::to_string(level);
      const Words psi = part(v.row("psi"), 0, level);
      const ModDown rescale(RnsNtt(n, RnsBase(part(v.row("base"), 0, level)), {.psi = psi}), 1);
      Block in(v["in" + suffix], n);
      rescale.on_evaluations(in.span().first(level - 1), in.view());
      EXPECT_EQ(part(in.rows(), 0, level - 1), v["out" + suffix]);
    }
  }
}

TEST_P(OpenFheTest, SwitchesBases) {
  const std::vector<Vectors> all = openfhe("switch_basis");
  ASSERT_EQ(all.size(), 2U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase from(v.row("from")), to(v.row("to"));
    Block out(to.size(), n, n);
    BaseConversion(from, to, Lift::centred)(out.span(), Block(v["in_coefficients"], n).view());
    EXPECT_EQ(out.rows(), v["out_coefficients"]);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OpenFheTest, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test::rns
