// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/shared.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

/// Transforms modulo multiword moduli, for instance in the scalar fields of zero-knowledge proofs.
namespace ringlet {

namespace multiword {
class MultiwordNttPlan;
}

/// Options of a plan.
template <unsigned width>
struct NttOptions<UInt<width>> {
  Ring ring = Ring::negacyclic;
  /// Negacyclic only: a primitive 2n-th root of unity. Default: the root of `primitive_root_of_unity`.
  std::optional<UInt<width>> psi = std::nullopt;
  /// Cyclic only: a primitive n-th root of unity. Default: the root of `primitive_root_of_unity`. Another root changes
  /// the order of evaluations. `ringlet/fields.hpp` has the roots of arkworks and gnark-crypto.
  std::optional<UInt<width>> omega = std::nullopt;
  /// Cyclic only: factor of all points of evaluation, which moves them to a coset of the roots of unity. Default: 1.
  std::optional<UInt<width>> coset = std::nullopt;
  /// Order of evaluations: the output of forward, the input of inverse.
  Order order = Order::bit_reversed;
};

/// Plan of transforms of n points modulo a multiword modulus. Immutable; copies share the tables; any number of threads
/// may use one plan at once.
///
/// Numbers may be plain or in Montgomery form, x R mod q with R = 2^width. Transforms are linear, so they keep the
/// form. Roots are plain.
///
/// Validity  n a power of two, 2 <= n <= max_size; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for
///           the cyclic ring. (A root w of order m is checked only for w^(m/2) = -1; with such a root, transforms are
///           right for composite q, too.) On AVX-512 IFMA, eight numbers are computed at once if n >= 64 and q is too
///           long for the next narrower width: a shorter q is faster in a narrower `UInt`.
/// Errors    the constructor throws std::invalid_argument with the value and the rule; std::bad_alloc for its tables,
///           with their number of bytes
/// Source    D. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990), the four steps, of
///           transforms as in J. Cooley, J. Tukey (1965); P. Montgomery (1985). Bounds: docs/bounds/multiword.md.
template <unsigned width>
class RINGLET_API Ntt<UInt<width>> {
 public:
  using Number = UInt<width>;

  /// Greatest number of points.
  static constexpr std::size_t max_size = std::size_t{1} << 26;

  Ntt(std::size_t n, const Modulus<Number>& q, const NttOptions<Number>& options = {});

  /// Evaluates a polynomial with coefficients a at n points. Evaluation k is
  /// negacyclic  sum_j a[j] * psi^((2k+1) j)
  /// cyclic      sum_j a[j] * (coset * omega^k)^j
  /// and goes to out[r(k)], where r reverses log2(n) bits, or to out[k] in natural order.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), natural order
  /// Output     [0, q), in the plan's order
  /// Aliasing   out may equal in; a partial overlap is an error
  /// Alignment  that of the word; 64 bytes are fastest
  /// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
  /// Errors     std::invalid_argument for a wrong size; values are checked in a checked build only. std::bad_alloc:
  ///            calls work in memory of up to 5/4 of an array, and in less for each worker. The plan keeps it after its
  ///            first call, and each concurrent call allocates its own. `out` is then unchanged.
  void forward(std::span<Number> out, std::span<const Number> in, Executor* executor = nullptr) const;

  /// Inverse of `forward`, scaled by 1/n: inverse(forward(a)) = a.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), in the plan's order
  /// Output     [0, q), natural order
  /// Aliasing, Alignment, Threads, Errors  as for `forward`
  void inverse(std::span<Number> out, std::span<const Number> in, Executor* executor = nullptr) const;

  /// Multiplies two polynomials modulo X^n + 1 or, in the cyclic ring, modulo X^n - coset^n. Works in memory of up to
  /// 5/2 of an array more, which is kept and allocated as for `forward`.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), natural order, both in `form`
  /// Output     [0, q), natural order, in `form`
  /// Aliasing   out may equal x or y or both
  /// Threads    as for `forward`
  /// Errors     as for `forward`, and for a form that is not listed; std::bad_alloc
  void multiply(std::span<Number> out, std::span<const Number> x, std::span<const Number> y, Form form = Form::plain,
                Executor* executor = nullptr) const;
  void multiply(std::span<Number> out, std::span<const Number> x, std::span<const Number> y, Executor* executor) const {
    multiply(out, x, y, Form::plain, executor);
  }

