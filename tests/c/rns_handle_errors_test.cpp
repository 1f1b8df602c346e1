// Tests errors of the C interface's handles for rows: invalid arguments of their
// constructors, and calls without a handle.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "c/rns_calls.hpp"
#include "c/statuses.hpp"
#include "support/errors.hpp"

namespace ringlet_test::c_api {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::size_t n = RowPlans::n;
constexpr std::size_t max = std::numeric_limits<std::size_t>::max();

TEST(CRnsHandleErrors, Bases) {
  const Words moduli{3, 5, 7, 10}, long_one{std::uint64_t{1} << 62};
  const auto create = ringlet_rns_base_create;
  const std::uint64_t* const p = moduli.data();
  EXPECT_EQ(refused(is_null, create, nullptr, 3U), "moduli is null");
  EXPECT_THAT(refused(is_invalid, create, p, 0U), StartsWith("count is 0"));
  EXPECT_THAT(refused(is_invalid, create, p, 65537U), StartsWith("count is 65537"));
  EXPECT_THAT(refused(is_invalid, create, p, 4U), AllOf(StartsWith("moduli[3] is 10"), HasSubstr("moduli[1]")));
  EXPECT_THAT(refused(is_invalid, create, long_one.data(), 1U), StartsWith("moduli[0] is "));
  Words most(100);
  ASSERT_EQ(ringlet_ntt_primes(most.data(), most.size(), 30, 1, RINGLET_LARGEST_FIRST), RINGLET_OK);
  EXPECT_EQ(ringlet_rns_base_size(make_base(most).get()), most.size());
}

TEST(CRnsHandleErrors, Plans) {
  const RowPlans plans(50U);
  const ringlet_rns_base *const base = plans.base.get(), *const special = plans.special.get();
  const ringlet_rns_base* const no_base = nullptr;
  const ringlet_rns_ntt* const no_ntt = nullptr;
  const RnsBase tiny = make_base({7});
  const RnsContext context = made<RnsContext>(ringlet_rns_context_create);
  EXPECT_EQ(refused(is_null, ringlet_rns_ntt_create, n, no_base, nullptr, context.get()), "base is null");
  EXPECT_EQ(refused(is_null, ringlet_rns_ntt_create, n, no_base, nullptr, nullptr), "base is null");
  EXPECT_THAT(refused(is_invalid, ringlet_rns_ntt_create, 12U, base, nullptr, context.get()),
              AllOf(StartsWith("n is"), Names(12)));
  EXPECT_THAT(refused(is_invalid, ringlet_rns_ntt_create, n, tiny.get(), nullptr, context.get()), Names(7));
  const Words wrong(RowPlans::base_size, 1);
  EXPECT_THAT(refused(is_invalid, ringlet_rns_ntt_create, n, base, wrong.data(), nullptr),
              AllOf(StartsWith("psi is 1"), HasSubstr("primitive root")));
  EXPECT_EQ(refused(is_null, ringlet_base_conversion_create, no_base, base, RINGLET_LIFT_FLOOR), "from is null");
  EXPECT_EQ(refused(is_null, ringlet_base_conversion_create, base, no_base, RINGLET_LIFT_FLOOR), "to is null");
  EXPECT_THAT(refused(is_invalid, ringlet_base_conversion_create, base, special, static_cast<ringlet_lift>(3)),
              StartsWith("lift is 3"));
  const auto down = ringlet_mod_down_create;
  EXPECT_EQ(refused(is_null, down, no_ntt, 1U, 1U, 1U, RINGLET_LIFT_CENTRED), "ntt is null");
  EXPECT_THAT(refused(is_invalid, down, plans.ntt.get(), 0U, 1U, 1U, RINGLET_LIFT_CENTRED), StartsWith("dropped is 0"));
  EXPECT_THAT(refused(is_invalid, down, plans.ntt.get(), 5U, 1U, 1U, RINGLET_LIFT_CENTRED), StartsWith("dropped is 5"));
  EXPECT_THAT(refused(is_invalid, down, plans.ntt.get(), 1U, 0U, 1U, RINGLET_LIFT_CENTRED),
              StartsWith("numerator is 0"));
  EXPECT_THAT(refused(is_invalid, down, plans.ntt.get(), 1U, 1U, 0U, RINGLET_LIFT_CENTRED),
              StartsWith("plaintext_modulus is 0"));
  EXPECT_THAT(refused(is_invalid, down, plans.ntt.get(), 1U, 1U, 1U, static_cast<ringlet_lift>(3)),
              StartsWith("lift is 3"));
  const auto redundant = ringlet_base_conversion_create_redundant;
  EXPECT_EQ(refused(is_null, redundant, no_base, 8U, base), "from is null");
  EXPECT_EQ(refused(is_null, redundant, base, 8U, no_base), "to is null");
  for (const std::uint64_t m : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 62, plans.moduli[1]}) {
    EXPECT_THAT(refused(is_invalid, redundant, base, m, special), StartsWith("redundant is " + std::to_string(m)));
  }
  const auto scale = ringlet_scale_and_round_create;
  EXPECT_EQ(refused(is_null, scale, no_base, special, 3U, 0U), "base is null");
  EXPECT_EQ(refused(is_null, scale, base, no_base, 3U, 0U), "auxiliary is null");
  EXPECT_THAT(refused(is_invalid, scale, base, special, 0U, 0U), StartsWith("t is 0"));
  EXPECT_THAT(refused(is_invalid, scale, base, base, 3U, 0U), StartsWith("auxiliary[0] is"));
  EXPECT_THAT(refused(is_invalid, scale, base, special, 3U, 1U), StartsWith("montgomery_modulus is 1"));
  EXPECT_THAT(refused(is_invalid, scale, base, tiny.get(), 3U, 64U), StartsWith("number of moduli of auxiliary is 1"));
  const auto of_coefficients = ringlet_mod_down_create_of_coefficients;
  EXPECT_EQ(refused(is_null, of_coefficients, no_base, 1U, 1U, 1U, RINGLET_LIFT_CENTRED), "base is null");
  EXPECT_THAT(refused(is_invalid, of_coefficients, base, 1U, 1U, plans.moduli[2], RINGLET_LIFT_CENTRED),
              StartsWith("plaintext_modulus is " + std::to_string(plans.moduli[2])));
  EXPECT_THAT(refused(is_invalid, ringlet_automorphism_create, 12U, 3U), StartsWith("n is 12"));
  for (const unsigned g : {0U, 2U, 33U}) {
    EXPECT_THAT(refused(is_invalid, ringlet_automorphism_create, n, g), StartsWith("g is " + std::to_string(g)));
  }
  EXPECT_THAT(refused(is_invalid, ringlet_executor_create, 0U, run_in_reverse, nullptr), StartsWith("workers is 0"));
  for (const std::size_t workers : {std::size_t{65537}, max}) {
    EXPECT_THAT(refused(is_invalid, ringlet_executor_create, workers, run_in_reverse, nullptr),
                StartsWith("workers is " + std::to_string(workers)));
  }
  EXPECT_EQ(refused(is_null, ringlet_executor_create, 1U, nullptr, nullptr), "run is null");
  const Executor most = made<Executor>(ringlet_executor_create, std::size_t{65536}, run_in_reverse, nullptr);
  EXPECT_EQ(ringlet_executor_workers(most.get()), 65536U);
}

