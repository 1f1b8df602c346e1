#include "plan/eltwise.hpp"

#include "arith/word_traits.hpp"
#include "plan/check_words.hpp"

namespace ringlet::plan {

template <class Word>
Eltwise<Word>::Eltwise(const arith::ModulusFor<Word>& modulus, const backends::Backend& backend)
    : modulus_(modulus),
      add_(backends::choose_eltwise(backend, modulus.q, &Kernels::add).kernel->add),
      sub_(backends::choose_eltwise(backend, modulus.q, &Kernels::sub).kernel->sub),
      mul_(backends::choose_eltwise(backend, modulus.q, &Kernels::mul).kernel->mul),
      axpy_(backends::choose_eltwise(backend, modulus.q, &Kernels::axpy).kernel->axpy) {}

template <class Word>
void Eltwise<Word>::add(Word* out, const Word* a, const Word* b, std::size_t n) const {
  check_words(a, n, modulus_.q, 1);
  check_words(b, n, modulus_.q, 1);
  add_(out, a, b, n, modulus_);
}

template <class Word>
void Eltwise<Word>::sub(Word* out, const Word* a, const Word* b, std::size_t n) const {
  check_words(a, n, modulus_.q, 1);
  check_words(b, n, modulus_.q, 1);
  sub_(out, a, b, n, modulus_);
}

template <class Word>
void Eltwise<Word>::mul(Word* out, const Word* a, const Word* b, std::size_t n) const {
  check_words(a, n, modulus_.q, 1);
  check_words(b, n, modulus_.q, 1);
  mul_(out, a, b, n, modulus_, 1);
}

template <class Word>
void Eltwise<Word>::axpy(Word* out, const Word* x, Word s, const Word* z, std::size_t n) const {
  check_words(x, n, modulus_.q, 1);
  if (z != nullptr) check_words(z, n, modulus_.q, 1);
  axpy_(out, x, s, z, n, modulus_, 1);
}

RINGLET_FOR_EACH_WORD(RINGLET_INSTANTIATE_TEMPLATE, class Eltwise)

}  // namespace ringlet::plan
