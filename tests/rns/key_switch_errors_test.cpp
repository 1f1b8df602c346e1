// Tests the errors of key switching: their messages, and that nothing is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "rns/rns_cases.hpp"
#include "support/errors.hpp"

namespace ringlet_test::rns {
namespace {

TEST(KeySwitch, TakesItsTransforms) {
  const Words moduli = primes(50, 5, 32);
  const RnsNtt ntt(16, RnsBase(moduli));
  const KeySwitch plan(ntt, 2);
  EXPECT_EQ(plan.base(), RnsBase(part(moduli, 0, 3)));
  EXPECT_TRUE(std::ranges::equal(plan.special(), RnsBase(part(moduli, 3, 5)).moduli()));
  EXPECT_TRUE(KeySwitch(ntt, 0).special().empty());
  const auto error = [&](std::size_t special) {
    return message_of<std::invalid_argument>([&] { KeySwitch(ntt, special); });
  };
  for (const std::size_t special : {std::size_t{5}, SIZE_MAX}) {
    EXPECT_THAT(error(special), AllOf(HasSubstr("special is " + std::to_string(special)), HasSubstr("less than 5")));
  }
}

/// Half the bound of a digit lies between the products of the `shorter` and the `longer` special moduli.
struct HalfOfADigit {
  std::size_t n;
  Words base;
  Words shorter;
  Words longer;
  ringlet::KeySwitchOptions options;
  /// Refused digit and the lengths in the message.
  std::size_t digit;
  std::size_t digit_length;
  std::size_t shorter_length;
};

TEST(KeySwitch, RefusesSpecialModuliOfLessThanHalfADigit) {
  const Words long_ones = primes(60, 5, 64), next_ones = part(long_ones, 3, 5);
  const std::uint64_t half = std::uint64_t{1} << 59;
  const Words below = joined({next_ones, primes_below(half - (1U << 20), 1, 64)}),
              above = joined({next_ones, primes_above(half + (1U << 20), 1, 64)});
  const std::vector<HalfOfADigit> cases = {
      // 2 * 13 < 29 and 2 * 37 = 73 + 1.
      {2, {29}, {13}, {17}, {}, 0, 5, 4},
      {2, {5, 13, 73, 17}, {29}, {37}, {}, 2, 7, 5},
      // A digit of two moduli, 5 * 13 or 17 * 37, and a shorter last digit.
      {2, {5, 13, 17}, {29}, {37}, {.digit_size = 2}, 0, 7, 5},
      {2, {5, 13, 17, 37, 41}, {313}, {317}, {.digit_size = 2}, 1, 10, 9},
      {2, {5, 13}, {29}, {37}, {.digit_size = SIZE_MAX}, 0, 7, 5},
      {32, part(long_ones, 0, 3), below, above, {.digit_size = 3}, 0, 180, 179},
      // Digits in base 2^5, and whole residues of a modulus below 2^w.
      {2, {5, 73}, {13}, {17}, {.digit_bits = 5}, 1, 5, 4},
      {2, {5, 73}, {29}, {37}, {.digit_bits = 7}, 1, 7, 5},
      {2, {5, 73}, {29}, {37}, {.digit_bits = UINT_MAX}, 1, 7, 5},
  };
  for (const auto& [n, base, shorter, longer, options, digit, digit_length, shorter_length] : cases) {
    SCOPED_TRACE(std::to_string(base.size()) + " moduli, the first " + std::to_string(base[0]));
    const RnsBase of(base);
    EXPECT_NO_THROW(KeySwitch(n, of, RnsBase(longer), options));
    EXPECT_NO_THROW(KeySwitch(RnsNtt(n, of), 0, options));
    EXPECT_THAT(
        message_of<std::invalid_argument>([&] { KeySwitch(n, of, RnsBase(shorter), options); }),
        HasSubstr("has " + std::to_string(shorter_length) +
                  " bits, but it must be at least half the bound of "
                  "each digit, and digit " +
                  std::to_string(digit) + " has " + std::to_string(digit_length) + " bits; allow_short_special"));
    const RnsNtt ntt(n, RnsBase(joined({base, shorter})));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { KeySwitch(ntt, shorter.size(), options); }),
                HasSubstr("allow_short_special"));
    ringlet::KeySwitchOptions allowed = options;
    allowed.allow_short_special = true;
    EXPECT_NO_THROW(KeySwitch(ntt, shorter.size(), allowed));
  }
}