TEST(CRnsHandleErrors, KeySwitching) {
  const RowPlans plans(50U);
  const ringlet_rns_ntt *const ntt = plans.ntt.get(), *const none = nullptr;
  const auto create = ringlet_key_switch_create;
  const auto error = [&](const ringlet_rns_ntt* transforms, std::size_t special, std::size_t digit_size,
                         std::uint64_t plaintext_modulus, ringlet_domain domain, unsigned digit_bits = 0) {
    return refused(transforms == nullptr ? is_null : is_invalid, create, transforms, special, digit_size, digit_bits,
                   plaintext_modulus, RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, domain, false);
  };
  const ringlet_domain evaluations = RINGLET_DOMAIN_EVALUATIONS;
  EXPECT_EQ(error(none, 2, 1, 1, evaluations), "ntt is null");
  EXPECT_THAT(error(ntt, 5, 1, 1, evaluations), StartsWith("special is 5"));
  EXPECT_THAT(error(ntt, max, 1, 1, evaluations), StartsWith("special is " + std::to_string(max)));
  EXPECT_THAT(error(ntt, 2, 0, 1, evaluations), StartsWith("digit_size is 0"));
  EXPECT_THAT(error(ntt, 2, 2, 1, evaluations, 9), StartsWith("digit_bits is 9"));
  EXPECT_THAT(error(ntt, 2, 1, 0, evaluations), StartsWith("plaintext_modulus is 0"));
  EXPECT_THAT(error(ntt, 2, 1, 1, static_cast<ringlet_domain>(2)), StartsWith("domain is 2"));
  EXPECT_THAT(error(ntt, 1, 2, 1, evaluations), HasSubstr("has 50 bits, but it must be at least half"));
  EXPECT_NE(made<KeySwitch>(create, ntt, std::size_t{1}, std::size_t{2}, 0U, std::uint64_t{1}, RINGLET_LIFT_FLOOR,
                            RINGLET_LIFT_CENTRED, evaluations, true),
            nullptr);
  const KeySwitch smallest = made<KeySwitch>(create, ntt, std::size_t{4}, std::size_t{1}, 0U, std::uint64_t{1},
                                             RINGLET_LIFT_FLOOR, RINGLET_LIFT_CENTRED, evaluations, false);
  EXPECT_EQ(ringlet_key_switch_size(smallest.get()), n);
  EXPECT_EQ(ringlet_key_switch_digit_count(smallest.get(), 1), 1U);
  const ringlet_key_switch *const plan = plans.key_switch.get(), *const no_plan = nullptr;
  const Words words(RowPlans::all_size * n, 1);
  const ringlet_rows both[] = {rows_at(words.data()), rows_at(words.data())};
  const ringlet_rows one[] = {both[0], rows_at(nullptr)}, narrow[] = {rows_at(words.data(), n - 1), both[1]};
  const auto key = ringlet_switching_key_create;
  const ringlet_rotation_key image = RINGLET_ROTATION_KEY_IMAGE;
  const Automorphism longer = made<Automorphism>(ringlet_automorphism_create, 2 * n, std::uint64_t{3});
  EXPECT_EQ(refused(is_null, key, no_plan, both, both, nullptr, image), "key_switch is null");
  EXPECT_EQ(refused(is_null, key, plan, nullptr, both, nullptr, image), "b is null");
  EXPECT_EQ(refused(is_null, key, plan, both, nullptr, nullptr, image), "a is null");
  EXPECT_EQ(refused(is_null, key, plan, both, one, nullptr, image), "a[1] is null");
  EXPECT_THAT(refused(is_invalid, key, plan, narrow, both, nullptr, image), StartsWith("stride of b[0] is 15"));
  EXPECT_THAT(refused(is_invalid, key, plan, both, both, longer.get(), image),
              AllOf(HasSubstr("automorphism"), Names(2 * n), Names(n)));
  EXPECT_THAT(
      refused(is_invalid, key, plan, both, both, plans.automorphism.get(), static_cast<ringlet_rotation_key>(2)),
      HasSubstr("2"));
}

