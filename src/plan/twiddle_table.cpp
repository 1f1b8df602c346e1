#include "plan/twiddle_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "arith/fma53/double_twiddle.hpp"
#include "arith/fma_limbs/balanced_limbs.hpp"
#include "arith/word_arithmetic.hpp"
#include "kernels/ntt_pass.hpp"
#include "kernels/ntt_pease.hpp"

namespace ringlet::plan {
namespace {

/// Words rounded up to whole cache lines, on which every pass begins.
constexpr std::size_t whole_lines(std::size_t words) { return (words + 7) / 8 * 8; }

/// Sets 64-bit limb `index` of an array of double words.
void put_limb(uint128_t* words, std::size_t index, std::uint64_t value) {
  std::memcpy(static_cast<char*>(static_cast<void*>(words)) + 8 * index, &value, sizeof value);
}

/// A twiddle of `arith::RowTwiddle`, number `index` of `count` that stand together. Rows for digits of 52 bits have
/// quotients by m q, m = 2 or 4, rounded upwards, narrow ones by q.
template <unsigned limb_count, unsigned digit_bits = 52>
void write_rows(uint128_t* group, std::size_t index, std::size_t count, uint128_t w,
                const arith::DoubleModulus& modulus) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 52) - 1;
  constexpr bool narrow = digit_bits < 52;
  // floor(w 2^52 / (m q)) from floor(w 2^128 / q).
  constexpr unsigned quotient_shift = narrow ? 76 : (limb_count == 3 ? 78 : 77);
  const auto put = [&](std::size_t limb, std::uint64_t value) { put_limb(group, limb * count + index, value); };
  for (unsigned row = 0; row < limb_count; ++row) {
    const uint128_t quotient = arith::make_shoup_pair(w, modulus).quotient;
    put(row, static_cast<std::uint64_t>(quotient >> quotient_shift) + (narrow ? 0 : 1));
    for (unsigned j = 0; j < limb_count; ++j) {
      put((row + 1) * limb_count + j, static_cast<std::uint64_t>(w >> (52 * j)) & mask);
    }
    w = (w << digit_bits) - (quotient >> (128 - digit_bits)) * modulus.q;  // w 2^digit_bits mod q
  }
}

/// A twiddle of `lab::RowTwiddle64`, number `index` of `count` that stand together.
void write_word_rows(uint128_t* group, std::size_t index, std::size_t count, uint128_t w,
                     const arith::DoubleModulus& modulus) {
  const auto put = [&](std::size_t limb, uint128_t value) {
    put_limb(group, limb * count + index, static_cast<std::uint64_t>(value));
  };
  for (unsigned row = 0; row < 2; ++row) {
    const auto quotient = static_cast<std::uint64_t>(arith::make_shoup_pair(w, modulus).quotient >> 64);
    const std::uint64_t raised = quotient + 1;
    const uint128_t limbs = raised == 0 ? w - modulus.q : w;
    put(row, raised);
    put(2 * (row + 1), limbs);
    put(2 * (row + 1) + 1, limbs >> 64);
    w = (w << 64) - quotient * modulus.q;  // w 2^64 mod q
  }
}

/// The place among `count` at which isa::LaneOrder::any has word `index`: low limbs of the first half of the words
/// alternate with those of the second.
std::size_t lane_of(std::size_t index, std::size_t count) {
  if (count == 1) return 0;
  return index < count / 2 ? 2 * index : 2 * index - count + 1;
}

/// A twiddle of `arith::LimbTwiddle`, number `index` of `count` that stand together.
template <unsigned limb_count>
void write_limbs(uint128_t* group, std::size_t index, std::size_t count, uint128_t w,
                 const arith::DoubleModulus& modulus) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << 52) - 1;
  const auto put = [&](std::size_t limb, std::uint64_t value) { put_limb(group, limb * count + index, value); };
  for (unsigned j = 0; j < limb_count; ++j) put(j, static_cast<std::uint64_t>(w >> (52 * j)) & mask);
  // The quotient digit by digit, from the top: w 2^52 = digit q + the next w.
  for (unsigned j = limb_count; j-- > 0;) {
    const uint128_t digit = arith::make_shoup_pair(w, modulus).quotient >> 76;
    put(limb_count + j, static_cast<std::uint64_t>(digit));
    w = (w << 52) - digit * modulus.q;
  }
}

