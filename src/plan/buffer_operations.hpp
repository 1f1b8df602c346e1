#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/kernel_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

template <class Word>
class NttPlan;

/// The operations on values in the layout of a plan's kernel, which the plan chooses once: its cells
/// (kernels::BasicBufferKernels) if it has such, else canonical words. Values lie on a cache line; `out` may be any of
/// the inputs. Of operations without a count, there are as many values as the plan has points.
template <class Word>
struct BufferOperations {
  using Plan = NttPlan<Word>;

  /// Bytes of one value.
  std::size_t (*size)(const Plan&);
  /// From and to canonical words; evaluations in bit-reversed order.
  void (*load)(const Plan&, void* out, const Word* in, Domain);
  void (*store)(const Plan&, Word* out, const void* in, Domain);
  void (*forward)(const Plan&, void* values);
  void (*inverse)(const Plan&, void* values);
  void (*add)(const Plan&, void* out, const void* a, const void* b);
  void (*sub)(const Plan&, void* out, const void* a, const void* b);
  /// Of `count` evaluations that may be factors: a b, and a b + out.
  void (*mul)(const Plan&, void* out, const void* a, const void* b, std::size_t count);
  void (*mul_add)(const Plan&, void* out, const void* a, const void* b, std::size_t count);
  /// What products leave, to evaluations that may be factors; null where products may be factors as they are.
  void (*reduce)(const Plan&, void* out, const void* in, std::size_t count);
};

/// The operations of plans whose kernel has these kernels for buffers; null: it has none.
template <class Word>
const BufferOperations<Word>& buffer_operations(const kernels::BasicBufferKernels<Word>* cells);

}  // namespace ringlet::plan
