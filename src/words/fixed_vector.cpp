#include "words/fixed_vector.hpp"

#include "arith/word_traits.hpp"

namespace ringlet::words {

template <class Word>
FixedVector<Word>::FixedVector(std::span<const Word> values, const arith::ModulusFor<Word>& modulus,
                               const backends::Backend& backend)
    : modulus_(modulus),
      size_(values.size()),
      choice_(backends::choose_eltwise(backend, modulus.q, &kernels::BasicEltwiseKernels<Word>::mul_fixed)) {
  const std::size_t lanes = choice_.kernel->lanes;
  const std::size_t group_words = lanes * choice_.kernel->codec.words;
  twiddles_.resize((size_ + lanes - 1) / lanes * group_words);  // the last group is filled up with zeros
  for (std::size_t i = 0; i < size_; ++i) {
    arith::TwiddleWord<Word>* group = twiddles_.data() + i / lanes * group_words;
    choice_.kernel->codec.encode(group, i % lanes, lanes, values[i], modulus_);
  }
}

template <class Word>
void FixedVector<Word>::multiply_add(Word* out, const Word* x, const Word* z, unsigned input_factor) const {
  choice_.kernel->mul_fixed(out, x, twiddles_.data(), z, size_, modulus_, input_factor);
}

template <class Word>
std::string FixedVector<Word>::describe() const {
  return std::string(choice_.backend->name).append(" / ").append(choice_.kernel->arithmetic);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class FixedVector)

}  // namespace ringlet::words