  /// Evaluates a polynomial of any number of coefficients at the n points coset * omega^k, in the plan's order.
  /// omega = psi^2 in the negacyclic ring. Without `coset`, evaluates at the plan's own points. The plan need not have
  /// seen the coset before. The coset is plain; numbers may be in either form.
  ///
  /// Shape      out: n numbers; in: any number of numbers but 0. Missing coefficients are zeros. If there are more than
  ///            n coefficients, the values are those of the polynomial modulo X^n - coset^n.
  /// Input, Output, Alignment, Threads  as for `forward`; 0 < coset < q
  /// Aliasing   out may begin where `in` begins; another overlap is an error
  /// Errors     as for `forward`, and for a coset that is not in [1, q). std::bad_alloc may leave `out` changed.
  /// Speed      Two products for each coefficient and `forward`. docs/cosets.md has measurements.
  void evaluate(std::span<Number> out, std::span<const Number> in, std::optional<Number> coset = std::nullopt,
                Executor* executor = nullptr) const;

  /// Finds the polynomial of less than n coefficients that has the values `in` at the points coset * omega^k: the
  /// inverse of `evaluate`.
  ///
  /// Shape      n numbers each
  /// Input, Output, Aliasing, Alignment, Threads, Errors  as for `inverse`, and for a coset that is not in [1, q)
  void interpolate(std::span<Number> out, std::span<const Number> in, std::optional<Number> coset = std::nullopt,
                   Executor* executor = nullptr) const;

  /// Evaluates the polynomial with the values `in` at the plan's own points, at the N points coset * Omega^k,
  /// N = n 2^b. Omega is `root`, a primitive N-th root of unity with Omega^(2^b) = omega, or without `root`
  /// extension_root(b). Works with the tables of n points.
  ///
  /// Shape      in: n numbers; out: N = n 2^b numbers, 0 <= b <= max_log_blowup
  /// Input      [0, q), the plan's order; 0 < coset < q
  /// Output     [0, q), in bit-reversed order, whatever the plan's order is
  /// Aliasing   `in` may be one of the 2^b blocks of n numbers of out; another overlap is an error
  /// Threads    as for `forward`
  /// Errors     as for `forward`; for a coset that is not in [1, q), a root without this power, and a modulus without
  ///            roots of order N. std::bad_alloc may leave `out` changed.
  /// Speed      That of 1 + 2^b transforms and of two products for each output. Without `root`, finding it costs more
  ///            than the transforms of short arrays.
  void extend(std::span<Number> out, std::span<const Number> in, const Number& coset,
              std::optional<Number> root = std::nullopt, Executor* executor = nullptr) const;

  /// Returns the smallest Omega with Omega^(2^log_blowup) = omega.
  /// Errors    std::invalid_argument for log_blowup > max_log_blowup, or if n 2^log_blowup does not divide q - 1
  [[nodiscard]] Number extension_root(unsigned log_blowup) const;
  static constexpr unsigned max_log_blowup = 16;

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const Modulus<Number>& modulus() const noexcept { return modulus_; }
  [[nodiscard]] Ring ring() const noexcept { return ring_; }
  [[nodiscard]] Order order() const noexcept { return order_; }

  /// psi for the negacyclic ring, omega for the cyclic ring.
  [[nodiscard]] const Number& root() const noexcept { return root_; }

  /// Bytes of the tables of both directions, which copies share.
  [[nodiscard]] std::size_t table_bytes() const noexcept;

  /// Describes the plan for people: "avx512ifma / montgomery52x5 / 2^8 x 2^8" is the backend of the kernel (the active
  /// backend or a weaker one), the arithmetic with its number of limbs, and the points of columns and rows.
  [[nodiscard]] std::string describe() const;

 private:
  template <class Word>
  friend class NttBuffer;
  using Plan = multiword::MultiwordNttPlan;
  /// Returns the plan to compositions of the library, which check their arguments once.
  friend const Plan& plan_of(const Ntt& ntt) noexcept { return *ntt.plan_; }

  Modulus<Number> modulus_;
  Ring ring_;
  Order order_;
  Number root_;
  Shared<const Plan> plan_;
};

extern template class RINGLET_API Ntt<UInt<192>>;
extern template class RINGLET_API Ntt<UInt<256>>;
extern template class RINGLET_API Ntt<UInt<320>>;
extern template class RINGLET_API Ntt<UInt<384>>;
extern template class RINGLET_API Ntt<UInt<512>>;

template <unsigned width>
Ntt(std::size_t, const Modulus<UInt<width>>&) -> Ntt<UInt<width>>;
template <unsigned width>
Ntt(std::size_t, const Modulus<UInt<width>>&, const NttOptions<UInt<width>>&) -> Ntt<UInt<width>>;

}  // namespace ringlet
