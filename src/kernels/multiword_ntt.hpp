#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "arith/bit_reversal.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "kernels/environment.hpp"
#include "kernels/multiword_ntt_stages.hpp"
#include "kernels/multiword_ntt_table.hpp"
#include "kernels/range_check.hpp"

namespace ringlet::kernels {

/// The two phases of transforms in four steps (multiword_ntt_table.hpp), over any of their arithmetics. The lanes are
/// neighbouring columns, then rows, so that nearly all twiddles are the same in all lanes and tables are short.
template <arith::MultiwordNttArithmetic A>
class MultiwordNtt {
  using Isa = typename A::Isa;
  using Value = typename A::Value;
  using Schedule = MultiwordSchedule<A>;
  using Ranges = MultiwordRanges<A>;
  static constexpr std::size_t lanes = A::lanes;
  static constexpr unsigned lanes_log = Isa::lanes_log;
  static constexpr std::size_t together = A::together;
  static constexpr std::size_t words = A::words;
  static constexpr std::size_t cell = lanes * A::limbs;
  static constexpr std::size_t twiddle_words = A::twiddle_format.words();

 public:
  static constexpr MultiwordNttKernel table(const char* arithmetic) {
    return {.arithmetic = arithmetic,
            .words = A::words,
            .min_modulus_bits = A::min_modulus_bits,
            .capacity = A::capacity,
            .capacity_bits = A::capacity_bits,
            .lanes_log = lanes_log,
            .format = A::twiddle_format,
            .modulus = arith::modulus_codec_of<A>(),
            .columns = columns,
            .rows = rows,
            .load = load,
            .store = store,
            .add = add,
            .sub = sub,
            .mul = mul,
            .mul_add = mul_add};
  }

 private:
  /// log2 of the number of cells in a block that stays in a first-level cache for all its stages.
  static constexpr unsigned near_log = std::bit_width(std::size_t{40960} / (8 * cell)) - 1;

  static void columns(const MultiwordNttCall& call, std::size_t begin, std::size_t end, std::uint64_t* scratch) {
    in_kernel(call, [&](const A& a) RINGLET_INLINE_LAMBDA {
      const std::size_t height = std::size_t{1} << call.columns.log_size;
      for (std::size_t block = begin; block < end; ++block) {
        if (call.in != nullptr) {
          const auto input = column_in_words(call, a, block);
          for (std::size_t i = 0; i < height; ++i) A::store(scratch + i * cell, input(i));
          transform(call, a, call.columns, scratch, scratch);
        } else {
          transform(call, a, call.columns, scratch, call.cells + block * height * cell);
        }
        multiply_and_transpose(call, a, block, scratch);
      }
      if (call.streams) A::stream_fence();
    });
  }

  static void rows(const MultiwordNttCall& call, std::size_t begin, std::size_t end, std::uint64_t* scratch) {
    in_kernel(call, [&](const A& a) RINGLET_INLINE_LAMBDA {
      const unsigned log_width = call.rows.log_size;
      const bool keeps_order = call.bit_reversed_out && call.out != nullptr;
      for (std::size_t block = begin; block < end; ++block) {
        const std::size_t first = block << log_width;
        transform(call, a, call.rows, scratch, call.between + first * cell);
        for (std::size_t i = 0; i < std::size_t{1} << log_width; ++i) {
          const std::size_t place = keeps_order ? i : arith::reverse_bits(i, log_width);
          Value x = in_range<A>(*call.modulus, A::load(scratch + place * cell), Ranges::finishable);
          if (call.last_factors != nullptr) {
            x = a.mul_twiddle(x, call.last_factors + i * twiddle_words);
            x = a.template lifted<Schedule::depth + 1>(x);
          }
          if (call.out != nullptr) {
            put(call, a, block, i, a.canonical(x));
          } else if (call.streams) {
            A::stream(call.cells + (first + i) * cell, a.kept(x));
          } else {
            A::store(call.cells + (first + i) * cell, a.kept(x));
          }
        }
      }
      if (call.streams) A::stream_fence();
    });
  }

