// Tests the errors of transforms modulo multiword moduli.

#include <functional>

#include "multiword/multiword_cases.hpp"
#include "ringlet/fields.hpp"
#include "ringlet/multiword_ntt.hpp"

namespace ringlet_test {
namespace {

using ringlet::Order;
using ringlet::Ring;

using Number = ringlet::UInt<256>;
using Options = ringlet::NttOptions<Number>;

class MultiwordNttErrors : public ::testing::Test {
 protected:
  [[nodiscard]] std::string refusal(std::size_t n, const Options& options) const {
    return message_of<std::invalid_argument>([&] { const ringlet::Ntt plan(n, q_, options); });
  }

  const ringlet::Field<256>& field_ = ringlet::field<256>("bn254-fr");
  ringlet::Modulus<Number> q_{field_.modulus};
};

TEST_F(MultiwordNttErrors, Sizes) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{96}, std::size_t{1} << 27}) {
    EXPECT_THAT(refusal(n, {}), AllOf(HasSubstr("n is"), Names(n), HasSubstr("2^26")));
  }
  // The largest size itself is valid; the root is not.
  EXPECT_THAT(refusal(std::size_t{1} << 26, {.ring = Ring::cyclic, .omega = Number{1}}), HasSubstr("omega is 1,"));
}

TEST_F(MultiwordNttErrors, Roots) {
  const Number omega = root_of_unity(field_, 64);
  EXPECT_THAT(refusal(32, {.ring = Ring::cyclic, .omega = omega}), AllOf(HasSubstr("omega"), HasSubstr("2^5")));
  EXPECT_THAT(refusal(64, {.psi = omega}), AllOf(HasSubstr("psi"), HasSubstr("2^7")));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .omega = Number{}}), HasSubstr("omega is 0"));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .omega = field_.modulus}), HasSubstr("omega"));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .psi = omega}), HasSubstr("psi"));
  EXPECT_THAT(refusal(64, {.ring = Ring::negacyclic, .omega = omega}), HasSubstr("omega"));
}

TEST_F(MultiwordNttErrors, Cosets) {
  EXPECT_THAT(refusal(64, {.coset = Number{5}}), AllOf(HasSubstr("coset"), HasSubstr("cyclic")));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .coset = Number{}}), HasSubstr("coset is 0"));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .coset = field_.modulus}), HasSubstr("coset"));
}

TEST_F(MultiwordNttErrors, CosetsAtCallTime) {
  const ringlet::Ntt plan(8, q_, Options{.ring = Ring::cyclic, .omega = root_of_unity(field_, 8)});
  std::vector<Number> eight(8), twice(16), wrong(24), numbers(20);
  const std::span<Number> all(numbers);
  const auto text = [](const std::function<void()>& call) { return message_of<std::invalid_argument>(call); };
  for (const Number& coset : {Number{}, field_.modulus}) {
    EXPECT_THAT(text([&] { plan.evaluate(eight, eight, coset); }), AllOf(HasSubstr("coset is"), HasSubstr("[1, q)")));
    EXPECT_THAT(text([&] { plan.interpolate(eight, eight, coset); }), HasSubstr("coset is"));
    EXPECT_THAT(text([&] { plan.extend(twice, eight, coset); }), HasSubstr("coset is"));
  }
  EXPECT_THAT(text([&] { plan.evaluate(eight, std::span<const Number>()); }), HasSubstr("size of in is 0"));
  EXPECT_THAT(text([&] { plan.evaluate(twice, eight); }), AllOf(HasSubstr("size of out is 16"), Names(8)));
  EXPECT_THAT(text([&] { plan.interpolate(eight, twice); }), HasSubstr("size of in is 16"));
  EXPECT_THAT(text([&] { plan.extend(wrong, eight, Number{5}); }), HasSubstr("size of out is 24"));
  EXPECT_THAT(text([&] { plan.extend(twice, twice, Number{5}); }), HasSubstr("size of in is 16"));
  EXPECT_THAT(text([&] { plan.evaluate(all.first(8), all.subspan(1, 12)); }), HasSubstr("overlaps in"));
  EXPECT_THAT(text([&] { plan.extend(all.first(16), all.subspan(1, 8), Number{5}); }), HasSubstr("overlaps in"));
  EXPECT_THAT(text([&] { plan.extend(twice, eight, Number{5}, Number{2}); }),
              AllOf(HasSubstr("root is 2,"), HasSubstr("omega")));
  EXPECT_THAT(text([&] { plan.extend(twice, eight, Number{5}, field_.modulus); }), HasSubstr("root is"));
  EXPECT_NO_THROW(plan.extend(twice, eight, Number{5}, root_of_unity(field_, 16)));
  EXPECT_THAT(text([&] { static_cast<void>(plan.extension_root(17)); }), HasSubstr("log_blowup is 17"));
  const ringlet::Ntt longest(1 << 12, q_, Options{.ring = Ring::cyclic});
  EXPECT_NO_THROW(static_cast<void>(longest.extension_root(16)));
  const ringlet::Ntt larger(1 << 13, q_, Options{.ring = Ring::cyclic});
  EXPECT_THAT(text([&] { static_cast<void>(larger.extension_root(16)); }), HasSubstr("1 modulo 2^29"));
}

