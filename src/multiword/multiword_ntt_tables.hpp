#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/multiword_ntt_table.hpp"
#include "memory/huge_block.hpp"
#include "multiword/numbers.hpp"
#include "ringlet/types.hpp"

namespace ringlet::multiword {

/// Direction of a transform of n = height width values: X_k = scale last^k sum_i first^i x_i root^(k i). All numbers
/// are in Montgomery form.
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

/// Tables of one direction, in the format of a kernel.
class MultiwordNttTables {
 public:
  MultiwordNttTables(const MultiwordDirection& direction, const MultiwordNumbers& numbers,
                     const kernels::MultiwordNttKernel& kernel);

  /// Returns a call with these tables and without arrays.
  [[nodiscard]] const kernels::MultiwordNttCall& call() const { return call_; }
  [[nodiscard]] std::size_t words() const { return block_.words(); }

  /// Returns the twiddle that turns the kernel's products into products in `form`, or null if they are in it already.
  [[nodiscard]] const std::uint64_t* product_factor(Form form) const {
    return form == Form::plain ? plain_factor_ : montgomery_factor_;
  }

 private:
  memory::HugeBlock block_;
  kernels::MultiwordNttCall call_{};
  const std::uint64_t* plain_factor_;
  const std::uint64_t* montgomery_factor_;
};

}  // namespace ringlet::multiword
