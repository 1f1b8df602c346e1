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
  /// Cyclic only: factor of all points of evaluation, which moves them to a coset of the roots of unity. Default: 1.
  /// Transforms take the same time for each coset.
  std::optional<Word> coset = std::nullopt;
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
  /// cyclic      sum_j a[j] * (coset * omega^k)^j
  /// and goes to out[r(k)], where r reverses log2(n) bits, or to out[k] in natural order.
  ///
  /// Shape      n words each
  /// Input      [0, f q), f = input_factor in {1, 2, 4}, or any word if f = Range::any; natural order
  /// Output     [0, f q), f = output_factor in {1, 4}, the plan's order; canonical for 32-bit words. If
  ///            2^62 < q < 2^64, a factor f with f q > 2^64 is an error, here and below.
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

  /// Multiplies two polynomials modulo X^n + 1 or, in the cyclic ring, modulo X^n - coset^n. Allocates n words.
  ///
  /// Shape      n words each
  /// Input      [0, q), natural order
  /// Output     [0, q), natural order
  /// Aliasing   out may equal x or y or both
  /// Errors     as for `forward`; std::bad_alloc
  void multiply(std::span<Word> out, std::span<const Word> x, std::span<const Word> y) const;

  /// Evaluates a polynomial of any number of coefficients at the n points coset * omega^k, in the plan's order.
  /// omega = psi^2 in the negacyclic ring. Without `coset`, evaluates at the plan's own points. The plan need not have
  /// seen the coset before.
  ///
  /// Shape      out: n words; in: any number of words but 0. Missing coefficients are zeros. If there are more than n
  ///            coefficients, the values are those of the polynomial modulo X^n - coset^n.
  /// Input, Output, Alignment  as for `forward`; 0 < coset < q
  /// Aliasing   out may begin where `in` begins; another overlap is an error
  /// Errors     as for `forward`, and for a coset that is not in [1, q). std::bad_alloc may leave `out` changed.
  /// Speed      Two products for each coefficient and `forward`. docs/cosets.md has measurements.
  void evaluate(std::span<Word> out, std::span<const Word> in, std::optional<Word> coset = std::nullopt,
                Range range = {}) const;

  /// Finds the polynomial of less than n coefficients that has the values `in` at the points coset * omega^k: the
  /// inverse of `evaluate`.
  ///
  /// Shape      n words each
  /// Input, Aliasing, Alignment, Errors  as for `inverse`, and for a coset that is not in [1, q)
  /// Output     [0, q), natural order
  void interpolate(std::span<Word> out, std::span<const Word> in, std::optional<Word> coset = std::nullopt,
                   Range range = {}) const;

  /// Evaluates the polynomial with the values `in` at the plan's own points, at the N points coset * Omega^k,
  /// N = n 2^b. Omega is `root`, a primitive N-th root of unity with Omega^(2^b) = omega, or without `root`
  /// extension_root(b). Works with the tables of n points.
  ///
  /// Shape      in: n words; out: N = n 2^b words, 0 <= b <= max_log_blowup
  /// Input      [0, q), the plan's order; 0 < coset < q
  /// Output     [0, q), in bit-reversed order, whatever the plan's order is
  /// Aliasing   `in` may be one of the 2^b blocks of n words of out; another overlap is an error
  /// Errors     as for `forward`; for a coset that is not in [1, q), a root without this power, and a modulus without
  ///            roots of order N. std::bad_alloc may leave `out` changed.
  /// Speed      That of 1 + 2^b transforms and of two products for each output. Without `root`, finding it costs more
  ///            than the transforms of short arrays.
  void extend(std::span<Word> out, std::span<const Word> in, Word coset, std::optional<Word> root = std::nullopt) const;

  /// Returns the smallest Omega with Omega^(2^log_blowup) = omega.
  /// Errors    std::invalid_argument for log_blowup > max_log_blowup, or if n 2^log_blowup does not divide q - 1
  [[nodiscard]] Word extension_root(unsigned log_blowup) const;
  static constexpr unsigned max_log_blowup = 16;

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
