// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#if __has_include("ringlet/multiword_ntt.hpp")
#include "ringlet/multiword_ntt.hpp"
#endif
#include "ringlet/ntt.hpp"
#include "ringlet/types.hpp"
#include "ringlet/uint.hpp"

namespace ringlet {

namespace words {
template <class Plan>
class BufferValues;
}

/// Polynomial of a plan's ring in the layout of the plan's kernel, where it stays from one operation to the next. On
/// AVX-512 IFMA the layout is limbs of 52 bits, not fully reduced, for moduli of 61 to 124 bits in 128-bit words
/// (n >= 16) and for multiword moduli (n >= 64). Otherwise it is canonical words. `load` and `store` convert.
/// Operations work in place and return the buffer:
///
///     NttBuffer x(ntt, a), y(ntt, b);
///     x.forward().mul(y.forward()).inverse().store(c);  // c = a b in the ring
///
/// A buffer keeps its plan alive and uses the kernels of that plan, whichever backend is active later. It is mutable:
/// threads may share a buffer only while no thread changes it.
///
/// Memory    overwritten when the buffer is destroyed or assigned to
/// Shape     n values, n the size of the plan; 8 n bytes for words, 16 n or 24 n for 128-bit words, 8 L n for multiword
///           moduli whose numbers have L words or limbs in the kernel
/// Domain    holds coefficients or evaluations; an operation that needs the other domain is an error
/// Aliasing  an operand may be the buffer itself
/// Errors    std::invalid_argument with the rule, for: a wrong domain; an operand of another plan (copies of an Ntt
///           share a plan, two equal objects do not); a span of a wrong size; a buffer, or an operand, that was moved
///           from. std::bad_alloc: the constructors, `clone`, and operations for which `Ntt` has to allocate.
/// Results of `store` are exact, and bit-identical on every backend and to the same operations on arrays.
template <class Word>
class RINGLET_API NttBuffer {
 public:
  /// Makes the zero polynomial, as coefficients.
  explicit NttBuffer(const Ntt<Word>& ntt);

  /// Makes a buffer and calls `load`.
  NttBuffer(const Ntt<Word>& ntt, std::span<const Word> values, Domain domain = Domain::coefficients);

  /// Moves the values. A buffer that was moved from can only be assigned to, destroyed, and asked `is_valid()`.
  NttBuffer(NttBuffer&& other) noexcept;
  NttBuffer& operator=(NttBuffer&& other) noexcept;
  NttBuffer(const NttBuffer&) = delete;
  NttBuffer& operator=(const NttBuffer&) = delete;
  ~NttBuffer();

  /// Returns a copy. Copies are explicit.
  [[nodiscard]] NttBuffer clone() const;

  /// Replaces the values.
  /// Shape      n words
  /// Input      [0, q), checked in a checked build only. Coefficients are in natural order, evaluations in the order of
  ///            the plan's transforms, `Ntt::order`.
  /// Alignment  that of Word; 64 bytes are fastest
  NttBuffer& load(std::span<const Word> in, Domain domain = Domain::coefficients);

  /// Writes the values to out, fully reduced.
  /// Shape, Alignment  as for `load`
  /// Output            [0, q), in the order of the domain
  void store(std::span<Word> out) const;

  /// Transforms coefficients to evaluations, or evaluations to coefficients, in place.
  /// Threads    the calling thread; for multiword moduli also threads of `executor`, with the same results
  NttBuffer& forward() { return forward(Options{}); }
  NttBuffer& inverse() { return inverse(Options{}); }
  template <MultiwordNumber Number = Word>
  NttBuffer& forward(Executor* executor) {
    return forward(Options{.executor = executor});
  }
  template <MultiwordNumber Number = Word>
  NttBuffer& inverse(Executor* executor) {
    return inverse(Options{.executor = executor});
  }

  /// this = this + y, or this - y, in either domain.
  NttBuffer& add(const NttBuffer& y);
  NttBuffer& sub(const NttBuffer& y);

  /// this = this * y on evaluations, which is the product in the ring. Numbers of multiword moduli may be in Montgomery
  /// form, all of them.
  /// Errors     also for a form that is not listed
  NttBuffer& mul(const NttBuffer& y) { return mul(y, Options{}); }
  template <MultiwordNumber Number = Word>
  NttBuffer& mul(const NttBuffer& y, Form form) {
    return mul(y, Options{.form = form});
  }

  /// this = this + x * y on evaluations.
  /// Forms, Errors  as for `mul`
  NttBuffer& mul_add(const NttBuffer& x, const NttBuffer& y) { return mul_add(x, y, Options{}); }
  template <MultiwordNumber Number = Word>
  NttBuffer& mul_add(const NttBuffer& x, const NttBuffer& y, Form form) {
    return mul_add(x, y, Options{.form = form});
  }

  /// Returns false after the buffer was moved from.
  [[nodiscard]] bool is_valid() const noexcept;

  [[nodiscard]] Domain domain() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;

 private:
  using Values = words::BufferValues<typename Ntt<Word>::Plan>;
  NttBuffer(const Modulus<Word>& q, std::unique_ptr<Values> values) noexcept;

  /// Options of multiword numbers; words have their defaults.
  struct Options {
    Executor* executor = nullptr;
    Form form = Form::plain;
  };
  NttBuffer& forward(const Options& options);
  NttBuffer& inverse(const Options& options);
  NttBuffer& mul(const NttBuffer& y, const Options& options);
  NttBuffer& mul_add(const NttBuffer& x, const NttBuffer& y, const Options& options);

  Modulus<Word> modulus_;
  std::unique_ptr<Values> values_;
};

extern template class NttBuffer<std::uint32_t>;
extern template class NttBuffer<std::uint64_t>;
extern template class NttBuffer<uint128_t>;
#if __has_include("ringlet/multiword_ntt.hpp")
extern template class RINGLET_API NttBuffer<UInt<192>>;
extern template class RINGLET_API NttBuffer<UInt<256>>;
extern template class RINGLET_API NttBuffer<UInt<320>>;
extern template class RINGLET_API NttBuffer<UInt<384>>;
extern template class RINGLET_API NttBuffer<UInt<512>>;
#endif

template <class Word>
NttBuffer(const Ntt<Word>&) -> NttBuffer<Word>;
template <class Word, class Values>
NttBuffer(const Ntt<Word>&, const Values&) -> NttBuffer<Word>;
template <class Word, class Values>
NttBuffer(const Ntt<Word>&, const Values&, Domain) -> NttBuffer<Word>;

}  // namespace ringlet