  static void load(const MultiwordNttCall& call) {
    in_kernel(call, [&](const A& a) RINGLET_INLINE_LAMBDA {
      const unsigned log_height = call.columns.log_size;
      for (std::size_t block = 0; block < std::size_t{1} << (call.rows.log_size - lanes_log); ++block) {
        const auto input = column_in_words(call, a, block);
        std::uint64_t* const cells = call.cells + (block << log_height) * cell;
        for (std::size_t i = 0; i < std::size_t{1} << log_height; ++i) A::store(cells + i * cell, input(i));
      }
    });
  }

  static void store(const MultiwordNttCall& call) {
    in_kernel(call, [&](const A& a) RINGLET_INLINE_LAMBDA {
      const unsigned log_width = call.rows.log_size;
      for (std::size_t block = 0; block < std::size_t{1} << (call.columns.log_size - lanes_log); ++block) {
        const auto input = in_cells(call, call.cells + (block << log_width) * cell);
        for (std::size_t i = 0; i < std::size_t{1} << log_width; ++i) {
          const Value x = input(call.bit_reversed_out ? arith::reverse_bits(i, log_width) : i);
          put(call, a, block, i, a.canonical(a.template lifted<1>(x)));
        }
      }
      if (call.streams) A::stream_fence();
    });
  }

  static void add(const MultiwordNttCall& call, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                  std::size_t count) {
    map_cells(call, out, count, [&](const A& a, std::size_t i) RINGLET_INLINE_LAMBDA {
      return a.template lifted<1>(a.add(in_cells(call, x)(i), in_cells(call, y)(i)));
    });
  }

  static void sub(const MultiwordNttCall& call, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                  std::size_t count) {
    map_cells(call, out, count, [&](const A& a, std::size_t i) RINGLET_INLINE_LAMBDA {
      return a.template lifted<MultiwordRanges<A>::difference_lift>(a.sub(in_cells(call, x)(i), in_cells(call, y)(i)));
    });
  }

  static void mul(const MultiwordNttCall& call, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                  const std::uint64_t* factor, std::size_t count) {
    products(call, out, x, y, factor, count, false);
  }
  static void mul_add(const MultiwordNttCall& call, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                      const std::uint64_t* factor, std::size_t count) {
    products(call, out, x, y, factor, count, true);
  }

  /// Computes out[i] = x[i] y[i], times `factor` unless it is null, plus out[i] if `adds`.
  static void products(const MultiwordNttCall& call, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                       const std::uint64_t* factor, std::size_t count, bool adds) {
    map_cells(call, out, count, [&](const A& a, std::size_t i) RINGLET_INLINE_LAMBDA {
      Value operand[1] = {in_cells(call, x)(i)};
      a.mul(operand, {in_cells(call, y)(i)});
      Value product = operand[0];
      if (factor != nullptr) product = a.mul_twiddle(product, factor);
      if (adds) product = a.add(product, in_cells(call, out)(i));
      return a.template lifted<Schedule::depth + 1>(product);
    });
  }

