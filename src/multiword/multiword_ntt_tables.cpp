#include "multiword/multiword_ntt_tables.hpp"

#include <span>
#include <utility>
#include <vector>

#include "arith/bit_reversal.hpp"
#include "arith/multiword_format.hpp"

namespace ringlet::multiword {
namespace {

using Number = MultiwordNumbers::Number;
using Array = MultiwordNumbers::Array;

/// Largest log2(n) for which the factors between columns and rows are stored, n of them, which a cache holds. For
/// larger n, computing them costs less than reading them.
constexpr unsigned max_stored_log_n = 16;

/// Offset of each table in the block, in words.
struct TableLayout {
  TableLayout(const MultiwordDirection& direction, const Number& one, const kernels::MultiwordNttKernel& kernel)
      : height_log(direction.log_height),
        width_log(direction.log_width),
        by_stage(direction.first != one),
        has_last(direction.last != one),
        computes_factors(height_log + width_log > max_stored_log_n) {
    const std::size_t lanes = std::size_t{1} << kernel.lanes_log, height = std::size_t{1} << height_log,
                      width = std::size_t{1} << width_log, twiddle = kernel.twiddle_words();
    between = 0;
    const std::size_t of_column =
        computes_factors ? lanes * kernel.format.limbs + twiddle : height * kernel.format.limbs;
    columns = between + width * of_column;
    rows = columns + (by_stage ? height : height / 2) * twiddle;
    last = rows + width / 2 * twiddle;
    products = last + (has_last ? width : 0) * twiddle;
    words = products + 2 * twiddle;
  }

  unsigned height_log, width_log;
  bool by_stage, has_last, computes_factors;
  std::size_t between, columns, rows, last, products, words;
};

/// Writes the tables of one direction.
class TableWriter {
 public:
  TableWriter(std::uint64_t* block, const TableLayout& layout, const MultiwordDirection& direction,
              const MultiwordNumbers& numbers, const kernels::MultiwordNttKernel& kernel)
      : block_(block), layout_(layout), direction_(direction), numbers_(numbers), kernel_(kernel) {
    // The factors of a twiddle's rows, and R, in Montgomery form: see arith::MultiwordFormat.
    const arith::MultiwordFormat& format = kernel.format;
    Number two{2};
    const Number digit = numbers.power(numbers.to_montgomery(two), format.limb_bits * (format.limbs / format.rows));
    const unsigned first = format.in_doubles ? 0 : 1;
    for (unsigned i = 0; i < format.rows; ++i) scales_.push_back(numbers.power(digit, i + first));
    r_ = format.in_doubles ? numbers.one() : scales_.back();
  }

  void write() {
    const std::size_t height = std::size_t{1} << layout_.height_log, width = std::size_t{1} << layout_.width_log;
    const Number column_root = numbers_.power(direction_.root, width);
    if (layout_.by_stage) {
      write_stages(column_root, numbers_.power(direction_.first, width));
    } else {
      write_twiddles(layout_.columns, column_root, layout_.height_log);
    }
    write_twiddles(layout_.rows, numbers_.power(direction_.root, height), layout_.width_log);
    if (layout_.has_last) {
      const Array factors = numbers_.powers(plain_one(), numbers_.power(direction_.last, height), width);
      put_twiddles(factors, [&](std::size_t i) { return layout_.last + i * kernel_.twiddle_words(); }, 1);
    }
    write_factors_between();
    write_product_factors();
  }

 private:
  static Number plain_one() { return {1}; }

  /// Writes the first `count` words of a row for each value, `step` words apart, from place(i) on for value i.
  template <class Place>
  void put_row(const Array& values, const Number& scale, Place place, std::size_t step, unsigned count) {
    const Array scaled = numbers_.mul(values, scale);
    const std::size_t words = numbers_.words();
    std::vector<std::uint64_t> row(kernel_.format.row_words());
    for (std::size_t i = 0; i < scaled.size() / words; ++i) {
      arith::encode_row(row, std::span(scaled).subspan(i * words, words), kernel_.format, numbers_.modulus());
      for (std::size_t j = 0; j < count; ++j) block_[place(i) + j * step] = row[j];
    }
  }

  template <class Place>
  void put_twiddles(const Array& values, Place place, std::size_t step) {
    for (std::size_t row = 0; row < scales_.size(); ++row) {
      const unsigned words = kernel_.format.row_words();
      put_row(values, scales_[row], [&](std::size_t i) { return place(i) + row * words * step; }, step, words);
    }
  }

  void write_twiddles(std::size_t at, const Number& root, unsigned log_size) {
    if (log_size == 0) return;
    const Array powers = numbers_.powers(plain_one(), root, std::size_t{1} << (log_size - 1));
    put_twiddles(
        powers, [&](std::size_t i) { return at + arith::reverse_bits(i, log_size - 1) * kernel_.twiddle_words(); }, 1);
  }

