#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arith/modulus.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/aligned_words.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// Factors of a conversion that cost nothing: s_i, by which residues modulo q_i are multiplied before they are lifted,
/// and t_j, by which results modulo p_j are. Where none are given, they are 1.
struct ConversionScales {
  std::span<const std::uint64_t> from = {};
  std::span<const std::uint64_t> to = {};
};

/// The product of all moduli but number `left_out`, modulo m; of all where there is no such number.
[[nodiscard]] std::uint64_t product_without(std::span<const arith::WordModulus> moduli, std::size_t left_out,
                                            const arith::WordModulus& m);

/// What makes a number in [-half, m - half) one in [0, m), where the former is centred.
constexpr std::uint64_t half_of(std::uint64_t m) { return m / 2; }  // proof 16.7

/// One more modulus m, without a factor in common with the q_i, that tells the multiple of Q: the result is the integer
/// X = sum_i y_i (Q/q_i) + r Q, r in [-m/2, m/2), that is x_m modulo m. With x_m given, that is Shenoy's and
/// Kumaresan's conversion; otherwise x_m is zero, and X / m is Montgomery's reduction of x modulo Q.
struct RedundantModulus {
  arith::WordModulus modulus;
  bool is_given;
};

/// The constants of a conversion of bases and its kernels, chosen once. Arguments have been checked by the layer above.
///
/// A conversion has two steps. `prepare` makes y_i = x_i (Q/q_i)^-1 modulo q_i of the inputs, and as one further row
/// the multiple v of Q. `finish` makes sum_i y_i (Q/q_i) + v (-Q) modulo p_j of these rows, one dot product for each
/// value and each j.
///
/// With a redundant modulus m, the further row is r + floor(m/2) modulo m, of a dot product modulo m, and `finish`
/// takes it times Q and subtracts floor(m/2) Q. Where residues modulo m are given, they are one more row of the inputs.
///
/// Of a single modulus q there is nothing to be summed up: the row is x, or x + floor(q/2) modulo q where the lift is
/// centred, and takes one product and a constant for each j, unless p_j is so short that x is no lazy operand.
class BaseConversion {
 public:
  using Moduli = std::span<const arith::WordModulus>;

  /// Room for the rows of a tile, which stay in a first-level cache: 65 of them, or 256 values of a few.
  static constexpr std::size_t tile_words = 4608;
  static constexpr std::size_t longest_tile = 256;

  BaseConversion(Moduli from, Moduli to, Lift lift, const backends::Backend& backend,
                 const ConversionScales& scales = {});
  BaseConversion(Moduli from, const RedundantModulus& redundant, Moduli to, const backends::Backend& backend,
                 const ConversionScales& scales = {});

