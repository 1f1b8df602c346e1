// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/large_transport.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

/// Transforms too large for a single core, cache or memory.
namespace ringlet {

namespace large {
template <class Word>
class LargePlan;
}

/// Order of the evaluations of a large transform, which is computed as a matrix of `height` rows and `width` columns.
/// An evaluation has the number k1 + height * k2, with k1 < height and k2 < width.
enum class LargeOrder {
  /// Its place is its number, k1 + height * k2.
  natural,
  /// Its place is k1 * width + k2: the transposed matrix is in natural order.
  transposed,
  /// Its place is its number with log2(n) bits reversed, as `Ntt::forward` leaves it.
  bit_reversed,
};

/// Options of a plan.
template <class Word>
struct LargeNttOptions {
  Ring ring = Ring::negacyclic;
  /// Negacyclic only: a primitive 2n-th root of unity. Default: the root of `Ntt<Word>` with n points or, if n is too
  /// large for it, the root of `primitive_root_of_unity`.
  std::optional<Word> psi = std::nullopt;
  /// Cyclic only: a primitive n-th root of unity. Default: as for psi.
  std::optional<Word> omega = std::nullopt;
  /// Order of evaluations: the output of forward, the input of inverse.
  LargeOrder order = LargeOrder::natural;
  /// Rows of the matrix. Default: 2^floor(log2(n) / 2); for words in bit-reversed order at most 64, or n / 2^20 if that
  /// is more.
  std::optional<std::size_t> height = std::nullopt;
};

/// Plan for large n, of words, 128-bit words or multiword moduli. Two plans of `Ntt<Word>` transform the columns and
/// the rows of a matrix, with twiddle factors in between. Immutable; copies share the tables; any number of threads may
/// use one plan at once. Results are the same as of `Ntt<Word>` with the same root, bit for bit, on every backend, for
/// any shape of the matrix and any number of threads. docs/large.md is the guide.
///
/// Validity  n a power of two, 4 <= n <= 2^30; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the
///           cyclic ring; height a power of two, both it and width = n / height from 2 to 2^20
/// Memory    tables for O(height + width) numbers
/// Errors    the constructor throws std::invalid_argument with the value and the rule; std::bad_alloc for its tables
/// Source    D. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990); orders as in M. Frigo,
///           S. Johnson, "The design and implementation of FFTW3", Proc. IEEE 93 (2005), and FFTW's manual, chapter 6.
template <class Word>
class RINGLET_API LargeNtt {
  static_assert(sizeof(Word) >= 8, "large transforms take words of 64 bits or more");

 public:
  LargeNtt(std::size_t n, const Modulus<Word>& q, const LargeNttOptions<Word>& options = {});

  /// Evaluates a polynomial with coefficients a. Evaluation number k is
  /// negacyclic  sum_j a[j] * psi^((2k+1) j)
  /// cyclic      sum_j a[j] * omega^(k j)
  ///
  /// Shape      n numbers each
  /// Input      [0, q), natural order
  /// Output     [0, q), in the plan's order
  /// Aliasing   out may equal in; a partial overlap is an error
  /// Alignment  that of Word; 64 bytes are fastest
  /// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
  /// Memory     about 512 KB for each worker, or 64 bytes of each row if that is more. In natural order also an array
  ///            of n numbers, which the plan keeps after its first call and each concurrent call allocates
  /// Errors     std::invalid_argument for a wrong size; values are checked in a checked build only. std::bad_alloc:
  ///            `out` then has no meaning.
  void forward(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr) const;

  /// Inverse of `forward`, scaled by 1/n: inverse(forward(a)) = a.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), in the plan's order
  /// Output     [0, q), natural order
  /// Aliasing, Alignment, Threads, Memory, Errors  as for `forward`; the array of n numbers is needed only if out
  ///                                               equals in
  void inverse(std::span<Word> out, std::span<const Word> in, Executor* executor = nullptr) const;

  /// Transforms the values that `transport` holds, in the same way.
  /// Memory     height numbers for each worker, beside the transport's
  /// Errors     exceptions of `transport`; std::bad_alloc
  void forward(LargeTransport<Word>& transport) const;
  void inverse(LargeTransport<Word>& transport) const;

  [[nodiscard]] std::size_t size() const noexcept;
  /// Rows and columns of the matrix.
  [[nodiscard]] std::size_t height() const noexcept;
  [[nodiscard]] std::size_t width() const noexcept;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;
  [[nodiscard]] Ring ring() const noexcept;
  [[nodiscard]] LargeOrder order() const noexcept;

  /// psi for the negacyclic ring, omega for the cyclic ring.
  [[nodiscard]] const Word& root() const noexcept;

  /// Bytes of the tables of both directions, which copies share.
  [[nodiscard]] std::size_t table_bytes() const noexcept;

  /// Describes the shape of the matrix and the plans of its columns and its rows, for people to read:
  /// "2^12 x 2^12: avx512ifma / ifma52 / radix 2^4, 2^8; ...".
  [[nodiscard]] std::string describe() const;

 private:
  Shared<const large::LargePlan<Word>> plan_;
};

extern template class RINGLET_API LargeNtt<std::uint64_t>;
extern template class RINGLET_API LargeNtt<uint128_t>;
extern template class RINGLET_API LargeNtt<UInt<192>>;
extern template class RINGLET_API LargeNtt<UInt<256>>;
extern template class RINGLET_API LargeNtt<UInt<320>>;
extern template class RINGLET_API LargeNtt<UInt<384>>;
extern template class RINGLET_API LargeNtt<UInt<512>>;

template <class Word>
LargeNtt(std::size_t, const Modulus<Word>&) -> LargeNtt<Word>;
template <class Word>
LargeNtt(std::size_t, const Modulus<Word>&, const LargeNttOptions<Word>&) -> LargeNtt<Word>;

}  // namespace ringlet
