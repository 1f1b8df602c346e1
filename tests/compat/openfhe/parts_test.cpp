// Tests how the adapter for OpenFHE replaces parts of contexts, with stand-ins for OpenFHE and for the new parts.
#include "parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <typeinfo>
#include <utility>
#include <vector>

#include "generator.hpp"
#include "stand_in/contexts.hpp"
#include "support/errors.hpp"

namespace ringlet_test::openfhe {
namespace {

using namespace lbcrypto;
using ringlet::openfhe::Options;
using ringlet::openfhe::Plans;
using ringlet::openfhe::Report;

/// Part that keeps what it is made with.
template <class Base>
struct NewPart : Base {
  NewPart(std::shared_ptr<const Plans> made_with, const Options& of) : plans(std::move(made_with)), options(of) {}
  std::shared_ptr<const Plans> plans;
  Options options;
};
struct NewBootstrap : NewPart<FHECKKSRNS> {
  NewBootstrap(const FHECKKSRNS& old, std::shared_ptr<const Plans> made_with, const Options& of)
      : NewPart(std::move(made_with), of) {
    static_cast<FHECKKSRNS&>(*this) = old;
  }
};
struct New {
  using HybridKeySwitch = NewPart<KeySwitchHYBRID>;
  using BvKeySwitch = NewPart<KeySwitchBV>;
  using LeveledCkks = NewPart<LeveledSHECKKSRNS>;
  using LeveledBgv = NewPart<LeveledSHEBGVRNS>;
  using LeveledBfv = NewPart<LeveledSHEBFVRNS>;
  using Bootstrap = NewBootstrap;
};
using Parts = ringlet::openfhe::Parts<New>;

/// Scheme whose parts the test sees.
struct Scheme : SchemeBase<DCRTPoly> {
  using SchemeBase::m_FHE;
  using SchemeBase::m_KeySwitch;
  using SchemeBase::m_LeveledSHE;
};

/// Context of a scheme. KeySwitch and Leveled are OpenFHE's parts of it.
template <class KeySwitch, class Leveled>
struct Enabled {
  std::shared_ptr<CryptoParametersRNS> parameters = openfhe::parameters();
  std::shared_ptr<Scheme> scheme = std::make_shared<Scheme>();
  CryptoContext<DCRTPoly> context = std::make_shared<CryptoContextImpl<DCRTPoly>>(parameters, scheme);

