#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/wide_ntt_table.hpp"
#include "plan/large_block.hpp"
#include "plan/wide_numbers.hpp"

namespace ringlet::plan {

/// One direction of a transform: X_k = scale last^k sum_i first^i x_i root^(k i), for n values. All numbers are in
/// Montgomery form.
struct WideDirection {
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
  WideNttTables(unsigned log_n, const WideDirection& direction, const WideNumbers& numbers,
                const kernels::WideNttKernel& kernel);

  /// A call with these tables, and no arrays.
  [[nodiscard]] const kernels::WideNttCall& call() const { return call_; }
  [[nodiscard]] std::size_t words() const { return block_.words(); }

  /// How many points the columns of n = 2^log_n have, as a logarithm; rows have the others.
  static unsigned log_height(unsigned log_n) { return log_n / 2; }

 private:
  LargeBlock block_;
  kernels::WideNttCall call_{};
};

}  // namespace ringlet::plan
