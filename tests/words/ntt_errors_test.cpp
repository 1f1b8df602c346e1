#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "reference/primes.hpp"
#include "support/errors.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using Options = ringlet::NttOptions<std::uint64_t>;

std::string constructor_error(std::size_t n, std::uint64_t q, const Options& options = {}) {
  return message_of<std::invalid_argument>([&] { Ntt(n, Modulus(q), options); });
}

const Options cyclic{.ring = Ring::cyclic};

TEST(NttConstructor, SizeIsNoPowerOfTwo) {
  for (const std::size_t n : {std::size_t{3}, std::size_t{6}, std::size_t{4095}, std::size_t{max_word}}) {
    EXPECT_THAT(constructor_error(n, 12289), AllOf(Names(n), HasSubstr("power of two")));
    EXPECT_THAT(constructor_error(n, 12289, cyclic), AllOf(Names(n), HasSubstr("power of two")));
  }
}

TEST(NttConstructor, SizeOutsideItsRange) {
  const std::size_t too_large = std::size_t{1} << 25;
  const std::uint64_t q = reference::largest_prime_below(std::uint64_t{1} << 60, 2 * too_large).value();
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, too_large, std::size_t{1} << 63}) {
    const auto names_value_and_rule = AllOf(Names(n), AnyOf(HasSubstr("2^24"), Names(std::size_t{1} << 24)));
    EXPECT_THAT(constructor_error(n, q), names_value_and_rule);
    EXPECT_THAT(constructor_error(n, q, cyclic), names_value_and_rule);
  }
  // The largest size itself is valid. The modulus is not, so no large plan is made.
  EXPECT_THAT(constructor_error(too_large / 2, 4097), HasSubstr("prime"));
}

TEST(NttConstructor, CompositeModulus) {
  // 4097 = 17 * 241 and the product satisfy the congruence; only primality is missing.
  const std::uint64_t product_of_primes = std::uint64_t{12289} * 40961;
  for (const std::uint64_t q : {std::uint64_t{4097}, product_of_primes, std::uint64_t{4096}}) {
    EXPECT_THAT(constructor_error(1024, q), AllOf(Names(q), HasSubstr("prime")));
    EXPECT_THAT(constructor_error(1024, q, cyclic), AllOf(Names(q), HasSubstr("prime")));
  }
}

// Values below the factor times q must fit a word: twice a prime of 63 bits fits, and no more.
TEST(NttFactors, OfLongModuliMustFitAWord) {
  const std::size_t n = 16;
  const std::uint64_t goldilocks = 0xffff'ffff'0000'0001;
  const auto shorter = reference::largest_prime_below(std::uint64_t{1} << 63, 2 * n).value();
  Words values(n);
  const auto error = [&](std::uint64_t q, bool inverts, ringlet::Range range) {
    const Ntt ntt(n, Modulus(q));
    return message_of<std::invalid_argument>(
        [&] { inverts ? ntt.inverse(values, values, range) : ntt.forward(values, values, range); });
  };
  EXPECT_THAT(error(goldilocks, false, {2, 1}), AllOf(HasSubstr("input_factor is 2"), Names(goldilocks)));
  EXPECT_THAT(error(goldilocks, true, {1, 2}), AllOf(HasSubstr("output_factor is 2"), Names(goldilocks)));
  EXPECT_THAT(error(shorter, false, {4, 1}), AllOf(HasSubstr("input_factor is 4"), Names(shorter)));
  EXPECT_THAT(error(shorter, false, {1, 4}), AllOf(HasSubstr("output_factor is 4"), Names(shorter)));
  Ntt(n, Modulus(shorter)).inverse(values, values, {2, 2});
  Ntt(n, Modulus(shorter)).forward(values, values, {2, 1});
  Ntt(n, Modulus(goldilocks)).forward(values, values, {ringlet::Range::any, 1});
}

TEST(NttConstructor, ModulusWithoutRoots) {
  const auto names = [](std::uint64_t q, std::size_t n, const char* rule) {
    return AllOf(Names(q), Names(n), HasSubstr(rule));
  };
  EXPECT_THAT(constructor_error(4096, 12289), names(12289, 4096, "1 modulo 2n"));
  EXPECT_THAT(constructor_error(8192, 12289, cyclic), names(12289, 8192, "1 modulo n"));
  EXPECT_THAT(constructor_error(2, 2), names(2, 2, "1 modulo 2n"));
  EXPECT_THAT(constructor_error(2, 3), names(3, 2, "1 modulo 2n"));
  EXPECT_THAT(constructor_error(2, 2, cyclic), names(2, 2, "1 modulo n"));
}

