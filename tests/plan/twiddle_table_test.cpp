// Tables of large transforms stay small: where many moduli take turns, they come from memory each time.

#include "plan/twiddle_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "backends/registry.hpp"
#include "plan/radices.hpp"

namespace {

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
        const auto choice = ringlet::backends::choose_ntt<std::uint64_t>(backend, bits, log_n);
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
          const ringlet::plan::TwiddleTable<std::uint64_t> table(
              ringlet::plan::choose_radices(log_n, direction, choice), *choice.kernel);
          EXPECT_LE(8 * table.words(), log_n == 14 ? 17 * n / 4 : 4 * n);
        }
      }
    }
  }
}

}  // namespace
