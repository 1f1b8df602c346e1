// KeySwitch and Automorphism with SEAL's keys against SEAL's Evaluator, bit for bit, on every backend and at every
// level.
#include <gtest/gtest.h>

#include "ringlet/automorphism.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/rns_eltwise.hpp"
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

  // Made when a test runs, on its backend.
  [[nodiscard]] KeySwitch make_key_switch() const {
    if (scheme_ != scheme_type::bgv) return {n_, base_, special_};
    return {n_, base_, special_, {.plaintext_modulus = plaintext_modulus, .division = ringlet::Lift::floor}};
  }

  /// A key of SEAL's is a ciphertext of two polynomials for each modulus but the last: evaluations modulo all.
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

  /// BFV's ciphertexts are coefficients.
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

INSTANTIATE_TEST_SUITE_P(Parameters, EvaluatorTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, all_parameters().size()),
                                            ::testing::Values(scheme_type::bfv, scheme_type::bgv, scheme_type::ckks)),
                         named_by_backend(TextOf{}));

}  // namespace
}  // namespace ringlet_test::beside_seal
