// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __cplusplus < 202002L
#error "The headers of Ringlet for C++ need C++20 (-std=c++20); ringlet/ringlet.h takes C11 or C++11"
#endif

#include <cstdint>

/// Vocabulary without behaviour, for every layer.
namespace ringlet {

__extension__ using uint128_t = unsigned __int128;

/// A modulus q with its Barrett quotients, as kernels take it. Words of W = 64 bits: 2 <= q < 2^62; of 128:
/// 2 <= q < 2^124.
template <class Word>
struct ModulusConstants {
  Word q;
  Word product_quotient;  ///< floor(2^(bits+W-2) / q)
  Word word_quotient;     ///< floor(2^W / q)
  unsigned bits;          ///< 2^(bits-1) <= q < 2^bits

  friend bool operator==(const ModulusConstants&, const ModulusConstants&) = default;
};

/// An odd modulus q of 3 to 8 words with the constants of Montgomery's products, as kernels take it, R = 2^(64 words):
/// 2^124 <= q < R/2. Little-endian words; those from `words` on are zero.
struct MultiwordModulusConstants {
  static constexpr unsigned max_words = 8;

  std::uint64_t q[max_words];
  std::uint64_t one[max_words];     ///< R mod q: the Montgomery form of 1
  std::uint64_t square[max_words];  ///< R^2 mod q: by a product with it numbers get their Montgomery form
  std::uint64_t negative_inverse;   ///< -1/q mod 2^64
  unsigned words;
  unsigned bits;  ///< 2^(bits-1) <= q < 2^bits
};

/// How arrays modulo a multiword modulus hold a number x: as x, or as x R mod q, where R = 2^width.
enum class Form { plain, montgomery };

/// The ring of a transform: Z_q[X]/(X^n + 1) or Z_q[X]/(X^n - 1).
enum class Ring { negacyclic, cyclic };

/// Orders of evaluations: by the exponents of the root of unity, or by these with their bits reversed.
enum class Order { natural, bit_reversed };

/// What the values of a polynomial are: its coefficients, or its evaluations at the powers of a root of unity.
enum class Domain { coefficients, evaluations };

/// How `cmp_add` and `cmp_sub` compare an element (left) with the bound (right), both unsigned.
enum class Comparison { equal, less, less_equal, never, not_equal, greater_equal, greater, always };

/// Which integer a vector of residues x_i modulo q_i stands for; Q is the product of the moduli, y_i the residue
/// x_i (Q/q_i)^-1 modulo q_i.
enum class Lift {
  /// The sum of y_i Q/q_i as it is: x + e Q with 0 <= e < L, for L moduli.
  approximate,
  /// The one in [0, Q).
  floor,
  /// The one in [-Q/2, Q/2).
  centred,
};

}  // namespace ringlet