TEST(NttConstructor, RootOfAnotherOrder) {
  // Modulo 17 with n = 4, psi needs order 8: 2, 8, 9, 15. 4 and 13 have order 4, 3 has order 16.
  for (const std::uint64_t psi : {0U, 1U, 3U, 4U, 13U, 16U}) {
    EXPECT_THAT(constructor_error(4, 17, {.psi = psi}), AllOf(Names(psi), HasSubstr("root"), Names(17)));
  }
  for (const std::uint64_t omega : {0U, 1U, 2U, 3U, 16U}) {
    EXPECT_THAT(constructor_error(4, 17, {.ring = Ring::cyclic, .omega = omega}),
                AllOf(Names(omega), HasSubstr("root"), Names(17)));
  }
}

TEST(NttConstructor, RootNotBelowTheModulus) {
  // 19 = 2 and 21 = 4 modulo 17 would be roots if they were reduced.
  for (const std::uint64_t psi : {std::uint64_t{17}, std::uint64_t{19}, max_word}) {
    EXPECT_THAT(constructor_error(4, 17, {.psi = psi}), AllOf(Names(psi), Names(17)));
  }
  for (const std::uint64_t omega : {std::uint64_t{17}, std::uint64_t{21}, max_word}) {
    EXPECT_THAT(constructor_error(4, 17, {.ring = Ring::cyclic, .omega = omega}), AllOf(Names(omega), Names(17)));
  }
}

TEST(NttConstructor, RootOfTheOtherRing) {
  EXPECT_THAT(constructor_error(4, 17, {.ring = Ring::cyclic, .psi = 2}), AllOf(HasSubstr("psi"), HasSubstr("cyclic")));
  EXPECT_THAT(constructor_error(4, 17, {.omega = 4}), AllOf(HasSubstr("omega"), HasSubstr("negacyclic")));
  EXPECT_THAT(constructor_error(4, 17, {.psi = 2, .omega = 4}), AllOf(HasSubstr("omega"), HasSubstr("negacyclic")));
}

TEST(NttConstructor, CosetThatIsNone) {
  EXPECT_THAT(constructor_error(4, 17, {.coset = 3}), AllOf(HasSubstr("coset is 3"), HasSubstr("cyclic")));
  for (const std::uint64_t coset : {std::uint64_t{0}, std::uint64_t{17}, max_word}) {
    EXPECT_THAT(constructor_error(4, 17, {.ring = Ring::cyclic, .coset = coset}),
                AllOf(HasSubstr("coset"), Names(coset), HasSubstr("[1, q), q = 17")));
  }
}

TEST(NttConstructor, RingThatIsNone) {
  EXPECT_THAT(constructor_error(4, 17, {.ring = static_cast<Ring>(42)}), AllOf(HasSubstr("ring"), Names(42)));
  EXPECT_THAT(constructor_error(4, 17, {.order = static_cast<ringlet::Order>(2)}), HasSubstr("order is 2"));
}

TEST(NttConstructor, ErrorsLeaveThePlanUnchanged) {
  Ntt ntt(4, Modulus(17));
  EXPECT_THROW(ntt = Ntt(5, Modulus(17)), std::invalid_argument);
  EXPECT_EQ(ntt.size(), 4U);
}

/// Calls of a plan with n = 8 and wrong arguments.
class NttCalls : public ::testing::Test {
 protected:
  template <class Call>
  [[nodiscard]] static std::string error(Call call) {
    return message_of<std::invalid_argument>(call);
  }

  const Ntt ntt_{8, Modulus(97)};
  Words seven_ = Words(7), eight_ = Words(8), nine_ = Words(9), none_;
};