  /// Writes the twiddles of the columns by stages, for values that are multiplied by first^i: see
  /// kernels::MultiwordTwiddles.
  void write_stages(const Number& root, const Number& first) {
    for (unsigned stage = 0; stage < layout_.height_log; ++stage) {
      const std::size_t blocks = std::size_t{1} << stage, reach = std::size_t{1} << (layout_.height_log - stage - 1);
      const Number start = numbers_.mul(numbers_.power(first, reach), plain_one());
      put_twiddles(
          numbers_.powers(start, numbers_.power(root, reach), blocks),
          [&](std::size_t i) {
            return layout_.columns + (blocks + arith::reverse_bits(i, stage)) * kernel_.twiddle_words();
          },
          1);
    }
  }

  /// Writes the factors between columns and rows: value k1 of column c is multiplied by scale first^c (last root^c)^k1.
  void write_factors_between() {
    const std::size_t height = std::size_t{1} << layout_.height_log, width = std::size_t{1} << layout_.width_log;
    const std::size_t lanes = std::size_t{1} << kernel_.lanes_log, cell = kernel_.cell_words();
    Array ratios = numbers_.powers(direction_.last, direction_.root, width);
    const Array starts = numbers_.powers(numbers_.mul(direction_.scale, plain_one()), direction_.first, width);

    // Value i of group e has index e lanes + i, or, if results are bit-reversed, e + (height / lanes) i', where i' is i
    // with its bits reversed.
    const bool reversed = direction_.bit_reversed_out;
    const Array far = power_of_two(ratios, reversed ? layout_.height_log - kernel_.lanes_log : kernel_.lanes_log);
    const Array& of_values = reversed ? far : ratios;
    const Array& of_groups = reversed ? ratios : far;
    const std::size_t factors_in_block =
        layout_.computes_factors ? lanes * (cell + kernel_.twiddle_words()) : height * cell;
    const auto place_of = [&](std::size_t c) {
      const std::size_t lane = direction_.bit_reversed_in ? arith::reverse_bits(c, layout_.width_log) : c;
      return layout_.between + lane / lanes * factors_in_block + lane % lanes;
    };

    Array of_first_group = starts;
    for (std::size_t j = 0; j < lanes; ++j) {
      const std::size_t i = reversed ? arith::reverse_bits(j, kernel_.lanes_log) : j;
      Array factors = of_first_group;
      for (std::size_t e = 0; e < (layout_.computes_factors ? 1 : height / lanes); ++e) {
        if (e > 0) factors = numbers_.mul(factors, of_groups);
        put_row(
            factors, r_, [&](std::size_t c) { return place_of(c) + (e * lanes + i) * cell; }, lanes,
            kernel_.format.limbs);
      }
      of_first_group = numbers_.mul(of_first_group, of_values);
    }
    if (!layout_.computes_factors) return;
    const Array steps = numbers_.mul(of_groups, plain_one());
    put_twiddles(steps, [&](std::size_t c) { return place_of(c) + lanes * cell; }, lanes);
  }

  /// Writes the factors of products: R of the kernel for plain numbers, R / 2^(64 words) in Montgomery form.
  void write_product_factors() {
    Array factors;
    for (const Number& factor :
         {numbers_.mul(r_, plain_one()), numbers_.mul(numbers_.mul(r_, plain_one()), plain_one())}) {
      factors.insert(factors.end(), factor.begin(), factor.begin() + static_cast<std::ptrdiff_t>(numbers_.words()));
    }
    put_twiddles(factors, [&](std::size_t i) { return layout_.products + i * kernel_.twiddle_words(); }, 1);
  }

  /// Returns x^(2^log).
  [[nodiscard]] Array power_of_two(Array x, unsigned log) const {
    for (unsigned i = 0; i < log; ++i) x = numbers_.mul(x, x);
    return x;
  }

  std::uint64_t* block_;
  const TableLayout& layout_;
  const MultiwordDirection& direction_;
  const MultiwordNumbers& numbers_;
  const kernels::MultiwordNttKernel& kernel_;
  std::vector<Number> scales_;
  Number r_;
};

}  // namespace

MultiwordNttTables::MultiwordNttTables(const MultiwordDirection& direction, const MultiwordNumbers& numbers,
                                       const kernels::MultiwordNttKernel& kernel)
    : block_(TableLayout(direction, numbers.one(), kernel).words) {
  const TableLayout layout(direction, numbers.one(), kernel);
  TableWriter(block_.get(), layout, direction, numbers, kernel).write();
  call_.columns = {block_.get() + layout.columns, layout.height_log, layout.by_stage};
  call_.rows = {block_.get() + layout.rows, layout.width_log, false};
  call_.between_factors = block_.get() + layout.between;
  call_.computes_factors = layout.computes_factors;
  call_.last_factors = layout.has_last ? block_.get() + layout.last : nullptr;
  call_.bit_reversed_in = direction.bit_reversed_in;
  call_.bit_reversed_out = direction.bit_reversed_out;
  const std::uint64_t* const factors = block_.get() + layout.products;
  const bool is_same_form =
      !kernel.format.in_doubles && kernel.format.limb_bits * kernel.format.limbs == 64 * kernel.words;
  plain_factor_ = kernel.format.in_doubles ? nullptr : factors;
  montgomery_factor_ = is_same_form ? nullptr : factors + kernel.twiddle_words();
}

}  // namespace ringlet::multiword
