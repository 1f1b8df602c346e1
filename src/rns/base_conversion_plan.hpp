#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arith/modulus.hpp"
#include "backends/registry.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/aligned_words.hpp"
#include "memory/scratch.hpp"
#include "ringlet/rns_span.hpp"
#include "ringlet/types.hpp"

namespace ringlet::rns {

/// Factors that a conversion multiplies by at no cost: s_i for residues modulo q_i before the lift, t_j for results
/// modulo p_j. An empty list means 1.
struct ConversionScales {
  std::span<const std::uint64_t> from = {};
  std::span<const std::uint64_t> to = {};
};

/// Returns the product modulo m of all moduli except number `left_out`. An index of moduli.size() omits none.
[[nodiscard]] std::uint64_t product_without(std::span<const arith::WordModulus> moduli, std::size_t left_out,
                                            const arith::WordModulus& m);

/// Returns the shift that maps the centred range [-half, m - half) to [0, m).
constexpr std::uint64_t half_of(std::uint64_t m) { return m / 2; }  // proof 16.7

/// Number of bits of the lower part of a row that is split.
constexpr unsigned split_bits = 31;  // proof 16.9

/// Modulus m, coprime to the q_i, that determines the multiple of Q. The result is the integer
/// X = sum_i y_i (Q/q_i) + r Q with r in [-m/2, m/2) and X = x_m modulo m. With x_m given, this is Shenoy's and
/// Kumaresan's conversion. Otherwise x_m is zero, and X / m is Montgomery's reduction of x modulo Q.
struct RedundantModulus {
  arith::WordModulus modulus;
  bool is_given;
};

/// Plan of a base conversion: its constants and its kernels, chosen once. The layer above has checked all arguments.
///
/// A conversion has two steps. With the scales s_i and t_j, which are 1 by default:
///
///     prepare    y_i = x_i s_i (Q/q_i)^-1 modulo q_i        v = sum_i y_i / q_i, rounded to an integer
///     finish     out_j = (sum_i y_i (Q/q_i) - v Q) t_j modulo p_j, one dot product for each value
///
/// v is rounded down for Lift::floor, to the nearest for Lift::centred, and omitted for Lift::approximate. The rows of
/// `prepare` are the y_i, then v.
///
/// Each j has the best kernel for p_j and the rows. A row that is too long for the arithmetic of some p_j is split if
/// that saves them more than one more term costs all: y = l + 2^31 h, where l takes the row's place and h is one more
/// row at the end. Rows of one length are split together. A single row is never split.
///
/// With a redundant modulus m, the additional row is r + floor(m/2) modulo m, from a dot product modulo m. `finish`
/// multiplies it by Q and subtracts floor(m/2) Q. Given residues modulo m are one more row of the inputs.
///
/// A single modulus q needs no sum. The row is x, or x + floor(q/2) modulo q if the lift is centred. Each result is one
/// product plus a constant; x is reduced first if p_j is too short for it to be a lazy operand.
class BaseConversionPlan {
 public:
  using Moduli = std::span<const arith::WordModulus>;

  /// Words for the rows of a tile, which stay in a first-level cache unless there are many rows.
  static constexpr std::size_t tile_words = 4608;
  /// Least and greatest number of values in a tile.
  static constexpr std::size_t shortest_tile = 32, longest_tile = 256;

  /// With a redundant modulus, the lift is centred.
  BaseConversionPlan(Moduli from, Moduli to, Lift lift, const backends::Backend& backend,
                     const ConversionScales& scales = {}, const std::optional<RedundantModulus>& redundant = {});

  /// Converts values [begin, end) of all rows.
  void convert(const RnsSpan& out, const RnsView& in, std::size_t begin, std::size_t end) const;

  /// Number of rows that `prepare` writes: one for each modulus, one for v if the conversion has it, and one for each
  /// row that is split.
  [[nodiscard]] std::size_t terms() const { return whole_rows() + split_rows_.size(); }

