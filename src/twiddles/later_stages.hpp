#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "arith/word_traits.hpp"
#include "kernels/ntt_pass.hpp"
#include "twiddles/twiddle_table.hpp"

namespace ringlet::twiddles {

/// Passes of one block of a forward transform from stage `skipped` on: a shorter transform of its own. If only the
/// first n / 2^skipped coefficients are not zero, the first stages copy them to each of the 2^skipped blocks, and each
/// block is such a transform of them.
template <class Word>
class LaterStages {
 public:
  using Passes = std::span<const kernels::BasicNttPass<Word>>;

  /// Returns how many stages may be skipped: each halves the coefficients. One before the last pass, or before a pass
  /// that twists, remains, and blocks stay long enough for what a call costs.
  static unsigned most_skipped(Passes passes) {
    const auto kept = std::ranges::find_if(passes, [&](const auto& pass) { return pass.twists != nullptr; });
    const unsigned before = (kept == passes.end() ? passes.back() : *kept).first_stage;
    return std::min(std::max(before, 1U) - 1, max_skipped);
  }

  LaterStages(Passes passes, unsigned skipped) : all_(passes), skipped_(skipped) {
    while (all_.front().first_stage + all_.front().radix_log <= skipped) all_ = all_.subspan(1);
  }

  /// Returns the passes of a block, until the next call.
  Passes of(std::size_t block) {
    passes_.assign(all_.begin(), all_.end());
    kernels::BasicNttPass<Word>& first = passes_.front();
    const unsigned within = skipped_ - first.first_stage;
    const TwiddleWord<Word>* const twiddles = first.twiddles_of(block >> within);
    const std::size_t part = block & ((std::size_t{1} << within) - 1);
    const std::size_t each = first.block_words / kernels::strided_twiddle_count(first.radix_log);
    twiddles_.clear();
    for (unsigned k = within; k < first.radix_log; ++k) {
      const std::size_t count = std::size_t{1} << (k - within), before = (std::size_t{1} << k) - 1 + part * count;
      twiddles_.insert(twiddles_.end(), twiddles + before * each, twiddles + (before + count) * each);
    }
    first = {first.radix_log - within, 0, twiddles_.size(), 1, twiddles_.data()};
    for (kernels::BasicNttPass<Word>& pass : std::span(passes_).subspan(1)) {
      pass.first_stage -= skipped_;
      const std::size_t before = block << pass.first_stage;
      pass.twiddles = pass.twiddles_of(before);
      if (pass.twists != nullptr) pass.twists = pass.twists_of(before);
    }
    return passes_;
  }

 private:
  static constexpr unsigned max_skipped = 3;

  Passes all_;
  unsigned skipped_;
  std::vector<kernels::BasicNttPass<Word>> passes_;
  /// Twiddles of the first pass, which lie apart in the table.
  std::vector<TwiddleWord<Word>> twiddles_;
};

}  // namespace ringlet::twiddles
