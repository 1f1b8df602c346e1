// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/multiword_modulus.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

/// Transforms modulo multiword moduli, above all in the scalar fields of zero-knowledge proofs.
namespace ringlet {

namespace plan {
class MultiwordNttPlan;
}

/// What a plan may be told beyond n and q.
template <unsigned width>
struct NttOptions<UInt<width>> {
  Ring ring = Ring::negacyclic;
  /// Negacyclic only: a primitive 2n-th root of unity. Default: that of `primitive_root_of_unity`.
  std::optional<UInt<width>> psi = std::nullopt;
  /// Cyclic only: a primitive n-th root of unity. Default: that of `primitive_root_of_unity`. Other libraries fix
  /// others, on which the order of their evaluations depends; arkworks' and gnark-crypto's are in `ringlet/fields.hpp`.
  std::optional<UInt<width>> omega = std::nullopt;
  /// Cyclic only: what all points of evaluation are multiplied by, another coset of the roots of unity. Default: 1.
  std::optional<UInt<width>> coset = std::nullopt;
  /// The order of evaluations, which forward leaves and inverse takes.
  Order order = Order::natural;
};

/// A plan modulo a multiword modulus. Immutable; copies share the tables; any number of threads may use one plan at
/// once.
///
/// Numbers may be plain or in Montgomery form, x R mod q with R = 2^width: transforms are linear, so that they keep the
/// form. Roots are plain.
///
/// Validity  n a power of two, 2 <= n <= 2^26; q prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the
///           cyclic one. (What is checked of a root w of order m is w^(m/2) = -1; with such a root, transforms are
///           right for composite q, too.) AVX-512 IFMA computes on eight numbers at once where n >= 64 and q is too
///           long for the next narrower width: a shorter q is faster in a narrower `UInt`.
/// Errors    the constructor throws std::invalid_argument with the value and the rule; std::bad_alloc, which says
///           how many bytes there were none for, for its tables
/// Source    D. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990), the four steps, of
///           transforms as in J. Cooley, J. Tukey (1965); P. Montgomery (1985). Bounds: docs/bounds/multiword.md.
template <unsigned width>
class RINGLET_API Ntt<UInt<width>> {
 public:
  using Number = UInt<width>;

  Ntt(std::size_t n, const Modulus<Number>& q, const NttOptions<Number>& options = {});

  // Copies share the immutable plan. There is no separate move, so that no object is ever without a plan.
  Ntt(const Ntt&) = default;
  Ntt& operator=(const Ntt&) = default;
  ~Ntt() = default;

  /// Evaluates a polynomial with coefficients a at n points:
  /// negacyclic  sum_j a[j] * psi^((2k+1) j)
  /// cyclic      sum_j a[j] * (coset * omega^k)^j
  /// is out[k] in natural order, out[r(k)] in bit-reversed order, r being the bit reversal of log2(n) bits.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), natural order
  /// Output     [0, q), in the plan's order
  /// Aliasing   out may equal in; a partial overlap is an error
  /// Alignment  that of the word; 64 bytes are fastest
  /// Threads    those of `executor`, by default the calling one alone; the result does not depend on them
  /// Errors     std::invalid_argument for a wrong size; values are checked in a checked build only. std::bad_alloc:
  ///            calls work in memory of up to 5/4 of an array, which the plan keeps after its first call and each
  ///            concurrent call allocates, and in less for each worker; `out` is then as it was.
  void forward(std::span<Number> out, std::span<const Number> in, Executor* executor = nullptr) const;

  /// The inverse of `forward`, scaled by 1/n: inverse(forward(a)) = a.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), in the plan's order
  /// Output     [0, q), natural order
  /// Aliasing, Alignment, Threads, Errors  as for `forward`
  void inverse(std::span<Number> out, std::span<const Number> in, Executor* executor = nullptr) const;

  /// The product of two polynomials modulo X^n + 1 or, where the ring is cyclic, X^n - coset^n. Works in memory of up
  /// to 5/2 of an array more, as `forward` does in its own.
  ///
  /// Shape      n numbers each
  /// Input      [0, q), natural order, both in `form`
  /// Output     [0, q), natural order, in `form`
  /// Aliasing   out may equal x or y or both
  /// Threads    as for `forward`
  /// Errors     as for `forward`, and for a form that is not listed; std::bad_alloc
  void multiply(std::span<Number> out, std::span<const Number> x, std::span<const Number> y, Form form = Form::plain,
                Executor* executor = nullptr) const;

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const Modulus<Number>& modulus() const noexcept { return modulus_; }
  [[nodiscard]] Ring ring() const noexcept { return ring_; }
  [[nodiscard]] Order order() const noexcept { return order_; }

  /// psi for the negacyclic ring, omega for the cyclic one.
  [[nodiscard]] const Number& root() const noexcept { return root_; }

  /// Bytes of the tables of both directions, which copies share.
  [[nodiscard]] std::size_t table_bytes() const noexcept;

  /// What the plan chose, for people: "avx512ifma / montgomery52x5 / 2^8 x 2^8": the backend whose kernel it is (the
  /// active one or a weaker one), its arithmetic with the number of limbs, and the columns' and the rows' points.
  [[nodiscard]] std::string describe() const;

 private:
  template <class Word>
  friend class NttBuffer;
  using Plan = plan::MultiwordNttPlan;
  /// For compositions of the library, which check their arguments once.
  friend const Plan& plan_of(const Ntt& ntt) noexcept { return *ntt.plan_; }

  Modulus<Number> modulus_;
  Ring ring_;
  Order order_;
  Number root_;
  std::shared_ptr<const Plan> plan_;
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
