#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "arith/word_traits.hpp"
#include "memory/aligned_words.hpp"
#include "plan/ntt_plan.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// n values between operations, in the layout of their plan's kernel: its cells if it has such, else canonical words.
/// Arguments, and the domains of the operands, have been checked by the layer above.
template <class Word>
class BufferValues {
 public:
  /// Zeros. Throws OutOfMemory.
  explicit BufferValues(std::shared_ptr<const NttPlan<Word>> plan);
  BufferValues(const BufferValues& other);
  BufferValues& operator=(const BufferValues&) = delete;
  ~BufferValues() = default;

  /// Canonical words; evaluations in bit-reversed order.
  void load(const Word* in, Domain domain);
  void store(Word* out) const;

  void forward();
  void inverse();
  void add(const BufferValues& y);
  void sub(const BufferValues& y);
  void mul(const BufferValues& y);
  /// this += x y
  void mul_add(const BufferValues& x, const BufferValues& y);

  [[nodiscard]] const NttPlan<Word>& plan() const { return *plan_; }
  [[nodiscard]] Domain domain() const { return domain_; }

 private:
  [[nodiscard]] std::size_t bytes() const;
  /// this = x y, or this + x y, as the product says.
  using Product = decltype(BufferOperations<Word>::mul);
  void multiply(Product product, const BufferValues& x, const BufferValues& y);

  std::shared_ptr<const NttPlan<Word>> plan_;
  Domain domain_ = Domain::coefficients;
  /// Evaluations that a product has left too large for another one.
  bool reduce_first_ = false;
  AlignedBytes block_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class BufferValues)

}  // namespace ringlet::plan
