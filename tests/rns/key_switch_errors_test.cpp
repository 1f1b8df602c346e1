// Arguments that key switching refuses, and failures of its executor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "ringlet/key_switch.hpp"
#include "rns/rns_cases.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

using ringlet::Automorphism;
using ringlet::Domain;
using ringlet::KeySwitch;
using ringlet::KeySwitchDigits;
using ringlet::KeySwitchSum;
using ringlet::Lift;
using ringlet::RnsBase;
using ringlet::RnsNtt;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::SwitchingKey;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Executor that throws.
class FailingExecutor final : public ringlet::Executor {
 public:
  [[nodiscard]] std::size_t workers() const noexcept override { return 1; }
  void run(std::size_t /*count*/, const Task& /*task*/) override { throw std::runtime_error("no threads"); }
};

/// The old digits may have been overwritten in part.
TEST(KeySwitch, DigitsAreEmptyAfterADecompositionThatFailed) {
  const Words moduli = primes(50, 5, 32);
  const KeySwitch plan(16, RnsBase(part(moduli, 0, 3)), RnsBase(part(moduli, 3, 5)));
  Words words(13 * 16);
  std::uint64_t* const p = words.data();
  const std::vector<RnsView> polynomials(3, RnsView(p, 5, 16));
  const SwitchingKey key = plan.prepare(polynomials, polynomials);
  const RnsSpan b(p + 5 * 16, 3, 16), a(p + 8 * 16, 3, 16);
  KeySwitchDigits digits(plan, 3);
  plan.decompose(digits, {p, 3, 16});
  EXPECT_NO_THROW(plan(b, a, digits, key));
  FailingExecutor failing;
  EXPECT_THROW(plan.decompose(digits, {p, 3, 16}, &failing), std::runtime_error);
  EXPECT_THAT(message_of<std::invalid_argument>([&] { plan(b, a, digits, key); }), HasSubstr("digits are empty"));
}

TEST(KeySwitch, TakesItsTransforms) {
  const Words moduli = primes(50, 5, 32);
  const RnsNtt ntt(16, RnsBase(moduli));
  const KeySwitch plan(ntt, 2);
  EXPECT_EQ(plan.base(), RnsBase(part(moduli, 0, 3)));
  EXPECT_EQ(plan.special(), RnsBase(part(moduli, 3, 5)));
  const auto error = [&](std::size_t special) {
    return message_of<std::invalid_argument>([&] { KeySwitch(ntt, special); });
  };
  for (const std::size_t special : {std::size_t{0}, std::size_t{5}, SIZE_MAX}) {
    EXPECT_THAT(error(special), HasSubstr("special is " + std::to_string(special)));
  }
}

