// Tables of large transforms stay small: where many moduli take turns, they come from memory each time.

#include "plan/twiddle_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "arith/word_arithmetic.hpp"
#include "backends/registry.hpp"
#include "plan/radices.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/number_theory.hpp"
#include "ringlet/types.hpp"

namespace {

using ringlet::Modulus;
using ringlet::Ring;
using ringlet::backends::Backend;
using ringlet::plan::Direction;

/// Three words a twiddle and a few tiles are just above four bytes a point at 2^14.
TEST(TwiddleTable, TakesFourBytesAPointInLargeTransforms) {
  for (const Backend& backend : ringlet::backends::all()) {
    if (backend.name == "scalar") continue;  // which multiplies so slowly that memory does not matter
    for (const unsigned bits : {30U, 48U, 49U, 50U, 55U, 60U, 61U, 62U}) {
      for (unsigned log_n = 14; log_n <= 18; ++log_n) {
        SCOPED_TRACE(std::string(backend.name) + ", " + std::to_string(bits) + " bits, 2^" + std::to_string(log_n));
        const std::size_t n = std::size_t{1} << log_n;
        const Modulus<std::uint64_t> q(ringlet::ntt_primes(1, bits, n).front());
        const std::uint64_t psi = ringlet::smallest_primitive_root_of_unity(2 * n, q);
        const auto m = ringlet::arith::make_modulus(q.value());
        const auto choice = ringlet::backends::choose_ntt<std::uint64_t>(backend, bits, log_n);
        const auto twiddles = ringlet::plan::stage_twiddles(Ring::negacyclic, log_n, psi, m);
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
          const ringlet::plan::TwiddleTable<std::uint64_t> table(
              ringlet::plan::choose_radices(log_n, direction, choice), twiddles, ringlet::arith::mul_mod(psi, psi, m),
              *choice.kernel, m);
          EXPECT_LE(table.bytes(), log_n == 14 ? 17 * n / 4 : 4 * n);
        }
      }
    }
  }
}

}  // namespace
