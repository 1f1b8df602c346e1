// Tests which plans the adapter for OpenFHE makes, shares and applies, with a stand-in for OpenFHE.
#include "plans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "stand_in/contexts.hpp"

namespace ringlet_test::openfhe {
namespace {

using lbcrypto::CryptoParametersRNS;
using lbcrypto::DCRTPoly;
using ringlet::RnsBase;
using ringlet::openfhe::Parameters;
using ringlet::openfhe::Plans;

RnsBase base(std::size_t begin, std::size_t end) {
  const auto all = moduli();
  return RnsBase({all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)});
}

TEST(OpenFheParameters, AreThoseOfAContext) {
  const auto from = parameters();
  const Parameters hybrid(*from);
  EXPECT_EQ(hybrid.n, n);
  EXPECT_EQ(RnsBase(hybrid.base.values), base(0, 5));
  EXPECT_EQ(RnsBase(hybrid.special.values), base(5, 7));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(hybrid.base.roots[i], from->base->rows[i]->root);
  EXPECT_EQ(hybrid.digit_size, 2U);
  EXPECT_EQ(hybrid.plaintext_modulus, 1U);
  from->noise_scale = 65537;
  EXPECT_EQ(Parameters(*from).plaintext_modulus, 65537U);
  from->technique = lbcrypto::BV;
  EXPECT_TRUE(Parameters(*from).special.values.empty());
  EXPECT_EQ(Parameters(*from).digit_size, 1U);
  EXPECT_EQ(Parameters(*from).digit_bits, 10U);
  // Two digits have more than 64 bits together.
  from->digit_bits = 33;
  EXPECT_EQ(Parameters(*from).digit_size, 0U);
  from->technique = lbcrypto::HYBRID;
  from->special = nullptr;
  EXPECT_TRUE(Parameters(*from).special.values.empty());
}

/// Changes of parameters that need other plans.
std::vector<std::function<void(CryptoParametersRNS&)>> changes() {
  return {[](auto& p) { p.base = params(0, 4); },
          [](auto& p) { p.special = params(6, 7); },
          [](auto& p) { p.digit_size = 3; },
          [](auto& p) { p.noise_scale = 65537; },
          [](auto& p) { p.technique = lbcrypto::BV; },
          [](auto& p) {
            auto& root = p.base->rows[1]->root;
            root = p.base->rows[1]->modulus - root;
          }};
}

TEST(OpenFhePlans, AreSharedByEqualParametersWhileHeld) {
  auto plans = Plans::of(Parameters(*parameters()));
  EXPECT_EQ(Plans::of(Parameters(*parameters())), plans);
  for (const auto& change : changes()) {
    const auto other = parameters();
    change(*other);
    EXPECT_NE(Plans::of(Parameters(*other)), plans);
  }
  const std::weak_ptr<const Plans> watched = plans;
  plans.reset();
  EXPECT_TRUE(watched.expired());
  EXPECT_TRUE(Plans::of(Parameters(*parameters()))->has_key_switch());
}

TEST(OpenFhePlans, AreForEqualParametersOnly) {
  const Plans plans{Parameters(*parameters())};
  EXPECT_TRUE(plans.are_for(parameters()));
  EXPECT_FALSE(plans.are_for(nullptr));
  EXPECT_FALSE(plans.are_for(std::make_shared<lbcrypto::CryptoParametersBase<DCRTPoly>>()));
  for (const auto& change : changes()) {
    const auto other = parameters();
    change(*other);
    EXPECT_FALSE(plans.are_for(other));
  }
}

TEST(OpenFhePlans, AreMadeOnceForALevel) {
  const Plans plans{Parameters(*parameters())};
  EXPECT_EQ(plans.size(), n);
  EXPECT_EQ(plans.base(), base(0, 5));
  EXPECT_EQ(plans.key_switch().base(), base(0, 5));
  EXPECT_EQ(plans.key_switch().special().size(), 2U);
  EXPECT_EQ(plans.key_switch().digits(), 3U);
  EXPECT_EQ(plans.rescale(3).base(), base(0, 3));
  EXPECT_EQ(plans.rescale(3).kept(), 2U);
  EXPECT_EQ(plans.rescale(4).kept(), 3U);
  EXPECT_EQ(plans.division(4).kept(), 4U);
  EXPECT_EQ(plans.division(4).base().size(), 6U);
  EXPECT_EQ(plans.extension(4).from(), base(0, 4));
  EXPECT_EQ(plans.extension(4).to(), base(5, 7));
  EXPECT_EQ(plans.extension(4).lift(), ringlet::Lift::centred);
  EXPECT_EQ(plans.special_ntt().base(), base(5, 7));
  EXPECT_EQ(plans.automorphism(5).exponent(), 5U);
  EXPECT_EQ(&plans.rescale(3), &plans.rescale(3));
  EXPECT_NE(&plans.rescale(3), &plans.rescale(2));
  EXPECT_EQ(&plans.division(4), &plans.division(4));
  EXPECT_EQ(&plans.extension(4), &plans.extension(4));
  EXPECT_EQ(&plans.automorphism(5), &plans.automorphism(5));
}

TEST(OpenFhePlans, RefuseModuliBeyondTheRange) {
  const auto from = parameters();
  from->base->rows[2]->modulus = (std::uint64_t{1} << 62) + 1;
  EXPECT_THROW(Plans::of(Parameters(*from)), std::invalid_argument);
  EXPECT_THROW(Plans::of(Parameters(*from)), std::invalid_argument);
}

TEST(OpenFhePlans, ServeEvaluationsModuloTheFirstModuli) {
  const Plans plans{Parameters(*parameters())};
  for (const std::size_t level : {1U, 4U, 5U}) EXPECT_TRUE(plans.serves(polynomial(*params(0, level)))) << level;
  EXPECT_FALSE(plans.serves(DCRTPoly()));
  EXPECT_FALSE(plans.serves(polynomial(*params(0, 6))));
  EXPECT_FALSE(plans.serves(polynomial(*params(1, 5))));
  const std::vector<std::function<void(lbcrypto::Row&)>> faults = {
      [](auto& row) { row.is_empty = true; }, [](auto& row) { row.format = COEFFICIENT; },
      [](auto& row) { row.n = 2 * n; }, [](auto& row) { row.modulus += 2 * n; },
      [](auto& row) { row.root = row.modulus - row.root; }};
  for (const auto& fault : faults) {
    DCRTPoly wrong = polynomial(*params(0, 5));
    fault(wrong.rows[3]);
    EXPECT_FALSE(plans.serves(wrong));
  }
}

TEST(OpenFhePlans, ServeSumsModuloSpecialModuli) {
  const Plans plans{Parameters(*parameters())};
  DCRTPoly sum = polynomial(*params(0, 3));
  const DCRTPoly special = polynomial(*params(5, 7));
  EXPECT_FALSE(plans.serves(special, true));
  sum.rows.insert(sum.rows.end(), special.rows.begin(), special.rows.end());
  EXPECT_TRUE(plans.serves(sum, true));
  EXPECT_FALSE(plans.serves(sum));
  std::ranges::reverse(sum.rows);
  EXPECT_FALSE(plans.serves(sum, true));
}

TEST(OpenFhePlans, ServePolynomialsOfOneLevel) {
  const Plans plans{Parameters(*parameters())};
  const DCRTPoly high = polynomial(*params(0, 5)), low = polynomial(*params(0, 4));
  EXPECT_TRUE(plans.serves_all({high, high, high}));
  EXPECT_TRUE(plans.serves_all({low, low}));
  EXPECT_FALSE(plans.serves_all({high, low}));
  EXPECT_FALSE(plans.serves_all({low, polynomial(*params(1, 5))}));
}

}  // namespace
}  // namespace ringlet_test::openfhe
