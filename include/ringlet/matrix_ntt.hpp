// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace words {
template <class Word>
class MatrixPlan;
}

/// View of a matrix in the caller's memory, row by row. The first words of neighbouring rows lie `stride` words apart.
/// Words between rows belong to the caller and are neither read nor written. A view copies and owns nothing.
template <class Word>
class MatrixSpan {
 public:
  MatrixSpan(Word* data, std::size_t rows, std::size_t width, std::size_t stride)
      : data_(data), rows_(rows), width_(width), stride_(stride) {}
  /// Views rows that follow each other.
  MatrixSpan(Word* data, std::size_t rows, std::size_t width) : MatrixSpan(data, rows, width, width) {}
  /// Makes a view of const words from one of words.
  template <class Other>
    requires(std::is_same_v<const Other, Word> && !std::is_const_v<Other>)
  MatrixSpan(const MatrixSpan<Other>& other) : MatrixSpan(other.data(), other.rows(), other.width(), other.stride()) {}

  [[nodiscard]] Word* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t width() const noexcept { return width_; }
  [[nodiscard]] std::size_t stride() const noexcept { return stride_; }

 private:
  Word* data_;
  std::size_t rows_;
  std::size_t width_;
  std::size_t stride_;
};

/// Plan of transforms of all columns of row-major matrices with n rows, modulo one prime: column c of the result is
/// what `Ntt` makes of column c. A vector holds neighbouring columns, so nothing is transposed. Immutable; copies share
/// the tables; any number of threads may use one plan at once.
///
/// Batches   Polynomials that are interleaved, coefficient by coefficient, are the columns of a matrix; thousands of
///           short polynomials are fastest so. Polynomials that follow each other in memory are rows, not columns: a
///           loop of `Ntt::forward` transforms them.
/// Validity  n a power of two, 2 <= n <= Ntt<Word>::max_size; q and options as for `Ntt`
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
template <class Word>
class RINGLET_API MatrixNtt {
 public:
  MatrixNtt(std::size_t rows, const Modulus<Word>& q, const NttOptions<Word>& options = {});

  /// Transforms each column as `Ntt::forward` does: row j holds the coefficients of X^j, row k of `out` the evaluations
  /// number k, in the plan's order.
  ///
  /// Shape      rows() rows of the same width, at least 1; each matrix has a stride of its own, at least its width
  /// Input      [0, q), natural order
  /// Output     [0, q), the plan's order
  /// Aliasing   out and in may be the same matrix, with the same stride. Otherwise no word may belong to both: matrices
  ///            of different strides lie apart, matrices of one stride may also be different columns of a larger
  ///            matrix.
  /// Alignment  that of Word. Strides that are whole cache lines, but not a large power of two, are fastest.
  /// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
  /// Errors     std::invalid_argument for a wrong shape or overlap; values are checked in a checked build only.
  ///            std::bad_alloc: calls work in memory of about 300 kB for each worker. The plan keeps that of one worker
  ///            after its first call; each concurrent call allocates its own. The first narrow matrix makes tables.
  ///            `out` is then unchanged.
  /// Speed      Natural order costs nothing up to 2^9 rows. Beyond, rows are spread over memory, or moved by themselves
  ///            in place and if they are short, and a transform takes 1.1 to 1.5 times the time; tall matrices with
  ///            rows of 32 bytes up to 2.6 times. Width 1 is for `Ntt`; widths below a vector's lanes take the time of
  ///            a whole vector in half of the stages. Widths of at most half a vector run on shorter vectors where a
  ///            backend has them; the first such call makes tables of their own.
  void forward(MatrixSpan<Word> out, MatrixSpan<const Word> in, Executor* executor = nullptr) const;

  /// Inverse of `forward`, scaled by 1/n: inverse(forward(a)) = a.
  ///
  /// Input      [0, q), the plan's order
  /// Output     [0, q), natural order
  /// Shape, Aliasing, Alignment, Threads, Errors  as for `forward`
  void inverse(MatrixSpan<Word> out, MatrixSpan<const Word> in, Executor* executor = nullptr) const;

