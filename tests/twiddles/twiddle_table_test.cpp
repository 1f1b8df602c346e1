// Checks that tables of large transforms stay small, since tiles share their twiddles: where many moduli take turns,
// tables come from memory each time. Checks that twisted transforms are right however the stages are split into passes.

#include "twiddles/twiddle_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/ntt_pass.hpp"
#include "reference/word128.hpp"
#include "ringlet/number_theory.hpp"
#include "support/random.hpp"
#include "twiddles/radices.hpp"
#include "words/ntt_plan.hpp"

namespace ringlet_test {
namespace {

using ringlet::uint128_t;
using ringlet::backends::Backend;
using ringlet::twiddles::Direction;
using ringlet::twiddles::TwiddleTable;
namespace reference = ::reference::word128;

template <class Word>
using Choice = ringlet::backends::NttChoice<Word>;

/// Both ends of each kernel's moduli.
template <class Word>
std::vector<unsigned> lengths() {
  if constexpr (sizeof(Word) == sizeof(std::uint64_t)) return {30, 48, 49, 50, 51, 55, 58, 59, 60, 61, 62};
  return {61, 98, 99, 124};
}

/// Calls visit(choice, bits) with each backend's kernels that twist values.
template <class Word, class Visit>
void for_each_kernel_that_twists(const Visit& visit) {
  for (const Backend& backend : ringlet::backends::all()) {
    for (const unsigned bits : lengths<Word>()) {
      const auto choice = ringlet::backends::choose_ntt<Word>(backend, (Word{1} << bits) - 1, 20);
      SCOPED_TRACE(std::string(choice.backend->name) + " / " + choice.kernel->arithmetic + ", " + std::to_string(bits));
      if (choice.backend == &backend && choice.kernel->twist_log_n != 0) visit(choice, bits);
    }
  }
}

/// Returns the bytes of a table.
template <class Word>
std::size_t size_of(const Choice<Word>& choice, unsigned log_n, Direction direction) {
  const TwiddleTable<Word> table(ringlet::twiddles::choose_radices(log_n, direction, choice), *choice.kernel);
  return sizeof(Word) * table.words();
}

/// Expects a table of about an eighth of a twiddle per point, plus little for the passes before and for the tiles,
/// which have 2^6 points on eight lanes. On two lanes tiles are so small that the passes before take more.
template <class Word>
void expect_small_tables(unsigned max_log_n) {
  for_each_kernel_that_twists<Word>([&](const Choice<Word>& choice, unsigned) {
    const std::size_t twiddle = choice.kernel->codec.words * sizeof(Word);
    const unsigned share = choice.kernel->lanes_log == 1 ? 5 : 6;
    for (unsigned log_n = choice.kernel->twist_log_n; log_n <= max_log_n; ++log_n) {
      for (const Direction direction : {Direction::forward, Direction::inverse}) {
        EXPECT_LE(size_of(choice, log_n, direction), (twiddle << log_n) / share + (twiddle << 10)) << "2^" << log_n;
      }
    }
  });
}

TEST(TwiddleTable, IsSmallInLargeTransforms) { expect_small_tables<std::uint64_t>(24); }
TEST(TwiddleTable, IsSmallInLargeTransformsOfWord128) { expect_small_tables<uint128_t>(20); }

/// The largest transform without twisted values has tables of at most 256 KiB.
TEST(TwiddleTable, FitsASecondLevelCacheBefore) {
  for_each_kernel_that_twists<uint128_t>([&](const Choice<uint128_t>& choice, unsigned) {
    for (const Direction direction : {Direction::forward, Direction::inverse}) {
      EXPECT_LE(size_of(choice, choice.kernel->twist_log_n - 1, direction), std::size_t{1} << 18);
    }
  });
}

/// Returns passes of `most` stages, the first with the remainder, then one of `last` stages, then the tiles.
std::vector<unsigned> cut(unsigned stages, unsigned most, unsigned last, unsigned tile) {
  const unsigned before = stages - last - tile;
  std::vector<unsigned> radices(before / most, most);
  if (before % most > 0) radices.insert(radices.begin(), before % most);
  radices.push_back(last);
  radices.push_back(tile);
  return radices;
}

/// Least radices of passes after the first.
constexpr unsigned least = ringlet::kernels::min_middle_radix_log;
constexpr unsigned least_tile = ringlet::kernels::min_last_tile_radix_log;

/// Compares outputs at random points with the definition, and the inverse with the input.
template <class Word>
void expect_right(const ringlet::words::NttPlan<Word>& plan, unsigned log_n, Random& random) {
  const Word q = plan.modulus().q;
  std::vector<Word> in(plan.size()), out(plan.size());
  for (Word& x : in) x = random.coin() ? q - 1 : static_cast<Word>(random.word()) * random.word() % q;
  plan.forward(out.data(), in.data(), 1, 1);
  const std::vector<uint128_t> coefficients(in.begin(), in.end());
  for (int i = 0; i < 3; ++i) {
    const std::size_t at = random.up_to(plan.size() - 1);
    const uint128_t point = reference::pow_mod(plan.root(), 2 * ringlet::reverse_bits(at, log_n) + 1, q);
    ASSERT_TRUE(out[at] == reference::evaluate(coefficients, point, q)) << plan.describe() << ", output " << at;
  }
  plan.inverse(out.data(), out.data(), 1, 1);
  ASSERT_TRUE(out == in) << plan.describe();
}

template <class Word>
Word some_prime(unsigned bits, std::size_t n) {
  if constexpr (sizeof(Word) == sizeof(std::uint64_t)) return ringlet::ntt_primes(1, bits, n).front();
  return static_cast<Word>(ringlet::ntt_primes<ringlet::uint128_t>(1, bits, n).front());
}

/// Calls visit(kernel, stages, check) for the shortest transform that each kernel twists. check(radices, twists)
/// expects a plan with these passes to be right, and to twist values exactly if `twists`.
template <class Word, class Visit>
void for_each_shortest_twist(const Visit& visit) {
  Random random;
  for_each_kernel_that_twists<Word>([&](const Choice<Word>& choice, unsigned bits) {
    if (!ringlet::backends::is_supported(*choice.backend)) return;
    const unsigned log_n = choice.kernel->twist_log_n;
    const std::size_t n = std::size_t{1} << log_n;
    const Word q = some_prime<Word>(bits, n);
    const Word root = ringlet::primitive_root_of_unity(2 * n, ringlet::Modulus<Word>(q));
    visit(*choice.kernel, log_n - choice.kernel->lanes_log, [&](const std::vector<unsigned>& radices, bool twists) {
      const TwiddleTable<Word> table(radices, *choice.kernel);
      ASSERT_EQ(table.passes()[radices.size() - 2].twist_words != 0, twists);
      const ringlet::words::NttPlan<Word> plan(log_n, q, ringlet::Ring::negacyclic, root, *choice.backend, radices);
      ASSERT_NO_FATAL_FAILURE(expect_right(plan, log_n, random));
    });
  });
}

template <class Word>
void expect_right_however_cut() {
  for_each_shortest_twist<Word>([](const auto& kernel, unsigned stages, const auto& check) {
    for (unsigned tile = least_tile; tile <= ringlet::kernels::max_tile_radix_log; ++tile) {
      for (unsigned twisted = 3; twisted <= kernel.max_radix_log; ++twisted) {
        for (unsigned most = least; most <= kernel.max_radix_log; ++most) {
          check(cut(stages, most, twisted, tile), true);
        }
      }
    }
  });
}

/// The pass before the tiles is too short to twist. With short tiles, its rows are short, too.
template <class Word>
void expect_right_where_none_twists() {
  for_each_shortest_twist<Word>([](const auto& kernel, unsigned stages, const auto& check) {
    for (unsigned tile = least_tile; tile <= ringlet::kernels::max_tile_radix_log; ++tile) {
      for (unsigned last = least; last < ringlet::kernels::min_twist_radix_log; ++last) {
        check(cut(stages, kernel.max_radix_log, last, tile), false);
      }
    }
  });
}

TEST(TwistedTransform, IsRightHoweverItIsCut) { expect_right_however_cut<std::uint64_t>(); }
TEST(TwistedTransform, OfWord128IsRightHoweverItIsCut) { expect_right_however_cut<uint128_t>(); }
TEST(TwistedTransform, IsRightWhereNoneTwists) { expect_right_where_none_twists<std::uint64_t>(); }
TEST(TwistedTransform, OfWord128IsRightWhereNoneTwists) { expect_right_where_none_twists<uint128_t>(); }

}  // namespace
}  // namespace ringlet_test
