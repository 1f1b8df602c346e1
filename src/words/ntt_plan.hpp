#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/scratch.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"
#include "twiddles/later_stages.hpp"
#include "twiddles/ntt_tables.hpp"
#include "words/check_words.hpp"
#include "words/eltwise.hpp"

namespace ringlet {
class Executor;
}

namespace ringlet::words {

/// A transform modulo one prime: the kernel, chosen once, and the tables in the format of that kernel. The layer above
/// has checked arguments.
template <class Word>
class NttPlan {
 public:
  using Residue = arith::TwiddleWord<Word>;

  /// n = 2^log_n; root: a primitive 2n-th (negacyclic) or n-th (cyclic) root of unity modulo q. radices: passes to
  /// measure (see `choose_radices`) in both directions, instead of the plan's own choice. order: the order of
  /// evaluations outside of cells and of `forward_sums`, where it is always bit-reversed. coset: factor of all points,
  /// 1 in the negacyclic ring.
  NttPlan(unsigned log_n, Word q, Ring ring, Word root, const backends::Backend& backend,
          std::span<const unsigned> radices = {}, Order order = Order::bit_reversed, Word coset = 1);

  /// Transform values below their factor times q, which a checked build checks for input and output. Input factor
  /// Range::any of the forward transform: any word.
  RINGLET_FOR_LARGE void forward(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const;
  RINGLET_FOR_LARGE void inverse(Word* out, const Word* in, unsigned input_factor, unsigned output_factor) const;
  /// Transforms values below q, in place, to evaluations in bit-reversed order, whatever the plan's order is.
  void forward_reversed(Word* values) const;
  /// Returns how many of the first coefficients `forward_padded` reads if all after the first `count` are zero.
  [[nodiscard]] std::size_t padded_size(std::size_t count) const;
  /// Transforms, in place, values below q of which only the first `padded` are read; the others are zero.
  void forward_padded(Word* values, std::size_t padded, unsigned output_factor) const;
  /// Transforms in + summand, which lies below 4q, to values below 4q, and calls use(first, count) for each run
  /// [first, first + count) of them as soon as it is written, while it is in a first-level cache.
  template <class Use>
  void forward_sums(Word* out, const Word* in, Word summand, const Use& use) const {
    check_words(in, size(), 4 * modulus_.q - summand, 1);
    if (tables_.forward().size() == 1) {
      for (std::size_t i = 0; i < size(); ++i) out[i] = in[i] + summand;
      forward(out, out, 4, 4);
      return use(0, size());
    }
    const memory::Scratch::Loan scratch(scratch_);
    kernels::BasicNttCall<Word> transform = call(tables_.forward(), out, in, scratch.get());
    transform.input_factor = transform.output_factor = 4;
    transform.summand = summand;
    transform.finished = [](const void* context, std::size_t first, std::size_t count) {
      (*static_cast<const Use*>(context))(first, count);
    };
    transform.context = &use;
    choice_.kernel->forward(transform);
  }
  /// Computes out = x y in the ring; out may equal x or y.
  void multiply(Word* out, const Word* x, const Word* y) const;
  [[nodiscard]] const Eltwise<Word>& eltwise() const { return eltwise_; }

  // Operations on values that stay in cells between operations (BufferValues): the kernel's cells, or canonical words
  // if it has no cells. All n cells are aligned to a cache line, and outputs may be inputs.

  /// Number of 64-bit words of n cells.
  [[nodiscard]] std::size_t cell_words() const;
  /// Convert from and to canonical words. Loading evaluations in natural order allocates n words where the kernel has
  /// cells.
  void load(void* cells, const Word* in, Domain domain) const;
  void store(Word* out, const void* cells, Domain domain) const;
  /// Transform in place, on the calling thread.
  void forward_cells(void* cells, Executor*) const;
  void inverse_cells(void* cells, Executor*) const;
  void add_cells(void* out, const void* a, const void* b) const;
  void sub_cells(void* out, const void* a, const void* b) const;
  struct Factor {
    const void* cells;
    /// Whether the values are products.
    bool are_products;
  };
  /// Computes out = x y, or out + x y if `adds`, on evaluations in plain form.
  void multiply_cells(void* out, Factor x, Factor y, Form, bool adds) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] Ring ring() const { return ring_; }
  [[nodiscard]] Order order() const { return order_; }
  [[nodiscard]] const arith::ModulusFor<Word>& modulus() const { return modulus_; }
  [[nodiscard]] Word root() const { return root_; }
  /// Returns evaluation point 0, psi or the coset, and its inverse. Evaluation point k is the first one times omega^k.
  [[nodiscard]] Residue first_point() const { return first_point_; }
  [[nodiscard]] Residue inverse_first_point() const { return inverse_first_point_; }
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }
  [[nodiscard]] std::string describe() const;

 private:
  using Kernel = void (*)(const kernels::BasicNttCall<Word>&);
  using Passes = std::span<const kernels::BasicNttPass<Word>>;
  using Stages = twiddles::LaterStages<Word>;
  void run(Kernel kernel, Passes passes, Word* out, const Word* in, unsigned input_factor, unsigned output_factor,
           bool reorders_input = false) const;
  /// Returns whether values of this domain have another order in the caller's arrays than in kernels.
  [[nodiscard]] bool reorders(Domain domain) const { return domain == Domain::evaluations && order_ == Order::natural; }
  [[nodiscard]] kernels::BasicNttCall<Word> call(Passes passes, Word* out, const Word* in, void* scratch) const;
  /// Returns the kernel's operations on cells; null if cells are canonical words.
  [[nodiscard]] const kernels::BasicBufferKernels<Word>* cell_kernels() const { return choice_.kernel->buffer; }
  static Word* words(void* cells) { return static_cast<Word*>(cells); }
  static const Word* words(const void* cells) { return static_cast<const Word*>(cells); }
  void multiply_words(Word* out, const Word* x, const Word* y, bool adds) const;

  arith::ModulusFor<Word> modulus_;
  Ring ring_;
  Order order_;
  unsigned log_n_;
  Word root_;
  Residue first_point_;
  Residue inverse_first_point_;
  backends::NttChoice<Word> choice_;
  Eltwise<Word> eltwise_;
  twiddles::NttTables<Word> tables_;
  mutable memory::Scratch scratch_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class NttPlan)

}  // namespace ringlet::words
