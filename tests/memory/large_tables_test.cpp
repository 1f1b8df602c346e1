// Checks how much memory large transforms keep and reserve.

#include "backends/registry.hpp"
#include "large/file_lines.hpp"
#include "large/large_cases.hpp"
#include "words/fixed_vector.hpp"
#include "words/ntt_columns.hpp"

namespace ringlet_test {
namespace {

TEST(LargeTables, AreAsLongAsItsPlansAndFactors) {
  using ringlet::Ntt;
  using Word = std::uint64_t;
  constexpr std::size_t height = 64, width = 1024, n = height * width;
  const ringlet::Modulus<Word> q(number_of<Word>(large_prime(49, n)));
  const Words ones(height, 1);
  const auto& backend = ringlet::backends::active();
  const std::size_t factors = ringlet::words::FixedVector<Word>(ones, q.constants(), backend).bytes();
  const std::size_t turned =
      Ntt<Word>(height, q).table_bytes() + Ntt<Word>(width, q, {.ring = Ring::cyclic}).table_bytes() + 2 * factors;
  const ringlet::words::NttColumns columns(6, q.constants(), Ring::negacyclic, Ntt<Word>(height, q).root(), ones, ones,
                                           backend);
  const auto table_bytes = [&](LargeOrder order) {
    return LargeNtt<Word>(n, q, {.order = order, .height = height}).table_bytes();
  };
  EXPECT_EQ(table_bytes(LargeOrder::transposed), turned);
  EXPECT_EQ(table_bytes(LargeOrder::bit_reversed), turned + columns.table_bytes() + 2 * factors);

  // Most of the bytes are powers of factors, in both directions, for 128 neighbouring columns.
  const auto& kernel = *ringlet::backends::choose_ntt<Word>(backend, q.value(), 6).kernel;
  const std::size_t powers = 2 * height * 128 * kernel.codec.words * sizeof(Word);
  EXPECT_GT(columns.table_bytes(), powers);
  EXPECT_LT(columns.table_bytes(), powers + powers / 8);

  using Multiword = ringlet::UInt<256>;
  const ringlet::Modulus<Multiword> p(number_of<Multiword>(large_prime(255, n)));
  EXPECT_EQ(LargeNtt<Multiword>(n, p, {.height = height}).table_bytes(),
            Ntt<Multiword>(height, p).table_bytes() + Ntt<Multiword>(width, p, {.ring = Ring::cyclic}).table_bytes() +
                2 * 32 * height);
}

/// Rows of whole pages are separated by a cache line if there is room for it; otherwise there is room
/// for rows that are not sorted yet.
TEST(LargeFileBlocks, HaveRoomForWhatLiesBetweenTheirRows) {
  constexpr std::size_t lines = 512, length = 8192;
  const ringlet::LargePass pass{.transform = {}, .lines = 2 * lines, .length = length, .from = {}, .to = {}};
  const auto numbers = [&](std::size_t memory) { return ringlet::large::FileLines::numbers(pass, lines, memory, 8); };
  EXPECT_EQ(numbers(8 * (lines + 8) * length), (lines + 8) * length);
  EXPECT_EQ(numbers(8 * (lines + 8) * length - 8), lines * length + 64 * lines);
  // Shorter rows are not separated.
  EXPECT_EQ(ringlet::large::FileLines::numbers(pass, 8, std::size_t{1} << 30, 8), 8 * length + length);
}

/// Checks the number of lines that fit beside unsorted rows and one more line: whole pages of each row (512 lines),
/// otherwise whole cache lines (8), or all lines.
TEST(LargeFileBlocks, HaveWholePagesOrCacheLinesOfARow) {
  constexpr std::size_t length = 64;
  const auto fitting = [&](std::size_t lines, std::size_t fit) {
    const ringlet::LargePass pass{.transform = {}, .lines = lines, .length = length, .from = {}, .to = {}};
    return ringlet::large::FileLines::fitting(pass, 8 * (fit * (length + 64) + length), 8);
  };
  EXPECT_EQ(fitting(4096, 7), 0U);
  EXPECT_EQ(fitting(4096, 8), 8U);
  EXPECT_EQ(fitting(4096, 511), 504U);
  EXPECT_EQ(fitting(4096, 512), 512U);
  EXPECT_EQ(fitting(4096, 1535), 1024U);
  EXPECT_EQ(fitting(100, 99), 96U);
  EXPECT_EQ(fitting(100, 100), 100U);
  EXPECT_EQ(fitting(100, 1000), 100U);
}

}  // namespace
}  // namespace ringlet_test
