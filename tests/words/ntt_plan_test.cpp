// Tests a plan as an object: its properties, its copies, and the backend that it keeps.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "reference/primes.hpp"
#include "words/transform_cases.hpp"

namespace ringlet_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::uint64_t q49 = reference::largest_prime_below(std::uint64_t{1} << 49, 8192).value();
const std::uint64_t q60 = reference::largest_prime_below(std::uint64_t{1} << 60, 8192).value();

TEST(NttPlan, DefaultIsNegacyclic) {
  const Ntt ntt(4, ringlet::Modulus(17));
  EXPECT_EQ(ntt.size(), 4U);
  EXPECT_EQ(ntt.modulus(), ringlet::Modulus(17));
  EXPECT_EQ(ntt.ring(), Ring::negacyclic);
  EXPECT_EQ(ntt.root(), 2U);  // 2^4 = -1
}

TEST(NttPlan, SaysWhatItWasGiven) {
  const Ntt given(4, ringlet::Modulus(17), {.psi = 15});
  EXPECT_EQ(given.root(), 15U);
  const Ntt cyclic(8, ringlet::Modulus(97), {.ring = Ring::cyclic});
  EXPECT_EQ(cyclic.ring(), Ring::cyclic);
  EXPECT_EQ(cyclic.root(), 33U);  // 33^4 = -1, and no smaller number has order 8
  const Ntt given_cyclic(8, ringlet::Modulus(97), {.ring = Ring::cyclic, .omega = 47});
  EXPECT_EQ(given_cyclic.root(), 47U);
}

TEST(NttPlan, DeducesItsWord) { EXPECT_TRUE((std::is_same_v<decltype(ringlet::Ntt(4, ringlet::Modulus(17))), Ntt>)); }

class NttPlanOnBackend : public BackendTest<> {
 protected:
  static Words transform(const Ntt& ntt) {
    Words out(ntt.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = i % ntt.modulus().value();
    ntt.forward(out, out);
    return out;
  }
};

TEST_P(NttPlanOnBackend, DescribesBackendArithmeticAndPasses) {
  const std::string description = Ntt(4096, ringlet::Modulus(q49)).describe();
  EXPECT_THAT(description, StartsWith(backend() + " / "));
  EXPECT_THAT(description.substr(backend().size() + 3), HasSubstr(" / "));
}

/// Each direction has a twiddle of two or three words for nearly every point, unless tiles share twiddles.
TEST_P(NttPlanOnBackend, TellsTheSizeOfItsTables) {
  for (const unsigned bits : {49U, 60U}) {
    const std::size_t n = 4096, large_n = std::size_t{1} << 15;
    const ringlet::Modulus q(reference::largest_prime_below(std::uint64_t{1} << bits, 2 * large_n).value());
    const std::size_t bytes = Ntt(n, q).table_bytes();
    EXPECT_GE(bytes, 2 * n * 2 * sizeof(std::uint64_t));
    EXPECT_LE(bytes, 2 * n * 4 * sizeof(std::uint64_t));
    const Ntt large(large_n, q);
    if (!large.describe().starts_with("scalar")) {
      EXPECT_LT(large.table_bytes(), bytes * (large_n / n) / 2);
    }
  }
}

TEST_P(NttPlanOnBackend, KeepsItsBackend) {
  const Ntt ntt(4096, ringlet::Modulus(q49));
  const std::string description = ntt.describe();
  const Words expected = transform(ntt);
  for (const std::string& other : supported_backends()) {
    ringlet::backend::force(other);
    EXPECT_EQ(ntt.describe(), description);
    EXPECT_EQ(transform(ntt), expected);
  }
}

TEST_P(NttPlanOnBackend, CopiesOutliveTheOriginal) {
  for (const std::uint64_t q : {q49, q60}) {
    auto original = std::make_unique<Ntt>(4096, ringlet::Modulus(q));
    const Words expected = transform(*original);
    const Ntt copy = *original;
    Ntt assigned(4, ringlet::Modulus(17));
    assigned = *original;
    original.reset();
    EXPECT_EQ(transform(copy), expected);
    EXPECT_EQ(transform(assigned), expected);
    EXPECT_EQ(assigned.size(), 4096U);
    EXPECT_EQ(assigned.modulus().value(), q);
  }
}

TEST_P(NttPlanOnBackend, MovedFromPlanStillWorks) {
  Ntt original(4096, ringlet::Modulus(q49));
  const Words expected = transform(original);
  const Ntt moved = std::move(original);
  EXPECT_EQ(transform(moved), expected);
  EXPECT_EQ(transform(original), expected);
  Ntt assigned(4, ringlet::Modulus(17));
  assigned = std::move(original);
  EXPECT_EQ(transform(assigned), expected);
  EXPECT_EQ(transform(original), expected);
  EXPECT_EQ(original.describe(), assigned.describe());
}

TEST_P(NttPlanOnBackend, AssignsItself) {
  Ntt ntt(4096, ringlet::Modulus(q49));
  const Words expected = transform(ntt);
  const Ntt& same = ntt;
  ntt = same;
  EXPECT_EQ(transform(ntt), expected);
}

RINGLET_ON_ALL_BACKENDS(NttPlanOnBackend);

}  // namespace
}  // namespace ringlet_test