  /// Memory for the rows of a tile. It lies on the stack, or is borrowed from the plan if the shortest tile does not
  /// fit there.
  class Tile {
   public:
    explicit Tile(const BaseConversionPlan& conversion) : length_(conversion.tile_length()) {
      if (conversion.tiles_ != nullptr) loan_.emplace(*conversion.tiles_);
    }
    /// Number of values, a multiple of 16, so that each row begins on a vector.
    [[nodiscard]] std::size_t length() const { return length_; }
    /// Returns the first row. Rows lie length() words apart.
    [[nodiscard]] std::uint64_t* rows() { return loan_ ? static_cast<std::uint64_t*>(loan_->get()) : words_; }

   private:
    std::size_t length_;
    std::optional<memory::Scratch::Loan> loan_;
    alignas(64) std::uint64_t words_[tile_words];
  };

  /// Calls use(rows, stride, at, count) for each tile of values [begin, end) of the inputs, with the rows from
  /// `prepare`.
  template <class Use>
  void for_each_tile(const RnsView& in, std::size_t begin, std::size_t end, const Use& use) const {
    Tile tile(*this);
    for (std::size_t at = begin; at < end; at += tile.length()) {
      const std::size_t count = std::min(tile.length(), end - at);
      prepare(tile.rows(), tile.length(), in, at, count);
      use(tile.rows(), tile.length(), at, count);
    }
  }

  /// Writes all rows for values [begin, begin + count) of the inputs to the beginnings of rows, which lie `stride`
  /// words apart.
  void prepare(std::uint64_t* rows, std::size_t stride, const RnsView& in, std::size_t begin, std::size_t count) const;

  /// Replaces rows with `count` values of the inputs by y_i, and writes the other rows after them.
  void prepare_in_place(std::uint64_t* rows, std::size_t stride, std::size_t count) const;

  /// Returns the least factor f in {1, 2, 4} for which all residues of a single input modulus lie in [0, f p_j), so
  /// that a lazy operation modulo p_j takes them as they are. Returns 0 if there is none, and for several moduli or a
  /// centred lift.
  [[nodiscard]] unsigned lazy_factor(std::size_t j) const {
    return products_of_one_.empty() || lift_ == Lift::centred ? 0 : products_of_one_[j].input_factor;
  }

  /// Returns the c < p_j for which y + c is the lift modulo p_j and lies in [0, 4 p_j), for each y in the row of a
  /// single input modulus. Empty if there is none, and for several moduli. The factors of results are not applied.
  [[nodiscard]] std::optional<std::uint64_t> lazy_summand(std::size_t j) const;

  /// Computes `count` values modulo each of the out.size() moduli from p_first on, from the rows of `prepare`. Writes
  /// them to the rows of `out`, beginning at `offset`.
  void finish(std::span<std::uint64_t* const> out, std::size_t offset, std::size_t first, const std::uint64_t* rows,
              std::size_t stride, std::size_t count) const;
  /// Does the same modulo all p_j.
  void finish(const RnsSpan& out, std::size_t offset, const std::uint64_t* rows, std::size_t stride,
              std::size_t count) const;

  /// Returns the backends and arithmetics of the kernels that compute the outputs.
  [[nodiscard]] const std::string& describe() const { return description_; }

 private:
  /// Constants and kernels of a row of inputs.
  struct Input {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::axpy) multiply;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    /// s_i (Q/q_i)^-1 modulo q_i.
    std::uint64_t inverse;
    decltype(kernels::DotKernels::add_fractions) add_fractions;
    unsigned fraction_shift;
    std::uint64_t fraction;

    /// Writes y_i = x_i s_i (Q/q_i)^-1 modulo q_i for `count` values.
    void prepare(std::uint64_t* y, const std::uint64_t* x, std::size_t count) const {
      if (inverse != 1) return multiply(y, x, inverse, nullptr, count, modulus, 1);
      if (y != x) std::copy_n(x, count, y);
    }
  };

  /// Constant that is added to an output at the end.
  struct Shift {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    std::uint64_t constant;

    void operator()(std::uint64_t* values, std::size_t count) const {
      if (constant != 0) add_scalar(values, values, constant, count, modulus);
    }
  };

  /// Factor of an output in a conversion from a single modulus.
  struct Product {
    arith::WordModulus modulus;
    decltype(kernels::EltwiseKernels::axpy) multiply;
    decltype(kernels::EltwiseKernels::reduce) reduce;
    std::uint64_t factor;
    /// Input factor of the product's operands; 0 means that they must be reduced first, since they are too large.
    unsigned input_factor;

