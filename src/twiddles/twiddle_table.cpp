#include "twiddles/twiddle_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"
#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "kernels/ntt_pass.hpp"

namespace ringlet::twiddles {
namespace {

/// Rounds a number of words up to whole cache lines: every pass begins on a cache line.
template <class Word>
constexpr std::size_t whole_lines(std::size_t words) {
  constexpr std::size_t line = 64 / sizeof(TwiddleWord<Word>);
  return (words + line - 1) / line * line;
}

/// Writes twiddles group after group; each group has its values, then its quotients.
template <class Word>
class Writer {
  using Twiddle = TwiddleWord<Word>;

 public:
  Writer(Twiddle* words, std::span<const Twiddle> stage_twiddles, const kernels::BasicNttKernel<Word>& kernel,
         const arith::BasicModulus<Twiddle>& modulus)
      : words_(words), stage_twiddles_(stage_twiddles), kernel_(kernel), modulus_(modulus) {}

  /// Writes the twiddles of blocks first + offsets[i] of stage `stage`.
  void group(unsigned stage, std::size_t first, std::span<const std::uint8_t> offsets) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const Twiddle w = stage_twiddles_[(std::size_t{1} << stage) + first + offsets[i]];
      kernel_.codec.encode(words_, i, offsets.size(), w, modulus_);
    }
    words_ += kernel_.codec.words * offsets.size();
  }

  /// Writes stages stage .. stage + radix_log - 1 of block `block`, twiddle by twiddle.
  void across_vectors(unsigned stage, std::size_t block, unsigned radix_log) {
    constexpr std::uint8_t one[] = {0};
    for (unsigned k = 0; k < radix_log; ++k) {
      for (std::size_t i = 0; i < (std::size_t{1} << k); ++i) group(stage + k, (block << k) + i, one);
    }
  }

  /// Writes the stages inside a vector, from `stage` on, in tile `tile`.
  void in_lanes(unsigned stage, std::size_t tile, unsigned radix_log) {
    for (unsigned j = 0; j < kernel_.lanes_log; ++j) {
      for (std::size_t pair = 0; pair < (std::size_t{1} << (radix_log - 1)); ++pair) {
        group(stage + j, (tile << (radix_log + j)) + (pair << (j + 1)), kernel_.lane_twiddles.blocks(j));
      }
    }
  }

  /// Writes t^0 .. t^(count-1) in groups as long as a vector.
  void powers(Twiddle t, std::size_t count) {
    const std::size_t lanes = std::size_t{1} << kernel_.lanes_log;
    const arith::BasicShoupPair<Twiddle> step = arith::make_shoup_pair(t, modulus_);
    Twiddle power = 1;
    for (std::size_t i = 0; i < count; ++i) {
      kernel_.codec.encode(words_, i % lanes, lanes, power, modulus_);
      power = arith::mul_mod(power, step, modulus_);
      if (i % lanes == lanes - 1) words_ += kernel_.codec.words * lanes;
    }
  }

  void move_to(Twiddle* position) { words_ = position; }

  [[nodiscard]] Twiddle* position() const { return words_; }

 private:
  Twiddle* words_;
  std::span<const Twiddle> stage_twiddles_;
  const kernels::BasicNttKernel<Word>& kernel_;
  arith::BasicModulus<Twiddle> modulus_;
};

/// Returns the number of twiddle words of each block of a pass.
template <class Word>
std::size_t words_per_block(unsigned radix_log, bool tile, const kernels::BasicNttKernel<Word>& kernel) {
  const std::size_t each = kernel.codec.words;
  if (!tile) return kernels::strided_twiddle_count(radix_log) * each;
  return (kernels::lane_twiddle_count(radix_log, kernel.lane_twiddles) +
          kernels::padded_twiddle_count(radix_log, kernel.lanes_log)) *
         each;
}

template <class Word>
void write_twiddles(Writer<Word>& writer, kernels::BasicNttPass<Word>& pass, bool tiles) {
  TwiddleWord<Word>* const first = writer.position();
  pass.twiddles = first;
  for (std::size_t block = 0; block < pass.distinct_blocks; ++block) {
    TwiddleWord<Word>* const start = writer.position();
    if (tiles) writer.in_lanes(pass.first_stage + pass.radix_log, block, pass.radix_log);
    writer.across_vectors(pass.first_stage, block, pass.radix_log);
    writer.move_to(start + pass.block_words);
  }
  writer.move_to(first + whole_lines<Word>(pass.block_words * pass.distinct_blocks));
}

