// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __cplusplus < 202002L
#error "The headers of Ringlet for C++ need C++20 (-std=c++20); ringlet/ringlet.h takes C11 or C++11"
#endif

#include <cstdint>

/// Types without behaviour that every layer uses.
namespace ringlet {

__extension__ using uint128_t = unsigned __int128;

/// Modulus q with its Barrett quotients, as kernels take it. W is the number of bits of a word: 2 <= q < 2^64 for
/// W = 64, 2 <= q < 2^124 for W = 128.
template <class Word>
struct ModulusConstants {
  Word q;
  Word product_quotient;  ///< floor(2^(bits+W-2) / q)
  Word word_quotient;     ///< floor(2^W / q)
  unsigned bits;          ///< 2^(bits-1) <= q < 2^bits

  friend bool operator==(const ModulusConstants&, const ModulusConstants&) = default;
};

/// Odd modulus q of 3 to 8 words with the constants of Montgomery products, as kernels take it. R = 2^(64 words),
/// 2^124 <= q < R/2. Arrays are little-endian words; words from index `words` on are zero.
struct MultiwordModulusConstants {
  static constexpr unsigned max_words = 8;

  std::uint64_t q[max_words];
  std::uint64_t one[max_words];     ///< R mod q: the Montgomery form of 1
  std::uint64_t square[max_words];  ///< R^2 mod q; a product with it gives the Montgomery form
  std::uint64_t negative_inverse;   ///< -1/q mod 2^64
  unsigned words;
  unsigned bits;  ///< 2^(bits-1) <= q < 2^bits
};

/// Representation of numbers x: x itself, or x R mod q. R is 2^64 for words and 2^width for multiword moduli.
enum class Form { plain, montgomery };

/// Ring of a transform: Z_q[X]/(X^n + 1) or Z_q[X]/(X^n - 1).
enum class Ring { negacyclic, cyclic };

/// Order of evaluations: by the exponents of the root of unity with their bits reversed, or by the exponents.
enum class Order { bit_reversed, natural };

/// Meaning of the values of a polynomial: coefficients, or evaluations at powers of a root of unity.
enum class Domain { coefficients, evaluations };

/// Ranges of the values of one call: inputs lie in [0, input_factor * q), outputs in [0, output_factor * q). Each
/// function lists the factors that it takes. A lazy output (factor > 1) may be any representative below its bound, and
/// saves the last reduction.
struct Range {
  /// Input factor for inputs that may be any word.
  static constexpr unsigned any = 0x7FFF'FFFF;
  unsigned input_factor = 1;
  unsigned output_factor = 1;
};

/// Comparison of an element (left) with the bound (right) in `cmp_add` and `cmp_sub`, both unsigned.
enum class Comparison { equal, less, less_equal, never, not_equal, greater_equal, greater, always };

/// Integer that a vector of residues x_i modulo q_i stands for. Q is the product of the moduli, x the integer in
/// [0, Q), and y_i is x_i (Q/q_i)^-1 mod q_i.
enum class Lift {
  /// Sum of y_i Q/q_i: x + e Q with 0 <= e < L, for L moduli.
  approximate,
  /// Integer in [0, Q).
  floor,
  /// Integer in [-Q/2, Q/2).
  centred,
};

}  // namespace ringlet
