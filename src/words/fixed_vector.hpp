#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "memory/aligned_words.hpp"
#include "ringlet/export.hpp"

namespace ringlet::words {

/// A fixed multiplicand of element-wise products: the kernel, chosen once, and the multiplicand's twiddles in the
/// format of that kernel. The layer above has checked arguments.
template <class Word>
class RINGLET_FOR_LARGE FixedVector {
 public:
  /// Encodes values, which are below q.
  FixedVector(std::span<const Word> values, const arith::ModulusFor<Word>& modulus, const backends::Backend& backend);

  /// Computes out = x values + z, or x values if z is null, on arrays of size() words.
  void multiply_add(Word* out, const Word* x, const Word* z, unsigned input_factor) const;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return twiddles_.size() * sizeof(arith::TwiddleWord<Word>); }
  [[nodiscard]] std::string describe() const;

 private:
  arith::ModulusFor<Word> modulus_;
  std::size_t size_;
  backends::Choice<const kernels::BasicEltwiseKernels<Word>> choice_;
  memory::AlignedWords<arith::TwiddleWord<Word>> twiddles_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class FixedVector)

}  // namespace ringlet::words