TEST(CRnsHandleErrors, BorrowedKeys) {
  const RowPlans plans(50U);
  const ringlet_key_switch *const plan = plans.key_switch.get(), *const no_plan = nullptr;
  const Words words(RowPlans::all_size * n, 1);
  const ringlet_rows both[] = {rows_at(words.data()), rows_at(words.data())};
  const ringlet_rows one[] = {both[0], rows_at(nullptr)}, narrow[] = {rows_at(words.data(), n - 1), both[1]};
  const auto borrow = ringlet_switching_key_borrow;
  EXPECT_EQ(refused(is_null, borrow, no_plan, both, both, nullptr), "key_switch is null");
  EXPECT_EQ(refused(is_null, borrow, plan, nullptr, both, nullptr), "b is null");
  EXPECT_EQ(refused(is_null, borrow, plan, both, one, nullptr), "a[1] is null");
  EXPECT_THAT(refused(is_invalid, borrow, plan, narrow, both, nullptr), StartsWith("stride of b[0] is 15"));
  const Automorphism longer = made<Automorphism>(ringlet_automorphism_create, 2 * n, std::uint64_t{3});
  EXPECT_THAT(refused(is_invalid, borrow, plan, both, both, longer.get()),
              AllOf(HasSubstr("automorphism"), Names(2 * n), Names(n)));
}

