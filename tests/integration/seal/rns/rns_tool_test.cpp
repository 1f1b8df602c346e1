// Compares BaseConversion, ModDown and the transform with SEAL's, bit for bit, on every backend and at every level.
#include <gtest/gtest.h>
#include <seal/util/polyarithsmallmod.h>
#include <seal/util/rns.h>

#include <algorithm>

#include "ringlet/base_conversion.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/scale_and_round.hpp"
#include "seal_context.hpp"
#include "support/backends.hpp"

namespace ringlet_test::beside_seal {
namespace {

using ringlet::BaseConversion;
using ringlet::Lift;
using ringlet::ModDown;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::ScaleAndRound;
using seal::util::ConstRNSIter;
using seal::util::RNSIter;

/// Polynomial with one row after the other, as in SEAL.
class Polynomial {
 public:
  Polynomial(std::size_t rows, std::size_t n) : n_(n), words_(rows * n) {}

  [[nodiscard]] RnsSpan span() { return {words_.data(), words_.size() / n_, n_}; }
  [[nodiscard]] RnsView view() const { return {words_.data(), words_.size() / n_, n_}; }
  [[nodiscard]] RNSIter iterator() { return {words_.data(), n_}; }
  [[nodiscard]] ConstRNSIter iterator() const { return {words_.data(), n_}; }

 private:
  std::size_t n_;
  Words words_;
};

class RnsToolTest : public BackendTest<std::size_t> {
 protected:
  const Parameters& parameters_ = all_parameters()[parameter()];
  const std::size_t n_ = parameters_.n;
  /// BGV's tools include those of the other schemes.
  const seal::SEALContext context_ = make_context(seal::scheme_type::bgv, parameters_);
  const seal::MemoryPoolHandle pool_ = seal::MemoryManager::GetPool();
  Random random_;

  [[nodiscard]] Polynomial random_polynomial(std::span<const seal::Modulus> moduli) {
    Polynomial result(moduli.size(), n_);
    fill(result.span(), moduli, random_);
    return result;
  }

  /// Joins the rows of both and multiplies them by t, as SEAL does before it divides.
  [[nodiscard]] Polynomial joined_times(const Polynomial& first, const Polynomial& second, std::uint64_t t,
                                        std::span<const seal::Modulus> first_moduli,
                                        std::span<const seal::Modulus> second_moduli) const {
    Polynomial result(first_moduli.size() + second_moduli.size(), n_);
    for (std::size_t i = 0; i < result.span().rows(); ++i) {
      const bool is_first = i < first_moduli.size();
      const std::size_t k = is_first ? i : i - first_moduli.size();
      const seal::Modulus& q = (is_first ? first_moduli : second_moduli)[k];
      seal::util::multiply_poly_scalar_coeffmod((is_first ? first : second).iterator()[k], n_, t, q,
                                                result.iterator()[i]);
    }
    return result;
  }

  void expect_approximate_conversion(const seal::util::RNSBase& from, const seal::util::RNSBase& to) {
    const std::span moduli(from.base(), from.size());
    const Polynomial in = random_polynomial(moduli);
    Polynomial expected(to.size(), n_), out(to.size(), n_);
    seal::util::BaseConverter(from, to, pool_).fast_convert_array(in.iterator(), expected.iterator(), pool_);
    BaseConversion(base_of(moduli), base_of({to.base(), to.size()}), Lift::approximate)(out.span(), in.view());
    expect_same(out.view(), expected.view());
  }

