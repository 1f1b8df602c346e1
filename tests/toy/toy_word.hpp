#pragma once

#include <cstdint>

#include "arith/word_traits.hpp"
#include "isa/compiler.hpp"
#include "isa/limb64x2.hpp"
#include "isa/widening_product.hpp"

/// Traits of ToyWord's word.
template <>
struct ringlet::arith::WordTraits<std::uint8_t> {
  using Twiddle = std::uint8_t;

  static constexpr unsigned bits = 8;
  static constexpr bool has_lazy_values = true;
};

/// Instruction sets of toy words, which have so few bits that an arithmetic of src/arith
/// can be called with all operands.
namespace ringlet_test {

/// Policy of one lane of `bits` bits with the operations of proofs/Words.v. Like AVX2, it multiplies words of half the
/// bits, from which isa::WideningProduct makes longer products.
template <unsigned bits_of_lane, class WordType = std::uint8_t>
struct ToyWord {
  static_assert(bits_of_lane <= 16 && bits_of_lane % 2 == 0);
  static constexpr unsigned bits = bits_of_lane;
  using Vec = std::uint32_t;  // below 2^bits
  using Word = WordType;
  using Cell = Word;
  static constexpr unsigned lanes_log = 0;
  static constexpr unsigned lanes = 1;
  static constexpr unsigned in_flight = 8;

  static constexpr std::uint32_t wrap(std::uint64_t x) {
    return static_cast<std::uint32_t>(x & ((std::uint64_t{1} << bits) - 1));
  }

  template <class T>
  static Vec broadcast(T x) {
    return wrap(static_cast<std::uint64_t>(x));
  }
  template <class T>
  static Vec load(const T* p) {
    return wrap(*p);
  }
  template <unsigned count>
  static Vec load_repeated(const Word* p) {
    static_assert(count == 1);
    return load(p);
  }
  template <class T>
  static void store(T* p, Vec x) {
    *p = static_cast<T>(x);
  }

  static Vec add(Vec a, Vec b) { return wrap(a + b); }
  static Vec sub(Vec a, Vec b) { return wrap(a - b); }
  static Vec min(Vec a, Vec b) { return a < b ? a : b; }
  static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  static Vec add_if_negative(Vec x, Vec step) { return min(x, add(x, step)); }
  static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  static Vec subtract_modulo(Vec a, Vec b, Vec q) { return add_if_negative(sub(a, b), q); }
  static Vec bit_and(Vec a, Vec b) { return a & b; }
  static Vec shift_left(Vec a, Vec count) { return wrap(std::uint64_t{a} << count); }
  template <unsigned count>
  static Vec shift_right_signed(Vec a) {
    const Vec sign = a >> (bits - 1);
    return wrap((a | ((Vec{0} - sign) << bits)) >> count);
  }

  static Vec mul_low(Vec a, Vec b) { return wrap(a * b); }
  static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) { return wrap(a * b - c * d); }
  static Vec mul_high(Vec a, Vec b) { return (a * b) >> bits; }

  // ---- requirements of isa::WideningProduct ----

  static Vec low_half(Vec a) { return a & ((Vec{1} << bits / 2) - 1); }
  static Vec high_half(Vec a) { return a >> bits / 2; }
  static Vec mul_low_halves(Vec a, Vec b) { return low_half(a) * low_half(b); }
  static Vec join_low_halves(Vec a, Vec b) { return low_half(a) | (low_half(b) << bits / 2); }
  static Vec mul_high_short(Vec a, Vec b) { return ringlet::isa::WideningProduct<ToyWord>::high_short(a, b); }

  // ---- requirements of arithmetic on several words ----

  using Carry = std::uint32_t;
  static void mul_widening(Vec a, Vec b, Vec& low, Vec& high) {
    ringlet::isa::WideningProduct<ToyWord>::multiply(a, b, low, high);
  }
  static Vec mul_add_widening(Vec a, Vec b, Vec c, Vec d, Vec& high) {
    const std::uint32_t sum = a * b + c + d;
    high = sum >> bits;
    return wrap(sum);
  }
  static Vec add_carry(Vec a, Vec b, Carry& carry) {
    const Vec sum = a + b + carry;
    carry = sum >> bits;
    return wrap(sum);
  }
  static Vec sub_borrow(Vec a, Vec b, Carry& borrow) {
    const Vec subtrahend = b + borrow;
    borrow = a < subtrahend ? 1 : 0;
    return wrap(a - subtrahend);
  }
  static Vec select(Carry carry, Vec a, Vec b) { return carry != 0 ? a : b; }
};

/// Lanes whose multiply-adds read `multiplier` bits, as those of AVX-512 read 52 of 64.
template <unsigned bits_of_lane, unsigned multiplier>
struct ToyMultiplyAdd : ToyWord<bits_of_lane, std::uint64_t> {
  using Base = ToyWord<bits_of_lane, std::uint64_t>;
  using typename Base::Vec;
  static constexpr unsigned multiplier_bits = multiplier;
  static constexpr unsigned ignored_bits = bits_of_lane - multiplier;

  static Vec madd52_low(Vec sum, Vec x, Vec y) { return Base::add(sum, read(read(x) * read(y))); }
  static Vec madd52_high(Vec sum, Vec x, Vec y) { return Base::add(sum, (read(x) * read(y)) >> multiplier); }
  static Vec shift_right_any(Vec a, Vec count) { return a >> count; }

 private:
  static Vec read(Vec x) { return x % (Vec{1} << multiplier); }
};

/// Model of 128-bit words: 8 bits in two limbs of 4, with the products, sums and differences of isa::Limb64x2. Its
/// conversion of integers and its shifts by any count assume limbs of 64 bits, so they are written again here.
struct ToyWord128 : ringlet::isa::Limb64x2<ToyWord<4>> {
  using Limbs = ToyWord<4>;
  using Word = std::uint8_t;
  using Cell = Word;
  static constexpr unsigned bits = 8;

  template <class T>
  static Vec broadcast(T x) {
    return {Limbs::broadcast(x), Limbs::broadcast(x >> 4)};
  }
  static std::uint32_t number(Vec x) { return x.low | (x.high << 4); }
  static Vec shift_left(Vec x, Vec count) { return broadcast(number(x) << number(count)); }
};

/// Returns the number in a lane.
inline std::uint32_t number(std::uint32_t x) { return x; }
inline std::uint32_t number(ToyWord128::Vec x) { return ToyWord128::number(x); }

}  // namespace ringlet_test