TEST(CRnsHandleErrors, LinearTransforms) {
  const RowPlans plans(50U), other(50U);
  const ringlet_key_switch *const plan = plans.key_switch.get(), *const no_plan = nullptr;
  using Keys = std::array<const ringlet_switching_key*, 2>;
  const Keys own{nullptr, plans.key.get()}, foreign{nullptr, other.key.get()};
  const ringlet_switching_key* const* const steps = own.data();
  const auto all = plans.plaintexts();
  const ringlet_rows* const plaintexts = all.data();
  const std::size_t* const levels = RowPlans::plaintext_levels.data();
  const auto create = ringlet_linear_transform_create;
  EXPECT_EQ(refused(is_null, create, no_plan, steps, 2U, steps, 2U, plaintexts, levels), "key_switch is null");
  EXPECT_EQ(refused(is_null, create, plan, nullptr, 2U, steps, 2U, plaintexts, levels), "baby is null");
  EXPECT_EQ(refused(is_null, create, plan, steps, 2U, nullptr, 2U, plaintexts, levels), "giant is null");
  EXPECT_EQ(refused(is_null, create, plan, steps, 2U, steps, 2U, nullptr, levels), "plaintexts is null");
  EXPECT_EQ(refused(is_null, create, plan, steps, 2U, steps, 2U, plaintexts, nullptr), "levels is null");
  EXPECT_THAT(refused(is_invalid, create, plan, odd(steps), 2U, steps, 2U, plaintexts, levels),
              StartsWith("address of baby is "));
  EXPECT_THAT(refused(is_invalid, create, plan, steps, 0U, steps, 2U, plaintexts, levels),
              StartsWith("baby_steps is 0"));
  EXPECT_THAT(refused(is_invalid, create, plan, steps, 2U, steps, 0U, plaintexts, levels),
              StartsWith("giant_steps is 0"));
  for (const std::size_t many : {max, max / 128}) {
    EXPECT_THAT(refused(is_invalid, create, plan, steps, many, steps, many, plaintexts, levels),
                AllOf(HasSubstr("_steps is " + std::to_string(many)), HasSubstr("no array has so many")));
  }
  EXPECT_THAT(refused(is_invalid, create, plan, foreign.data(), 2U, steps, 2U, plaintexts, levels),
              HasSubstr("belongs to another plan"));
  EXPECT_THAT(refused(is_invalid, create, plan, steps, 2U, foreign.data(), 2U, plaintexts, levels),
              HasSubstr("belongs to another plan"));
  for (const std::size_t level : {std::size_t{0}, RowPlans::base_size + 1, max}) {
    const std::array<std::size_t, 4> wrong{RowPlans::base_size, max, level, RowPlans::base_size};
    EXPECT_THAT(refused(is_invalid, create, plan, steps, 2U, steps, 2U, plaintexts, wrong.data()),
                StartsWith("levels[2] is " + std::to_string(level)));
  }
  auto narrow = all;
  narrow[3].stride = n - 1;
  EXPECT_THAT(refused(is_invalid, create, plan, steps, 2U, steps, 2U, narrow.data(), levels),
              StartsWith("stride of plaintexts[3] is 15"));
  std::array<std::size_t, 3> rotations{5, 0, 1}, baby{}, giant{};
  std::size_t babies = 0, giants = 0;
  ASSERT_EQ(ringlet_baby_giant_steps(baby.data(), &babies, giant.data(), &giants, rotations.data(), 3), RINGLET_OK);
  EXPECT_EQ(babies, 3U);
  EXPECT_EQ(giants, 1U);
  EXPECT_EQ(baby, (std::array<std::size_t, 3>{0, 1, 5}));
  EXPECT_EQ(giant, (std::array<std::size_t, 3>{}));
  EXPECT_THAT(invalid(ringlet_baby_giant_steps(baby.data(), &babies, giant.data(), &giants, rotations.data(), 0)),
              StartsWith("count is 0"));
  EXPECT_EQ(null(ringlet_baby_giant_steps(baby.data(), &babies, nullptr, &giants, rotations.data(), 3)),
            "giant is null");
  EXPECT_EQ(null(ringlet_baby_giant_steps(baby.data(), nullptr, giant.data(), &giants, rotations.data(), 3)),
            "baby_steps is null");
  // A plaintext of level 2 has too few rows for a ciphertext of level 3.
  Words words(4 * RowPlans::base_size * n, 1);
  const auto polynomial = [&](std::size_t i) { return rows_at(words.data() + i * RowPlans::base_size * n); };
  const ringlet_linear_transform* const transform = plans.linear_transform.get();
  EXPECT_THAT(invalid(ringlet_linear_transform_apply(transform, polynomial(0), polynomial(1), polynomial(2),
                                                     polynomial(3), RowPlans::base_size, nullptr)),
              AllOf(HasSubstr("plaintexts[2] is 4"), HasSubstr("at least 5")));
  const std::array rows{polynomial(0), polynomial(1), polynomial(2), polynomial(3)};
  EXPECT_THAT(invalid(ringlet_linear_transform_apply_many(transform, &rows[0], &rows[1], &rows[2], &rows[3], 0,
                                                          RowPlans::level, nullptr)),
              StartsWith("ciphertexts is 0"));
  EXPECT_EQ(null(ringlet_linear_transform_apply_many(transform, &rows[0], nullptr, &rows[2], &rows[3], 1,
                                                     RowPlans::level, nullptr)),
            "out_a is null");
  EXPECT_EQ(null(ringlet_linear_transform_sums(transform, &rows[0], &rows[2], polynomial(0), polynomial(1), nullptr,
                                               RowPlans::level, nullptr)),
            "digits is null");
  EXPECT_EQ(words, Words(words.size(), 1));
}