  /// Compares with SEAL's exact conversion to one modulus. SEAL finds the multiple of Q in doubles; random residues are
  /// far enough from where it changes.
  void expect_exact_conversion(const seal::util::RNSBase& from, const seal::Modulus& to) {
    const std::span moduli(from.base(), from.size());
    Polynomial in = random_polynomial(moduli);
    for (std::size_t i = 0; i < from.size(); ++i) std::ranges::fill(in.span()[i].first(8), i + 1);
    Polynomial expected(1, n_), out(1, n_);
    const seal::util::RNSBase seals({to}, pool_);
    seal::util::BaseConverter(from, seals, pool_)
        .exact_convert_array(in.iterator(), *RNSIter(expected.iterator()), pool_);
    BaseConversion(base_of(moduli), base_of({&to, 1}), Lift::centred)(out.span(), in.view());
    expect_same(out.view(), expected.view());
  }
};

TEST_P(RnsToolTest, TransformsBySmallestRootInSameOrder) {
  const ContextData& data = *context_.key_context_data();
  const RnsNtt ntt(n_, base_of(parameters_.moduli));
  const Polynomial in = random_polynomial(parameters_.moduli);
  Polynomial expected = in, out(parameters_.moduli.size(), n_);
  for (std::size_t i = 0; i < parameters_.moduli.size(); ++i) {
    EXPECT_EQ(ntt[i].root(), data.small_ntt_tables()[i].get_root());
    seal::util::ntt_negacyclic_harvey(expected.iterator()[i], data.small_ntt_tables()[i]);
  }
  ntt.forward(out.span(), in.view());
  expect_same(out.view(), expected.view());
}

TEST_P(RnsToolTest, ConvertsBases) {
  const seal::util::RNSBase special({parameters_.moduli.back()}, pool_);
  for (const ContextData* level : levels(context_)) {
    SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
    const seal::util::RNSTool& tool = *level->rns_tool();
    expect_approximate_conversion(*tool.base_q(), *tool.base_Bsk());
    expect_approximate_conversion(*tool.base_q(), *tool.base_Bsk_m_tilde());
    expect_approximate_conversion(*tool.base_q(), *tool.base_t_gamma());
    expect_approximate_conversion(*tool.base_B(), *tool.base_q());
    expect_approximate_conversion(*tool.base_q(), special);
    expect_exact_conversion(*tool.base_q(), tool.t());
    expect_exact_conversion(*tool.base_q(), tool.gamma());
  }
}

TEST_P(RnsToolTest, DividesByLastModulus) {
  for (const ContextData* level : levels(context_, true)) {
    const auto& moduli = level->parms().coeff_modulus();
    if (moduli.size() == 1) continue;
    SCOPED_TRACE(std::to_string(moduli.size()) + " moduli");
    const std::size_t kept = moduli.size() - 1;
    const RnsNtt ntt(n_, base_of(moduli));
    const ModDown mod_down(ntt, 1);
    const Polynomial in = random_polynomial(moduli);
    Polynomial expected = in, out = in;
    level->rns_tool()->divide_and_round_q_last_inplace(expected.iterator(), pool_);
    mod_down.on_coefficients(out.span().first(kept), out.view());
    expect_same(out.view().first(kept), expected.view().first(kept));

    ntt.forward(out.span(), in.view());
    expected = out;
    level->rns_tool()->divide_and_round_q_last_ntt_inplace(expected.iterator(), level->small_ntt_tables(), pool_);
    mod_down.on_evaluations(out.span().first(kept), out.view());
    expect_same(out.view().first(kept), expected.view().first(kept));
  }
}

/// Both subtract t times a number that is x / t modulo the last modulus p. SEAL takes the one in [0, p).
TEST_P(RnsToolTest, DividesByLastModulusModuloPlaintext) {
  for (const ContextData* level : levels(context_, true)) {
    const auto& moduli = level->parms().coeff_modulus();
    if (moduli.size() == 1) continue;
    SCOPED_TRACE(std::to_string(moduli.size()) + " moduli");
    const std::size_t kept = moduli.size() - 1;
    const RnsBase base = base_of(moduli);
    const RnsNtt ntt(n_, base);
    const Polynomial in = random_polynomial(moduli);
    Polynomial out(moduli.size(), n_);
    ntt.forward(out.span(), in.view());
    Polynomial expected = out;
    level->rns_tool()->mod_t_and_divide_q_last_ntt_inplace(expected.iterator(), level->small_ntt_tables(), pool_);
    const ModDown divide(ntt, 1, {.plaintext_modulus = plaintext_modulus, .lift = Lift::floor});
    divide.on_evaluations(out.span().first(kept), out.view());
    expect_same(out.view().first(kept), expected.view().first(kept));
  }
}

/// Compares the steps of BEHZ's multiplication with SEAL's sm_mrq, fast_floor and fastbconv_sk.
TEST_P(RnsToolTest, ScalesAndRounds) {
  for (const ContextData* level : levels(context_)) {
    SCOPED_TRACE(std::to_string(level->parms().coeff_modulus().size()) + " moduli");
    const seal::util::RNSTool& tool = *level->rns_tool();
    const std::span base(tool.base_q()->base(), tool.base_q()->size());
    const std::span auxiliary(tool.base_Bsk()->base(), tool.base_Bsk()->size());
    const std::uint64_t t = tool.t().value();
    const ScaleAndRound scale(base_of(base), base_of(auxiliary), t, {.montgomery_modulus = tool.m_tilde().value()});
    const Polynomial in = random_polynomial(base), known = random_polynomial(auxiliary);

    Polynomial between(auxiliary.size() + 1, n_), expected(auxiliary.size(), n_), out(auxiliary.size(), n_);
    tool.fastbconv_m_tilde(in.iterator(), between.iterator(), pool_);
    tool.sm_mrq(between.iterator(), expected.iterator(), pool_);
    scale.extend(out.span(), in.view());
    expect_same(out.view(), expected.view());

    const Polynomial both = joined_times(in, known, t, base, auxiliary);
    Polynomial floor(auxiliary.size(), n_), rounded(base.size(), n_), result(base.size(), n_);
    tool.fast_floor(both.iterator(), floor.iterator(), pool_);
    tool.fastbconv_sk(floor.iterator(), rounded.iterator(), pool_);
    scale(result.span(), in.view(), known.view());
    expect_same(result.view(), rounded.view());
  }
}

INSTANTIATE_TEST_SUITE_P(Parameters, RnsToolTest,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Range(std::size_t{0}, all_parameters().size())),
                         named_by_backend([](std::size_t i) { return all_parameters()[i].name; }));

}  // namespace
}  // namespace ringlet_test::beside_seal
