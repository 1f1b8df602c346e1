#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/wide_ntt_table.hpp"
#include "memory/scratch.hpp"
#include "multiword/ntt_tables.hpp"
#include "multiword/numbers.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

enum class WideWay { forward, inverse };

/// A transform modulo one q of several words, in either direction: the kernel, chosen once, and the tables in that
/// kernel's format. Arguments have been checked by the layer above.
class WideNttPlan {
 public:
  using Number = WideNumbers::Number;

  /// n = 2^log_n. Forward is X_k = sum_i shift^i x_i root^(k i), with X in bit-reversed order or not; root and shift
  /// are plain.
  WideNttPlan(unsigned log_n, const WideModulusConstants& q, const Number& root, const Number& shift,
              bool bit_reversed_values, const backends::Backend& backend);

  /// One transform on its way, which has the plan's working memory as long as it exists: two phases of independent
  /// tasks.
  class Transform {
   public:
    /// Arrays of n numbers; out may equal in. Null for values that are, or shall be, in `cells`. Throws std::bad_alloc.
    Transform(const WideNttPlan& plan, WideWay way, std::uint64_t* out, const std::uint64_t* in,
              std::uint64_t* cells = nullptr);

    [[nodiscard]] std::size_t column_blocks() const;
    [[nodiscard]] std::size_t row_blocks() const;
    /// Tasks [begin, end) of a phase, on own_words() words of the worker's, on a cache line. All columns come before
    /// the first row.
    void columns(std::size_t begin, std::size_t end, std::uint64_t* scratch) const;
    void rows(std::size_t begin, std::size_t end, std::uint64_t* scratch) const;
    /// Such words for one worker.
    [[nodiscard]] std::uint64_t* own_scratch() const { return own_scratch_; }

   private:
    const kernels::WideNttKernel* kernel_;
    kernels::WideNttCall call_;
    Scratch::Loan scratch_;
    std::uint64_t* own_scratch_;
  };

  /// Values in cells, the layout of the kernel, from and to arrays: values of a transform, or coefficients.
  void load(std::uint64_t* cells, const std::uint64_t* in, Domain domain) const;
  void store(std::uint64_t* out, std::uint64_t* cells, Domain domain) const;
  /// On values [begin, end) in cells, multiples of `lanes()`; out may equal x or y. Products are those of plain
  /// numbers, or of numbers that are all in Montgomery form, and are added to out or replace it.
  struct Product {
    bool are_plain;
    bool adds;
  };
  void add(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;
  void sub(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y) const;
  void multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, Product product, std::size_t begin,
                std::size_t end) const;
  /// Cells of two polynomials, for a product of arrays.
  [[nodiscard]] Scratch::Loan product_memory() const { return Scratch::Loan(product_scratch_); }
  [[nodiscard]] std::size_t lanes() const { return std::size_t{1} << kernel().lanes_log; }
  /// Words of the cells of all values.
  [[nodiscard]] std::size_t cell_words() const { return kernel().format.limbs * size(); }

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] std::size_t own_words() const;
  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  /// From so many bytes of cells on, arrays are too large for caches.
  static constexpr std::size_t min_streamed_bytes = std::size_t{24} << 20;

  WideNttPlan(unsigned log_n, const WideModulusConstants& q, const backends::Backend& backend,
              const WideDirection& forward);

  [[nodiscard]] const kernels::WideNttKernel& kernel() const { return *choice_.kernel; }
  /// A call without arrays.
  [[nodiscard]] kernels::WideNttCall call(WideWay way) const {
    kernels::WideNttCall call = (way == WideWay::forward ? forward_ : inverse_).call();
    call.modulus = &modulus_;
    call.constants = constants_.data();
    call.streams = cell_words() * sizeof(std::uint64_t) > min_streamed_bytes;
    return call;
  }

  WideModulusConstants modulus_;
  unsigned log_n_;
  backends::WideNttChoice choice_;
  WideNumbers numbers_;
  std::vector<std::uint64_t> constants_;
  WideNttTables forward_;
  WideNttTables inverse_;
  mutable Scratch scratch_;
  mutable Scratch product_scratch_;
};

}  // namespace ringlet::plan
