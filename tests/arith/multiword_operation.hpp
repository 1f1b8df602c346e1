#pragma once

#include <cstdint>
#include <span>

#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"

/// Operations of arithmetics on numbers of several words as plain data, the counterpart of operation.hpp. Files with
/// the flags of an instruction set define them; the test reads and calls them.
namespace ringlet_test {

using ringlet::arith::SignedRange;

/// Operands and results of one call: cells, limb by limb for all lanes. The result of `to_words` is the
/// caller's numbers one after the other.
struct MultiwordCall {
  const ringlet::MultiwordModulusConstants* q;
  const std::uint64_t* constants;
  /// Multiplicands in rows: one that all lanes share, or word by word for all lanes.
  const std::uint64_t* twiddle;
  const std::uint64_t* lane_twiddles;
  const std::uint64_t* x;
  const std::uint64_t* y;
  std::uint64_t* out;
};

/// Value of an operation modulo q, for operands x and y, a multiplicand w that all lanes share, and w_i of a lane.
enum class MultiwordMeaning { residue, words, shared_product, lane_product, product };

struct MultiwordOperation {
  const char* name;
  void (*run)(const MultiwordCall&);
  MultiwordMeaning meaning;
  SignedRange x;
  SignedRange y;
  SignedRange result;
};

struct TestedMultiwordArithmetic {
  const char* name;
  unsigned words;
  unsigned lanes;
  ringlet::arith::MultiwordFormat twiddles;
  ringlet::arith::ModulusCodec<ringlet::MultiwordModulusConstants> codec;
  unsigned min_modulus_bits;
  /// capacity q is at most 2^capacity_bits; capacity in units of q / 256.
  ringlet::arith::Bound capacity;
  unsigned capacity_bits;
  std::span<const MultiwordOperation> operations;
};

struct TestedMultiwordBackend {
  const char* name;
  std::span<const TestedMultiwordArithmetic> arithmetics;
};

extern const TestedMultiwordBackend multiword_arithmetics_on_avx2;
extern const TestedMultiwordBackend multiword_arithmetics_on_avx512dq;
extern const TestedMultiwordBackend multiword_arithmetics_on_avx512ifma;

/// Operations of A at the ends of their ranges. `reduces` is the range of the operand of `reduced` and `canonical`,
/// `multiplies` that of the first factor of a product of variables.
template <ringlet::arith::MultiwordNttArithmetic A, SignedRange reduces, SignedRange multiplies, SignedRange multiplier>
struct MultiwordCalls {
  using Ranges = typename A::Ranges;
  using Value = typename A::Value;

  RINGLET_INLINE static A arithmetic(const MultiwordCall& call) { return A(*call.q, call.constants); }

  static void mul_twiddle(const MultiwordCall& call) {
    A::store(call.out, arithmetic(call).mul_twiddle(A::load(call.x), call.twiddle));
  }
  static void mul_lanes(const MultiwordCall& call) {
    A::store(call.out, arithmetic(call).mul_lanes(A::load(call.x), call.lane_twiddles));
  }
  static void mul(const MultiwordCall& call) {
    Value x[A::together], y[A::together];
    for (unsigned k = 0; k < A::together; ++k) {
      x[k] = A::load(call.x);
      y[k] = A::load(call.y);
    }
    arithmetic(call).mul(x, y);
    A::store(call.out, x[A::together - 1]);
  }
  static void reduced(const MultiwordCall& call) { A::store(call.out, arithmetic(call).reduced(A::load(call.x))); }
  static void kept(const MultiwordCall& call) { A::store(call.out, arithmetic(call).kept(A::load(call.x))); }
  static void canonical(const MultiwordCall& call) { A::store(call.out, arithmetic(call).canonical(A::load(call.x))); }
  static void to_words(const MultiwordCall& call) {
    const A a = arithmetic(call);
    a.to_words(call.out, A::words, a.canonical(A::load(call.x)));
  }

  static constexpr SignedRange largest = Ranges::largest();
  static constexpr MultiwordOperation operations[] = {
      {"mul_twiddle", mul_twiddle, MultiwordMeaning::shared_product, largest, {}, Ranges::mul_twiddle(largest)},
      {"mul_lanes", mul_lanes, MultiwordMeaning::lane_product, largest, {}, Ranges::mul_lanes(largest)},
      {"mul", mul, MultiwordMeaning::product, multiplies, multiplier, Ranges::mul(multiplies, multiplier)},
      {"reduced", reduced, MultiwordMeaning::residue, reduces, {}, Ranges::reduced(reduces)},
      {"kept", kept, MultiwordMeaning::residue, reduces, {}, Ranges::reduced(reduces)},
      {"canonical", canonical, MultiwordMeaning::residue, reduces, {}, Ranges::canonical(reduces)},
      {"to_words", to_words, MultiwordMeaning::words, reduces, {}, Ranges::canonical(reduces)},
  };

  static consteval TestedMultiwordArithmetic tested(const char* name) {
    return {.name = name,
            .words = A::words,
            .lanes = A::lanes,
            .twiddles = A::twiddle_format,
            .codec = ringlet::arith::modulus_codec_of<A>(),
            .min_modulus_bits = A::min_modulus_bits,
            .capacity = A::capacity,
            .capacity_bits = A::capacity_bits,
            .operations = operations};
  }
};

/// Describes an arithmetic on numbers about zero in limbs of doubles (section 19 of docs/bounds/multiword.md).
template <class A>
consteval TestedMultiwordArithmetic of_doubles() {
  constexpr SignedRange largest = A::Ranges::largest();
  return MultiwordCalls<A, largest, ringlet::arith::signed_range(-9, 9), ringlet::arith::signed_range(-1, 1)>::tested(
      "fma43");
}

/// Describes an arithmetic on nonnegative numbers in limbs of 52 bits (section 18).
template <class A>
consteval TestedMultiwordArithmetic of_words() {
  constexpr SignedRange largest = A::Ranges::largest();
  constexpr auto q = static_cast<std::int64_t>(ringlet::arith::one_q);
  constexpr SignedRange multiplier = ringlet::arith::signed_range(0, A::Ranges::entry);
  return MultiwordCalls<A, SignedRange{q, largest.high - q}, largest, multiplier>::tested("montgomery52");
}

}  // namespace ringlet_test
