// Tests plans of rows, conversions and a context that threads share.
#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <vector>

#include "ringlet/base_conversion.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/rns_ntt.hpp"
#include "support/backends.hpp"
#include "threads/in_all_threads.hpp"

namespace ringlet_test {
namespace {

using ringlet::RnsBase;
using ringlet::RnsContext;

constexpr std::size_t n = 256;

RnsBase base_of(unsigned bits, std::size_t size) { return RnsBase(ringlet::ntt_primes(size, bits, n)); }

TEST(RnsContextThreads, MakeEachTransformOnce) {
  const RnsContext context;
  const RnsBase base = base_of(50, 8);
  in_all_threads([&](unsigned) {
    for (int round = 0; round < 4; ++round) {
      for (const auto& q : base.moduli()) EXPECT_EQ(context.ntt(n, q).modulus(), q);
    }
  });
  EXPECT_EQ(context.transforms(), base.size());
}

RINGLET_BACKEND_SUITE(RnsThreads);

TEST_P(RnsThreads, ShareTransformsAndConversions) {
  const RnsBase from = base_of(50, 3), to = base_of(55, 2);
  const RnsContext context;
  const ringlet::RnsNtt ntt(n, from, {.context = context});
  const ringlet::BaseConversion conversion(from, to, ringlet::Lift::centred);
  std::vector<std::uint64_t> in(from.size() * n);
  std::iota(in.begin(), in.end(), std::uint64_t{1} << 40);
  const auto compute = [&](std::vector<std::uint64_t>& evaluations, std::vector<std::uint64_t>& converted) {
    ntt.forward({evaluations.data(), from.size(), n}, {in.data(), from.size(), n});
    conversion({converted.data(), to.size(), n}, {in.data(), from.size(), n});
  };
  std::vector<std::uint64_t> evaluations(in.size()), converted(to.size() * n);
  compute(evaluations, converted);
  in_all_threads([&](unsigned) {
    std::vector<std::uint64_t> e(evaluations.size()), c(converted.size());
    for (int round = 0; round < 20; ++round) {
      compute(e, c);
      EXPECT_EQ(e, evaluations);
      EXPECT_EQ(c, converted);
    }
  });
}

TEST_P(RnsThreads, ShareKeysAndDigits) {
  const std::vector<std::uint64_t> primes = ringlet::ntt_primes(5, 50, n);
  const RnsBase base{std::span(primes).first(3)}, special{std::span(primes).subspan(3)};
  const ringlet::KeySwitch switch_key(n, base, special, {.digit_size = 2});
  std::vector<std::uint64_t> words(5 * n);
  std::iota(words.begin(), words.end(), std::uint64_t{1} << 48);
  const std::vector<ringlet::RnsView> polynomials(2, ringlet::RnsView(words.data(), 5, n));
  const ringlet::SwitchingKey key = switch_key.prepare(polynomials, polynomials);
  std::vector<std::uint64_t> digit_words(10 * n);
  const std::vector<ringlet::RnsSpan> spans{{digit_words.data(), 5, n}, {digit_words.data() + 5 * n, 5, n}};
  switch_key.decompose(spans, {words.data(), 3, n});
  const auto result = [&](unsigned thread) {
    std::vector<std::uint64_t> out(6 * n);
    if (thread % 2 == 0) {
      switch_key({out.data(), 3, n}, {out.data() + 3 * n, 3, n}, {words.data(), 3, n}, key);
    } else {
      switch_key({out.data(), 3, n}, {out.data() + 3 * n, 3, n}, spans, key);
    }
    return out;
  };
  const std::vector<std::uint64_t> expected = result(0);
  in_all_threads([&](unsigned thread) {
    for (int round = 0; round < 10; ++round) EXPECT_EQ(result(thread), expected);
  });
}

}  // namespace
}  // namespace ringlet_test