/// A twiddle of rows of doubles, as `arith::FmaLimbs` wants it. Whatever is converted is exact, so that the caller's
/// rounding mode does not matter.
template <unsigned limb_bits, unsigned limb_count>
void write_double_rows(uint128_t* group, std::size_t index, std::size_t count, uint128_t w,
                       const arith::DoubleModulus& modulus) {
  for (unsigned row = 0; row < limb_count; ++row) {
    const bool negative = w > modulus.q / 2;
    const auto put = [&](std::size_t limb, double magnitude) {
      put_limb(group, limb * count + index, std::bit_cast<std::uint64_t>(negative ? -magnitude : magnitude));
    };
    const uint128_t magnitude = negative ? modulus.q - w : w;
    const uint128_t quotient = arith::make_shoup_pair(magnitude, modulus).quotient;
    const std::uint64_t leading_53_bits = (static_cast<std::uint64_t>(quotient >> 64) + 0x200) & ~std::uint64_t{0x3ff};
    put(row, static_cast<double>(leading_53_bits) * 0x1p-64);
    const arith::BalancedLimbs<limb_bits, limb_count> limbs(magnitude);
    for (unsigned j = 0; j < limb_count; ++j) put((row + 1) * limb_count + j, limbs.limb[j]);
    w = (w << limb_bits) - (arith::make_shoup_pair(w, modulus).quotient >> (128 - limb_bits)) * modulus.q;
  }
}

/// Writes twiddles one group after the other, each as its values and then its quotients.
template <class Word>
class Writer {
 public:
  Writer(Word* words, std::span<const Word> stage_twiddles, const kernels::BasicNttKernel<Word>& kernel,
         const arith::BasicModulus<Word>& modulus)
      : words_(words), stage_twiddles_(stage_twiddles), kernel_(kernel), modulus_(modulus) {}

  /// Blocks first .. first + count - 1 of stage `stage`.
  void group(unsigned stage, std::size_t first, std::size_t count, kernels::TwiddleFormat format) {
    for (std::size_t i = 0; i < count; ++i) {
      const Word w = stage_twiddles_[(std::size_t{1} << stage) + first + i];
      write_twiddle(words_, i, count, w, format, modulus_);
    }
    words_ += twiddle_words(format) * count;
  }

  /// Stages stage .. stage + radix_log - 1 of block `block`, twiddle by twiddle.
  void across_vectors(unsigned stage, std::size_t block, unsigned radix_log) {
    for (unsigned k = 0; k < radix_log; ++k) {
      for (std::size_t i = 0; i < (std::size_t{1} << k); ++i) group(stage + k, (block << k) + i, 1, kernel_.format);
    }
  }

  /// The stages inside a vector, from `stage` on, in tile `tile`.
  void in_lanes(unsigned stage, std::size_t tile, unsigned radix_log) {
    for (unsigned j = 0; j < kernel_.lanes_log; ++j) {
      for (std::size_t pair = 0; pair < (std::size_t{1} << (radix_log - 1)); ++pair) {
        group(stage + j, (tile << (radix_log + j)) + (pair << (j + 1)), std::size_t{2} << j, kernel_.lane_format);
      }
    }
  }

  void move_to(Word* position) { words_ = position; }

  [[nodiscard]] Word* position() const { return words_; }

 private:
  Word* words_;
  std::span<const Word> stage_twiddles_;
  const kernels::BasicNttKernel<Word>& kernel_;
  arith::BasicModulus<Word> modulus_;
};

/// Words of the twiddles of a pass for each of its blocks.
template <class Word>
std::size_t words_per_block(unsigned radix_log, bool tile, const kernels::BasicNttKernel<Word>& kernel) {
  const std::size_t each = twiddle_words(kernel.format);
  if (!tile) return kernels::strided_twiddle_count(radix_log) * each;
  return kernels::lane_twiddle_count(radix_log, kernel.lanes_log) * twiddle_words(kernel.lane_format) +
         kernels::padded_twiddle_count(radix_log, kernel.lanes_log) * each;
}

}  // namespace