TEST(KeySwitch, RefusesWrongArguments) {
  constexpr std::size_t n = 16;
  const Words moduli = primes(50, 5, 2 * n);
  const RnsBase base(Words(moduli.begin(), moduli.begin() + 3)), special(Words(moduli.begin() + 3, moduli.end()));
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.digit_size = 0}); }), HasSubstr("digit_size is 0"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.plaintext_modulus = 0}); }),
              HasSubstr("plaintext_modulus is 0"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.digits = static_cast<Lift>(3)}); }), HasSubstr("digits is 3"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.division = static_cast<Lift>(9)}); }),
              HasSubstr("division is 9"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.domain = static_cast<Domain>(2)}); }),
              HasSubstr("domain is 2"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.plaintext_modulus = moduli[3]}); }),
              HasSubstr("factor in common"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, base); }),
              AllOf(HasSubstr("special[0] is"), HasSubstr("factor in common with base[0]")));
  EXPECT_THAT(error([&] { KeySwitch(12, base, special); }), HasSubstr("power of two"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, RnsBase(Words{7})); }), HasSubstr("2n"));

  const KeySwitch plan(n, base, special, {.digit_size = 2}), other(n, base, special, {.digit_size = 2}), copy = plan;
  Words words(10 * n);
  std::uint64_t* const p = words.data();
  const RnsView polynomial(p, 5, n);
  const std::vector<RnsView> pair(2, polynomial);
  EXPECT_THAT(error([&] { (void)plan.prepare({}, pair); }), AllOf(HasSubstr("polynomials b is 0"), HasSubstr("2")));
  EXPECT_THAT(error([&] { (void)plan.prepare(pair, {&polynomial, 1}); }), HasSubstr("polynomials a is 1"));
  const std::vector<RnsView> low{polynomial, {p, 4, n}}, longer{{p, 5, n + 1}, polynomial};
  EXPECT_THAT(error([&] { (void)plan.prepare(low, pair); }), HasSubstr("rows of b[1] is 4"));
  EXPECT_THAT(error([&] { (void)plan.prepare(pair, longer); }), AllOf(HasSubstr("a[0]"), HasSubstr("17")));
  EXPECT_THAT(error([&] { (void)plan.prepare(pair, pair, Automorphism(32, 3)); }), HasSubstr("automorphism is 32"));

  EXPECT_THAT(error([&] { (void)plan.borrow(low, pair); }), HasSubstr("rows of b[1] is 4"));
  EXPECT_THAT(error([&] { (void)plan.borrow(pair, {&polynomial, 1}); }), HasSubstr("polynomials a is 1"));

  const SwitchingKey key = plan.prepare(pair, pair), foreign = other.prepare(pair, pair);
  const RnsSpan b(p, 2, n), a(p + 2 * n, 2, n);
  const RnsView in(p + 4 * n, 2, n);
  EXPECT_NO_THROW(copy(b, a, in, key));
  EXPECT_THAT(error([&] { plan(b, a, in, foreign); }), HasSubstr("key belongs to another plan"));
  EXPECT_THAT(error([&] { plan(b, a, {p + 4 * n, 4, n}, key); }),
              AllOf(HasSubstr("rows of in is 4"), HasSubstr("1 to 3")));
  EXPECT_THAT(error([&] { plan(b, a, {p + 4 * n, 0, n}, key); }), HasSubstr("rows of in is 0"));
  EXPECT_THAT(error([&] { plan(b, a, {p + 4 * n, 1, n}, key); }), HasSubstr("rows of out_b is 2"));
  EXPECT_THAT(error([&] { plan(b, {p + 2 * n, 1, n}, in, key); }), HasSubstr("rows of out_a is 1"));
  EXPECT_THAT(error([&] { plan(b, {p + n, 2, n}, in, key); }), HasSubstr("overlaps"));
  EXPECT_THAT(error([&] { plan(b, a, {p + 3 * n, 2, n}, key); }), HasSubstr("overlaps"));
  EXPECT_THAT(error([&] { plan.add(b, a, {p + 4 * n, 2, n - 1}, key); }), HasSubstr("15"));

  const std::vector<RnsSpan> bs{{p, 1, n}, {p + n, 1, n}}, as{{p + 2 * n, 1, n}, {p + 3 * n, 1, n}}, none, one{bs[0]};
  const std::vector<RnsView> ins{{p + 4 * n, 1, n}, {p + 5 * n, 1, n}}, unlike{ins[0], {p + 5 * n, 2, n}};
  EXPECT_NO_THROW(copy(bs, as, ins, key));
  EXPECT_THAT(error([&] { plan(none, none, {}, key); }), HasSubstr("number of polynomials in is 0"));
  EXPECT_THAT(error([&] { plan(one, as, ins, key); }), HasSubstr("number of polynomials out_b is 1"));
  EXPECT_THAT(error([&] { plan(bs, one, ins, key); }), HasSubstr("number of polynomials out_a is 1"));
  EXPECT_THAT(error([&] { plan(bs, as, ins, foreign); }), HasSubstr("key belongs to another plan"));
  EXPECT_THAT(error([&] { plan(bs, as, unlike, key); }), HasSubstr("rows of in[1] is 2"));
  EXPECT_THAT(error([&] { plan(bs, as, std::vector<RnsView>{{p + 4 * n, 4, n}, ins[1]}, key); }),
              HasSubstr("rows of in[0] is 4"));
  EXPECT_THAT(error([&] { plan(bs, as, std::vector<RnsView>{{p + 1, 1, n}, ins[1]}, key); }),
              HasSubstr("row 0 of out_b[0] overlaps row 0 of in[0]"));
  EXPECT_THAT(error([&] { plan(bs, as, std::vector<RnsView>{{p + 2 * n - 1, 1, n}, ins[1]}, key); }),
              HasSubstr("row 0 of out_a[0] overlaps row 0 of in[0]"));
  EXPECT_THAT(error([&] { plan(std::vector<RnsSpan>{bs[0], bs[0]}, as, ins, key); }),
              HasSubstr("row 0 of out_b[0] overlaps row 0 of out_b[1]"));
  EXPECT_THAT(error([&] { plan(bs, bs, ins, key); }), HasSubstr("row 0 of out_b[0] overlaps row 0 of out_a[0]"));
  EXPECT_THAT(error([&] { plan(bs, std::vector<RnsSpan>{as[0], as[0]}, ins, key); }),
              HasSubstr("row 0 of out_a[0] overlaps row 0 of out_a[1]"));
  EXPECT_THAT(error([&] { plan.add(bs, as, std::vector<RnsView>{bs[1], ins[0]}, key); }),
              HasSubstr("row 0 of out_b[1] overlaps row 0 of in[0]"));

  EXPECT_THAT(error([&] { KeySwitchDigits(plan, 0); }), HasSubstr("level is 0"));
  EXPECT_THAT(error([&] { KeySwitchSum(plan, 4); }), AllOf(HasSubstr("level is 4"), HasSubstr("1 to 3")));
  KeySwitchDigits digits(plan, 2), foreign_digits(other, 2);
  EXPECT_THAT(error([&] { plan(b, a, digits, key); }), HasSubstr("digits are empty"));
  EXPECT_THAT(error([&] { plan.decompose(digits, {p + 4 * n, 1, n}); }), HasSubstr("rows of in is 1"));
  EXPECT_THAT(error([&] { plan.decompose(foreign_digits, in); }), HasSubstr("digits belongs to another plan"));
  KeySwitchSum sum_of_two(plan, 2);
  EXPECT_THAT(error([&] { plan.accumulate(sum_of_two, digits, key); }), HasSubstr("digits are empty"));
  plan.decompose(digits, in);
  other.decompose(foreign_digits, in);
  EXPECT_THAT(error([&] { plan(b, a, foreign_digits, key); }), HasSubstr("digits belongs to another plan"));
  EXPECT_THAT(error([&] { plan(b, a, digits, foreign); }), HasSubstr("key belongs to another plan"));
  EXPECT_THAT(error([&] { plan({p, 1, n}, a, digits, key); }), HasSubstr("rows of out_b is 1"));
  KeySwitchSum sum(plan, 1), foreign_sum(other, 2);
  EXPECT_THAT(error([&] { plan.accumulate(sum, digits, key); }), HasSubstr("level of digits is 2"));
  EXPECT_THAT(error([&] { plan.accumulate(foreign_sum, digits, key); }), HasSubstr("sum belongs to another plan"));
  EXPECT_THAT(error([&] { plan.accumulate(sum_of_two, foreign_digits, key); }),
              HasSubstr("digits belongs to another plan"));
  EXPECT_THAT(error([&] { plan.accumulate(sum_of_two, digits, foreign); }), HasSubstr("key belongs to another plan"));
  EXPECT_THAT(error([&] { plan.mod_down(b, a, foreign_sum); }), HasSubstr("sum belongs to another plan"));
  EXPECT_THAT(error([&] { plan.mod_down(b, a, sum); }), HasSubstr("rows of out_b is 2"));
  EXPECT_EQ(words, Words(10 * n));
}

}  // namespace
}  // namespace ringlet_test::rns
