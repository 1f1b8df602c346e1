#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arith/modulus.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "plan/aligned_words.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// The constants of a conversion of bases and its kernels, chosen once. Arguments have been checked by the layer above.
///
/// A conversion has two steps. `prepare` makes y_i = x_i (Q/q_i)^-1 modulo q_i of the inputs, and as one further row
/// the multiple v of Q. `finish` makes sum_i y_i (Q/q_i) + v (-Q) modulo p_j of these rows, one dot product for each
/// value and each j.
class BaseConversion {
 public:
  using Moduli = std::span<const arith::WordModulus>;

  BaseConversion(Moduli from, Moduli to, Lift lift, const backends::Backend& backend);

  /// Values [begin, end) of all rows.
  void convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in, std::size_t begin,
               std::size_t end) const;

  [[nodiscard]] std::string describe() const;

 private:
  /// What a row of inputs is multiplied by, in the format of its own kernel.
  struct Input {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::axpy) multiply;
    std::uint64_t inverse[arith::max_twiddle_words];
    unsigned fraction_shift;
    std::uint64_t fraction;
  };

  /// Rows of the dot products.
  [[nodiscard]] std::size_t terms() const { return inputs_.size() + (lift_ == Lift::approximate ? 0 : 1); }
  /// `count` values from `begin` on, to rows `stride` words apart.
  void prepare(std::uint64_t* rows, std::size_t stride, std::span<const std::uint64_t* const> in, std::size_t begin,
               std::size_t count) const;

  Lift lift_;
  std::size_t outputs_;
  backends::DotChoice dot_;
  std::vector<Input> inputs_;
  /// Row j: c_ji for each term, in the codec of the kernel; the constants of p_j.
  AlignedWords<std::uint64_t> factors_;
  AlignedWords<std::uint64_t> moduli_;
};

}  // namespace ringlet::plan
