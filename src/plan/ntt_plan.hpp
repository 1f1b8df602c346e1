#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/scratch.hpp"
#include "plan/buffer_operations.hpp"
#include "plan/ntt_tables.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// A transform modulo one prime: the kernel, chosen once, and the tables in that kernel's format. Arguments
/// have been checked by the layer above.
template <class Word>
class NttPlan {
 public:
  using WordType = Word;

  /// n = 2^log_n; root: a primitive 2n-th (negacyclic) or n-th (cyclic) root of unity modulo q.
  /// radices: passes to be measured (see `choose_radices`) in both directions, in place of the plan's own choice.
  NttPlan(unsigned log_n, Word q, Ring ring, Word root, const backends::Backend& backend,
          std::span<const unsigned> radices = {});

  void forward(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const;
  void inverse(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const;
  /// out = x y in the ring; out may equal x or y.
  void multiply(Word* out, const Word* x, const Word* y) const;
  /// out = x y, x + y and x - y, value by value; out may equal x or y.
  void multiply_values(Word* out, const Word* x, const Word* y, std::size_t count) const;
  void add_values(Word* out, const Word* x, const Word* y, std::size_t count) const;
  void sub_values(Word* out, const Word* x, const Word* y, std::size_t count) const;

  /// The operations on values that stay in the kernel's layout.
  [[nodiscard]] const BufferOperations<Word>& values() const { return *values_; }
  /// The kernels behind them; null where that layout is the caller's.
  [[nodiscard]] const kernels::BasicBufferKernels<Word>* buffer_kernels() const { return choice_.kernel->buffer; }
  /// In place on n cells.
  void forward_buffer(void* values) const;
  void inverse_buffer(void* values) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] Ring ring() const { return ring_; }
  [[nodiscard]] const arith::ModulusFor<Word>& modulus() const { return modulus_; }
  [[nodiscard]] Word root() const { return root_; }
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }
  [[nodiscard]] std::string describe() const;

 private:
  using Kernel = void (*)(const kernels::BasicNttCall<Word>&);
  using Passes = std::span<const kernels::BasicNttPass<Word>>;
  void run(Kernel kernel, Passes passes, Word* out, const Word* in, unsigned input_factor,
           unsigned output_factor) const;
  [[nodiscard]] kernels::BasicNttCall<Word> call(Passes passes, Word* out, const Word* in, void* scratch) const;

  arith::ModulusFor<Word> modulus_;
  Ring ring_;
  unsigned log_n_;
  Word root_;
  backends::NttChoice<Word> choice_;
  using EltwiseKernels = kernels::BasicEltwiseKernels<Word>;
  decltype(EltwiseKernels::mul) mul_;
  decltype(EltwiseKernels::add) add_;
  decltype(EltwiseKernels::sub) sub_;
  const BufferOperations<Word>* values_;
  NttTables<Word> tables_;
  mutable Scratch scratch_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class NttPlan)

}  // namespace ringlet::plan
