// Compares with OpenFHE bit for bit, on every backend. openfhe/main.cpp wrote the vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rns/rns_cases.hpp"
#include "rns/vectors.hpp"
#include "support/backends.hpp"

namespace ringlet_test::rns {
namespace {

constexpr std::size_t n = 16;

std::vector<Vectors> openfhe(const std::string& operation) { return vectors_of(RINGLET_OPENFHE_VECTORS, operation); }

RINGLET_BACKEND_SUITE(OpenFheTest);

/// A key and its plan. OpenFHE's BV has no special moduli and centred digits.
class Key {
 public:
  explicit Key(const Vectors& vectors) : v_(vectors) {
    for (std::size_t d = 0; d < plan_.digits(); ++d) {
      b_.emplace_back(inputs_.rows(n, all_), n);
      a_.emplace_back(inputs_.rows(n, all_), n);
    }
  }

  [[nodiscard]] std::size_t levels() const { return v_["base"].size(); }
  /// Checks digits, sums and results, from the polynomial and from the digits.
  void expect(std::size_t level) {
    const std::string suffix = "." + std::to_string(level);
    const std::size_t moduli = level + special_.size();
    const SwitchingKey key = plan_.borrow(views_of(b_), views_of(a_));
    const Block in(inputs_.rows(n, part(all_, 0, level)), n);
    std::vector<Block> digits(plan_.digits(level), Block(moduli, n, n));
    std::vector<RnsSpan> spans;
    for (Block& digit : digits) spans.push_back(digit.span());
    plan_.decompose(spans, in.view());
    Words found;
    for (const Block& digit : digits) found = joined({found, digests(digit.rows())});
    EXPECT_EQ(found, v_["digits" + suffix]);

    Block sum_b(moduli, n, n), sum_a = sum_b, b(level, n, n), a = b;
    plan_.inner_product(sum_b.span(), sum_a.span(), views_of(digits), key);
    EXPECT_EQ(digests(sum_b.rows()), v_[(special_.empty() ? "out_b" : "sum_b") + suffix]);
    EXPECT_EQ(digests(sum_a.rows()), v_[(special_.empty() ? "out_a" : "sum_a") + suffix]);
    plan_.mod_down(b.span(), a.span(), sum_b.view(), sum_a.view());
    EXPECT_EQ(digests(b.rows()), v_["out_b" + suffix]);
    EXPECT_EQ(digests(a.rows()), v_["out_a" + suffix]);
    plan_(b.span(), a.span(), in.view(), key);
    EXPECT_EQ(digests(b.rows()), v_["out_b" + suffix]);
    EXPECT_EQ(digests(a.rows()), v_["out_a" + suffix]);
  }

 private:
  const Vectors& v_;
  const Words special_ = v_.fields.contains("special") ? v_["special"] : Words{};
  const Words all_ = joined({v_["base"], special_});
  const KeySwitch plan_{RnsNtt(n, RnsBase(all_), {.psi = v_["psi"]}),
                        special_.size(),
                        {.digit_size = v_.word("digit_size"),
                         .digit_bits = static_cast<unsigned>(v_.word("digit_bits")),
                         .plaintext_modulus = v_.word("plaintext_modulus"),
                         .digits = special_.empty() ? Lift::centred : Lift::approximate,
                         .division = Lift::approximate}};
  Inputs inputs_;
  std::vector<Block> b_, a_;
};

TEST_P(OpenFheTest, SwitchesKeys) {
  std::size_t cases = 0;
  for (const Vectors& v : openfhe("key_switch")) {
    SCOPED_TRACE(v.name);
    Key key(v);
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
    Inputs inputs;
    for (std::size_t level = 2; level <= v["base"].size(); ++level) {
      const Words moduli = part(v["base"], 0, level), psi = part(v["psi"], 0, level);
      const ModDown rescale(RnsNtt(n, RnsBase(moduli), {.psi = psi}), 1);
      Block in(inputs.rows(n, moduli), n);
      rescale.on_evaluations(in.span().first(level - 1), in.view());
      EXPECT_EQ(digests(part(in.rows(), 0, level - 1)), v["out." + std::to_string(level)]);
    }
  }
}

TEST_P(OpenFheTest, SwitchesBases) {
  const std::vector<Vectors> all = openfhe("switch_basis");
  ASSERT_EQ(all.size(), 2U);
  for (const Vectors& v : all) {
    SCOPED_TRACE(v.name);
    const RnsBase from(v["from"]), to(v["to"]);
    Block out(to.size(), n, n);
    BaseConversion(from, to, Lift::centred)(out.span(), Block(Inputs().rows(n, v["from"]), n).view());
    EXPECT_EQ(digests(out.rows()), v["out_coefficients"]);
  }
}

}  // namespace
}  // namespace ringlet_test::rns
