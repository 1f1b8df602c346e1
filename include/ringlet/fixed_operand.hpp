// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ringlet/eltwise.hpp"
#include "ringlet/export.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/shared.hpp"

namespace ringlet {

namespace words {
template <class Word>
class FixedVector;
}

/// Vector w, such as a key or a plaintext, by which many vectors are multiplied element by element. The constructor
/// chooses the kernel for q and computes the Shoup quotients in its format, once. Immutable; copies share the tables;
/// any number of threads may use one operand at once.
///
/// Shape     n words, n >= 1. The table has two words of 64 bits or longer for each, on AVX2 and AVX-512, for 32-bit
///           words and q < 2^31, two of 32 bits; on AVX-512 IFMA, for moduli of 128-bit words, three (61
///           to 98 bits) or six (99 to 124 bits).
/// Validity  any q that `Modulus` allows; values in [0, q)
/// Errors    the constructor throws std::invalid_argument with the index, the value and the rule.
/// Timing    the constructor divides, and is not data-independent; products are.
/// Source    D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014), section 2.
template <class Word>
class RINGLET_API FixedOperand {
 public:
  explicit FixedOperand(std::span<const Word> values, const Modulus<Word>& q);

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const Modulus<Word>& modulus() const noexcept;

  /// Backend and arithmetic of the chosen kernel, for people to read: "avx512ifma / ifma52".
  [[nodiscard]] std::string describe() const;

  /// Returns the table, for the functions below.
  [[nodiscard]] const words::FixedVector<Word>& table() const noexcept;

 private:
  Modulus<Word> modulus_;
  Shared<const words::FixedVector<Word>> table_;
};

extern template class FixedOperand<std::uint32_t>;
extern template class FixedOperand<std::uint64_t>;
extern template class FixedOperand<uint128_t>;

FixedOperand(std::span<const std::uint32_t>, const Modulus<std::uint32_t>&) -> FixedOperand<std::uint32_t>;
FixedOperand(std::span<const std::uint64_t>, const Modulus<std::uint64_t>&) -> FixedOperand<std::uint64_t>;
FixedOperand(std::span<const uint128_t>, const Modulus<uint128_t>&) -> FixedOperand<uint128_t>;

/// out[i] = x[i] * w[i] mod q, where q is the modulus of w.
/// Shape, Aliasing, Alignment, Errors  as for all element-wise functions; n is the size of w
/// Input      x in [0, f q) and below 2^64 (2^32, 2^128 for words of 32, 128 bits), f = input_factor in {1, 2, 4, 8}
/// Output     [0, q)
RINGLET_API void mul(std::span<std::uint32_t> out, std::span<const std::uint32_t> x,
                     const FixedOperand<std::uint32_t>& w, Range range = {});
RINGLET_API void mul(std::span<std::uint64_t> out, std::span<const std::uint64_t> x,
                     const FixedOperand<std::uint64_t>& w, Range range = {});
RINGLET_API void mul(std::span<uint128_t> out, std::span<const uint128_t> x, const FixedOperand<uint128_t>& w,
                     Range range = {});

/// out[i] = x[i] * w[i] + z[i] mod q, where q is the modulus of w.
/// Input      x, z in [0, f q) and below 2^64 (2^32, 2^128 for words of 32, 128 bits), f = input_factor in {1, 2, 4, 8}
/// Output     [0, q)
RINGLET_API void mul_add(std::span<std::uint32_t> out, std::span<const std::uint32_t> x,
                         const FixedOperand<std::uint32_t>& w, std::span<const std::uint32_t> z, Range range = {});
RINGLET_API void mul_add(std::span<std::uint64_t> out, std::span<const std::uint64_t> x,
                         const FixedOperand<std::uint64_t>& w, std::span<const std::uint64_t> z, Range range = {});
RINGLET_API void mul_add(std::span<uint128_t> out, std::span<const uint128_t> x, const FixedOperand<uint128_t>& w,
                         std::span<const uint128_t> z, Range range = {});

}  // namespace ringlet
