#include "twiddles/ntt_tables.hpp"

#include "arith/word_arithmetic.hpp"
#include "arith/word_traits.hpp"

namespace ringlet::twiddles {
namespace {

/// Returns 1/a modulo the prime q.
template <class Word>
Word invert(Word a, const arith::BasicModulus<Word>& m) {
  return arith::pow_mod<Word>(a, m.q - 2, m);
}

/// Returns the root of unity of order n that belongs to a ring's root.
template <class Word>
Word omega_of(Ring ring, Word root, const arith::BasicModulus<Word>& m) {
  return ring == Ring::cyclic ? root : arith::mul_mod(root, root, m);
}

}  // namespace

template <class Word>
NttTables<Word>::NttTables(unsigned log_n, const arith::ModulusFor<Word>& modulus, Ring ring, TwiddleWord<Word> root,
                           const kernels::BasicNttKernel<Word>& kernel, std::span<const unsigned> forward_radices,
                           std::span<const unsigned> inverse_radices, bool has_tiles, TwiddleWord<Word> coset)
    : forward_(forward_radices, kernel, has_tiles), inverse_(inverse_radices, kernel, has_tiles) {
  using Twiddle = TwiddleWord<Word>;
  memory::AlignedWords<Twiddle> stages(std::size_t{1} << log_n);
  const std::size_t scale_count = kernel.scales_first_products ? std::size_t{1} << inverse_radices.front() : 1;
  words_.resize(forward_.words() + inverse_.words() + scale_count * kernel.codec.words);
  Twiddle* const inverse_words = words_.data() + forward_.words();
  Twiddle* const scale_words = inverse_words + inverse_.words();
  write_stage_twiddles<Word>(stages, ring, root, modulus, coset);
  forward_.write(words_.data(), stages, omega_of(ring, root, modulus), kernel, modulus);
  const Twiddle inverse_root = invert(root, modulus);
  write_stage_twiddles<Word>(stages, ring, inverse_root, modulus, invert(coset, modulus));
  // If stage 0 applies the factor 1/n, its differences get it through their one twiddle, its sums from `scale`.
  const Twiddle factor = invert(static_cast<Twiddle>(Twiddle{1} << log_n), modulus);
  for (std::size_t i = 0; i < scale_count; ++i) {
    const Twiddle w = i == 0 ? factor : arith::mul_mod(stages[i], factor, modulus);
    kernel.codec.encode(scale_words + i * kernel.codec.words, 0, 1, w, modulus);
  }
  if (!kernel.scales_first_products) stages[1] = arith::mul_mod(stages[1], factor, modulus);
  inverse_.write(inverse_words, stages, omega_of(ring, inverse_root, modulus), kernel, modulus);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class NttTables)

}  // namespace ringlet::twiddles