  /// Evaluates the polynomials with the values `in` at the plan's own points, column by column, at the N points
  /// coset * Omega^k, N = n 2^b, as `Ntt::extend` does. Omega is `root`, a primitive N-th root of unity with
  /// Omega^(2^b) = omega, or without `root` extension_root(b).
  ///
  /// Shape      in: rows() rows; out: rows() 2^b rows of the same width, 0 <= b <= max_log_blowup
  /// Input      [0, q), the plan's order; 0 < coset < q
  /// Output     [0, q), rows in bit-reversed order, whatever the plan's order is
  /// Aliasing   `in` may be one of the 2^b blocks of rows() rows of out, with the same stride; else as for `forward`
  /// Errors     as for `forward`; for a coset that is not in [1, q), a root without this power, and a modulus without
  ///            roots of order N
  /// Speed      That of 1 + 2^b transforms, with a pass over memory less. The first call with a coset, a root and a
  ///            b makes tables of N twiddle factors, which the plan keeps until a call with other points: programs that
  ///            change between points are fastest with a plan for each.
  /// Alignment, Threads  as for `forward`
  void extend(MatrixSpan<Word> out, MatrixSpan<const Word> in, Word coset, std::optional<Word> root = std::nullopt,
              Executor* executor = nullptr) const;

  /// Returns the smallest Omega with Omega^(2^log_blowup) = omega.
  /// Errors    std::invalid_argument for log_blowup > max_log_blowup, or if n 2^log_blowup does not divide q - 1
  [[nodiscard]] Word extension_root(unsigned log_blowup) const;
  static constexpr unsigned max_log_blowup = Ntt<Word>::max_log_blowup;

  /// Number of points of a column.
  [[nodiscard]] std::size_t rows() const noexcept;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;
  [[nodiscard]] Ring ring() const noexcept;
  [[nodiscard]] Order order() const noexcept;

  /// psi for the negacyclic ring, omega for the cyclic ring.
  [[nodiscard]] Word root() const noexcept;

  /// Bytes of the twiddle factors of both directions, which copies share, without the tables that the first narrow
  /// matrix makes, up to as many again, and those of an extension.
  [[nodiscard]] std::size_t table_bytes() const noexcept;

  /// Describes the plan for people: "avx2 / fma53 / radix 2^2, 2^3; 2^2, 2^3" is the backend of the kernel (the active
  /// backend or a weaker one), the arithmetic, and the radices of the passes. A semicolon separates the passes through
  /// memory. Narrow matrices may run on shorter vectors than those of this kernel.
  [[nodiscard]] std::string describe() const;

 private:
  using Plan = words::MatrixPlan<Word>;

  Modulus<Word> modulus_;
  Shared<const Plan> plan_;
};

extern template class MatrixNtt<std::uint32_t>;
extern template class MatrixNtt<std::uint64_t>;
extern template class MatrixNtt<uint128_t>;

MatrixNtt(std::size_t, const Modulus<std::uint32_t>&) -> MatrixNtt<std::uint32_t>;
MatrixNtt(std::size_t, const Modulus<std::uint32_t>&, const NttOptions<std::uint32_t>&) -> MatrixNtt<std::uint32_t>;
MatrixNtt(std::size_t, const Modulus<std::uint64_t>&) -> MatrixNtt<std::uint64_t>;
MatrixNtt(std::size_t, const Modulus<std::uint64_t>&, const NttOptions<std::uint64_t>&) -> MatrixNtt<std::uint64_t>;
MatrixNtt(std::size_t, const Modulus<uint128_t>&) -> MatrixNtt<uint128_t>;
MatrixNtt(std::size_t, const Modulus<uint128_t>&, const NttOptions<uint128_t>&) -> MatrixNtt<uint128_t>;

}  // namespace ringlet
