#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "arith/multiword_ntt_arithmetic.hpp"
#include "ringlet/types.hpp"

/// Transforms modulo a multiword q in four steps. The n values are a matrix of `height` rows and `width` columns, with
/// value i in row i / width. Each column is transformed, its results are multiplied by factors ("the factors between"),
/// and each row is transformed: row k1 consists of result k1 of all columns. Result k is value k / height of row
/// k mod height.
namespace ringlet::kernels {

/// Twiddles of a transform of 2^log_size points with root w, in rows of limbs (arith::MultiwordFormat). Let r be the
/// reversal of log_size - 1 bits. Block b of any stage uses number b, w^r(b). With `by_stage`, value j is first
/// multiplied by g^j, and block b of stage s uses number 2^s + b, g^(2^(log_size - s - 1)) w^r(b).
struct MultiwordTwiddles {
  const std::uint64_t* numbers;
  unsigned log_size;
  bool by_stage;
};

/// Arguments of one transform. `bit_reversed_in`: value i of the input is at the place with its bits reversed;
/// `bit_reversed_out`: so is value i of the output.
struct MultiwordNttCall {
  const MultiwordModulusConstants* modulus;
  const std::uint64_t* constants;  ///< as the kernel's codec wrote them
  MultiwordTwiddles columns;       ///< for height points
  MultiwordTwiddles rows;          ///< for width points
  /// The factors between, in the form that the format says. For each block of columns they are `height` cells in the
  /// order in which the block uses them. If `computes_factors`, they are the first `lanes` of these cells, followed by
  /// a twiddle for each lane: it multiplies the factors of one group of `lanes` to give the factors of the next group.
  const std::uint64_t* between_factors;
  bool computes_factors;
  /// Twiddles that multiply values 0 to width - 1 of all rows at the end; null if there are no factors.
  const std::uint64_t* last_factors;
  bool bit_reversed_in;
  bool bit_reversed_out;
  /// Whether arrays are too large for the caches.
  bool streams;
  /// Arrays of n canonical numbers; null for values in `cells`.
  std::uint64_t* out;
  const std::uint64_t* in;
  /// n cells between the two phases, aligned to a cache line; disjoint from all other arrays.
  std::uint64_t* between;
  /// n cells in which values stay from one operation to the next, reduced, aligned to a cache line; null if they do not
  /// stay. Columns are read block after block, and rows are written block after block, with the cells of each block in
  /// natural order. The columns of the opposite direction, whose height is this direction's width, thus find their
  /// input where the rows have left it.
  std::uint64_t* cells;
};

/// The kernel of transforms of numbers of `words` words. Its two phases process columns or rows `lanes` at a time, in
/// blocks [begin, end). Blocks are independent, and all columns precede the first row.
/// Scratch    2^max(log height, log width) cells, on a cache line
/// Aliasing   out may equal in
/// Input      [0, q)
/// Output     [0, q)
struct MultiwordNttKernel {
  const char* arithmetic;
  unsigned words;
  /// Limits on moduli: 2^(min_modulus_bits - 1) <= q and capacity q / 256 <= 2^capacity_bits.
  unsigned min_modulus_bits;
  std::uint64_t capacity;
  unsigned capacity_bits;
  /// Number of lanes, 2^lanes_log; height and width are at least that.
  unsigned lanes_log;
  arith::MultiwordFormat format;
  arith::ModulusCodec<MultiwordModulusConstants> modulus;
  void (*columns)(const MultiwordNttCall&, std::size_t begin, std::size_t end, std::uint64_t* scratch);
  void (*rows)(const MultiwordNttCall&, std::size_t begin, std::size_t end, std::uint64_t* scratch);
  /// Load a direction's input into its cells; store an array of the results in its cells.
  void (*load)(const MultiwordNttCall&);
  void (*store)(const MultiwordNttCall&);
  /// Compute x + y, x - y, x y and out + x y on `count` groups of `lanes` values in cells; out may equal x or y.
  /// Products are divided by the R of `format` and multiplied by the twiddle `factor` unless it is null.
  using Combine = void (*)(const MultiwordNttCall&, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                           std::size_t count);
  using Multiply = void (*)(const MultiwordNttCall&, std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y,
                            const std::uint64_t* factor, std::size_t count);
  Combine add;
  Combine sub;
  Multiply mul;
  Multiply mul_add;

  [[nodiscard]] bool serves(const MultiwordModulusConstants& q, unsigned log_n) const {
    return words == q.words && log_n >= 2 * lanes_log && q.bits >= min_modulus_bits && has_room_for(q);
  }
  [[nodiscard]] std::size_t twiddle_words() const { return format.words(); }
  [[nodiscard]] std::size_t cell_words() const { return std::size_t{format.limbs} << lanes_log; }

 private:
  [[nodiscard]] bool has_room_for(const MultiwordModulusConstants& q) const {
    // Computes floor(capacity q / 2^(64 i)) modulo 2^128 word by word; q is odd, so that no product is a power of two.
    uint128_t carry = 0;
    unsigned bits = 0;
    for (unsigned i = 0; i <= q.words; ++i) {
      carry += i < q.words ? uint128_t{capacity} * q.q[i] : 0;
      const auto word = static_cast<std::uint64_t>(carry);
      if (word != 0) bits = 64 * i + static_cast<unsigned>(std::bit_width(word));
      carry >>= 64;
    }
    return bits <= capacity_bits + 8;
  }
};

}  // namespace ringlet::kernels
