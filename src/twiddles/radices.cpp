#include "twiddles/radices.hpp"

#include <algorithm>

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"
#include "kernels/ntt_pass.hpp"
#include "twiddles/radix_table.hpp"

namespace ringlet::twiddles {

template <class Word>
std::vector<unsigned> radices_by_rule(unsigned log_n, const kernels::BasicNttKernel<Word>& kernel) {
  const unsigned stages = log_n - kernel.lanes_log;  // stages across vectors
  const unsigned best = kernel.best_radix_log;
  const unsigned max_tile = kernels::max_tile_radix_log_of(kernel.max_radix_log);
  if (stages <= max_tile) return {stages};
  unsigned tile = std::min(best, max_tile);
  // A pass of one stage moves all data for little computation.
  if (stages - tile == 1 && arith::WordTraits<Word>::avoids_single_stages) --tile;
  const unsigned rest = stages - tile;
  std::vector<unsigned> radices;
  radices.reserve(rest / best + 2);  // plans are made by few allocations
  radices.assign(rest / best, best);
  const unsigned left = rest % best;
  // A larger radix goes last, where rows are near each other. If rows are a multiple of 4 KB apart, more than eight of
  // them compete for the same few lines of a first-level cache.
  if (left > 1) {
    radices.push_back(left);
  } else if (left == 1 && !radices.empty() && best < kernel.max_radix_log) {
    ++radices.back();
  } else if (left == 1 && !radices.empty() && best > 2) {
    --radices.back();
    radices.push_back(2);
  } else if (left == 1) {
    radices.insert(radices.begin(), 1);  // only the first pass may have a single stage
  }
  // The pass before the tiles twists; for that, its radix must not be small.
  if (kernel.twists(log_n)) std::ranges::sort(radices);
  radices.push_back(tile);
  return radices;
}

template <class Word>
std::vector<unsigned> choose_radices(unsigned log_n, Direction direction, const backends::NttChoice<Word>& choice) {
  const kernels::BasicNttKernel<Word>& kernel = *choice.kernel;
  const unsigned modulus_bits = arith::bit_width(kernel.moduli.greatest);
  for (const TunedRadices& tuned : tuned_radices) {
    if (tuned.log_n == log_n && tuned.modulus_bits == modulus_bits && tuned.arithmetic == kernel.arithmetic &&
        tuned.backend == choice.backend->name) {
      const auto radices = tuned.radices(direction);
      if (!radices.empty()) return {radices.begin(), radices.end()};
    }
  }
  return radices_by_rule(log_n, kernel);
}

template <class Word>
std::string list_radices(std::span<const kernels::BasicNttPass<Word>> passes, unsigned lanes_log) {
  std::string text;
  for (const kernels::BasicNttPass<Word>& pass : passes) {
    const bool first = &pass == &passes.front(), tile = &pass == &passes.back();
    text.append(first ? "2^" : ", 2^").append(std::to_string(pass.radix_log + (tile ? lanes_log : 0)));
  }
  return text;
}

#define RINGLET_INSTANTIATE(Word)                                                                       \
  template std::vector<unsigned> choose_radices(unsigned, Direction, const backends::NttChoice<Word>&); \
  template std::vector<unsigned> radices_by_rule(unsigned, const kernels::BasicNttKernel<Word>&);       \
  template std::string list_radices(std::span<const kernels::BasicNttPass<Word>>, unsigned);
RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE)

}  // namespace ringlet::twiddles