TEST(CRnsHandleErrors, BalancedDigits) {
  const RowPlans plans(50U);
  const Modulus q = made<Modulus>(ringlet_modulus_create, plans.moduli[0]);
  const ringlet_rns_base* const base = plans.base.get();
  unsigned count = 42;
  EXPECT_EQ(null(ringlet_rns_balanced_digit_count(nullptr, q.get(), 10)), "count is null");
  EXPECT_EQ(null(ringlet_rns_balanced_digit_count(&count, nullptr, 10)), "q is null");
  for (const unsigned w : {0U, 1U, 61U}) {
    EXPECT_THAT(invalid(ringlet_rns_balanced_digit_count(&count, q.get(), w)), StartsWith("w is"));
  }
  EXPECT_EQ(count, 42U);
  Words out(2 * n, 1), x(n, 1);
  std::uint64_t *const p = out.data(), *const r = x.data();
  const auto digit = ringlet_rns_balanced_digit;
  EXPECT_EQ(null(digit(rows_at(p), r, q.get(), 20, 0, 2, n, nullptr, nullptr)), "base is null");
  EXPECT_EQ(null(digit(rows_at(nullptr), r, q.get(), 20, 0, 2, n, base, nullptr)), "out is null");
  EXPECT_EQ(null(digit(rows_at(p), nullptr, q.get(), 20, 0, 2, n, base, nullptr)), "x is null");
  EXPECT_EQ(null(digit(rows_at(p), r, nullptr, 20, 0, 2, n, base, nullptr)), "q is null");
  EXPECT_THAT(invalid(digit(rows_at(p), r, q.get(), 20, 3, 2, n, base, nullptr)), StartsWith("k is 3"));
  EXPECT_THAT(invalid(digit(rows_at(p), r, q.get(), 52, 0, 2, n, base, nullptr)), StartsWith("w is 52"));
  EXPECT_THAT(invalid(digit(rows_at(p), r, q.get(), 20, 0, 4, n, base, nullptr)), StartsWith("rows is 4"));
  EXPECT_THAT(invalid(digit(rows_at(p, n - 1), r, q.get(), 20, 0, 2, n, base, nullptr)),
              StartsWith("stride of out is"));
  EXPECT_THAT(invalid(digit(rows_at(p), p + 1, q.get(), 20, 0, 1, n, base, nullptr)), HasSubstr("overlaps"));
  EXPECT_EQ(out, Words(2 * n, 1));
}

