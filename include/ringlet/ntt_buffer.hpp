// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/multiword_ntt.hpp"
#include "ringlet/ntt.hpp"
#include "ringlet/types.hpp"

namespace ringlet {

namespace plan {
template <class Plan>
class BufferValues;
}

/// A polynomial of a plan's ring that stays in the layout of the plan's kernel from one operation to the next. On
/// AVX-512 IFMA, for moduli of 61 to 124 bits in 128-bit words and n >= 16, and for multiword moduli and n >= 64, that
/// is limbs of 52 bits, not reduced fully; elsewhere it is canonical words. `load` and `store` convert. Operations work
/// in place and return the buffer:
///
///     NttBuffer x(ntt, a), y(ntt, b);
///     x.forward().mul(y.forward()).inverse().store(c);  // c = a b in the ring
///
/// A buffer keeps its plan alive, and belongs to the kernels of that plan, whichever backend is active later. It is the
/// one mutable object of the library: threads may share one that none of them changes.
///
/// Memory    overwritten when the buffer is destroyed or assigned to
/// Shape     n values, n the size of the plan; 8 n bytes for words, 16 n or 24 n for 128-bit words, 8 L n for multiword
///           moduli of which a kernel's number has L words or limbs
/// Domain    holds coefficients or evaluations; an operation that wants the other one is an error
/// Aliasing  an operand may be the buffer itself
/// Errors    std::invalid_argument with the rule: a wrong domain; an operand of another plan (copies of an Ntt share
///           theirs, two equal ones do not); a span of a wrong size; a buffer, or an operand, that was moved from. The
///           constructors and `clone` throw std::bad_alloc, as does whatever `Ntt` has to allocate for.
/// Exact and, in what `store` gives, bit-identical on every backend and to the same operations on arrays.
template <class Word>
class RINGLET_API NttBuffer {
 public:
  /// Zero, as coefficients.
  explicit NttBuffer(const Ntt<Word>& ntt);

  /// As `load`.
  NttBuffer(const Ntt<Word>& ntt, std::span<const Word> values, Domain domain = Domain::coefficients);

  /// A buffer that was moved from can only be assigned to, destroyed, and asked `is_valid()`.
  NttBuffer(NttBuffer&& other) noexcept;
  NttBuffer& operator=(NttBuffer&& other) noexcept;
  NttBuffer(const NttBuffer&) = delete;
  NttBuffer& operator=(const NttBuffer&) = delete;
  ~NttBuffer();

  /// Copies are explicit.
  [[nodiscard]] NttBuffer clone() const;

  /// Replaces the values.
  /// Shape      n words
  /// Input      [0, q), checked in a checked build only; coefficients in natural order, evaluations in the order that
  ///            the plan's transforms give them: bit-reversed or, for multiword moduli, that of the plan
  /// Alignment  that of Word; 64 bytes are fastest
  NttBuffer& load(std::span<const Word> in, Domain domain = Domain::coefficients);

  /// Shape, Alignment  as for `load`
  /// Output            [0, q), in the order of the domain
  void store(std::span<Word> out) const;

  /// From coefficients to evaluations, and back.
  /// Threads    those of `executor` for multiword moduli, by default the calling one alone; it is always that one for
  ///            words and 128-bit words. The result does not depend on them.
  NttBuffer& forward(Executor* executor = nullptr);
  NttBuffer& inverse(Executor* executor = nullptr);

  /// this = this + y, or this - y, in either domain.
  NttBuffer& add(const NttBuffer& y);
  NttBuffer& sub(const NttBuffer& y);

  /// this = this * y on evaluations: the product in the ring, of numbers that are all in `form`. Only those of
  /// multiword moduli may be in Montgomery form.
  /// Errors     also for another form of words, and for one that is not listed
  NttBuffer& mul(const NttBuffer& y, Form form = Form::plain);

  /// this = this + x * y on evaluations, in `form`.
  /// Errors     as for `mul`
  NttBuffer& mul_add(const NttBuffer& x, const NttBuffer& y, Form form = Form::plain);

  /// False for one that was moved from.
  [[nodiscard]] bool is_valid() const noexcept;

  [[nodiscard]] Domain domain() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;

 private:
  using Values = plan::BufferValues<typename Ntt<Word>::Plan>;
  NttBuffer(const Modulus<Word>& q, std::unique_ptr<Values> values) noexcept;

  Modulus<Word> modulus_;
  std::unique_ptr<Values> values_;
};

extern template class NttBuffer<std::uint64_t>;
extern template class NttBuffer<uint128_t>;
extern template class RINGLET_API NttBuffer<UInt<192>>;
extern template class RINGLET_API NttBuffer<UInt<256>>;
extern template class RINGLET_API NttBuffer<UInt<320>>;
extern template class RINGLET_API NttBuffer<UInt<384>>;
extern template class RINGLET_API NttBuffer<UInt<512>>;

template <class Word>
NttBuffer(const Ntt<Word>&) -> NttBuffer<Word>;
template <class Word, class Values>
NttBuffer(const Ntt<Word>&, const Values&) -> NttBuffer<Word>;
template <class Word, class Values>
NttBuffer(const Ntt<Word>&, const Values&, Domain) -> NttBuffer<Word>;

}  // namespace ringlet
