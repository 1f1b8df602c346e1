#pragma once

#include <cstddef>

#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "words/check_words.hpp"

namespace ringlet::words {

/// Element-wise operations modulo one q, with kernels that are chosen once. The layer above has checked arguments. A
/// checked build checks ranges here again, for compositions that pass values of their own.
/// Shapes     n >= 1 words in each array
/// Aliasing   out may equal any input
/// Ranges     [0, q), except where stated
template <class Word>
class Eltwise {
 public:
  Eltwise(const arith::ModulusFor<Word>& modulus, const backends::Backend& backend)
      : modulus_(modulus),
        add_(backends::choose_eltwise(backend, modulus.q, &Kernels::add).kernel->add),
        sub_(backends::choose_eltwise(backend, modulus.q, &Kernels::sub).kernel->sub),
        mul_(backends::choose_eltwise(backend, modulus.q, &Kernels::mul).kernel->mul),
        axpy_(backends::choose_eltwise(backend, modulus.q, &Kernels::axpy).kernel->axpy),
        reduce_(backends::choose_eltwise(backend, modulus.q, &Kernels::reduce).kernel->reduce) {}

  void add(Word* out, const Word* a, const Word* b, std::size_t n) const {
    check(a, n);
    check(b, n);
    add_(out, a, b, n, modulus_);
  }
  void sub(Word* out, const Word* a, const Word* b, std::size_t n) const {
    check(a, n);
    check(b, n);
    sub_(out, a, b, n, modulus_);
  }
  void mul(Word* out, const Word* a, const Word* b, std::size_t n) const {
    check(a, n);
    check(b, n);
    mul_(out, a, b, n, modulus_, 1);
  }
  /// Computes out = x s + z, or x s if z is null.
  void axpy(Word* out, const Word* x, Word s, const Word* z, std::size_t n) const {
    check(x, n);
    if (z != nullptr) check(z, n);
    axpy_(out, x, s, z, n, modulus_, 1);
  }
  /// Reduces words below input_factor q, in {2, 4}, or any words for Range::any, to below q.
  void reduce(Word* out, const Word* in, std::size_t n, unsigned input_factor) const {
    check_words(in, n, modulus_.q, input_factor);
    reduce_(out, in, n, modulus_, input_factor, 1);
  }
  /// Reduces any words to below 2q, or to below q if the word has no lazy values.
  void reduce_words(Word* out, const Word* in, std::size_t n) const { reduce_(out, in, n, modulus_, Range::any, 2); }

 private:
  using Kernels = kernels::BasicEltwiseKernels<Word>;

  void check(const Word* words, std::size_t n) const { check_words(words, n, modulus_.q, 1); }

  arith::ModulusFor<Word> modulus_;
  decltype(Kernels::add) add_;
  decltype(Kernels::sub) sub_;
  decltype(Kernels::mul) mul_;
  decltype(Kernels::axpy) axpy_;
  decltype(Kernels::reduce) reduce_;
};

}  // namespace ringlet::words