// Valid calls except for one missing handle.
TEST(CRnsHandleErrors, MissingHandles) {
  Words x(5 * n, 1), y(5 * n, 1), z(5 * n, 1);
  std::uint64_t *const p = x.data(), *const q = y.data(), *const r = z.data();
  const RowPlans plans(50U);
  const ringlet_automorphism* const automorphism = plans.automorphism.get();
  EXPECT_EQ(null(ringlet_rns_add(rows_at(p), rows_at(q), rows_at(q), 2, n, nullptr, nullptr)), "base is null");
  EXPECT_EQ(null(ringlet_rns_neg(rows_at(p), rows_at(q), 2, n, nullptr, nullptr)), "base is null");
  EXPECT_EQ(
      null(ringlet_rns_mul_add(rows_at(p), rows_at(q), rows_at(q), rows_at(q), 2, n, nullptr, RINGLET_PLAIN, nullptr)),
      "base is null");
  EXPECT_EQ(null(ringlet_rns_ntt_forward(nullptr, rows_at(p), rows_at(q), 2, 1, 1, nullptr)), "ntt is null");
  EXPECT_EQ(null(ringlet_rns_ntt_inverse(nullptr, rows_at(p), rows_at(q), 2, 1, 1, nullptr)), "ntt is null");
  const ringlet_rows out[] = {rows_at(p), rows_at(p + n)}, in[] = {rows_at(q), rows_at(q + n)};
  EXPECT_EQ(null(ringlet_rns_ntt_forward_many(nullptr, out, in, 2, 1, 1, 1, nullptr)), "ntt is null");
  EXPECT_EQ(null(ringlet_rns_ntt_inverse_many(nullptr, out, in, 2, 1, 1, 1, nullptr)), "ntt is null");
  EXPECT_EQ(null(ringlet_key_switch_apply_many(nullptr, out, out, in, 2, 1, plans.key.get(), nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_add_many(nullptr, out, out, in, 2, 1, plans.key.get(), nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_base_conversion_apply(nullptr, rows_at(p), rows_at(q), n, nullptr)), "conversion is null");
  EXPECT_EQ(null(ringlet_mod_down_on_coefficients(nullptr, rows_at(p), rows_at(q), n, nullptr)), "mod_down is null");
  EXPECT_EQ(null(ringlet_mod_down_on_evaluations(nullptr, rows_at(p), rows_at(q), nullptr)), "mod_down is null");
  EXPECT_EQ(null(ringlet_scale_and_round_extend(nullptr, rows_at(p), rows_at(q), n, nullptr)),
            "scale_and_round is null");
  EXPECT_EQ(null(ringlet_scale_and_round_apply(nullptr, rows_at(p), rows_at(q), rows_at(r), n, nullptr)),
            "scale_and_round is null");
  EXPECT_EQ(null(ringlet_automorphism_on_coefficients(automorphism, rows_at(p), rows_at(q), 2, nullptr, nullptr)),
            "base is null");
  EXPECT_EQ(null(ringlet_automorphism_add_on_evaluations(automorphism, rows_at(p), rows_at(q), 2, nullptr, nullptr)),
            "base is null");
  EXPECT_EQ(null(ringlet_automorphism_on_evaluations(nullptr, rows_at(p), rows_at(q), 2, nullptr)),
            "automorphism is null");
  EXPECT_EQ(null(ringlet_key_switch_apply(nullptr, rows_at(p), rows_at(q), rows_at(r), 2, plans.key.get(), nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_decompose(nullptr, out, rows_at(r), 2, nullptr)), "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_apply_digits(nullptr, rows_at(p), rows_at(q), in, 2, plans.key.get(), nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_accumulate(nullptr, rows_at(p), rows_at(q), in, 2, plans.key.get(), nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_add_special_multiple(nullptr, rows_at(p), rows_at(q), 2, nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_key_switch_mod_down(nullptr, rows_at(p), rows_at(q), rows_at(r), rows_at(r), 2, nullptr)),
            "key_switch is null");
  EXPECT_EQ(null(ringlet_linear_transform_apply(nullptr, rows_at(p), rows_at(q), rows_at(r), rows_at(r), 2, nullptr)),
            "transform is null");
  EXPECT_EQ(null(ringlet_linear_transform_apply_many(nullptr, out, out, in, in, 1, 2, nullptr)), "transform is null");
  EXPECT_EQ(null(ringlet_linear_transform_sums(nullptr, out, out, rows_at(q), rows_at(r), in, 2, nullptr)),
            "transform is null");
  const ModDown down = made<ModDown>(ringlet_mod_down_create_of_coefficients, plans.all.get(), std::size_t{1},
                                     std::uint64_t{1}, std::uint64_t{1}, RINGLET_LIFT_CENTRED);
  EXPECT_THAT(invalid(ringlet_mod_down_on_evaluations(down.get(), rows_at(p), rows_at(q), nullptr)),
              StartsWith("mod_down divides coefficients only"));
  EXPECT_EQ(x, Words(5 * n, 1));
  EXPECT_EQ(y, Words(5 * n, 1));
}

TEST(CRnsHandleErrors, NullHandles) {
  ringlet_executor_destroy(nullptr);
  ringlet_rns_base_destroy(nullptr);
  ringlet_rns_context_destroy(nullptr);
  ringlet_rns_context_release(nullptr);
  ringlet_rns_ntt_destroy(nullptr);
  ringlet_base_conversion_destroy(nullptr);
  ringlet_mod_down_destroy(nullptr);
  ringlet_scale_and_round_destroy(nullptr);
  ringlet_automorphism_destroy(nullptr);
  ringlet_key_switch_destroy(nullptr);
  ringlet_switching_key_destroy(nullptr);
  ringlet_linear_transform_destroy(nullptr);
  EXPECT_EQ(ringlet_executor_workers(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_base_size(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_base_modulus(nullptr, 0), 0U);
  EXPECT_EQ(ringlet_rns_base_product_words(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_context_transforms(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_context_held_bytes(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_context_lent_bytes(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_context_peak_bytes(nullptr), 0U);
  EXPECT_EQ(ringlet_rns_ntt_size(nullptr), 0U);
  EXPECT_STREQ(ringlet_base_conversion_describe(nullptr), "");
  EXPECT_EQ(ringlet_mod_down_kept(nullptr), 0U);
  EXPECT_EQ(ringlet_automorphism_size(nullptr), 0U);
  EXPECT_EQ(ringlet_automorphism_exponent(nullptr), 0U);
  EXPECT_EQ(ringlet_key_switch_size(nullptr), 0U);
  EXPECT_EQ(ringlet_key_switch_digit_count(nullptr, 1), 0U);
  EXPECT_EQ(ringlet_switching_key_bytes(nullptr), 0U);
  EXPECT_EQ(ringlet_linear_transform_baby_steps(nullptr), 0U);
  EXPECT_EQ(ringlet_linear_transform_giant_steps(nullptr), 0U);
}

}  // namespace
}  // namespace ringlet_test::c_api
