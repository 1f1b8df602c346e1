#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/wide_ntt_table.hpp"
#include "memory/large_block.hpp"
#include "multiword/numbers.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// One direction of a transform of n = height width values: X_k = scale last^k sum_i first^i x_i root^(k i). All
/// numbers are in Montgomery form.
struct WideDirection {
  unsigned log_height;
  unsigned log_width;
  WideNumbers::Number root;
  WideNumbers::Number first;
  WideNumbers::Number last;
  WideNumbers::Number scale;
  bool bit_reversed_in;
  bool bit_reversed_out;
};

/// The tables of one direction, as a kernel reads them.
class WideNttTables {
 public:
  WideNttTables(const WideDirection& direction, const WideNumbers& numbers, const kernels::WideNttKernel& kernel);

  /// A call with these tables, and no arrays.
  [[nodiscard]] const kernels::WideNttCall& call() const { return call_; }
  [[nodiscard]] std::size_t words() const { return block_.words(); }

  /// The twiddle that makes a kernel's products those of numbers in `form`; null where they are so.
  [[nodiscard]] const std::uint64_t* product_factor(Form form) const {
    return form == Form::plain ? plain_factor_ : montgomery_factor_;
  }

 private:
  LargeBlock block_;
  kernels::WideNttCall call_{};
  const std::uint64_t* plain_factor_;
  const std::uint64_t* montgomery_factor_;
};

}  // namespace ringlet::plan
