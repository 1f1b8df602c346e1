// Tests what plans of one context share: transforms, equal plans, working memory.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "ringlet/ringlet.hpp"
#include "support/backends.hpp"
#include "support/one_after_the_other.hpp"

namespace ringlet_test {
namespace {

using ringlet::KeySwitch;
using ringlet::KeySwitchOptions;
using ringlet::Lift;
using ringlet::ModDown;
using ringlet::RnsBase;
using ringlet::RnsContext;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::SwitchingKey;
using Words = std::vector<std::uint64_t>;

/// Plans, a key and polynomials of n points, with the last two of the moduli special.
class Plans {
 public:
  Plans(std::size_t n, std::size_t moduli, const RnsContext& context, const KeySwitchOptions& options = {})
      : ntt(n, RnsBase(ringlet::ntt_primes(moduli, 50, n)), {.context = context}), switch_key(ntt, 2, options) {
    std::iota(words_.begin(), words_.end(), std::uint64_t{1} << 48);
  }

  [[nodiscard]] RnsView in(std::size_t rows) const { return {words_.data(), rows, ntt.size()}; }
  [[nodiscard]] SwitchingKey key() const {
    const std::vector<RnsView> polynomials(switch_key.digits(), in(ntt.base().size()));
    return switch_key.prepare(polynomials, polynomials);
  }
  [[nodiscard]] Words switched(std::size_t level, const SwitchingKey& key,
                               ringlet::Executor* executor = nullptr) const {
    const std::size_t n = ntt.size();
    Words out(2 * level * n);
    switch_key({out.data(), level, n}, {out.data() + level * n, level, n}, in(level), key, executor);
    return out;
  }

  RnsNtt ntt;
  KeySwitch switch_key;

