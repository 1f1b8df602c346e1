// Compares KeySwitch and Automorphism with SEAL's Evaluator, with SEAL's keys, bit for bit, on
// every backend and at every level.
#include <gtest/gtest.h>
#include <seal/util/rns.h>

#include <algorithm>
#include <vector>

#include "ringlet/automorphism.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/rns_eltwise.hpp"
#include "ringlet/scale_and_round.hpp"
#include "seal_context.hpp"
#include "support/backends.hpp"

namespace ringlet_test::beside_seal {
namespace {

using ringlet::Automorphism;
using ringlet::KeySwitch;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::SwitchingKey;
using seal::scheme_type;

struct TextOf {
  std::string operator()(std::size_t i) const { return all_parameters()[i].name; }
  std::string operator()(scheme_type scheme) const {
    return scheme == scheme_type::bfv ? "bfv" : (scheme == scheme_type::bgv ? "bgv" : "ckks");
  }
};

class EvaluatorTest : public BackendTest<std::size_t, scheme_type> {
 protected:
  const Parameters& parameters_ = all_parameters()[parameter<0>()];
  const scheme_type scheme_ = parameter<1>();
  const std::size_t n_ = parameters_.n;
  const seal::SEALContext context_ = make_context(scheme_, parameters_);
  const seal::Evaluator evaluator_{context_};
  const RnsBase base_ = base_of({parameters_.moduli.data(), parameters_.moduli.size() - 1});
  const RnsBase special_ = base_of({&parameters_.moduli.back(), 1});
  Random random_;

  // Makes a plan on the test's backend.
  [[nodiscard]] KeySwitch make_key_switch() const {
    if (scheme_ != scheme_type::bgv) return {n_, base_, special_};
    return {n_, base_, special_, {.plaintext_modulus = plaintext_modulus, .division = ringlet::Lift::floor}};
  }

  /// Prepares a key of SEAL: a ciphertext of two polynomials for each modulus but the last, as
  /// evaluations modulo all moduli.
  [[nodiscard]] static SwitchingKey prepared(const KeySwitch& key_switch, const std::vector<seal::PublicKey>& key) {
    std::vector<RnsView> b, a;
    for (const seal::PublicKey& digit : key) {
      b.push_back(rows(digit.data(), 0));
      a.push_back(rows(digit.data(), 1));
    }
    return key_switch.prepare(b, a);
  }

  [[nodiscard]] seal::Ciphertext random_ciphertext(const ContextData& level, std::size_t polynomials) {
    seal::Ciphertext result;
    result.resize(context_, level.parms_id(), polynomials);
    for (std::size_t k = 0; k < polynomials; ++k) {
      fill(rows(result, k), level.parms().coeff_modulus(), random_);
    }
    result.is_ntt_form() = scheme_ != scheme_type::bfv;
    return result;
  }

  /// Transforms BFV's ciphertexts, which are coefficients.
  void to_evaluations(const RnsNtt& ntt, seal::Ciphertext& ciphertext) const {
    for (std::size_t k = 0; scheme_ == scheme_type::bfv && k < ciphertext.size(); ++k) {
      ntt.forward(rows(ciphertext, k), rows(ciphertext, k));
    }
  }
  void from_evaluations(const RnsNtt& ntt, seal::Ciphertext& ciphertext) const {
    for (std::size_t k = 0; scheme_ == scheme_type::bfv && k < ciphertext.size(); ++k) {
      ntt.inverse(rows(ciphertext, k), rows(ciphertext, k));
    }
  }

  static void expect_same_ciphertext(seal::Ciphertext& ours, seal::Ciphertext& of_seal) {
    for (std::size_t k = 0; k < 2; ++k) {
      SCOPED_TRACE("polynomial " + std::to_string(k));
      expect_same(rows(ours, k), rows(of_seal, k));
    }
  }
};

TEST_P(EvaluatorTest, RelinearizesWithSealsKeys) {
  seal::RelinKeys keys;
  seal::KeyGenerator(context_).create_relin_keys(keys);
  const RnsNtt ntt(n_, base_);
  const KeySwitch key_switch = make_key_switch();
  const SwitchingKey key = prepared(key_switch, keys.key(2));
  for (const ContextData* level : levels(context_)) {
    SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
    seal::Ciphertext ours = random_ciphertext(*level, 3), of_seal = ours;
    evaluator_.relinearize_inplace(of_seal, keys);

    to_evaluations(ntt, ours);
    key_switch.add(rows(ours, 0), rows(ours, 1), rows(ours, 2), key);
    from_evaluations(ntt, ours);
    expect_same_ciphertext(ours, of_seal);
  }
}

TEST_P(EvaluatorTest, AppliesAutomorphismsWithSealsKeys) {
  const auto conjugation = static_cast<std::uint32_t>(2 * n_ - 1);
  const std::vector<std::uint32_t> exponents =
      n_ > 8192 ? std::vector<std::uint32_t>{3} : std::vector<std::uint32_t>{3, 9, 1367, conjugation};
  seal::GaloisKeys keys;
  seal::KeyGenerator(context_).create_galois_keys(exponents, keys);
  const RnsNtt ntt(n_, base_);
  const KeySwitch key_switch = make_key_switch();
  for (const std::uint32_t g : exponents) {
    const Automorphism automorphism(n_, g);
    const SwitchingKey key = prepared(key_switch, keys.key(g));
    for (const ContextData* level : levels(context_)) {
      SCOPED_TRACE("g = " + std::to_string(g) + ", " + std::to_string(level->parms().coeff_modulus().size()) +
                   " moduli");
      seal::Ciphertext in = random_ciphertext(*level, 2), ours = in, of_seal = in;
      evaluator_.apply_galois_inplace(of_seal, g, keys);

      to_evaluations(ntt, in);
      automorphism.on_evaluations(rows(ours, 1), rows(in, 1));
      key_switch(rows(ours, 0), rows(ours, 1), rows(ours, 1), key);
      automorphism.add_on_evaluations(rows(ours, 0), rows(in, 0), base_);
      from_evaluations(ntt, ours);
      expect_same_ciphertext(ours, of_seal);
    }
  }
}

/// Computes BFV's product of ciphertexts: extends, transforms, multiplies, transforms back, scales.
class BfvTest : public BackendTest<std::size_t> {
 protected:
  static constexpr scheme_type scheme = scheme_type::bfv;
  const Parameters& parameters_ = all_parameters()[parameter()];
  const std::size_t n_ = parameters_.n;
  const seal::SEALContext context_ = make_context(scheme, parameters_);
  Random random_;

