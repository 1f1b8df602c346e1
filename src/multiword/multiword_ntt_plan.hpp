#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/multiword_ntt_table.hpp"
#include "memory/scratch.hpp"
#include "multiword/multiword_ntt_tables.hpp"
#include "multiword/numbers.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet::multiword {

/// Plan of transforms modulo one multiword q, in both directions: the kernel, chosen once, and tables in its format.
/// The layer above has checked all arguments.
class MultiwordNttPlan {
 public:
  using Number = MultiwordNumbers::Number;

  /// Makes a plan for n = 2^log_n. Forward is X_k = sum_i shift^i x_i root^(k i), with X in bit-reversed or natural
  /// order; root and shift are plain numbers.
  MultiwordNttPlan(unsigned log_n, const MultiwordModulusConstants& q, const Number& root, const Number& shift,
                   bool bit_reversed_values, const backends::Backend& backend);

  /// Transforms n numbers; out may equal in. Runs as tasks of an executor, or, if it is null, on the calling thread.
  /// Throws OutOfMemory.
  RINGLET_FOR_LARGE void forward(std::uint64_t* out, const std::uint64_t* in, Executor* executor) const;
  RINGLET_FOR_LARGE void inverse(std::uint64_t* out, const std::uint64_t* in, Executor* executor) const;
  /// Computes out = x y in the ring, with all numbers in `form`.
  void multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, Form form,
                Executor* executor) const;

  [[nodiscard]] const MultiwordNumbers& numbers() const { return numbers_; }
  [[nodiscard]] Order order() const { return order_; }
  [[nodiscard]] unsigned log_size() const { return log_n_; }
  /// Return root, shift and 1/shift in Montgomery form. Evaluation point k is shift root^k.
  [[nodiscard]] const Number& omega() const { return omega_; }
  [[nodiscard]] const Number& first_point() const { return first_point_; }
  [[nodiscard]] const Number& inverse_first_point() const { return inverse_first_point_; }

  // Operations on values that stay in cells, the layout of the kernel (BufferValues). All arrays of cells begin on a
  // cache line, and outputs may be inputs.

  /// Returns the number of words of n cells.
  [[nodiscard]] std::size_t cell_words() const { return kernel().format.limbs * size(); }
  /// Copies between arrays and cells: evaluations in the plan's order, or coefficients.
  void load(std::uint64_t* cells, const std::uint64_t* in, Domain domain) const;
  void store(std::uint64_t* out, std::uint64_t* cells, Domain domain) const;
  void forward_cells(std::uint64_t* cells, Executor* executor) const;
  void inverse_cells(std::uint64_t* cells, Executor* executor) const;
  void add_cells(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;
  void sub_cells(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;
  struct Factor {
    const std::uint64_t* cells;
    /// Ignored here: products may be factors without a reduction.
    bool are_products = false;
  };
  /// Computes out = x y, or adds x y to out, on evaluations that are all in `form`.
  void multiply_cells(std::uint64_t* out, Factor x, Factor y, Form form, bool adds) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  /// Number of bytes of cells above which arrays are too large for caches.
  static constexpr std::size_t min_streamed_bytes = std::size_t{24} << 20;

  MultiwordNttPlan(unsigned log_n, const MultiwordModulusConstants& q, const backends::Backend& backend,
                   const MultiwordDirection& forward);

  [[nodiscard]] const kernels::MultiwordNttKernel& kernel() const { return *choice_.kernel; }
  /// Returns a call without arrays.
  [[nodiscard]] kernels::MultiwordNttCall call(const MultiwordNttTables& direction) const {
    kernels::MultiwordNttCall call = direction.call();
    call.modulus = &modulus_;
    call.constants = constants_.data();
    call.streams = cell_words() * sizeof(std::uint64_t) > min_streamed_bytes;
    return call;
  }
  /// Runs one transform: all blocks of columns, then all blocks of rows. A null `in` reads `cells`; a null `out` writes
  /// them.
  void run(const MultiwordNttTables& direction, std::uint64_t* out, const std::uint64_t* in, std::uint64_t* cells,
           Executor* executor) const;
  /// Multiplies values [begin, end), both multiples of the kernel's lanes.
  void multiply_cells(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, Form form, bool adds,
                      std::size_t begin, std::size_t end) const {
    const std::size_t first = begin * kernel().format.limbs;
    const auto multiply = adds ? kernel().mul_add : kernel().mul;
    multiply(call(forward_), out + first, x + first, y + first, forward_.product_factor(form),
             (end - begin) >> kernel().lanes_log);
  }
  /// Returns the number of words of working memory that a task needs beside its block.
  [[nodiscard]] std::size_t own_words() const { return kernel().cell_words() << (log_n_ - log_n_ / 2); }

  MultiwordModulusConstants modulus_;
  unsigned log_n_;
  Order order_;
  Number omega_;
  Number first_point_;
  Number inverse_first_point_;
  backends::MultiwordNttChoice choice_;
  MultiwordNumbers numbers_;
  std::vector<std::uint64_t> constants_;
  MultiwordNttTables forward_;
  MultiwordNttTables inverse_;
  mutable memory::Scratch scratch_;
  mutable memory::Scratch product_scratch_;
};

}  // namespace ringlet::multiword