  /// Values [begin, end) of all rows.
  void convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in, std::size_t begin,
               std::size_t end) const;

  /// Rows that `prepare` makes: one for each modulus, and one for v where there is one.
  [[nodiscard]] std::size_t terms() const { return inputs_.size() + (has_multiples() ? 1 : 0); }

  /// Values of which the rows that `prepare` makes are a tile. A multiple of 16, so that rows begin on vectors.
  [[nodiscard]] std::size_t tile_length() const { return std::min(longest_tile, tile_words / terms() / 16 * 16); }

  /// Calls use(rows, stride, at, count) for pieces of values [begin, end) of the inputs, with the rows that `prepare`
  /// made of them.
  template <class Use>
  void for_each_tile(std::span<const std::uint64_t* const> in, std::size_t begin, std::size_t end,
                     const Use& use) const {
    alignas(64) std::uint64_t rows[tile_words];
    const std::size_t length = tile_length();
    for (std::size_t at = begin; at < end; at += length) {
      const std::size_t count = std::min(length, end - at);
      prepare(rows, length, in, at, count);
      use(rows, length, at, count);
    }
  }

  /// y_i and v of values [begin, begin + count) of the inputs, to the beginnings of rows that lie `stride` words apart.
  void prepare(std::uint64_t* rows, std::size_t stride, std::span<const std::uint64_t* const> in, std::size_t begin,
               std::size_t count) const;

  /// The same of rows that hold `count` values of the inputs themselves, and have room for v after them.
  void prepare_in_place(std::uint64_t* rows, std::size_t stride, std::size_t count) const;

  /// What `prepare` does once it has the y_i of `count` values, in rows `stride` words apart, the one after them for v.
  /// With a redundant modulus, `prepare` and this take at most longest_tile values.
  void complete(std::uint64_t* rows, std::size_t stride, std::size_t count) const;

  /// Where the lift of one modulus is its residues as they are, not centred: the least factor f in {1, 2, 4} for which
  /// they lie in [0, f p_j), so that a lazy operation takes them for residues modulo p_j. Else 0.
  [[nodiscard]] unsigned lazy_factor(std::size_t j) const {
    return products_of_one_.empty() || lift_ == Lift::centred ? 0 : products_of_one_[j].input_factor;
  }

  /// `count` values modulo p_j for the out.size() moduli from p_first on, to places `offset` on of rows of out, of
  /// what `prepare` made.
  void finish(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first, const std::uint64_t* rows,
              std::size_t stride, std::size_t count) const;

  [[nodiscard]] std::string describe() const;

 private:
  /// Constants and kernels of a row of inputs.
  struct Input {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::axpy) multiply;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    std::uint64_t inverse;
    unsigned fraction_shift;
    std::uint64_t fraction;

    /// y_i of `count` values.
    void prepare(std::uint64_t* y, const std::uint64_t* x, std::size_t count) const {
      multiply(y, x, inverse, nullptr, count, modulus, 1);
    }
  };

  /// What is added to an output at the end.
  struct Shift {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    std::uint64_t constant;

    void operator()(std::uint64_t* values, std::size_t count) const {
      if (constant != 0) add_scalar(values, values, constant, count, modulus);
    }
  };

  /// What a conversion of one modulus multiplies by for an output.
  struct Product {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::axpy) multiply;
    std::uint64_t factor;
    /// Of the products' operands, 0 where they are no lazy ones: then they are dot products, of one term.
    unsigned input_factor;
  };

  /// How the multiple of Q is found by a redundant modulus m.
  struct Multiple {
    arith::WordModulus modulus;
    bool is_given;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    /// -1/q_i modulo m for each input, and 1/Q; the constants of m.
    AlignedWords<std::uint64_t> factors;
    AlignedWords<std::uint64_t> constants;

    /// Writes r + floor(m/2) modulo m to the row after `inputs`, where residues modulo m are or would be.
    void find(std::uint64_t* rows, std::size_t stride, std::size_t inputs, std::size_t count,
              const kernels::DotKernels& dot) const {
      alignas(64) std::array<std::uint64_t, longest_tile> r;
      std::uint64_t* const row = r.data();
      dot.rows({.in = rows,
                .in_stride = stride,
                .terms = inputs + (is_given ? 1 : 0),
                .out = &row,
                .offset = 0,
                .outputs = 1,
                .count = count,
                .factors = factors.data(),
                .moduli = constants.data()});
      add_scalar(rows + inputs * stride, row, half_of(modulus.q), count, modulus);
    }
  };

  BaseConversion(Moduli from, Moduli to, Lift lift, const RedundantModulus* redundant, const backends::Backend& backend,
                 const ConversionScales& scales);

  [[nodiscard]] bool has_multiples() const {
    return multiple_.has_value() || (inputs_.size() > 1 && lift_ != Lift::approximate);
  }
  void set_inputs(Moduli from, const backends::Backend& backend, std::span<const std::uint64_t> scales);
  void set_outputs(Moduli from, Moduli to, const backends::Backend& backend, std::span<const std::uint64_t> scales);
  [[nodiscard]] Multiple multiple_by(const RedundantModulus& redundant, Moduli from,
                                     const backends::Backend& backend) const;
  void multiply_rows(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first,
                     const std::uint64_t* rows, std::size_t stride, std::size_t count) const;

  void sum_rows(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first, const std::uint64_t* rows,
                std::size_t stride, std::size_t count) const {
    const kernels::DotKernels& dot = *dot_.kernel;
    dot.rows({.in = rows,
              .in_stride = stride,
              .terms = terms(),
              .out = out.data(),
              .offset = offset,
              .outputs = out.size(),
              .count = count,
              .factors = factors_.data() + first * terms() * dot.factor.words,
              .moduli = moduli_.data() + first * dot.modulus.words});
  }

  Lift lift_;
  backends::DotChoice dot_;
  std::vector<Input> inputs_;
  std::optional<Multiple> multiple_;
  /// Empty for several moduli, and with a redundant one.
  std::vector<Product> products_of_one_;
  /// Empty where there is nothing to be added.
  std::vector<Shift> shifts_;
  /// Row j: c_ji for each term, in the codec of the kernel; the constants of p_j.
  AlignedWords<std::uint64_t> factors_;
  AlignedWords<std::uint64_t> moduli_;
};

}  // namespace ringlet::plan
