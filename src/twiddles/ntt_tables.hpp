#pragma once

#include <cstddef>
#include <span>

#include "arith/modulus.hpp"
#include "arith/word_traits.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/aligned_words.hpp"
#include "ringlet/types.hpp"
#include "twiddles/twiddle_table.hpp"

namespace ringlet::twiddles {

/// The tables of a transform and of its inverse, in the format of their kernel.
template <class Word>
class NttTables {
 public:
  /// n = 2^log_n; root, coset: as in NttPlan. The radices of each direction: see `choose_radices`.
  NttTables(unsigned log_n, const arith::ModulusFor<Word>& modulus, Ring ring, TwiddleWord<Word> root,
            const kernels::BasicNttKernel<Word>& kernel, std::span<const unsigned> forward_radices,
            std::span<const unsigned> inverse_radices, bool has_tiles = true, TwiddleWord<Word> coset = 1);

  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> forward() const { return forward_.passes(); }
  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> inverse() const { return inverse_.passes(); }
  /// Returns the twiddles for BasicNttCall::scale.
  [[nodiscard]] const TwiddleWord<Word>* scale() const { return words_.data() + forward_.words() + inverse_.words(); }
  [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(TwiddleWord<Word>); }

 private:
  TwiddleTable<Word> forward_;
  TwiddleTable<Word> inverse_;
  /// Twiddles of both directions, and the scale, in one block, which the heap can reuse.
  memory::AlignedWords<TwiddleWord<Word>> words_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class NttTables)

}  // namespace ringlet::twiddles
