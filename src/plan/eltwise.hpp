#pragma once

#include <cstddef>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"

namespace ringlet::plan {

/// Element-wise operations modulo one q: the kernels, chosen once. Arguments have been checked by the layer above;
/// a checked build compares ranges here again, for compositions that call it with values of their own.
/// Shapes     n >= 1 words in each array
/// Aliasing   out may equal any input
/// Ranges     [0, q)
template <class Word>
class Eltwise {
 public:
  Eltwise(const arith::ModulusFor<Word>& modulus, const backends::Backend& backend);

  void add(Word* out, const Word* a, const Word* b, std::size_t n) const;
  void sub(Word* out, const Word* a, const Word* b, std::size_t n) const;
  void mul(Word* out, const Word* a, const Word* b, std::size_t n) const;
  /// out = x s + z, or x s where z is null.
  void axpy(Word* out, const Word* x, Word s, const Word* z, std::size_t n) const;

 private:
  using Kernels = kernels::BasicEltwiseKernels<Word>;

  arith::ModulusFor<Word> modulus_;
  decltype(Kernels::add) add_;
  decltype(Kernels::sub) sub_;
  decltype(Kernels::mul) mul_;
  decltype(Kernels::axpy) axpy_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class Eltwise)

}  // namespace ringlet::plan
