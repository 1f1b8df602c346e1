// Tests the errors of large transforms.

#include "large/large_cases.hpp"

namespace ringlet_test {
namespace {

class LargeNttErrors : public ::testing::Test {
 protected:
  using Options = LargeNttOptions<std::uint64_t>;

  [[nodiscard]] std::string refusal(std::size_t n, const Options& options = {}) const {
    return message_of<std::invalid_argument>([&] { const LargeNtt<std::uint64_t> plan(n, q_, options); });
  }

  // 2^49 - 2^17 + ..., with roots of order 2^17.
  mpz_class prime_ = large_prime(49, 1 << 16);
  ringlet::Modulus<std::uint64_t> q_{number_of<std::uint64_t>(prime_)};
};

TEST_F(LargeNttErrors, Sizes) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{96}, std::size_t{1} << 31, ~std::size_t{0}}) {
    EXPECT_THAT(refusal(n), AllOf(HasSubstr("n is"), Names(n), HasSubstr("power of two from 4 to 2^30")));
  }
}

TEST_F(LargeNttErrors, Heights) {
  for (const std::size_t height : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{64}, std::size_t{128}}) {
    EXPECT_THAT(refusal(64, {.height = height}), AllOf(HasSubstr("height is"), Names(height), HasSubstr("2 to 32")));
  }
  constexpr std::size_t n = std::size_t{1} << 24;
  for (const std::size_t height : {std::size_t{1} << 3, std::size_t{1} << 21}) {
    EXPECT_THAT(refusal(n, {.height = height}), AllOf(Names(height), HasSubstr("16 to 1048576")));
  }
  // The largest size itself is valid.
  EXPECT_THAT(refusal(std::size_t{1} << 30, {.height = 2}),
              AllOf(HasSubstr("height is 2"), HasSubstr("1024 to 1048576")));
}

TEST_F(LargeNttErrors, Moduli) {
  const std::size_t twos = mpz_scan1(mpz_class(prime_ - 1).get_mpz_t(), 0);
  const std::size_t n = std::size_t{1} << twos;
  EXPECT_THAT(refusal(n), AllOf(HasSubstr(prime_.get_str()), HasSubstr("1 modulo 2n")));
  EXPECT_THAT(refusal(2 * n, {.ring = Ring::cyclic}), AllOf(HasSubstr(prime_.get_str()), HasSubstr("1 modulo n")));
  EXPECT_THAT(
      message_of<std::invalid_argument>([&] { const LargeNtt plan(16, ringlet::Modulus<std::uint64_t>(4097)); }),
      AllOf(Names(4097), HasSubstr("prime")));
  const std::uint64_t goldilocks = 0xffff'ffff'0000'0001;
  EXPECT_THAT(message_of<std::invalid_argument>([&] { const LargeNtt plan(16, ringlet::Modulus(goldilocks)); }),
              AllOf(Names(goldilocks), HasSubstr("q < 2^62")));
  const ringlet::Modulus multiword(number_of<ringlet::UInt<256>>(reference::power_of_two(200) + 1));
  EXPECT_THAT(message_of<std::invalid_argument>([&] { const LargeNtt plan(16, multiword); }), HasSubstr("prime"));
}

TEST_F(LargeNttErrors, Roots) {
  const std::uint64_t root = LargeNtt(64, q_).root();  // has order 128
  EXPECT_THAT(refusal(32, {.psi = root}), AllOf(HasSubstr("psi"), Names(root), Names(64)));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .omega = root}), AllOf(HasSubstr("omega"), Names(root), Names(64)));
  EXPECT_THAT(refusal(64, {.psi = q_.value()}), AllOf(HasSubstr("psi"), Names(q_.value())));
  EXPECT_THAT(refusal(64, {.ring = Ring::cyclic, .psi = root}), AllOf(HasSubstr("psi"), HasSubstr("cyclic")));
  EXPECT_THAT(refusal(64, {.omega = root}), AllOf(HasSubstr("omega"), HasSubstr("negacyclic")));
  using Multiword = ringlet::UInt<192>;
  const ringlet::Modulus multiword(number_of<Multiword>(large_prime(190, 64)));
  const auto refusal_of_multiword = [&](const LargeNttOptions<Multiword>& options) {
    return message_of<std::invalid_argument>([&] { const LargeNtt<Multiword> plan(64, multiword, options); });
  };
  EXPECT_THAT(refusal_of_multiword({.psi = Multiword{2}}), HasSubstr("psi is 2"));
  EXPECT_THAT(refusal_of_multiword({.ring = Ring::cyclic, .psi = Multiword{2}}),
              AllOf(HasSubstr("psi is 2"), HasSubstr("cyclic")));
  EXPECT_THAT(refusal_of_multiword({.omega = Multiword{2}}), AllOf(HasSubstr("omega is 2"), HasSubstr("negacyclic")));
}

TEST_F(LargeNttErrors, Enumerators) {
  EXPECT_THAT(refusal(64, {.ring = static_cast<Ring>(2)}), HasSubstr("ring is 2"));
  EXPECT_THAT(refusal(64, {.order = static_cast<LargeOrder>(3)}), HasSubstr("order is 3"));
}

TEST_F(LargeNttErrors, Arrays) {
  const LargeNtt plan(64, q_);
  std::vector<std::uint64_t> numbers(100), others(64);
  const std::span<std::uint64_t> out(numbers.data(), 64);
  for (const bool is_forward : {true, false}) {
    const auto error = [&](std::span<std::uint64_t> to, std::span<const std::uint64_t> from) {
      return message_of<std::invalid_argument>([&] { is_forward ? plan.forward(to, from) : plan.inverse(to, from); });
    };
    EXPECT_THAT(error(out.first(63), others), AllOf(HasSubstr("out"), Names(63), Names(64)));
    EXPECT_THAT(error(out, std::span(numbers).first(65)), AllOf(HasSubstr("in"), Names(65), Names(64)));
    EXPECT_THAT(error(out, std::span(numbers).subspan(1, 64)), HasSubstr("overlaps"));
    EXPECT_THAT(error({}, {}), Names(0));
#ifdef RINGLET_CHECKED
    std::vector<std::uint64_t> too_large(64);
    too_large[17] = q_.value();
    EXPECT_THAT(error(out, too_large), HasSubstr("in[17]"));
#endif
  }
}

}  // namespace
}  // namespace ringlet_test
