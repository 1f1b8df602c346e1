#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

/// Operations of arithmetics as plain data. Files with the flags of an instruction set (on_*.cpp) define them; the test
/// is compiled for any CPU and calls them. Those files include neither GoogleTest nor GMP, and all their functions are
/// over types of their own, so that none of them can be linked into a program's other code.
namespace ringlet_test {

using ringlet::uint128_t;
using ringlet::arith::Bound;
using ringlet::arith::Factors;
using ringlet::arith::one_q;
using ringlet::arith::Range;
using ringlet::arith::times_q;

/// Modulus as arithmetics on words or on 128-bit words take it. Only the tested word's is filled in.
struct Modulus {
  ringlet::arith::WordModulus word;
  ringlet::arith::Modulus128 word128;

  template <class Word>
  RINGLET_INLINE const ringlet::arith::BasicModulus<Word>& of() const {
    if constexpr (sizeof(Word) == 8) {
      return word;
    } else {
      return word128;
    }
  }
};

/// Operands and results of one call: whole vectors as in registers, row by row of their 64-bit limbs, or arrays of the
/// caller's words, one for each lane.
struct Call {
  const Modulus* modulus;
  const void* twiddles;
  const std::uint64_t* x;
  const std::uint64_t* y;
  const std::uint64_t* z;
  std::uint64_t* first;
  std::uint64_t* second;
};

/// Value of an operation modulo q, for operands x, y, z and a fixed multiplicand w.
enum class Meaning {
  residue,             ///< x
  sum,                 ///< x + y
  difference,          ///< x - y
  negative,            ///< -x
  fixed_product,       ///< x w
  product,             ///< x y
  product_of_doubles,  ///< 2 x 2 y
  montgomery_product,  ///< x y / R + z, for odd moduli, R = 2^bits of the word
  cooley_tukey,        ///< x + w y, x - w y
  gentleman_sande,     ///< x + y, x - y
};

struct Operation {
  const char* name;
  /// Distinguishes operations of the same name: a factor or a bound.
  std::uint64_t detail = 0;
  void (*run)(const Call&);
  Meaning meaning;
  Range x = {};
  Range y = {};
  /// Range of a third operand that is added to the result; empty if there is none.
  Range z = {};
  Range first = {};
  Range second = {};
  /// Length of the longest moduli for which operands may be in these ranges; 0: that of the arithmetic.
  unsigned modulus_bits = 0;

  bool takes_words = false;
  bool gives_words = false;
  /// Whether results equal these values, rather than being congruent to them.
  bool exact = false;
  /// Whether the carries of limbs below the top have moved up.
  bool carried_operands = false;
  bool carried_first = false;
  /// Units of the next limb by which a limb may be too large or too small.
  unsigned redundancy = 0;

  /// Number of multiplicands that are repeated through the lanes, and the function that stores one.
  unsigned multiplicands = 0;
  void (*encode)(void* group, std::size_t index, std::size_t count, uint128_t w, const Modulus& m) = nullptr;
};

/// Format of a number in a lane.
enum class Representation {
  words,
  doubles,       ///< integers of either sign
  limbs,         ///< 52 bits each, redundant; the number counts modulo 2^(52 limb_count)
  double_limbs,  ///< integers of either sign in doubles, redundant
  ranged_limbs,  ///< ranges are those of each limb
};

struct TestedArithmetic {
  /// Name in the library's tables of kernels.
  const char* name;
  bool is_eltwise;
  unsigned min_modulus_bits;
  unsigned modulus_bits;
  /// Modulus of an arithmetic that has a single one, else 0.
  std::uint64_t prime;
  unsigned word_bits;
  unsigned lanes;
  Representation representation;
  /// Number of limbs of a lane, and the bits that each contributes. A limb has 64 bits in memory, or 32 in lanes of 32.
  unsigned limb_count;
  unsigned limb_bits;
  /// Number of bits of a single limb that count.
  unsigned significant_bits;
  /// Logarithm of the unit of the ranges of limbs.
  unsigned limb_unit_log = 0;
  std::span<const Operation> operations;
};

struct TestedBackend {
  const char* name;
  std::span<const TestedArithmetic> words;
  std::span<const TestedArithmetic> word128;
  std::span<const TestedArithmetic> word32 = {};
};

extern const TestedBackend arithmetics_on_scalar;
extern const TestedBackend arithmetics_on_avx2;
extern const TestedBackend arithmetics_on_avx512dq;
extern const TestedBackend arithmetics_on_avx512ifma;
extern const TestedBackend arithmetics_on_neon;

/// List of operations that is made at compile time.
template <unsigned room>
struct Operations {
  Operation entry[room] = {};
  unsigned count = 0;

  constexpr void add(const Operation& operation) { entry[count++] = operation; }
};

/// Members that the operations of all arithmetics share.
template <class A>
struct OperationsOn {
  using Isa = typename A::Isa;
  using Word = typename Isa::Word;

  using TwiddleWord = ringlet::arith::TwiddleWord<Word>;

  RINGLET_INLINE static A arithmetic(const Call& call) { return A(call.modulus->of<TwiddleWord>()); }

  /// Returns an array of the caller's words.
  RINGLET_INLINE static const Word* words(const void* p) { return static_cast<const Word*>(p); }
  RINGLET_INLINE static Word* words(void* p) { return static_cast<Word*>(p); }

  template <class W, unsigned count>
  RINGLET_INLINE static auto multiplicand(const Call& call) {
    return W::template load<count>(static_cast<const TwiddleWord*>(call.twiddles));
  }
  template <class W>
  static void encode(void* group, std::size_t index, std::size_t count, uint128_t w, const Modulus& m) {
    W::Codec::encode(static_cast<TwiddleWord*>(group), index, count, static_cast<TwiddleWord>(w), m.of<TwiddleWord>());
  }

  /// Returns `operation` with `count` different multiplicands.
  template <class W>
  static constexpr Operation with(unsigned count, Operation operation) {
    operation.multiplicands = count;
    operation.encode = encode<W>;
    return operation;
  }

  static consteval TestedArithmetic tested(const char* name, std::span<const Operation> operations) {
    return {.name = name,
            .is_eltwise = false,
            .min_modulus_bits = ringlet::arith::length_of(A::moduli.least),
            .modulus_bits = ringlet::arith::length_of(A::moduli.greatest),
            .prime = A::moduli.least == A::moduli.greatest ? static_cast<std::uint64_t>(A::moduli.least) : 0,
            .word_bits = 8 * sizeof(Word),
            .lanes = Isa::lanes,
            .representation = Representation::words,
            .limb_count = sizeof(typename A::Vec) / Isa::lanes > 8 ? 2U : 1U,
            .limb_bits = std::min<unsigned>(64, 8 * sizeof(typename A::Vec) / Isa::lanes),
            .significant_bits = A::traits.significant_bits,
            .operations = operations};
  }
};

/// Runs all steps of a product in stages and returns its result.
template <unsigned step = 1, class F, class State>
RINGLET_INLINE auto leave(const F& f, const State& state) {
  if constexpr (step > F::steps) {
    return f.leave(state);
  } else {
    return leave<step + 1>(f, f.template advance<step>(state));
  }
}

}  // namespace ringlet_test