  Enabled() {
    scheme->m_KeySwitch = std::make_shared<KeySwitch>();
    scheme->m_LeveledSHE = std::make_shared<Leveled>();
    if (typeid(KeySwitch) == typeid(KeySwitchBV)) parameters->technique = BV;
  }
  /// Returns whether the scheme's parts are exactly of these types.
  template <class K, class L>
  [[nodiscard]] bool has() const {
    const auto& key_switch = *scheme->m_KeySwitch;
    const auto& leveled = *scheme->m_LeveledSHE;
    return typeid(key_switch) == typeid(K) && typeid(leveled) == typeid(L);
  }
};
using Ckks = Enabled<KeySwitchHYBRID, LeveledSHECKKSRNS>;

void expect_report(const Report& report, const Report& expected) {
  EXPECT_EQ(report.key_switch, expected.key_switch);
  EXPECT_EQ(report.rescale, expected.rescale);
  EXPECT_EQ(report.product, expected.product);
  EXPECT_EQ(report.rotation, expected.rotation);
  EXPECT_EQ(report.bootstrap, expected.bootstrap);
  EXPECT_EQ(report.backend, ringlet::backend::active());
}

TEST(OpenFheParts, AreReplacedAndGivenBack) {
  const Ckks ckks;
  const std::uint32_t next = next_draw();
  expect_report(Parts::replace(ckks.context, {}), {true, true, true, true, false, {}});
  EXPECT_TRUE((ckks.has<New::HybridKeySwitch, New::LeveledCkks>()));
  Parts::give_back(ckks.context);
  EXPECT_TRUE((ckks.has<KeySwitchHYBRID, LeveledSHECKKSRNS>()));
  Parts::give_back(ckks.context);
  EXPECT_TRUE((ckks.has<KeySwitchHYBRID, LeveledSHECKKSRNS>()));
  EXPECT_EQ(next_draw(), next);
}

/// Returns how far freeing small blocks moves the end of the heap.
std::ptrdiff_t given_back() {
  std::vector<std::unique_ptr<std::byte[]>> blocks;
  for (int i = 0; i < 256; ++i) blocks.push_back(std::make_unique<std::byte[]>(std::size_t{1} << 16));
  const auto* const end = static_cast<std::byte*>(sbrk(0));
  blocks.clear();
  return end - static_cast<std::byte*>(sbrk(0));
}

// Runs alone, because other tests may have freed large blocks.
TEST(OpenFheAlone, FreedMemoryIsKept) {
  const Ckks ckks;
  Parts::replace(ckks.context, {.keep_freed_memory = false});
  if (given_back() == 0) GTEST_SKIP() << "this allocator keeps freed memory by itself";
  Parts::replace(ckks.context, {});
  EXPECT_EQ(given_back(), 0);
}

TEST(OpenFheParts, DependOnTheScheme) {
  const Enabled<KeySwitchHYBRID, LeveledSHEBGVRNS> bgv;
  expect_report(Parts::replace(bgv.context, {}), {true, true, true, true, false, {}});
  EXPECT_TRUE((bgv.has<New::HybridKeySwitch, New::LeveledBgv>()));
  Parts::give_back(bgv.context);
  EXPECT_TRUE((bgv.has<KeySwitchHYBRID, LeveledSHEBGVRNS>()));
  const Enabled<KeySwitchHYBRID, LeveledSHEBFVRNS> bfv;
  expect_report(Parts::replace(bfv.context, {}), {true, false, true, true, false, {}});
  EXPECT_TRUE((bfv.has<New::HybridKeySwitch, New::LeveledBfv>()));
  Parts::give_back(bfv.context);
  EXPECT_TRUE((bfv.has<KeySwitchHYBRID, LeveledSHEBFVRNS>()));
  const Enabled<KeySwitchBV, LeveledSHECKKSRNS> bv;
  expect_report(Parts::replace(bv.context, {}), {true, true, true, true, false, {}});
  EXPECT_TRUE((bv.has<New::BvKeySwitch, New::LeveledCkks>()));
  // Two digits of 33 bits for a modulus of 50: OpenFHE computes these wrong.
  bv.parameters->digit_bits = 33;
  expect_report(Parts::replace(bv.context, {}), {false, true, true, true, false, {}});
  EXPECT_TRUE((bv.has<KeySwitchBV, New::LeveledCkks>()));
}

TEST(OpenFheParts, AreThoseOfTheOptions) {
  const Ckks ckks;
  expect_report(Parts::replace(ckks.context, {.key_switch = false}), {false, true, true, true, false, {}});
  EXPECT_TRUE((ckks.has<KeySwitchHYBRID, New::LeveledCkks>()));
  expect_report(Parts::replace(ckks.context, {.rescale = false, .product = false}),
                {true, false, false, true, false, {}});
  EXPECT_TRUE((ckks.has<New::HybridKeySwitch, New::LeveledCkks>()));
  const auto& leveled = dynamic_cast<const New::LeveledCkks&>(*ckks.scheme->m_LeveledSHE);
  EXPECT_TRUE(!leveled.options.rescale && !leveled.options.product && leveled.options.rotation);
  const Options none{.key_switch = false, .rescale = false, .product = false, .rotation = false, .bootstrap = false};
  expect_report(Parts::replace(ckks.context, none), {});
  EXPECT_TRUE((ckks.has<KeySwitchHYBRID, LeveledSHECKKSRNS>()));
}

TEST(OpenFheParts, BootstrappingKeepsItsState) {
  const Ckks ckks;
  const auto old = std::make_shared<FHECKKSRNS>();
  old->correction = 9;
  ckks.scheme->m_FHE = old;
  expect_report(Parts::replace(ckks.context, {.bootstrap = false}), {true, true, true, true, false, {}});
  EXPECT_EQ(ckks.scheme->m_FHE, old);
  expect_report(Parts::replace(ckks.context, {}), {true, true, true, true, true, {}});
  auto& bootstrap = dynamic_cast<New::Bootstrap&>(*ckks.scheme->m_FHE);
  EXPECT_EQ(bootstrap.correction, 9U);
  bootstrap.correction = 11;
  // A second call takes the state over, too.
  Parts::replace(ckks.context, {});
  EXPECT_EQ(dynamic_cast<New::Bootstrap&>(*ckks.scheme->m_FHE).correction, 11U);
  Parts::give_back(ckks.context);
  const auto& given = *ckks.scheme->m_FHE;
  EXPECT_TRUE(typeid(given) == typeid(FHECKKSRNS));
  EXPECT_EQ(dynamic_cast<const FHECKKSRNS&>(given).correction, 11U);
  struct Other : FHECKKSRNS {};
  const auto other = std::make_shared<Other>();
  ckks.scheme->m_FHE = other;
  EXPECT_FALSE(Parts::replace(ckks.context, {}).bootstrap);
  EXPECT_EQ(ckks.scheme->m_FHE, other);
  // It needs the special moduli of HYBRID.
  const Enabled<KeySwitchBV, LeveledSHECKKSRNS> bv;
  bv.parameters->special = nullptr;
  bv.scheme->m_FHE = old;
  EXPECT_FALSE(Parts::replace(bv.context, {}).bootstrap);
  EXPECT_EQ(bv.scheme->m_FHE, old);
}

TEST(OpenFheParts, ShareThePlans) {
  const Ckks a, b;
  Parts::replace(a.context, {.threads = 1});
  Parts::replace(b.context, {});
  const auto& key_switch = dynamic_cast<const New::HybridKeySwitch&>(*a.scheme->m_KeySwitch);
  EXPECT_EQ(key_switch.options.threads, 1U);
  EXPECT_EQ(key_switch.plans, dynamic_cast<const New::HybridKeySwitch&>(*b.scheme->m_KeySwitch).plans);
  EXPECT_EQ(key_switch.plans, dynamic_cast<const New::LeveledCkks&>(*b.scheme->m_LeveledSHE).plans);
}

TEST(OpenFheParts, OfOthersStay) {
  struct Other : LeveledSHECKKSRNS {};
  const Enabled<KeySwitchHYBRID, Other> other;
  expect_report(Parts::replace(other.context, {}), {true, false, false, false, false, {}});
  EXPECT_TRUE((other.has<New::HybridKeySwitch, Other>()));
  const Ckks without_special;
  without_special.parameters->special = nullptr;
  expect_report(Parts::replace(without_special.context, {}), {false, true, true, true, false, {}});
  const Ckks not_enabled;
  not_enabled.scheme->m_KeySwitch = nullptr;
  not_enabled.scheme->m_LeveledSHE = nullptr;
  expect_report(Parts::replace(not_enabled.context, {}), {});
  Parts::give_back(not_enabled.context);
  EXPECT_EQ(not_enabled.scheme->m_KeySwitch, nullptr);
}

/// Expects that accelerate refuses a context, and leaves its parts.
template <class Context>
void expect_refusal(const Context& of, const Options& options, const char* why) {
  const auto key_switch = of.scheme->m_KeySwitch;
  const auto leveled = of.scheme->m_LeveledSHE;
  EXPECT_THAT(message_of<std::invalid_argument>([&] { Parts::replace(of.context, options); }), HasSubstr(why));
  EXPECT_EQ(of.scheme->m_KeySwitch, key_switch);
  EXPECT_EQ(of.scheme->m_LeveledSHE, leveled);
}

TEST(OpenFheParts, StayWhereAContextIsRefused) {
  const Ckks ckks;
  expect_refusal(ckks, {.threads = 2}, "threads is 2");
  Parts::replace(ckks.context, {});
  expect_refusal(ckks, {.threads = 2}, "threads is 2");
  ckks.parameters->base->rows[0]->modulus = (std::uint64_t{1} << 62) + 1;
  expect_refusal(ckks, {}, "4611686018427387905");
  Ckks other;
  other.context =
      std::make_shared<CryptoContextImpl<DCRTPoly>>(std::make_shared<CryptoParametersBase<DCRTPoly>>(), other.scheme);
  expect_refusal(other, {}, "context has no RNS parameters");
  EXPECT_THROW(Parts::give_back(other.context), std::invalid_argument);
  EXPECT_THROW(Parts::replace(nullptr, {}), std::invalid_argument);
  EXPECT_THROW(Parts::give_back(nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace ringlet_test::openfhe