    /// Writes the products of `count` values.
    void operator()(std::uint64_t* out, const std::uint64_t* x, std::size_t count) const {
      if (input_factor != 0) return multiply(out, x, factor, nullptr, count, modulus, input_factor);
      reduce(out, x, count, modulus, Range::any, 1);
      if (factor != 1) multiply(out, out, factor, nullptr, count, modulus, 1);
    }
  };

  /// Dot product of an output. The factors c_ji of its terms i, in the kernel's codec, and the constants of p_j begin
  /// at these indices.
  struct Sum {
    const kernels::DotKernels* dot;
    std::size_t factors;
    std::size_t constants;
  };

  /// Computes the multiple of Q by a redundant modulus m.
  struct Multiple {
    arith::WordModulus modulus;
    const kernels::DotKernels* dot;
    bool is_given;
    decltype(kernels::EltwiseKernels::add_scalar) add_scalar;
    /// -1/q_i modulo m for each input, then 1/Q.
    memory::AlignedWords<std::uint64_t> factors;
    /// Constants of m.
    memory::AlignedWords<std::uint64_t> constants;

    /// Writes r + floor(m/2) modulo m to the row after `inputs`, over the residues modulo m if they are given.
    void find(std::uint64_t* rows, std::size_t stride, std::size_t inputs, std::size_t count) const {
      alignas(64) std::array<std::uint64_t, longest_tile> r;
      std::uint64_t* const row = r.data();
      dot->rows({.in = rows,
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

  [[nodiscard]] bool has_multiples() const {
    return multiple_.has_value() || (inputs_.size() > 1 && lift_ != Lift::approximate);
  }
  /// Number of rows before the parts of split rows.
  [[nodiscard]] std::size_t whole_rows() const { return inputs_.size() + (has_multiples() ? 1 : 0); }
  [[nodiscard]] std::size_t tile_length() const {
    return std::clamp(tile_words / terms() / 16 * 16, shortest_tile, longest_tile);
  }
  void set_inputs(Moduli from, const backends::Backend& backend, std::span<const std::uint64_t> scales);
  [[nodiscard]] std::uint64_t split_rows(Moduli from, Moduli to, const backends::Backend& backend);
  void set_outputs(Moduli from, Moduli to, std::uint64_t longest_row, const backends::Backend& backend,
                   std::span<const std::uint64_t> scales);
  template <class FactorOf>
  void add_sum(const arith::WordModulus& p, const backends::DotChoice& choice, const FactorOf& factor_of);
  void add_product(const arith::WordModulus& q, const arith::WordModulus& p, std::uint64_t factor,
                   const backends::Backend& backend);
  void add_description(std::string_view backend, std::string_view arithmetic);
  [[nodiscard]] Multiple multiple_by(const RedundantModulus& redundant, Moduli from,
                                     const backends::Backend& backend) const;
  /// Does the second half of `prepare`, from the y_i of `count` values in rows `stride` words apart. Writes the other
  /// rows after them. With a redundant modulus, `prepare` and `complete` take at most longest_tile values.
  void complete(std::uint64_t* rows, std::size_t stride, std::size_t count) const;

  Lift lift_;
  std::vector<Input> inputs_;
  std::optional<Multiple> multiple_;
  /// Rows that are split, in the order of their upper parts.
  std::vector<std::size_t> split_rows_;
  /// Factors of a single modulus. Empty for several moduli, and with a redundant one.
  std::vector<Product> products_of_one_;
  /// Constants to add to the outputs. Empty if the conversion adds none.
  std::vector<Shift> shifts_;
  /// Sums of the outputs. Empty for a single modulus without a redundant one.
  std::vector<Sum> sums_;
  /// Factors and constants of the sums.
  memory::AlignedWords<std::uint64_t> factors_;
  memory::AlignedWords<std::uint64_t> constants_;
  /// Memory of tiles that do not fit on the stack; null if they do.
  std::unique_ptr<memory::Scratch> tiles_;
  std::string description_;
};

}  // namespace ringlet::rns