TEST_F(NttCalls, SpansOfAnotherSize) {
  for (Words* const wrong : {&none_, &seven_, &nine_}) {
    const auto names_both = AllOf(Names(wrong->size()), Names(8));
    EXPECT_THAT(error([&] { ntt_.forward(*wrong, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.forward(eight_, *wrong); }), names_both);
    EXPECT_THAT(error([&] { ntt_.forward(*wrong, *wrong); }), names_both);
    EXPECT_THAT(error([&] { ntt_.inverse(*wrong, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.inverse(eight_, *wrong); }), names_both);
    EXPECT_THAT(error([&] { ntt_.multiply(*wrong, eight_, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.multiply(eight_, *wrong, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.multiply(eight_, eight_, *wrong); }), names_both);
  }
}

TEST_F(NttCalls, PartialOverlaps) {
  Words words(16, 1);
  const std::span<std::uint64_t> all = words, front = all.first(8);
  for (const std::size_t shift : {std::size_t{1}, std::size_t{7}}) {
    const auto shifted = all.subspan(shift, 8);
    EXPECT_THAT(error([&] { ntt_.forward(front, shifted); }), HasSubstr("overlaps in"));
    EXPECT_THAT(error([&] { ntt_.forward(shifted, front); }), HasSubstr("overlaps in"));
    EXPECT_THAT(error([&] { ntt_.inverse(front, shifted); }), HasSubstr("overlaps in"));
    EXPECT_THAT(error([&] { ntt_.inverse(shifted, front); }), HasSubstr("overlaps in"));
    EXPECT_THAT(error([&] { ntt_.multiply(front, shifted, eight_); }), HasSubstr("overlaps x"));
    EXPECT_THAT(error([&] { ntt_.multiply(front, eight_, shifted); }), HasSubstr("overlaps y"));
    EXPECT_EQ(words, Words(16, 1));
  }
  EXPECT_NO_THROW(ntt_.forward(front, all.last(8)));
  EXPECT_NO_THROW(ntt_.inverse(all.last(8), front));
}

TEST_F(NttCalls, UnlistedFactors) {
  const auto forward = [this](unsigned in, unsigned out) {
    return error([=, this] { ntt_.forward(eight_, eight_, {in, out}); });
  };
  const auto inverse = [this](unsigned in, unsigned out) {
    return error([=, this] { ntt_.inverse(eight_, eight_, {in, out}); });
  };
  for (const unsigned factor : {0U, 3U, 5U, 8U, ~0U}) {
    EXPECT_THAT(forward(factor, 1), AllOf(HasSubstr("factor"), Names(factor)));
    EXPECT_THAT(error([&] { ntt_.evaluate(eight_, eight_, 1, {factor, 1}); }), HasSubstr("input_factor"));
    EXPECT_THAT(error([&] { ntt_.interpolate(eight_, eight_, 1, {factor, 1}); }), HasSubstr("input_factor"));
  }
  for (const unsigned factor : {0U, 2U, 3U, 8U, ~0U}) {
    EXPECT_THAT(forward(1, factor), AllOf(HasSubstr("factor"), Names(factor)));
  }
  for (const unsigned factor : {0U, 3U, 4U, ~0U}) {
    EXPECT_THAT(inverse(factor, 1), AllOf(HasSubstr("factor"), Names(factor)));
    EXPECT_THAT(inverse(1, factor), AllOf(HasSubstr("factor"), Names(factor)));
  }
  EXPECT_THAT(inverse(ringlet::Range::any, 1), HasSubstr("input_factor is any"));
  EXPECT_THAT(forward(1, ringlet::Range::any), HasSubstr("output_factor is any"));
}

TEST_F(NttCalls, Cosets) {
  for (const std::uint64_t coset : {std::uint64_t{0}, std::uint64_t{97}, max_word}) {
    const auto names_value_and_rule = AllOf(HasSubstr("coset"), Names(coset), HasSubstr("[1, q), q = 97"));
    EXPECT_THAT(error([&] { ntt_.evaluate(eight_, eight_, coset); }), names_value_and_rule);
    EXPECT_THAT(error([&] { ntt_.interpolate(eight_, eight_, coset); }), names_value_and_rule);
    EXPECT_THAT(error([&] { ntt_.extend(eight_, eight_, coset); }), names_value_and_rule);
  }
}

TEST_F(NttCalls, PolynomialsOfOtherLengths) {
  EXPECT_THAT(error([&] { ntt_.evaluate(eight_, none_); }), HasSubstr("size of in is 0"));
  for (Words* const wrong : {&none_, &seven_, &nine_}) {
    const auto names_both = AllOf(Names(wrong->size()), Names(8));
    EXPECT_THAT(error([&] { ntt_.evaluate(*wrong, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.interpolate(*wrong, eight_); }), names_both);
    EXPECT_THAT(error([&] { ntt_.interpolate(eight_, *wrong); }), names_both);
    EXPECT_THAT(error([&] { ntt_.extend(*wrong, eight_, 1); }), names_both);
    EXPECT_THAT(error([&] { ntt_.extend(eight_, *wrong, 1); }), names_both);
  }
  for (const std::size_t size : {std::size_t{4}, std::size_t{24}, std::size_t{8} << 17}) {
    Words out(size);
    EXPECT_THAT(error([&] { ntt_.extend(out, eight_, 1); }), AllOf(Names(size), HasSubstr("n 2^b, n = 8")));
  }
}

TEST_F(NttCalls, PolynomialsThatOverlap) {
  Words words(40, 1);
  const std::span<std::uint64_t> all = words;
  EXPECT_THAT(error([&] { ntt_.evaluate(all.first(8), all.subspan(1, 20)); }), HasSubstr("overlaps in"));
  EXPECT_THAT(error([&] { ntt_.evaluate(all.subspan(19, 8), all.first(20)); }), HasSubstr("overlaps in"));
  EXPECT_NO_THROW(ntt_.evaluate(all.subspan(20, 8), all.first(20)));
  EXPECT_THAT(error([&] { ntt_.interpolate(all.first(8), all.subspan(1, 8)); }), HasSubstr("overlaps in"));
  EXPECT_THAT(error([&] { ntt_.extend(all.first(16), all.subspan(4, 8), 1); }), HasSubstr("overlaps in"));
  EXPECT_THAT(error([&] { ntt_.extend(all.subspan(4, 16), all.first(8), 1); }), HasSubstr("overlaps in"));
  EXPECT_NO_THROW(ntt_.extend(all.first(16), all.subspan(8, 8), 1));
  EXPECT_NO_THROW(ntt_.extend(all.first(16), all.subspan(16, 8), 1));
}

TEST_F(NttCalls, ExtensionsWithoutRoots) {
  // 97 = 1 (mod 2^5) and omega has order 8, so a blow-up by 8 has no root.
  Words out(64), twice(16);
  EXPECT_THAT(error([&] { ntt_.extend(out, eight_, 5); }), AllOf(HasSubstr("q is 97"), HasSubstr("2^6")));
  EXPECT_THAT(error([&] { static_cast<void>(ntt_.extension_root(3)); }), AllOf(HasSubstr("q is 97"), HasSubstr("2^6")));
  EXPECT_THAT(error([&] { static_cast<void>(ntt_.extension_root(17)); }),
              AllOf(HasSubstr("log_blowup is 17"), Names(16)));
  EXPECT_THAT(error([&] { static_cast<void>(ntt_.extension_root(~0U)); }), HasSubstr("log_blowup"));
  const std::uint64_t root = ntt_.extension_root(1);
  for (const std::uint64_t wrong : {std::uint64_t{0}, root * root % 97, root + 97, max_word}) {
    EXPECT_THAT(error([&] { ntt_.extend(twice, eight_, 5, wrong); }),
                AllOf(HasSubstr("root"), Names(wrong), HasSubstr("omega")));
  }
  EXPECT_NO_THROW(ntt_.extend(twice, eight_, 5, 97 - root));
}

TEST_F(NttCalls, RejectedCallsWriteNothing) {
  const Words before(8, 96);
  Words out = before;
  EXPECT_THROW(ntt_.forward(out, eight_, {3, 1}), std::invalid_argument);
  EXPECT_THROW(ntt_.forward(out, nine_), std::invalid_argument);
  EXPECT_THROW(ntt_.inverse(out, eight_, {1, 4}), std::invalid_argument);
  EXPECT_THROW(ntt_.multiply(out, eight_, nine_), std::invalid_argument);
  EXPECT_THROW(ntt_.evaluate(out, eight_, 97), std::invalid_argument);
  EXPECT_THROW(ntt_.interpolate(out, eight_, 0), std::invalid_argument);
  EXPECT_THROW(ntt_.extend(out, eight_, 1, 2), std::invalid_argument);
  EXPECT_EQ(out, before);
}

}  // namespace
}  // namespace ringlet_test
