// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace words {
template <class Word>
class NttPlan;
}

/// Options of a plan.
template <class Word>
struct NttOptions {
  Ring ring = Ring::negacyclic;
  /// Negacyclic only: a primitive 2n-th root of unity. Default: the smallest root.
  std::optional<Word> psi = std::nullopt;
  /// Cyclic only: a primitive n-th root of unity. Default: the smallest root.
  std::optional<Word> omega = std::nullopt;
  /// Order of evaluations: the output of forward, the input of inverse. Products do not depend on it. Natural order
  /// costs a permutation of the array for each transform (docs/performance.md).
  Order order = Order::bit_reversed;
};

/// Plan of transforms of n points modulo one prime. It holds the twiddle factors and the kernel, which the constructor
/// chooses once. Immutable; copies share the tables; any number of threads may use one plan at once. `NttBuffer` keeps
/// values in the kernel's layout from one transform to the next.
///
/// Numbers may be in Montgomery form: transforms are linear, so they keep the form, and `multiply` takes one factor in
/// it and one plain factor. Roots are plain.
///
/// Validity  n a power of two, 2 <= n <= max_size; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n)
///           for the cyclic ring
/// Errors    the constructor throws std::invalid_argument with the value and the rule.
/// Source    J. Cooley, J. Tukey (1965) and W. Gentleman, G. Sande (1966) with the roots merged into the twiddles as in
///           P. Longa, M. Naehrig, "Speeding up the number theoretic transform...", CANS 2016, algorithms 1 and 2; lazy
///           butterflies after D. Harvey (2014).
template <class Word>
class RINGLET_API Ntt {
 public:
  /// Greatest number of points: 2^24, or 2^20 for 128-bit words.
  static constexpr std::size_t max_size = std::size_t{1} << (sizeof(Word) > 8 ? 20 : 24);

  Ntt(std::size_t n, const Modulus<Word>& q, const NttOptions<Word>& options = {});

  /// Evaluates a polynomial with coefficients a at n points. Evaluation k is
  /// negacyclic  sum_j a[j] * psi^((2k+1) j)
  /// cyclic      sum_j a[j] * omega^(k j)
  /// and goes to out[r(k)], where r reverses log2(n) bits, or to out[k] in natural order.
  ///
  /// Shape      n words each
  /// Input      [0, f q), f = input_factor in {1, 2, 4}, or any word if f = Range::any; natural order
  /// Output     [0, f q), f = output_factor in {1, 4}, the plan's order; canonical for 32-bit words
  /// Aliasing   out may equal in; a partial overlap is an error
  /// Alignment  that of Word; 64 bytes are fastest
  /// Errors     std::invalid_argument for a wrong size or factor; values are checked in a checked build only.
  ///            std::bad_alloc: for moduli of 99 to 124 bits, AVX2 and AVX-512 IFMA work in 24 n bytes; for 32-bit
  ///            words with q > 2^31 or on the scalar backend, all work in 8 n bytes. The plan keeps them after its
  ///            first call, and each concurrent call allocates its own. `out` is then unchanged.
  /// Speed      Many polynomials of at most 8 KiB that do not fit the second-level cache together are up to 1.8 times
  ///            as fast when each polynomial is copied to `out` and transformed there. The Python package copies them.
  void forward(std::span<Word> out, std::span<const Word> in, Range range = {}) const;

  /// Inverse of `forward`, scaled by 1/n: inverse(forward(a)) = a.
  ///
  /// Shape      n words each
  /// Input      [0, f q), f = input_factor in {1, 2}, the plan's order
  /// Output     [0, f q), f = output_factor in {1, 2}, natural order
  /// Aliasing, Alignment, Errors  as for `forward`
  void inverse(std::span<Word> out, std::span<const Word> in, Range range = {}) const;

  /// Multiplies two polynomials in the plan's ring. Allocates n words.
  ///
  /// Shape      n words each
  /// Input      [0, q), natural order
  /// Output     [0, q), natural order
  /// Aliasing   out may equal x or y or both
  /// Errors     as for `forward`; std::bad_alloc
  void multiply(std::span<Word> out, std::span<const Word> x, std::span<const Word> y) const;

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;
  [[nodiscard]] Ring ring() const noexcept;
  [[nodiscard]] Order order() const noexcept;

  /// psi for the negacyclic ring, omega for the cyclic ring.
  [[nodiscard]] Word root() const noexcept;

  /// Bytes of the twiddle factors of both directions, which copies share.
  [[nodiscard]] std::size_t table_bytes() const noexcept;

  /// Describes the plan for people: "avx512ifma / ifma52 / radix 2^4, 2^6" is the backend of the kernel (the active
  /// backend or a weaker one), the arithmetic, and the radices of the passes.
  [[nodiscard]] std::string describe() const;

 private:
  template <class AnyWord>
  friend class NttBuffer;
  using Plan = words::NttPlan<Word>;
  /// Returns the plan to compositions of the library, which check their arguments once.
  friend const Plan& plan_of(const Ntt& ntt) noexcept { return *ntt.plan_; }

  Modulus<Word> modulus_;
  Shared<const Plan> plan_;
};

extern template class Ntt<std::uint32_t>;
extern template class Ntt<std::uint64_t>;
extern template class Ntt<uint128_t>;

Ntt(std::size_t, const Modulus<std::uint32_t>&) -> Ntt<std::uint32_t>;
Ntt(std::size_t, const Modulus<std::uint64_t>&) -> Ntt<std::uint64_t>;
Ntt(std::size_t, const Modulus<std::uint32_t>&, const NttOptions<std::uint32_t>&) -> Ntt<std::uint32_t>;
Ntt(std::size_t, const Modulus<std::uint64_t>&, const NttOptions<std::uint64_t>&) -> Ntt<std::uint64_t>;
Ntt(std::size_t, const Modulus<uint128_t>&) -> Ntt<uint128_t>;
Ntt(std::size_t, const Modulus<uint128_t>&, const NttOptions<uint128_t>&) -> Ntt<uint128_t>;

}  // namespace ringlet