TEST_F(MultiwordNttErrors, Enumerators) {
  EXPECT_THAT(refusal(64, {.ring = static_cast<Ring>(2)}), HasSubstr("ring is 2"));
  EXPECT_THAT(refusal(64, {.order = static_cast<Order>(2)}), HasSubstr("order is 2"));
}

TEST_F(MultiwordNttErrors, Moduli) {
  const auto text_of = [](const mpz_class& q, std::size_t n) {
    return message_of<std::invalid_argument>([&] { const ringlet::Ntt plan(n, modulus_of<256>(q)); });
  };
  using reference::power_of_two;
  const mpz_class composite = reference::prime_beside(power_of_two(127), 2, true) * 5;
  EXPECT_THAT(text_of(composite, 2), AllOf(HasSubstr(composite.get_str()), HasSubstr("prime")));
  const mpz_class prime = reference::prime_beside(power_of_two(250), power_of_two(10), true);
  const auto twos = mpz_scan1(mpz_class(prime - 1).get_mpz_t(), 0);
  EXPECT_THAT(text_of(prime, std::size_t{1} << twos),
              AllOf(HasSubstr(prime.get_str()), HasSubstr("1 modulo 2^" + std::to_string(twos + 1))));
}

TEST_F(MultiwordNttErrors, Arrays) {
  const ringlet::Ntt plan(64, q_);
  std::vector<Number> numbers(100), others(64);
  const std::span<Number> out(numbers.data(), 64);
  for (const auto& call : std::vector<std::function<void(std::span<Number>, std::span<const Number>)>>{
           [&](auto to, auto from) { plan.forward(to, from); }, [&](auto to, auto from) { plan.inverse(to, from); },
           [&](auto to, auto from) { plan.multiply(to, from, others); },
           [&](auto to, auto from) { plan.multiply(to, others, from); }}) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { call(out.first(63), others); }),
                AllOf(HasSubstr("out"), Names(63), Names(64)));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { call(out, std::span(numbers).first(65)); }),
                AllOf(Names(65), Names(64)));
    EXPECT_THAT(message_of<std::invalid_argument>([&] { call(out, std::span(numbers).subspan(1, 64)); }),
                HasSubstr("overlaps"));
#ifdef RINGLET_CHECKED
    std::vector<Number> too_large(64);
    too_large[17] = field_.modulus;
    EXPECT_THAT(message_of<std::invalid_argument>([&] { call(out, too_large); }), HasSubstr("[17]"));
#endif
  }
  EXPECT_THROW(plan.multiply(out, others, others, static_cast<ringlet::Form>(2)), std::invalid_argument);
}

}  // namespace
}  // namespace ringlet_test