TEST(KeySwitch, RefusesWrongArguments) {
  constexpr std::size_t n = 16;
  const Words moduli = primes(50, 5, 2 * n);
  const RnsBase base(Words(moduli.begin(), moduli.begin() + 3)), special(Words(moduli.begin() + 3, moduli.end()));
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.digit_size = 0}); }), HasSubstr("digit_size is 0"));
  EXPECT_THAT(error([&] { KeySwitch(n, base, special, {.digit_size = 2, .digit_bits = 7}); }),
              AllOf(HasSubstr("digit_bits is 7"), HasSubstr("digit_size")));
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
  EXPECT_THAT(error([&] { KeySwitch(n, base, RnsBase(Words{7}), {.allow_short_special = true}); }), HasSubstr("2n"));

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

  EXPECT_THAT(error([&] { (void)plan.prepare(pair, pair, Automorphism(n, 3), static_cast<ringlet::RotationKey>(2)); }),
              HasSubstr("key is 2"));
  EXPECT_THAT(error([&] { (void)plan.borrow(pair, pair, Automorphism(32, 3)); }), HasSubstr("automorphism is 32"));

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

  EXPECT_EQ(words, Words(10 * n));
}

TEST(KeySwitch, RefusesWrongDigitsAndSums) {
  constexpr std::size_t n = 16;
  const Words moduli = primes(50, 5, 2 * n);
  const RnsBase base(part(moduli, 0, 3)), special(part(moduli, 3, 5));
  const auto error = [](const auto& call) { return message_of<std::invalid_argument>(call); };
  const KeySwitch plan(n, base, special, {.digit_size = 2}), other(n, base, special, {.digit_size = 2});
  Words words(25 * n);
  std::uint64_t* const p = words.data();
  const std::vector<RnsView> pair(2, RnsView(p, 5, n));
  const SwitchingKey key = plan.prepare(pair, pair), foreign = other.prepare(pair, pair);
  // Level 3: two digits of five rows each, sums of five rows, results of three.
  const auto digit = [&](std::size_t k, std::size_t rows = 5) { return RnsSpan(p + 5 * k * n, rows, n); };
  const RnsSpan shorter(p + 5 * n, 5, n - 1);
  const RnsSpan b = digit(2), a = digit(3);
  const RnsView in(p + 20 * n, 3, n);
  using Spans = std::vector<RnsSpan>;
  using Views = std::vector<RnsView>;
  const auto decompose = [&](const Spans& digits, const RnsView& from) {
    return error([&] { plan.decompose(digits, from); });
  };
  EXPECT_NO_THROW(plan.decompose(Spans{digit(0), digit(1)}, in));
  EXPECT_THAT(decompose({digit(0)}, in), AllOf(HasSubstr("number of digits is 1"), HasSubstr("2 at level 3")));
  EXPECT_THAT(decompose({digit(0), digit(1)}, in.first(2)), HasSubstr("number of digits is 2"));
  EXPECT_THAT(decompose({digit(0)}, in.first(2)), HasSubstr("rows of digits[0] is 5, but it must be 4"));
  EXPECT_THAT(decompose({digit(0), digit(1, 4)}, in), HasSubstr("rows of digits[1] is 4"));
  EXPECT_THAT(decompose({digit(0), shorter}, in), HasSubstr("15"));
  EXPECT_THAT(decompose({digit(0), digit(1)}, in.first(0)), HasSubstr("rows of in is 0"));
  EXPECT_THAT(decompose({digit(0), digit(1)}, digit(4, 4)), AllOf(HasSubstr("rows of in is 4"), HasSubstr("1 to 3")));
  EXPECT_THAT(decompose({digit(0), digit(1)}, digit(1, 3)), HasSubstr("row 0 of digits[1] overlaps row 0 of in"));
  EXPECT_THAT(decompose({digit(0), digit(0)}, in), HasSubstr("row 0 of digits[1] overlaps row 0 of digits[0]"));
  const std::array crossed{p + 9 * n, p + 8 * n, p + 7 * n, p + 6 * n, p + 7 * n - 1};
  EXPECT_THAT(decompose({digit(0), {crossed, n}}, in), HasSubstr("rows of digits[1] overlap each other"));

  using OfDigits =
      void (KeySwitch::*)(RnsSpan, RnsSpan, ringlet::RnsViews, const SwitchingKey&, ringlet::Executor*) const;
  struct Step {
    OfDigits call;
    std::size_t rows;
    const char* b;
    const char* a;
  };
  for (const auto& [call, rows, b_name, a_name] :
       {Step{&KeySwitch::operator(), 3, "out_b", "out_a"}, Step{&KeySwitch::add, 3, "out_b", "out_a"},
        Step{&KeySwitch::inner_product, 5, "sum_b", "sum_a"}, Step{&KeySwitch::accumulate, 5, "sum_b", "sum_a"}}) {
    SCOPED_TRACE(b_name);
    const auto with = [&, operation = call](const RnsSpan& to_b, const RnsSpan& to_a, const Views& digits,
                                            const SwitchingKey& by) {
      return error([&] { (plan.*operation)(to_b, to_a, digits, by, nullptr); });
    };
    const RnsSpan to_b = b.first(rows), to_a = a.first(rows);
    const Views digits{digit(0), digit(1)};
    EXPECT_NO_THROW((plan.*call)(to_b, to_a, digits, key, nullptr));
    EXPECT_THAT(with(to_b, to_a, digits, foreign), HasSubstr("key belongs to another plan"));
    EXPECT_THAT(with(to_b, to_a, {}, key), HasSubstr("number of digits is 0"));
    EXPECT_THAT(with(to_b, to_a, {digit(0)}, key), HasSubstr("number of digits is 1"));
    EXPECT_THAT(with(to_b, to_a, {digit(0, 2), digit(1)}, key),
                AllOf(HasSubstr("rows of digits[0] is 2"), HasSubstr("[3, 5]")));
    EXPECT_THAT(with(to_b, to_a, {RnsSpan(p, 6, n), digit(2)}, key), HasSubstr("rows of digits[0] is 6"));
    EXPECT_THAT(with(to_b, to_a, {digit(0), digit(1, 4)}, key), HasSubstr("rows of digits[1] is 4"));
    EXPECT_THAT(with(to_b, to_a, {digit(0), shorter}, key), HasSubstr("15"));
    EXPECT_THAT(with(b.first(rows - 1), to_a, digits, key), HasSubstr(std::string("rows of ") + b_name));
    EXPECT_THAT(with(to_b, a.first(rows - 1), digits, key), HasSubstr(std::string("rows of ") + a_name));
    EXPECT_THAT(with(to_b, to_b, digits, key), HasSubstr("overlaps"));
    EXPECT_THAT(with(to_b, to_a, {digit(0), digit(2)}, key),
                HasSubstr(std::string("row 0 of ") + b_name + " overlaps row 0 of digits[1]"));
    EXPECT_THAT(with(to_b, to_a, {digit(3), digit(1)}, key),
                HasSubstr(std::string("row 0 of ") + a_name + " overlaps row 0 of digits[0]"));
  }

  for (const auto call : {&KeySwitch::mod_down, &KeySwitch::add_mod_down}) {
    const auto with = [&](const RnsSpan& out_b, const RnsSpan& out_a, const RnsView& sum_b, const RnsView& sum_a) {
      return error([&] { (plan.*call)(out_b, out_a, sum_b, sum_a, nullptr); });
    };
    const RnsSpan to_b = digit(0, 3), to_a = digit(1, 3);
    EXPECT_NO_THROW((plan.*call)(to_b, to_a, b, a, nullptr));
    EXPECT_NO_THROW((plan.*call)(b.first(3), a.first(3), b, a, nullptr));
    EXPECT_THAT(with(to_b, to_a, b.first(2), a), AllOf(HasSubstr("rows of sum_b is 2"), HasSubstr("[3, 5]")));
    EXPECT_THAT(with(to_b, to_a, b, a.first(4)), HasSubstr("rows of sum_a is 4"));
    EXPECT_THAT(with(to_b.first(2), to_a, b, a), HasSubstr("rows of out_b is 2"));
    EXPECT_THAT(with(to_b, digit(1, 4), b, a), HasSubstr("rows of out_a is 4"));
    EXPECT_THAT(with(to_b, to_b, b, a), HasSubstr("overlaps"));
    EXPECT_THAT(with(a.first(3), to_a, b, a), HasSubstr("row 0 of out_b overlaps row 0 of sum_a"));
    EXPECT_THAT(with(to_b, b.first(3), b, a), HasSubstr("row 0 of out_a overlaps row 0 of sum_b"));
    EXPECT_THAT(with(RnsSpan(p + 11 * n, 3, n), to_a, b, a), HasSubstr("row 0 of out_b overlaps row 1 of sum_b"));
  }

  const auto add_multiple = [&](const RnsSpan& sum, const RnsView& c) {
    return error([&] { plan.add_special_multiple(sum, c); });
  };
  EXPECT_NO_THROW(plan.add_special_multiple(b, in));
  EXPECT_THAT(add_multiple(b.first(4), in), HasSubstr("rows of sum is 4"));
  EXPECT_THAT(add_multiple(b, digit(4, 4)), HasSubstr("rows of c is 4"));
  EXPECT_THAT(add_multiple(b, {p, 3, n - 1}), HasSubstr("15"));
  EXPECT_THAT(add_multiple(b, {p + 11 * n, 3, n}), HasSubstr("row 1 of sum overlaps row 0 of c"));
  EXPECT_EQ(words, Words(25 * n));
}

}  // namespace
}  // namespace ringlet_test::rns