/// Writes the powers of omega^(bit reversal of r) for each block r.
template <class Word>
void write_twists(Writer<Word>& writer, kernels::BasicNttPass<Word>& pass, const kernels::BasicNttKernel<Word>& kernel,
                  TwiddleWord<Word> omega, const arith::ModulusFor<Word>& modulus) {
  pass.twists = writer.position();
  for (std::size_t block = 0; block < (std::size_t{1} << pass.first_stage); ++block) {
    const auto exponent = static_cast<TwiddleWord<Word>>(arith::reverse_bits(block, pass.first_stage));
    writer.powers(arith::pow_mod(omega, exponent, modulus), pass.twist_words / kernel.codec.words);
  }
}

/// Stores first root^r in powers[i], r the bit reversal of i. No product waits for the product before it.
template <class Word>
void write_reversed_powers(std::span<Word> powers, Word first, Word root, const arith::BasicModulus<Word>& modulus) {
  powers[0] = first;
  for (std::size_t count = 1; count < powers.size(); count *= 2) {
    // Bit 2^s = count of i has weight size / 2^(s+1) in the exponent.
    const auto exponent = static_cast<Word>(powers.size() / count / 2);
    const arith::BasicShoupPair<Word> step = arith::make_shoup_pair(arith::pow_mod(root, exponent, modulus), modulus);
    for (std::size_t i = 0; i < count; ++i) powers[count + i] = arith::mul_mod(powers[i], step, modulus);
  }
}

/// Whether the tiles of these passes share their twiddles.
template <class Word>
bool twists(std::span<const unsigned> radices, unsigned log_n, const kernels::BasicNttKernel<Word>& kernel) {
  return kernel.twists(log_n) && radices.size() > 2 && radices[radices.size() - 2] >= kernels::min_twist_radix_log;
}

}  // namespace

template <class Word>
void write_stage_twiddles(std::span<TwiddleWord<Word>> twiddles, Ring ring, TwiddleWord<Word> root,
                          const arith::ModulusFor<Word>& modulus, TwiddleWord<Word> coset) {
  using Twiddle = TwiddleWord<Word>;
  if (ring == Ring::negacyclic) return write_reversed_powers<Twiddle>(twiddles, 1, root, modulus);
  // The finest stage has all twiddles. Each stage before has half of the next stage's, with the square of their factor.
  const std::size_t half = twiddles.size() / 2;
  write_reversed_powers(twiddles.subspan(half), coset, root, modulus);
  for (std::size_t blocks = half / 2; blocks != 0; blocks /= 2) {
    const std::span<const Twiddle> next = twiddles.subspan(2 * blocks, blocks);
    const arith::BasicShoupPair<Twiddle> step = arith::make_shoup_pair(coset, modulus);
    std::ranges::transform(next, twiddles.subspan(blocks).begin(),
                           [&](Twiddle w) { return coset == 1 ? w : arith::mul_mod(w, step, modulus); });
    coset = arith::mul_mod(coset, coset, modulus);
  }
}

template <class Word>
TwiddleTable<Word>::TwiddleTable(std::span<const unsigned> radices, const kernels::BasicNttKernel<Word>& kernel,
                                 bool has_tiles)
    : has_tiles_(has_tiles) {
  passes_.reserve(radices.size());
  unsigned stage = 0;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    const std::size_t block_words = words_per_block(radices[i], has_tiles && i + 1 == radices.size(), kernel);
    passes_.push_back({radices[i], stage, block_words, std::size_t{1} << stage, nullptr});
    stage += radices[i];
  }
  if (has_tiles && twists(radices, stage + kernel.lanes_log, kernel)) {
    kernels::BasicNttPass<Word>& twisted = passes_[passes_.size() - 2];
    passes_.back().distinct_blocks = std::size_t{1} << twisted.radix_log;
    twisted.twist_words = kernel.codec.words << (passes_.back().radix_log + kernel.lanes_log);
  }
  for (const kernels::BasicNttPass<Word>& pass : passes_) {
    words_ += whole_lines<Word>(pass.block_words * pass.distinct_blocks) + (pass.twist_words << pass.first_stage);
  }
}

template <class Word>
void TwiddleTable<Word>::write(TwiddleWord<Word>* table, std::span<const TwiddleWord<Word>> stage_twiddles,
                               TwiddleWord<Word> omega, const kernels::BasicNttKernel<Word>& kernel,
                               const arith::ModulusFor<Word>& modulus) {
  Writer<Word> writer(table, stage_twiddles, kernel, modulus);
  for (kernels::BasicNttPass<Word>& pass : passes_) {
    write_twiddles(writer, pass, has_tiles_ && &pass == &passes_.back());
    if (pass.twist_words != 0) write_twists(writer, pass, kernel, omega, modulus);
  }
}

#define RINGLET_INSTANTIATE(Word)                                                                 \
  template void write_stage_twiddles<Word>(std::span<TwiddleWord<Word>>, Ring, TwiddleWord<Word>, \
                                           const arith::ModulusFor<Word>&, TwiddleWord<Word>);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class TwiddleTable)

}  // namespace ringlet::twiddles
