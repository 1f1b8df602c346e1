#pragma once

#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "arith/montgomery/montgomery_words.hpp"
#include "arith/multiword_ntt_arithmetic.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

namespace ringlet::arith {

/// Ranges of an arithmetic whose numbers are always in [0, q).
struct CanonicalRanges {
  using Value = SignedRange;
  static constexpr SignedRange largest() { return signed_range(0, 1); }  // no proof: the contract
  static constexpr unsigned entry = 1;                                   // no proof: the contract

  static constexpr SignedRange words(unsigned /*below*/) { return largest(); }             // no proof: the contract
  static constexpr SignedRange add(SignedRange, SignedRange) { return largest(); }         // no proof: the contract
  static constexpr SignedRange sub(SignedRange, SignedRange) { return largest(); }         // no proof: the contract
  static constexpr SignedRange mul_lanes(SignedRange) { return largest(); }                // no proof: the contract
  static constexpr SignedRange mul(SignedRange, SignedRange) { return largest(); }         // no proof: the contract
  static constexpr SignedRange reduced(SignedRange) { return largest(); }                  // no proof: the contract
  static constexpr SignedRange canonical(SignedRange) { return largest(); }                // no proof: the contract
  static constexpr SignedRange mul_twiddle(SignedRange, const std::uint64_t* = nullptr) {  // no proof: the contract
    return largest();
  }
  template <unsigned factor>
  static constexpr SignedRange lifted(SignedRange) {  // no proof: the contract
    return largest();
  }
};

/// MontgomeryWords for transforms: twiddles are in Montgomery's form.
template <class IsaPolicy, unsigned count>
class MontgomeryWordsNtt {
  using Words = MontgomeryWords<IsaPolicy, count>;

 public:
  using Isa = IsaPolicy;
  using Value = typename Words::Value;
  using Ranges = CanonicalRanges;
  static constexpr unsigned lanes = 1;                   // no proof: one number at a time
  static constexpr unsigned together = 1;                // no proof: one number at a time
  static constexpr bool has_long_products = count >= 6;  // no proof: equally fast, and shorter
  static constexpr unsigned words = count;
  static constexpr unsigned limbs = count;
  static constexpr Bound capacity = one_q;
  static constexpr unsigned capacity_bits = Words::traits.modulus_bits;  // no proof: the contract of Modulus
  static constexpr unsigned min_modulus_bits = 125;                      // no proof: the contract of Modulus
  static constexpr MultiwordFormat twiddle_format{.limb_bits = 64, .limbs = count, .rows = 1};

  /// Codec of no words: MultiwordModulusConstants are enough.
  struct ModulusCodec {
    static constexpr unsigned words = 0;  // no proof: memory
    static void encode(std::uint64_t* /*out*/, const MultiwordModulusConstants& /*q*/) {}
  };

  RINGLET_INLINE MontgomeryWordsNtt(const MultiwordModulusConstants& q, const std::uint64_t* /*constants*/)
      : words_(q) {}

  RINGLET_INLINE static Value from_words(const std::uint64_t* p, std::size_t /*stride*/) { return Words::load(p); }
  RINGLET_INLINE static void to_words(std::uint64_t* p, std::size_t /*stride*/, const Value& x) { Words::store(p, x); }
  RINGLET_INLINE static void stream_words(std::uint64_t* p, const Value& x) { Words::store(p, x); }
  RINGLET_INLINE static Value load(const std::uint64_t* cell) { return Words::load(cell); }
  RINGLET_INLINE static void store(std::uint64_t* cell, const Value& x) { Words::store(cell, x); }
  RINGLET_INLINE static void stream(std::uint64_t* cell, const Value& x) { Words::store(cell, x); }
  RINGLET_INLINE static void stream_fence() {}
  RINGLET_INLINE static void transpose(Value (&)[lanes]) {}

  RINGLET_INLINE Value add(const Value& x, const Value& y) const { return words_.add(x, y); }
  RINGLET_INLINE Value sub(const Value& x, const Value& y) const { return words_.sub(x, y); }
  template <unsigned factor>
  RINGLET_INLINE static Value lifted(const Value& x) {
    return x;
  }
  RINGLET_INLINE static Value reduced(const Value& x) { return x; }
  RINGLET_INLINE static Value kept(const Value& x) { return x; }
  RINGLET_INLINE static Value canonical(const Value& x) { return x; }
  RINGLET_INLINE Value mul_twiddle(const Value& x, const std::uint64_t* w) const {
    return words_.mul(x, Words::load(w));
  }
  RINGLET_INLINE Value mul_lanes(const Value& x, const std::uint64_t* w) const { return mul_twiddle(x, w); }
  RINGLET_INLINE void mul(Value (&x)[together], const Value (&y)[together]) const { x[0] = words_.mul(x[0], y[0]); }

 private:
  Words words_;
};

}  // namespace ringlet::arith
