#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/multiword_ntt_table.hpp"
#include "memory/huge_block.hpp"
#include "multiword/numbers.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// One direction of a transform of n = height width values: X_k = scale last^k sum_i first^i x_i root^(k i). All
/// numbers are in Montgomery form.
struct MultiwordDirection {
  unsigned log_height;
  unsigned log_width;
  MultiwordNumbers::Number root;
  MultiwordNumbers::Number first;
  MultiwordNumbers::Number last;
  MultiwordNumbers::Number scale;
  bool bit_reversed_in;
  bool bit_reversed_out;
};

/// The tables of one direction, as a kernel reads them.
class MultiwordNttTables {
 public:
  MultiwordNttTables(const MultiwordDirection& direction, const MultiwordNumbers& numbers,
                     const kernels::MultiwordNttKernel& kernel);

  /// A call with these tables, and no arrays.
  [[nodiscard]] const kernels::MultiwordNttCall& call() const { return call_; }
  [[nodiscard]] std::size_t words() const { return block_.words(); }

  /// The twiddle that makes a kernel's products those of numbers in `form`; null where they are so.
  [[nodiscard]] const std::uint64_t* product_factor(Form form) const {
    return form == Form::plain ? plain_factor_ : montgomery_factor_;
  }

 private:
  HugeBlock block_;
  kernels::MultiwordNttCall call_{};
  const std::uint64_t* plain_factor_;
  const std::uint64_t* montgomery_factor_;
};

}  // namespace ringlet::plan
