#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/registry.hpp"
#include "kernels/wide_ntt_table.hpp"
#include "plan/scratch.hpp"
#include "plan/wide_ntt_tables.hpp"
#include "plan/wide_numbers.hpp"
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
    /// Arrays of n numbers; out may equal in. Throws std::bad_alloc.
    Transform(const WideNttPlan& plan, WideWay way, std::uint64_t* out, const std::uint64_t* in);

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

  void run(WideWay way, std::uint64_t* out, const std::uint64_t* in) const;
  /// out = x y in the ring; out may equal x or y. Plain numbers, or all in Montgomery form.
  void multiply(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, bool are_plain) const;

  [[nodiscard]] std::size_t size() const { return std::size_t{1} << log_n_; }
  [[nodiscard]] std::size_t own_words() const;
  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  WideNttPlan(unsigned log_n, const WideModulusConstants& q, const backends::Backend& backend,
              const WideDirection& forward);

  [[nodiscard]] const kernels::WideNttKernel& kernel() const { return *choice_.kernel; }
  [[nodiscard]] std::size_t between_words() const { return kernel().format.limbs * size(); }

  WideModulusConstants modulus_;
  unsigned log_n_;
  backends::WideNttChoice choice_;
  WideNumbers numbers_;
  std::vector<std::uint64_t> constants_;
  WideNttTables forward_;
  WideNttTables inverse_;
  mutable Scratch scratch_;
};

}  // namespace ringlet::plan