 private:
  Words words_ = Words(ntt.base().size() * ntt.size());
};

template <class Plan>
void expect_to_survive_a_move(Plan plan) {
  const Plan moved = std::move(plan);
  EXPECT_EQ(plan.size(), moved.size());
  plan = moved;
  const Plan assigned = [&] {
    Plan target = moved;
    target = std::move(plan);
    return target;
  }();
  EXPECT_EQ(plan.size(), assigned.size());
}

TEST(RnsContext, PlansThatWereMovedFromWorkAsBefore) {
  const RnsContext context;
  const Plans plans(32, 4, context);
  const RnsBase base(ringlet::ntt_primes(2, 40, 32)), other(ringlet::ntt_primes(2, 41, 32));
  expect_to_survive_a_move(base);
  expect_to_survive_a_move(plans.ntt);
  expect_to_survive_a_move(plans.switch_key);
  expect_to_survive_a_move(ringlet::Automorphism(32, 3));
  SwitchingKey key = plans.key();
  const SwitchingKey moved_key = std::move(key);
  EXPECT_EQ(key.bytes(), moved_key.bytes());
  RnsContext original = context;
  const RnsContext moved_context = std::move(original);
  EXPECT_EQ(original.transforms(), moved_context.transforms());

  const Words in(4 * 32, 1);
  Words expected(2 * 32), out(2 * 32);
  ringlet::BaseConversion conversion(base, other, Lift::floor);
  const ringlet::BaseConversion moved_conversion = std::move(conversion);
  moved_conversion({expected.data(), 2, 32}, {in.data(), 2, 32});
  conversion({out.data(), 2, 32}, {in.data(), 2, 32});
  EXPECT_EQ(out, expected);
  ModDown division(plans.ntt, 2);
  const ModDown moved_division = std::move(division);
  moved_division.on_coefficients({expected.data(), 2, 32}, {in.data(), 4, 32});
  division.on_coefficients({out.data(), 2, 32}, {in.data(), 4, 32});
  EXPECT_EQ(out, expected);
  ringlet::ScaleAndRound scaling(base, other, 3);
  const ringlet::ScaleAndRound moved_scaling = std::move(scaling);
  moved_scaling({expected.data(), 2, 32}, {in.data(), 2, 32}, {in.data(), 2, 32});
  scaling({out.data(), 2, 32}, {in.data(), 2, 32}, {in.data(), 2, 32});
  EXPECT_EQ(out, expected);
}

TEST(RnsContext, LendsOneBlockToPlansOfAllSizesAndLevels) {
  const RnsContext context;
  const Plans large(128, 6, context), small(32, 4, context);
  const SwitchingKey large_key = large.key(), small_key = small.key();
  EXPECT_EQ(context.held_bytes(), 0U);
  const Words whole = large.switched(4, large_key);
  const std::size_t held = context.held_bytes();
  EXPECT_GT(held, 0U);
  // Results do not depend on what other plans have left in the block.
  for (std::size_t level = 1; level <= 4; ++level) {
    const Plans alone(128, 6, RnsContext());
    EXPECT_EQ(large.switched(level, large_key), alone.switched(level, alone.key())) << level;
    const Plans small_alone(32, 4, RnsContext());
    if (level <= 2) {
      EXPECT_EQ(small.switched(level, small_key), small_alone.switched(level, small_alone.key()));
    }
  }
  EXPECT_EQ(context.held_bytes(), held);
  EXPECT_EQ(context.peak_bytes(), held);
  EXPECT_EQ(context.lent_bytes(), 0U);
  context.release();
  EXPECT_EQ(context.held_bytes(), 0U);
  EXPECT_EQ(large.switched(4, large_key), whole);
  EXPECT_EQ(context.held_bytes(), held);
}

TEST(RnsContext, LivesAsLongAsAPlan) {
  std::optional<RnsContext> context(std::in_place);
  const Plans plans(32, 5, *context);
  const SwitchingKey key = plans.key();
  const Words before = plans.switched(3, key);
  context.reset();
  EXPECT_EQ(plans.switched(3, key), before);
  EXPECT_EQ(plans.ntt.context().transforms(), 5U);
}

TEST(RnsContext, GivesEqualPlansOnce) {
  const RnsContext context;
  const Plans plans(32, 5, context);
  const SwitchingKey key = plans.key();
  const Words expected = plans.switched(3, key);
  // Equal parameters by other objects.
  const Plans twin(32, 5, context);
  EXPECT_EQ(twin.switched(3, key), expected);
  const auto expect_other = [&](const Plans& other) {
    EXPECT_THROW(static_cast<void>(other.switched(2, key)), std::invalid_argument);
  };
  expect_other(Plans(32, 5, RnsContext()));
  expect_other(Plans(32, 4, context));
  expect_other(Plans(32, 5, context, {.digit_size = 2}));
  expect_other(Plans(32, 5, context, {.plaintext_modulus = 3}));
  expect_other(Plans(32, 5, context, {.digits = Lift::centred}));
  expect_other(Plans(32, 5, context, {.division = Lift::floor}));
  expect_other(Plans(32, 5, context, {.domain = ringlet::Domain::coefficients}));
  const KeySwitch fewer_special(plans.ntt, 1);
  Words out(2 * 32);
  EXPECT_THROW(fewer_special({out.data(), 1, 32}, {out.data() + 32, 1, 32}, plans.in(1), key), std::invalid_argument);
  for (const std::string& backend : supported_backends()) {
    if (backend == ringlet::backend::active()) continue;
    const ForcedBackend forced(backend);
    expect_other(Plans(32, 5, context));
  }
}

/// Bytes of `rows` rows of n words.
std::size_t bytes_of(std::size_t rows, std::size_t n) { return rows * (n + 8) * sizeof(std::uint64_t); }

/// The table of docs/rns_reference.md.
TEST(RnsContext, HoldsTheRowsThatTheReferenceLists) {
  constexpr std::size_t n = 32, moduli = 6, special = 2, kept = moduli - special, workers = 3;
  OneAfterTheOther executor(workers);
  const auto held = [&](const KeySwitchOptions& options, ringlet::Executor* threads) {
    const RnsContext context;
    const Plans plans(n, moduli, context, options);
    static_cast<void>(plans.switched(kept, plans.key(), threads));
    return context.held_bytes();
  };
  const auto expect = [&](const KeySwitchOptions& options, std::size_t shared, std::size_t own) {
    EXPECT_EQ(held(options, nullptr), bytes_of(shared + own, n));
    EXPECT_EQ(held(options, &executor), bytes_of(shared + workers * own, n));
  };
  expect({}, kept + 2 * special + 2, kept + 4);
  expect({.domain = ringlet::Domain::coefficients}, kept + 2 * special + 2, kept + 5);
  expect({.digits = Lift::centred}, kept + 2 * special + 2, 4 * kept + 10);
  expect({.digit_size = 2}, 2 * 3 + 2 * special + 2, 4 * 2 + 10);
  // One special modulus.
  const RnsContext context;
  const RnsNtt ntt(n, RnsBase(ringlet::ntt_primes(moduli, 50, n)), {.context = context});
  const KeySwitch switch_key(ntt, 1);
  Words words(moduli * n), out(2 * moduli * n);
  const std::vector<RnsView> polynomials(moduli - 1, RnsView(words.data(), moduli, n));
  switch_key({out.data(), 5, n}, {out.data() + 5 * n, 5, n}, {words.data(), 5, n},
             switch_key.borrow(polynomials, polynomials));
  EXPECT_EQ(context.held_bytes(), bytes_of(2 * 5 + 2 + 5 + 4, n));
  // A division: a row for each dropped modulus, one more if they are several, and one for each worker.
  const RnsContext divisions;
  const RnsNtt whole(n, ntt.base(), {.context = divisions});
  ModDown(whole, 1).on_evaluations({out.data(), 5, n}, {words.data(), moduli, n}, &executor);
  EXPECT_EQ(divisions.held_bytes(), bytes_of(1 + workers, n));
  ModDown(whole, 3).on_evaluations({out.data(), 3, n}, {words.data(), moduli, n});
  EXPECT_EQ(divisions.held_bytes(), bytes_of(4 + 1, n));
}

/// Workers without tasks get no memory.
TEST(RnsContext, HoldsRowsForAsManyWorkersAsThereAreTasks) {
  constexpr std::size_t n = 32, moduli = 3;
  const RnsContext context;
  const RnsNtt ntt(n, RnsBase(ringlet::ntt_primes(moduli, 50, n)), {.context = context});
  Words words(moduli * n), out(2 * n);
  OneAfterTheOther executor(1000);
  ModDown(ntt, 1).on_evaluations({out.data(), 2, n}, {words.data(), moduli, n}, &executor);
  EXPECT_EQ(context.held_bytes(), bytes_of(1 + 2, n));
}

}  // namespace
}  // namespace ringlet_test
