// Tests that kernels which compute on integers in doubles neither depend on the caller's settings of the
// floating-point unit nor change them.
#include <gtest/gtest.h>

#include <compare>
#include <cstdint>
#include <ringlet/base_conversion.hpp>
#include <ringlet/ntt.hpp>
#include <ringlet/number_theory.hpp>
#include <ringlet/rns_eltwise.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/backends.hpp"
#include "support/control_word.hpp"
#include "support/data.hpp"
#include "words/eltwise_expectations.hpp"

namespace ringlet_test {
namespace {

/// Effect of a control word on inexact sums and on a denormal.
struct Effect {
  bool raises_sum, raises_difference, lowers_sum, flushes;
  auto operator<=>(const Effect&) const = default;
};

/// Computes with volatile operands and results, so that the compiler computes nothing under another control word.
Effect effect_of(ControlWord control) {
  const volatile double one = 1, little = 0x1p-60, denormal = 0x1p-1070;
  volatile double sum = 0, difference = 0, negative = 0, product = 1;
  EXPECT_TRUE(keeps_control(control, [&] {
    sum = one + little;
    difference = one - little;
    negative = -one - little;
    product = denormal * one;
  }));
  return {sum > 1, difference == 1, negative < -1, product == 0};
}

// Checks that the settings have an effect; otherwise the tests below would pass without testing anything.
TEST(ControlWords, AreTakenByTheCpu) {
  std::set<Effect> effects;
  for (const ControlWord mode : rounding_modes) {
    for (const ControlWord others : {usual_control, denormals_are_zero}) effects.insert(effect_of(mode | others));
  }
  EXPECT_EQ(effects.size(), 8U);
  EXPECT_EQ(effect_of(usual_control), (Effect{false, true, false, false}));
  EXPECT_TRUE(effect_of(upwards | usual_control).raises_sum);
}

class Rounding : public BackendTest<unsigned> {
 protected:
  Random random_;
};

/// Expects plans and transforms of `in` to be the same under every control word.
template <class Word>
void expect_same_transforms(const std::vector<Word>& in, Word modulus) {
  const std::size_t n = in.size();
  std::vector<Word> forward(n), inverse(n);
  const auto transform = [&] {
    const ringlet::Ntt<Word> ntt(n, ringlet::Modulus<Word>(modulus));
    ntt.forward(forward, in);
    ntt.inverse(inverse, in);
  };
  transform();
  const std::vector<Word> usual_forward = forward, usual_inverse = inverse;
  for (const ControlWord control : control_words()) {
    EXPECT_TRUE(keeps_control(control, transform));
    EXPECT_TRUE(forward == usual_forward) << "n = " << n << ", control word " << control;
    EXPECT_TRUE(inverse == usual_inverse) << "n = " << n << ", control word " << control;
  }
}

TEST_P(Rounding, TransformsDoNotDependOnIt) {
  for (const std::size_t n : {std::size_t{8}, std::size_t{64}, std::size_t{1024}, std::size_t{8192}}) {
    const std::uint64_t q = ringlet::ntt_primes(1, parameter(), n).front();
    expect_same_transforms(uniform(random_, n, q - 1), q);
  }
}

TEST_P(Rounding, ElementWiseOperationsDoNotDependOnIt) {
  constexpr std::size_t n = 37;
  const ringlet::Modulus q(ringlet::ntt_primes(1, parameter(), 1024).front());
  for (const Operation& operation : operations()) {
    const Words a = uniform(random_, n, top_of_input(operation, q.value()));
    const Words b = uniform(random_, n, top_of_input(operation, q.value()));
    const Words c = uniform(random_, n, top_of_input(operation, q.value()));
    for (const Constants& constants : corner_constants(operation, random_, q.value())) {
      Words out(n);
      const auto apply = [&] { operation.apply({out, a, b, c}, constants, q); };
      apply();
      const Words usual = out;
      for (const ControlWord control : control_words()) {
        EXPECT_TRUE(keeps_control(control, apply));
        EXPECT_EQ(out, usual) << operation.name << ", control word " << control;
      }
    }
  }
}

TEST_P(Rounding, ResidueNumberSystemsDoNotDependOnIt) {
  constexpr std::size_t n = 37, terms = 20;
  const ringlet::RnsBase from(ringlet::ntt_primes(terms, parameter(), 64));
  const ringlet::RnsBase to(ringlet::ntt_primes(3, parameter() - 1, 64));
  Words in;
  for (std::size_t i = 0; i < terms; ++i) {
    const Words row = uniform(random_, n, from[i].value() - 1);
    in.insert(in.end(), row.begin(), row.end());
  }
  const ringlet::RnsView view(in.data(), terms, n);
  // Rows of one modulus, so that all can be terms of its inner product.
  const ringlet::RnsBase shortest = from.first(1);
  Words residues(n * terms);
  for (std::size_t i = 0; i < residues.size(); ++i) residues[i] = in[i] % shortest[0].value();
  std::vector<ringlet::RnsView> rows;
  for (std::size_t i = 0; i < terms; ++i) rows.emplace_back(&residues[i * n], 1, n);
  Words converted(3 * n), product(n);
  const auto compute = [&] {
    const ringlet::BaseConversion convert(from, to, ringlet::Lift::centred);
    convert({converted.data(), 3, n}, view);
    inner_product(ringlet::RnsSpan(product.data(), 1, n), rows, rows, shortest);
  };
  compute();
  const Words usual = converted, usual_product = product;
  for (const ControlWord control : control_words()) {
    EXPECT_TRUE(keeps_control(control, compute));
    EXPECT_EQ(converted, usual) << "control word " << control;
    EXPECT_EQ(product, usual_product) << "control word " << control;
  }
}

const auto name_of_bits = [](unsigned bits) { return std::to_string(bits) + "_bits"; };
INSTANTIATE_TEST_SUITE_P(Bits, Rounding,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(30U, 48U, 49U, 50U, 60U)),
                         named_by_backend(name_of_bits));

class Word128Rounding : public Rounding {};

TEST_P(Word128Rounding, TransformsDoNotDependOnIt) {
  for (const std::size_t n : {std::size_t{8}, std::size_t{64}, std::size_t{1024}}) {
    for (const auto order : {ringlet::PrimeOrder::smallest_first, ringlet::PrimeOrder::largest_first}) {
      const ringlet::uint128_t q = ringlet::ntt_primes<ringlet::uint128_t>(1, parameter(), n, order).front();
      std::vector<ringlet::uint128_t> in(n);
      for (auto& x : in) x = (ringlet::uint128_t{random_.word()} << 64 | random_.word()) % q;
      in.back() = q - 1;
      expect_same_transforms(in, q);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, Word128Rounding,
                         ::testing::Combine(::testing::ValuesIn(all_backends()),
                                            ::testing::Values(61U, 98U, 99U, 124U)),
                         named_by_backend(name_of_bits));

}  // namespace
}  // namespace ringlet_test
