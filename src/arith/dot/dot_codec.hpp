#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/modulus.hpp"

namespace ringlet::arith {

/// Codec of a factor as it is.
struct WordCodec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 1;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

/// Codec of a factor as a double.
struct DoubleCodec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 1;  // no proof: memory
  /// Writes w < 2^53.
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

/// Codec of a factor, and of the factor without its last bits.
struct Dot52LongCodec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 2;  // no proof: memory
  /// Number of low bits that upper parts of products leave out.
  static constexpr unsigned dropped = 3;  // proof 16.3
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

/// Codec of the two limbs of a factor, and their sum.
template <unsigned limb_bits>
struct DotLimbsCodec {
  using Word = std::uint64_t;
  static constexpr unsigned words = 3;  // no proof: memory
  static void encode(Word* group, std::size_t index, std::size_t count, Word w, const WordModulus& m);
};

/// Codec of q, floor(2^64 / q), and 2^64 mod q with its Shoup quotient.
struct DotWordsModulusCodec {
  static constexpr unsigned words = 4;  // no proof: memory
  static void encode(std::uint64_t* out, const WordModulus& m);
};

/// Codec of q, floor(2^52 / q), and 2^52 mod q with its Shoup quotient of 52 bits.
struct Dot52ModulusCodec {
  static constexpr unsigned words = 4;  // no proof: memory
  static void encode(std::uint64_t* out, const WordModulus& m);
};

/// Codec of doubles q, 1 / q to 53 bits, and a summand that rounds quotients to integers; and of q as a word.
struct DotDoublesModulusCodec {
  static constexpr unsigned words = 4;  // no proof: memory
  /// Writes the constants of q < 2^50.
  static void encode(std::uint64_t* out, const WordModulus& m);
};

}  // namespace ringlet::arith
