// Tests the fields of zero-knowledge proofs that docs/multiword.md lists.

#include <cstdint>

#include "word128/word128_cases.hpp"

namespace ringlet_test {
namespace {

using ringlet::Modulus;
using ringlet::Ntt;
using ringlet::Ring;
namespace reference = ::reference::word128;

constexpr std::uint64_t baby_bear = (std::uint64_t{1} << 31) - (std::uint64_t{1} << 27) + 1;
constexpr std::uint64_t koala_bear = (std::uint64_t{1} << 31) - (std::uint64_t{1} << 24) + 1;
constexpr std::uint64_t mersenne31 = (std::uint64_t{1} << 31) - 1;
constexpr std::uint64_t mersenne61 = (std::uint64_t{1} << 61) - 1;
constexpr uint128 goldilocks = (one128 << 64) - (one128 << 32) + 1;

std::size_t power_of_two(unsigned log) { return std::size_t{1} << log; }

class Fields : public BackendTest<> {
 protected:
  template <class Word>
  std::vector<Word> values(std::size_t n, Word q) {
    const Words128 some = corner_biased_words128(random_, n, q, q - 1);
    return {some.begin(), some.end()};
  }

  /// Compares a few outputs of a transform with their definition, a single one for a large
  /// transform, and checks the inverse.
  template <class Word>
  void transforms(Word q, unsigned log_n, Ring ring) {
    const std::size_t n = power_of_two(log_n);
    SCOPED_TRACE(text_of(q) + ", n = " + std::to_string(n));
    const Ntt<Word> ntt(n, Modulus(q), {.ring = ring});
    const std::vector<Word> in = values(n, q);
    std::vector<Word> out(n);
    ntt.forward(out, in);
    const Words128 coefficients(in.begin(), in.end());
    for (const std::size_t i : log_n > 16 ? std::vector{n - 2} : std::vector{std::size_t{0}, std::size_t{1}, n - 1}) {
      const std::size_t k = ringlet::reverse_bits(i, log_n);
      const uint128 point = reference::pow_mod(ntt.root(), ring == Ring::negacyclic ? 2 * k + 1 : k, q);
      ASSERT_EQ(text_of(uint128{out[i]}), text_of(reference::evaluate(coefficients, point, q))) << "output " << i;
    }
    ntt.inverse(out, out);
    ASSERT_TRUE(out == in);
  }

  template <class Word>
  void element_wise(Word q) {
    SCOPED_TRACE(text_of(q));
    const std::vector<Word> x = values<Word>(100, q), y = values<Word>(100, q);
    std::vector<Word> product(100);
    ringlet::mul(product, x, y, Modulus(q));
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(text_of(uint128{product[i]}), text_of(reference::mul_mod(x[i], y[i], q)));
    }
  }

  Random random_;
};

template <class Word>
void has_no_transform(Word q, unsigned log_n, Ring ring) {
  EXPECT_THAT(
      message_of<std::invalid_argument>([=] { (void)Ntt<Word>(power_of_two(log_n), Modulus(q), {.ring = ring}); }),
      ::testing::HasSubstr("it must be 1 modulo"));
}

TEST_P(Fields, OfThirtyOneBitsFitWords) {
  for (const std::uint64_t q : {baby_bear, koala_bear}) {
    element_wise(q);
    for (const unsigned log_n : {1U, 10U, 16U}) transforms(q, log_n, Ring::negacyclic);
  }
}

TEST_P(Fields, MersenneAreForElements) {
  for (const std::uint64_t q : {mersenne31, mersenne61}) {
    element_wise(q);
    transforms(q, 1, Ring::cyclic);
    has_no_transform(q, 2, Ring::cyclic);
    has_no_transform(q, 1, Ring::negacyclic);
  }
}

TEST_P(Fields, GoldilocksFitsWordsOf64And128Bits) {
  element_wise(goldilocks);
  element_wise(static_cast<std::uint64_t>(goldilocks));
  for (const unsigned log_n : {1U, 10U, 14U}) {
    transforms(goldilocks, log_n, Ring::negacyclic);
    transforms(static_cast<std::uint64_t>(goldilocks), log_n, Ring::negacyclic);
  }
}

RINGLET_ON_ALL_BACKENDS(Fields);

/// Tests the sizes that the table promises, and the next sizes.
class SlowFields : public Fields {};

TEST_P(SlowFields, LargestTransforms) {
  transforms(baby_bear, 24, Ring::negacyclic);
  transforms(koala_bear, 23, Ring::negacyclic);
  has_no_transform(koala_bear, 24, Ring::negacyclic);
  transforms(koala_bear, 24, Ring::cyclic);
  transforms(goldilocks, 20, Ring::negacyclic);
  transforms(static_cast<std::uint64_t>(goldilocks), 24, Ring::negacyclic);
}

INSTANTIATE_TEST_SUITE_P(Slow, SlowFields, ::testing::Combine(::testing::ValuesIn(all_backends())),
                         [](const auto& test) { return test_name(std::get<0>(test.param)); });

}  // namespace
}  // namespace ringlet_test
