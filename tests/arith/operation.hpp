#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

/// The operations of arithmetics as plain data, which files with the flags of an instruction set define (on_*.cpp) and
/// the test, compiled for any CPU, reads and calls. Those files include neither GoogleTest nor GMP, and all their
/// functions are over types of their own, so that none of them can be linked into a program's other code.
namespace ringlet_test {

using ringlet::uint128_t;
using ringlet::arith::Bound;
using ringlet::arith::Factors;
using ringlet::arith::one_q;
using ringlet::arith::Range;
using ringlet::arith::times_q;

/// A modulus as arithmetics on words or on 128-bit words get it; only that of the tested one is filled in.
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

/// Operands and results of one call: whole vectors as they lie in registers, row by row of their 64-bit limbs, or
/// arrays of the caller's words, one for each lane.
struct Call {
  const Modulus* modulus;
  const void* twiddles;
  const std::uint64_t* x;
  const std::uint64_t* y;
  const std::uint64_t* z;
  std::uint64_t* first;
  std::uint64_t* second;
};

/// What an operation computes modulo q, of operands x, y, z and a fixed multiplicand w.
enum class Meaning {
  residue,             ///< x
  sum,                 ///< x + y
  difference,          ///< x - y
  negative,            ///< -x
  fixed_product,       ///< x w
  product,             ///< x y
  product_of_doubles,  ///< 2 x 2 y
  cooley_tukey,        ///< x + w y, x - w y
  gentleman_sande,     ///< x + y, x - y
};

struct Operation {
  const char* name;
  /// What tells it from others of this name, a factor or a bound.
  std::uint64_t detail = 0;
  void (*run)(const Call&);
  Meaning meaning;
  Range x = {};
  Range y = {};
  /// A third operand, which is added to the result; none where the range is empty.
  Range z = {};
  Range first = {};
  Range second = {};

  bool takes_words = false;
  bool gives_words = false;
  /// The results are these values themselves, not only congruent to them.
  bool exact = false;
  /// Limbs under the top whose carries have moved up.
  bool carried_operands = false;
  bool carried_first = false;
  /// By how many units of the next limb one may be too large or too small.
  unsigned redundancy = 0;

  /// How many multiplicands are repeated through the lanes, and how one is stored.
  unsigned multiplicands = 0;
  void (*encode)(void* group, std::size_t index, std::size_t count, uint128_t w, const Modulus& m) = nullptr;
};

/// How a number lies in a lane.
enum class Representation {
  words,
  doubles,       ///< integers of either sign
  limbs,         ///< of 52 bits, redundant; the number counts modulo 2^(52 limb_count)
  double_limbs,  ///< integers of either sign in doubles, redundant
};

struct TestedArithmetic {
  /// As the library's tables of kernels call it.
  const char* name;
  bool is_eltwise;
  unsigned min_modulus_bits;
  unsigned modulus_bits;
  unsigned word_bits;
  unsigned lanes;
  Representation representation;
  /// 64-bit limbs of a lane, and how many bits of each are its own.
  unsigned limb_count;
  unsigned limb_bits;
  /// The bits of a single limb that count.
  unsigned significant_bits;
  std::span<const Operation> operations;
};

struct TestedBackend {
  const char* name;
  std::span<const TestedArithmetic> words;
  std::span<const TestedArithmetic> word128;
};

extern const TestedBackend arithmetics_on_scalar;
extern const TestedBackend arithmetics_on_avx2;
extern const TestedBackend arithmetics_on_avx512dq;
extern const TestedBackend arithmetics_on_avx512ifma;
extern const TestedBackend arithmetics_on_neon;

/// A list of operations that is made at compile time.
template <unsigned room>
struct Operations {
  Operation entry[room] = {};
  unsigned count = 0;

  constexpr void add(const Operation& operation) { entry[count++] = operation; }
};

/// What all arithmetics have in common.
template <class A>
struct OperationsOn {
  using Isa = typename A::Isa;
  using Word = typename Isa::Word;

  RINGLET_INLINE static A arithmetic(const Call& call) { return A(call.modulus->of<Word>()); }

  /// An array of the caller's words.
  RINGLET_INLINE static const Word* words(const void* p) { return static_cast<const Word*>(p); }
  RINGLET_INLINE static Word* words(void* p) { return static_cast<Word*>(p); }

  template <class W, unsigned count>
  RINGLET_INLINE static auto multiplicand(const Call& call) {
    return W::template load<count>(words(call.twiddles));
  }
  template <class W>
  static void encode(void* group, std::size_t index, std::size_t count, uint128_t w, const Modulus& m) {
    W::Codec::encode(words(group), index, count, static_cast<Word>(w), m.of<Word>());
  }

  /// `operation` with `count` different multiplicands.
  template <class W>
  static constexpr Operation with(unsigned count, Operation operation) {
    operation.multiplicands = count;
    operation.encode = encode<W>;
    return operation;
  }

  static consteval TestedArithmetic tested(const char* name, std::span<const Operation> operations) {
    return {.name = name,
            .is_eltwise = false,
            .min_modulus_bits = A::traits.min_modulus_bits,
            .modulus_bits = A::traits.modulus_bits,
            .word_bits = 8 * sizeof(Word),
            .lanes = Isa::lanes,
            .representation = Representation::words,
            .limb_count = sizeof(Word) / 8,
            .limb_bits = 64,
            .significant_bits = A::traits.significant_bits,
            .operations = operations};
  }
};

/// All steps of a product in stages, and what it leaves.
template <unsigned step = 1, class F, class State>
RINGLET_INLINE auto leave(const F& f, const State& state) {
  if constexpr (step > F::steps) {
    return f.leave(state);
  } else {
    return leave<step + 1>(f, f.template advance<step>(state));
  }
}

}  // namespace ringlet_test
