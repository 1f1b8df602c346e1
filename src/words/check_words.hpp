#pragma once

#include <cstddef>

#include "arith/bound.hpp"
#include "arith/word_traits.hpp"
#include "kernels/range_check.hpp"

namespace ringlet::words {

/// Throws std::logic_error, in a checked build, if a word of an array is outside [0, factor q). Range::any permits all
/// words.
template <class Word>
void check_words([[maybe_unused]] const Word* words, [[maybe_unused]] std::size_t n,
                 [[maybe_unused]] arith::TwiddleWord<Word> q, [[maybe_unused]] unsigned factor) {
#ifdef RINGLET_CHECKED
  if (factor == Range::any) return;
  kernels::check_lanes(words, n, static_cast<Word>(~Word{0}), q, {0, arith::times_q(factor)});
#endif
}

}  // namespace ringlet::words
