// Tests plans of transforms of 16-bit words: all inputs of the smallest ones, all lengths, moduli and radices.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "reference/transform.hpp"
#include "word16/backends.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet_test {
namespace {

using ringlet::Ring;
using Word = std::uint16_t;
using Words = std::vector<Word>;
using Plan = ringlet::words::NttPlan<Word>;
using Backend = ringlet::backends::Backend;

bool is_prime(std::uint32_t q) {
  for (std::uint32_t d = 2; d * d <= q; ++d) {
    if (q % d == 0) return false;
  }
  return q > 1;
}

std::uint32_t power(std::uint32_t base, std::uint32_t exponent, std::uint32_t q) {
  std::uint32_t result = 1;
  for (; exponent > 0; --exponent) result = result * base % q;
  return result;
}

/// Returns a number of order `order`, a power of two, modulo the prime q.
Word root_of(std::uint32_t order, std::uint32_t q) {
  for (std::uint32_t g = 2;; ++g) {
    const std::uint32_t root = power(g, (q - 1) / order, q);
    if (order == 1 || power(root, order / 2, q) == q - 1) return static_cast<Word>(root);
  }
}

/// Transform of n = 2^log_n points on one backend, beside its definition.
class Case {
 public:
  Case(const Backend& backend, unsigned log_n, std::uint32_t q, Ring ring, std::span<const unsigned> radices = {})
      : n_(std::size_t{1} << log_n),
        q_(q),
        root_(root_of(static_cast<std::uint32_t>(ring == Ring::negacyclic ? 2 * n_ : n_), q)),
        definition_{ring == Ring::negacyclic ? reference::Wrap::negacyclic : reference::Wrap::cyclic, q, root_},
        plan_(std::make_shared<const Plan>(log_n, static_cast<Word>(q), ring, root_, backend, radices)) {}

  [[nodiscard]] std::size_t size() const { return n_; }
  [[nodiscard]] std::uint32_t q() const { return q_; }
  [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return plan_; }

  /// Checks both directions of an input below `factor` q, with every factor of results. Compares
  /// `points` values with the definition.
  void check(const Words& in, unsigned factor, std::size_t points) const {
    const std::vector<std::uint64_t> multiword(in.begin(), in.end());
    Words canonical(n_), lazy(n_);
    plan_->forward(canonical.data(), in.data(), factor, 1);
    plan_->forward(lazy.data(), in.data(), factor, 4);
    agree(canonical, lazy, 4);
    for (std::size_t i = 0; i < points; ++i) {
      const std::size_t at = i * 0x9e3779b1U % n_;
      ASSERT_EQ(canonical[at], reference::forward_at(multiword, at, definition_)) << "value " << at << text();
    }
    plan_->inverse(lazy.data(), canonical.data(), 1, 2);
    plan_->inverse(canonical.data(), canonical.data(), 1, 1);
    agree(canonical, lazy, 2);
    for (std::size_t i = 0; i < n_; ++i) ASSERT_EQ(canonical[i], in[i] % q_) << "coefficient " << i << text();
  }

  [[nodiscard]] std::string text() const { return " of " + std::to_string(n_) + " modulo " + std::to_string(q_); }

 private:
  void agree(const Words& canonical, const Words& lazy, unsigned factor) const {
    for (std::size_t i = 0; i < n_; ++i) {
      ASSERT_TRUE(canonical[i] < q_ && lazy[i] < factor * q_ && lazy[i] % q_ == canonical[i]) << i << text();
    }
  }

  std::size_t n_;
  std::uint32_t q_;
  Word root_;
  reference::Transform definition_;
  std::shared_ptr<const Plan> plan_;
};

/// Returns numbers below `end`; on average, every fourth is the largest.
Words random_words(std::size_t n, std::uint32_t end, std::mt19937& random) {
  Words words(n);
  for (Word& word : words) word = static_cast<Word>(random() % 4 == 0 ? end - 1 : random() % end);
  return words;
}

class Word16Ntt : public ::testing::TestWithParam<const Backend*> {};

void check_all_inputs(const Case& transform, unsigned factor) {
  const std::uint32_t end = factor * transform.q();
  Words in(transform.size());
  for (bool more = true; more;) {
    transform.check(in, factor, transform.size());
    if (::testing::Test::HasFatalFailure()) return;
    more = false;
    for (Word& digit : in) {
      digit = static_cast<Word>((digit + 1) % end);
      more = digit != 0;
      if (more) break;
    }
  }
}

TEST(Word16SmallestNtt, AllInputsOfTwoAndFourPoints) {
  for (const Ring ring : {Ring::negacyclic, Ring::cyclic}) {
    for (const std::uint32_t q : {5U, 13U, 17U, 29U}) {
      for (const unsigned factor : {1U, 2U, 4U}) check_all_inputs(Case(one_lane, 1, q, ring), factor);
    }
  }
  check_all_inputs(Case(one_lane, 2, 5, Ring::cyclic), 4);
  check_all_inputs(Case(one_lane, 2, 17, Ring::negacyclic), 1);
}

/// Inputs with a single nonzero value, at any place and of any size.
TEST_P(Word16Ntt, AllMultiplesOfUnitVectors) {
  const Case transform(*GetParam(), 5, 193, Ring::negacyclic);
  for (std::size_t i = 0; i < transform.size(); ++i) {
    for (std::uint32_t x = 0; x < 4 * transform.q(); ++x) {
      Words in(transform.size());
      in[i] = static_cast<Word>(x);
      transform.check(in, 4, 2);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Word16Ntt, AllPrimesOfAllLengths) {
  std::mt19937 random(16);
  for (std::uint32_t q = 3; q < 1U << 14; q += 2) {
    if (!is_prime(q)) continue;
    for (unsigned log_n = 1; (q - 1) % (1U << log_n) == 0; ++log_n) {
      const std::size_t n = std::size_t{1} << log_n;
      const Case cyclic(*GetParam(), log_n, q, Ring::cyclic);
      cyclic.check(random_words(n, q, random), 1, 3);
      if ((q - 1) % (2 * n) != 0) continue;
      const Case negacyclic(*GetParam(), log_n, q, Ring::negacyclic);
      negacyclic.check(random_words(n, 4 * q, random), 4, 3);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Word16Ntt, UsesItsOwnLanes) {
  const Case transform(*GetParam(), 5, 193, Ring::negacyclic);
  EXPECT_TRUE(transform.plan()->describe().starts_with(GetParam()->name)) << transform.plan()->describe();
}

/// Passes of every radix, up to three of them.
TEST_P(Word16Ntt, AllRadices) {
  std::mt19937 random(17);
  const unsigned lanes_log = GetParam() == &one_lane ? 0 : 4;
  for (const std::uint32_t q : {3329U, 12289U}) {
    const unsigned most = 3, log_limit = q == 3329 ? 7 : 11;
    for (unsigned first = 1; first <= most; ++first) {
      for (unsigned middle = 0; middle <= most; ++middle) {
        for (unsigned tile = 2; tile <= 3; ++tile) {
          const unsigned log_n = first + middle + tile + lanes_log;
          if (log_n > log_limit || middle == 1) continue;
          std::vector<unsigned> radices = {first, middle, tile};
          if (middle == 0) radices = {first, tile};
          const Case transform(*GetParam(), log_n, q, Ring::negacyclic, radices);
          transform.check(random_words(transform.size(), 4 * q, random), 4, 5);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Word16Ntt, ::testing::Values(&one_lane, &sixteen_lanes),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace ringlet_test