void write_twiddle(std::uint64_t* group, std::size_t index, std::size_t count, std::uint64_t w,
                   kernels::TwiddleFormat format, const arith::WordModulus& modulus) {
  const std::uint64_t quotient = arith::make_shoup_pair(w, modulus).quotient;
  group[index] = w;
  switch (format) {
    case kernels::TwiddleFormat::shoup64:
      group[count + index] = quotient;
      break;
    case kernels::TwiddleFormat::shoup52:
      group[count + index] = quotient >> 12;
      break;
    case kernels::TwiddleFormat::shoup52x2: {
      // The 40 bits of floor(w 2^104 / q) that the 64-bit quotient lacks; its remainder is below q < 2^62.
      const std::uint64_t remainder = std::uint64_t{0} - quotient * modulus.q;
      const auto next = static_cast<std::uint64_t>((uint128_t{remainder} << 40) / modulus.q);
      group[count + index] = quotient >> 12;
      group[2 * count + index] = ((quotient & 0xfff) << 40) | next;
      break;
    }
    case kernels::TwiddleFormat::fma53: {
      const arith::DoublePair pair = arith::make_double_pair({w, quotient}, modulus.q);
      group[index] = pair.value;
      group[count + index] = pair.quotient;
      break;
    }
    case kernels::TwiddleFormat::limbs52x2:
    case kernels::TwiddleFormat::limbs52x3:
    case kernels::TwiddleFormat::rows52x2:
    case kernels::TwiddleFormat::rows52x3:
    case kernels::TwiddleFormat::narrow_rows52x2:
    case kernels::TwiddleFormat::narrow_rows52x3:
    case kernels::TwiddleFormat::fma_rows2:
    case kernels::TwiddleFormat::fma_rows3:
    case kernels::TwiddleFormat::rows64x2:
    case kernels::TwiddleFormat::value:
      break;  // of double words only
  }
}

void write_twiddle(uint128_t* group, std::size_t index, std::size_t count, uint128_t w, kernels::TwiddleFormat format,
                   const arith::DoubleModulus& modulus) {
  switch (format) {
    case kernels::TwiddleFormat::limbs52x2:
      return write_limbs<2>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::limbs52x3:
      return write_limbs<3>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::rows52x2:
      return write_rows<2>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::rows52x3:
      return write_rows<3>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::narrow_rows52x2:
      return write_rows<2, 49>(group, lane_of(index, count), count, w, modulus);
    case kernels::TwiddleFormat::narrow_rows52x3:
      return write_rows<3, 43>(group, lane_of(index, count), count, w, modulus);
    case kernels::TwiddleFormat::fma_rows2:
      return write_double_rows<50, 2>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::fma_rows3:
      return write_double_rows<42, 3>(group, index, count, w, modulus);
    case kernels::TwiddleFormat::rows64x2:
      return write_word_rows(group, index, count, w, modulus);
    case kernels::TwiddleFormat::value:
      group[index] = w;
      return;
    default:
      group[index] = w;
      group[count + index] = arith::make_shoup_pair(w, modulus).quotient;
  }
}

template <class Word>
std::vector<unsigned> radices_by_rule(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel) {
  const unsigned stages = log_n - kernel.lanes_log;  // those across vectors
  const unsigned best = kernel.best_radix_log;
  if (stages <= kernels::max_tile_radix_log) return {stages};
  unsigned tile = std::min(best, kernels::max_tile_radix_log);
  // A pass of one stage would move all data for little work: take one from the tile.
  if (stages - tile == 1) --tile;
  const unsigned rest = stages - tile;
  std::vector<unsigned> radices(rest / best, best);
  const unsigned left = rest % best;
  // A larger radix goes last, where rows are near each other: with rows a multiple of 4 KB apart, more than eight of
  // them compete for the same few lines of a first-level cache.
  if (left == 1 && !radices.empty() && best < kernel.max_radix_log) {
    ++radices.back();
  } else if (left == 1 && !radices.empty() && best > 2) {
    --radices.back();
    radices.push_back(2);
  } else if (left > 0) {
    radices.push_back(left);
  }
  radices.push_back(tile);
  return radices;
}

template <class Word>
std::vector<unsigned> choose_radices(unsigned log_n, Direction direction,
                                     const backends::BasicNttChoice<Word>& choice) {
  const kernels::BasicNttKernel<Word>& kernel = *choice.kernel;
  if (kernel.schedule == kernels::Schedule::pease) return std::vector<unsigned>(log_n, 1);
  for (const TunedRadices& tuned : tuned_radices) {
    if (tuned.log_n == log_n && tuned.modulus_bits == kernel.modulus_bits && tuned.arithmetic == kernel.arithmetic &&
        tuned.backend == choice.backend->name) {
      const auto radices = tuned.radices(direction);
      if (!radices.empty()) return {radices.begin(), radices.end()};
    }
  }
  return radices_by_rule(log_n, kernel);
}