  /// Runs work(a) as the body of a kernel.
  template <class Work>
  RINGLET_INLINE static void in_kernel(const MultiwordNttCall& call, const Work& work) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA { work(A(*call.modulus, call.constants)); });
  }

  /// Computes out[i] = f(a, i), reduced as values in cells are.
  template <class F>
  RINGLET_INLINE static void map_cells(const MultiwordNttCall& call, std::uint64_t* out, std::size_t count,
                                       const F& f) {
    in_kernel(call, [&](const A& a) RINGLET_INLINE_LAMBDA {
      for (std::size_t i = 0; i < count; ++i) A::store(out + i * cell, a.kept(f(a, i)));
    });
  }

  /// Return functions of i that give value i of the columns of a block, and value i of consecutive cells.
  RINGLET_INLINE static auto column_in_words(const MultiwordNttCall& call, const A& a, std::size_t block) {
    const unsigned log_height = call.columns.log_size;
    const std::size_t height = std::size_t{1} << log_height, width = std::size_t{1} << call.rows.log_size;
    const bool is_reversed = call.bit_reversed_in;
    const std::size_t value_step = is_reversed ? words : width * words;
    const std::size_t lane_step = is_reversed ? height * words : words;
    const std::uint64_t* const first = call.in + block * lanes * lane_step;
    return [=, &a](std::size_t i) RINGLET_INLINE_LAMBDA {
      return a.from_words(first + (is_reversed ? arith::reverse_bits(i, log_height) : i) * value_step, lane_step);
    };
  }
  RINGLET_INLINE static auto in_cells(const MultiwordNttCall& call, const std::uint64_t* cells) {
    const MultiwordModulusConstants& q = *call.modulus;
    return [&q, cells](std::size_t i)
               RINGLET_INLINE_LAMBDA { return in_range<A>(q, A::load(cells + i * cell), Ranges::entry); };
  }

  /// Stores the canonical results at place i of the rows of a block.
  RINGLET_INLINE static void put(const MultiwordNttCall& call, const A& a, std::size_t block, std::size_t i,
                                 const Value& x) {
    const std::size_t height = std::size_t{1} << call.columns.log_size, width = std::size_t{1} << call.rows.log_size;
    if (call.bit_reversed_out) {
      a.to_words(call.out + (block * lanes * width + i) * words, width * words, x);
    } else if (call.streams) {
      a.stream_words(call.out + (i * height + block * lanes) * words, x);
    } else {
      a.to_words(call.out + (i * height + block * lanes) * words, words, x);
    }
  }

  /// Multiplies a block of transformed columns by the factors between and stores it as rows: the cells of a block of
  /// rows are its values in all columns, in order.
  static void multiply_and_transpose(const MultiwordNttCall& call, const A& a, std::size_t block,
                                     const std::uint64_t* scratch) {
    const unsigned log_height = call.columns.log_size, log_width = call.rows.log_size;
    const std::size_t height = std::size_t{1} << log_height, width = std::size_t{1} << log_width;
    const std::size_t factor_words = call.computes_factors ? lanes * (cell + twiddle_words) : height * cell;
    const std::uint64_t* factors = call.between_factors + block * factor_words;
    const std::uint64_t* const steps = factors + lanes * cell;
    Value factor[lanes], x[lanes];
    for (std::size_t i = 0; i < lanes; ++i) factor[i] = A::load(factors + i * cell);
    for (std::size_t e = 0; e < height / lanes; ++e) {
      const std::size_t group = call.bit_reversed_out ? arith::reverse_bits(e, log_height - lanes_log) : e;
      for (std::size_t i = 0; i < lanes; i += together) {
        Value power[together], product[together];
        RINGLET_UNROLL_FULLY
        for (std::size_t k = 0; k < together; ++k) {
          const std::size_t value = group * lanes + i + k;
          const std::size_t place = call.bit_reversed_out ? value : arith::reverse_bits(value, log_height);
          power[k] = call.computes_factors ? in_range<A>(*call.modulus, factor[i + k], Ranges::chained)
                                           : A::load(factors + (e * lanes + i + k) * cell);
          product[k] = in_range<A>(*call.modulus, A::load(scratch + place * cell), Ranges::finishable);
        }
        a.mul(product, power);
        RINGLET_UNROLL_FULLY
        for (std::size_t k = 0; k < together; ++k) {
          x[i + k] = product[k];
          if (call.computes_factors) factor[i + k] = a.mul_lanes(power[k], steps);
        }
      }
      A::transpose(x);
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::size_t lane = block * lanes + i;
        const std::size_t column = call.bit_reversed_in ? arith::reverse_bits(lane, log_width) : lane;
        std::uint64_t* const place = call.between + (group * width + column) * cell;
        if (call.streams) {
          A::stream(place, x[i]);
        } else {
          A::store(place, x[i]);
        }
      }
    }
  }

  /// Transforms 2^log_size values in all lanes, below Schedule::entry q, from natural to bit-reversed order. Reads them
  /// from the cells at `in`, which may be `values`. Leaves results in the range `results`, or `after_first` if there
  /// are only the first three stages.
  static void transform(const MultiwordNttCall& call, const A& arithmetic, const MultiwordTwiddles& twiddles,
                        std::uint64_t* values, const std::uint64_t* in) {
    const A a = arithmetic;  // a copy whose constants the stores cannot alias
    const auto input = in_cells(call, in);
    const std::size_t size = std::size_t{1} << twiddles.log_size;
    if (twiddles.log_size < 3 || twiddles.by_stage) {
      for (std::size_t i = 0; i < size; ++i)
        A::store(values + i * cell, a.template lifted<2 * Schedule::depth>(input(i)));
      stages(call, a, twiddles, values, twiddles.log_size, 0);
      return;
    }
    const std::size_t eighth = size / 8;
    for (std::size_t i = 0; i < eighth; ++i) {
      Value x[8];
      multiword_first_stages<A>(
          a, x, [&](unsigned k) RINGLET_INLINE_LAMBDA { return input(k * eighth + i); }, twiddles.numbers,
          twiddle_words);
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < 8; ++k) A::store(values + (k * eighth + i) * cell, x[k]);
    }
    for (std::size_t k = 0; k < 8; ++k) {
      stages(call, a, twiddles, values + k * eighth * cell, twiddles.log_size - 3, k);
    }
  }

  /// Computes the last log_length stages, on block `block` of the first of them, depth first. A block that fits the
  /// first-level cache goes through all its stages; each part of a larger block goes on by itself after three. The
  /// values that no product replaces are reduced once in three stages and before the last stages.
  static void stages(const MultiwordNttCall& call, const A& a, const MultiwordTwiddles& twiddles, std::uint64_t* values,
                     unsigned log_length, std::size_t block) {
    const unsigned count = log_length <= near_log ? log_length : 3;
    const bool is_last = count == log_length;
    for (unsigned stage = 0; stage < count; ++stage) {
      const std::size_t length = std::size_t{1} << (log_length - stage);
      const unsigned left = count - stage;
      for (std::size_t i = 0; i < std::size_t{1} << stage; ++i) {
        std::uint64_t* const part = values + i * length * cell;
        if (stage % 3 == 0) {
          if (is_last && left <= 3) {
            reduce<Schedule::last_offset>(call, a, part, length >> left);
          } else {
            reduce<Schedule::offset>(call, a, part, length >> 3);
          }
        }
        const std::size_t number = (block << stage) + i;
        const std::size_t before = twiddles.by_stage ? std::size_t{1} << (twiddles.log_size - log_length + stage) : 0;
        butterflies(call, a, part, length / 2, twiddles.numbers + (before + number) * twiddle_words);
      }
    }
    if (is_last) return;
    for (std::size_t i = 0; i < std::size_t{1} << count; ++i) {
      stages(call, a, twiddles, values + (i << (log_length - count)) * cell, log_length - count, (block << count) + i);
    }
  }

  template <unsigned lift>
  RINGLET_INLINE static void reduce(const MultiwordNttCall& call, const A& a, std::uint64_t* values,
                                    std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Value x = in_range<A>(*call.modulus, A::load(values + i * cell), Ranges::between);
      A::store(values + i * cell, a.template lifted<lift>(a.reduced(x)));
    }
  }

  RINGLET_INLINE static void butterflies(const MultiwordNttCall& call, const A& a, std::uint64_t* values,
                                         std::size_t count, const std::uint64_t* w) {
    std::uint64_t* const others = values + count * cell;
    for (std::size_t i = 0; i < count; ++i) {
      const Value y = in_range<A>(*call.modulus, A::load(others + i * cell), A::Ranges::largest());
      const Value product = a.mul_twiddle(y, w);
      const Value x = A::load(values + i * cell);
      A::store(values + i * cell, a.add(x, product));
      A::store(others + i * cell, a.sub(x, product));
    }
  }
};

}  // namespace ringlet::kernels