  /// Polynomial in rows of words, for `rows` moduli.
  struct Polynomial {
    Polynomial(std::size_t rows, std::size_t n) : words(rows * n), span(words.data(), rows, n) {}
    Words words;
    RnsSpan span;
  };
  using Polynomials = std::vector<Polynomial>;

  /// Multiplies a_0 b_0, a_0 b_1 + a_1 b_0, a_1 b_1 as evaluations, and returns coefficients.
  [[nodiscard]] Polynomials multiplied(Polynomials& a, Polynomials& b, const RnsBase& base) const {
    const RnsNtt ntt(n_, base);
    for (Polynomials* factor : {&a, &b}) {
      for (Polynomial& polynomial : *factor) ntt.forward(polynomial.span, polynomial.span);
    }
    Polynomials result;
    for (std::size_t k = 0; k < 3; ++k) {
      RnsSpan product = result.emplace_back(base.size(), n_).span;
      if (k == 1) {
        inner_product(product, std::vector<RnsView>{a[0].span, a[1].span}, std::vector<RnsView>{b[1].span, b[0].span},
                      base);
      } else {
        mul(product, a[k / 2].span, b[k / 2].span, base);
      }
      ntt.inverse(product, product);
    }
    return result;
  }
};

TEST_P(BfvTest, MultipliesAsSeal) {
  const seal::Evaluator evaluator(context_);
  for (const ContextData* level : levels(context_)) {
    const seal::util::RNSTool& tool = *level->rns_tool();
    const std::vector<seal::Modulus>& moduli = level->parms().coeff_modulus();
    SCOPED_TRACE(std::to_string(moduli.size()) + " moduli");
    const RnsBase base = base_of(moduli), auxiliary = base_of({tool.base_Bsk()->base(), tool.base_Bsk()->size()});
    const ringlet::ScaleAndRound scale(base, auxiliary, plaintext_modulus,
                                       {.montgomery_modulus = tool.m_tilde().value()});
    std::vector<seal::Ciphertext> factors(2);
    std::vector<Polynomials> in_base(2), in_auxiliary(2);
    for (std::size_t i = 0; i < 2; ++i) {
      factors[i].resize(context_, level->parms_id(), 2);
      for (std::size_t k = 0; k < 2; ++k) {
        fill(rows(factors[i], k), moduli, random_);
        in_base[i].emplace_back(base.size(), n_);
        std::copy_n(factors[i].data(k), base.size() * n_, in_base[i][k].words.data());
        in_auxiliary[i].emplace_back(auxiliary.size(), n_);
        scale.extend(in_auxiliary[i][k].span, in_base[i][k].span);
      }
    }
    seal::Ciphertext of_seal;
    evaluator.multiply(factors[0], factors[1], of_seal);
    Polynomials ours = multiplied(in_base[0], in_base[1], base);
    const Polynomials known = multiplied(in_auxiliary[0], in_auxiliary[1], auxiliary);
    for (std::size_t k = 0; k < 3; ++k) {
      SCOPED_TRACE("polynomial " + std::to_string(k));
      scale(ours[k].span, ours[k].span, known[k].span);
      expect_same(ours[k].span, rows(of_seal, k));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parameters, BfvTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, all_parameters().size())),
                         named_by_backend([](std::size_t i) { return all_parameters()[i].name; }));

INSTANTIATE_TEST_SUITE_P(Parameters, EvaluatorTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, all_parameters().size()),
                                            ::testing::Values(scheme_type::bfv, scheme_type::bgv, scheme_type::ckks)),
                         named_by_backend(TextOf{}));

}  // namespace
}  // namespace ringlet_test::beside_seal