template <class Word>
AlignedWords<Word> stage_twiddles(Ring ring, unsigned log_n, Word root, const arith::BasicModulus<Word>& modulus) {
  const std::size_t n = std::size_t{1} << log_n;
  AlignedWords<Word> twiddles(n);
  const arith::BasicShoupPair<Word> step = arith::make_shoup_pair(root, modulus);
  Word power = 1;
  if (ring == Ring::negacyclic) {
    for (std::size_t exponent = 0; exponent < n; ++exponent) {
      twiddles[arith::reverse_bits(exponent, log_n)] = power;
      power = arith::mul_mod(power, step, modulus);
    }
    return twiddles;
  }
  // The finest stage holds them all; every other stage has a prefix of it.
  const std::size_t half = n / 2;
  for (std::size_t exponent = 0; exponent < half; ++exponent) {
    twiddles[half + arith::reverse_bits(exponent, log_n - 1)] = power;
    power = arith::mul_mod(power, step, modulus);
  }
  for (std::size_t blocks = half / 2; blocks != 0; blocks /= 2) {
    std::copy_n(twiddles.begin() + static_cast<std::ptrdiff_t>(half), blocks,
                twiddles.begin() + static_cast<std::ptrdiff_t>(blocks));
  }
  return twiddles;
}

template <class Word>
TwiddleTable<Word>::TwiddleTable(std::span<const unsigned> radices, std::span<const Word> stage_twiddles,
                                 const kernels::BasicNttKernel<Word>& kernel,
                                 const arith::BasicModulus<Word>& modulus) {
  if (kernel.schedule == kernels::Schedule::pease) {
    write_pease(stage_twiddles, kernel.lanes_log);
    return;
  }
  std::size_t words = 0;
  unsigned stage = 0;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    const std::size_t block_words = words_per_block(radices[i], i + 1 == radices.size(), kernel);
    passes_.push_back({radices[i], stage, block_words, nullptr});
    words += whole_lines(block_words << stage);
    stage += radices[i];
  }
  words_.resize(words);
  Writer writer(words_.data(), stage_twiddles, kernel, modulus);
  for (kernels::BasicNttPass<Word>& pass : passes_) {
    Word* const first = writer.position();
    pass.twiddles = first;
    const bool tiles = &pass == &passes_.back();
    for (std::size_t block = 0; block < (std::size_t{1} << pass.first_stage); ++block) {
      Word* const start = writer.position();
      if (tiles) writer.in_lanes(pass.first_stage + pass.radix_log, block, pass.radix_log);
      writer.across_vectors(pass.first_stage, block, pass.radix_log);
      writer.move_to(start + pass.block_words);
    }
    writer.move_to(first + whole_lines(pass.block_words << pass.first_stage));
  }
}

template <class Word>
void TwiddleTable<Word>::write_pease(std::span<const Word> stage_twiddles, unsigned lanes_log) {
  const auto stages = static_cast<unsigned>(std::countr_zero(stage_twiddles.size()));
  std::size_t words = 0;
  for (unsigned s = 0; s < stages; ++s) words += kernels::pease_twiddle_count(s, lanes_log);
  words_.resize(words);
  Word* first = words_.data();
  for (unsigned s = 0; s < stages; ++s) {
    passes_.push_back({.radix_log = 1, .first_stage = s, .block_words = 1, .twiddles = first});
    const std::size_t count = kernels::pease_twiddle_count(s, lanes_log);
    const std::size_t blocks = std::size_t{1} << s;
    auto* low = static_cast<std::uint64_t*>(static_cast<void*>(first));
    for (std::size_t i = 0; i < count; ++i) {
      const uint128_t w = stage_twiddles[blocks + i % blocks];
      low[i] = static_cast<std::uint64_t>(w);
      low[count + i] = static_cast<std::uint64_t>(w >> 64);
    }
    first += count;
  }
}

template std::vector<unsigned> choose_radices(unsigned, Direction, const backends::BasicNttChoice<std::uint64_t>&);
template std::vector<unsigned> choose_radices(unsigned, Direction, const backends::BasicNttChoice<uint128_t>&);
template std::vector<unsigned> radices_by_rule(unsigned, const kernels::BasicNttKernel<std::uint64_t>&);
template std::vector<unsigned> radices_by_rule(unsigned, const kernels::BasicNttKernel<uint128_t>&);
template AlignedWords<std::uint64_t> stage_twiddles(Ring, unsigned, std::uint64_t,
                                                    const arith::BasicModulus<std::uint64_t>&);
template AlignedWords<uint128_t> stage_twiddles(Ring, unsigned, uint128_t, const arith::BasicModulus<uint128_t>&);
template class TwiddleTable<std::uint64_t>;
template class TwiddleTable<uint128_t>;

}  // namespace ringlet::plan
