// Tests which divisions the adapter for OpenFHE leaves to OpenFHE, with OpenFHE and with a stand-in for it.
#include "scale_and_round.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "compat/openfhe/generator.hpp"
#include "ringlet/number_theory.hpp"

namespace ringlet_test {
namespace {

using Params = lbcrypto::DCRTPoly::Params;

/// Returns whether divisions by two moduli of 60 bits that keep one of `bits` bits have OpenFHE's words.
bool is_openfhes(std::uint32_t bits) {
  constexpr std::uint32_t n = 1 << 9;
  const auto kept = ringlet::ntt_primes(1, bits, n), dropped = ringlet::ntt_primes(2, 60, n);
  const std::vector<NativeInteger> out{kept[0]}, in{kept[0], dropped[0], dropped[1]}, roots(3, 1);
  const std::vector<std::vector<NativeInteger>> integers{std::vector<NativeInteger>(3, 1)};
  const std::vector<double> fractions(2, 0.5);
  const std::vector<DoubleNativeInt> barrett{1};
  return ringlet::openfhe::OpenFheScaleAndRound({std::make_shared<Params>(2 * n, in, roots),
                                                 std::make_shared<Params>(2 * n, out, std::vector<NativeInteger>{1}),
                                                 integers, fractions, barrett, 1})
      .is_openfhes();
}

TEST(OpenFheScaleAndRound, LeavesSmallKeptModuliToOpenFhe) {
  // The sum of two fractions is below 3 2^60. OpenFHE's reduction takes numbers up to 2^(2 bits + 2).
  EXPECT_TRUE(is_openfhes(30));
  EXPECT_FALSE(is_openfhes(29));
}

// Runs alone, because a process tries OpenFHE once.
TEST(OpenFheAlone, ScaleAndRoundDrawsNothing) {
  const std::uint32_t next = next_draw();
  EXPECT_TRUE(is_openfhes(30));
  EXPECT_EQ(next_draw(), next);
}

}  // namespace
}  // namespace ringlet_test
