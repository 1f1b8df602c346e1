#pragma once

#include <bit>
#include <cstdint>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "toy/ranges.hpp"
#include "toy/theorem.hpp"
#include "toy/toy_word.hpp"

namespace ringlet_test {

/// Returns how many bits of a lane the multiplier reads.
template <class Isa>
constexpr unsigned multiplier_bits() {
  if constexpr (requires { Isa::multiplier_bits; }) {
    return Isa::multiplier_bits;
  } else {
    return Isa::bits;
  }
}

/// Checks the promises of EltwiseArithmetic for A (src/arith/arithmetic.hpp), for one modulus and all
/// operands, on lanes of `bits` bits.
template <class A>
class ToyElements {
 public:
  using Isa = typename A::Isa;
  using Word = typename Isa::Word;
  using Vec = typename A::Vec;
  static constexpr unsigned bits = Isa::bits;
  /// Length of Shoup quotients: the bits that multiply-adds read, or all.
  static constexpr unsigned quotient_bits = multiplier_bits<Isa>();
  static constexpr std::uint32_t words = std::uint32_t{1} << bits;
  static constexpr std::uint32_t least_modulus = A::moduli.least;
  static constexpr std::uint32_t greatest_modulus = A::moduli.greatest;

  explicit ToyElements(std::uint32_t q) : q_(q), arithmetic_(modulus(q)), compare_(q) {}

  /// Returns the constants by their definitions (docs/bounds/words.md, section 1.1).
  static ringlet::arith::BasicModulus<Word> modulus(std::uint32_t q) {
    const auto length = static_cast<unsigned>(std::bit_width(q));
    return {.q = static_cast<Word>(q),
            .product_quotient = static_cast<Word>((std::uint32_t{1} << (length + bits - 2)) / q),
            .word_quotient = static_cast<Word>(words / q),
            .bits = length};
  }

  typename A::ShoupOperand multiplicand(std::uint32_t w) const {
    return {Isa::broadcast(w), Isa::broadcast((std::uint64_t{w} << quotient_bits) / q_)};
  }

  std::uint64_t run() {
    eltwise<1>();
    eltwise<2>();
    eltwise<4>();
    eltwise<8>();
    reduce_words();
    return compare_.count();
  }

  /// Adds the results that the theorem toy_leading_remainders is about.
  void remainders(Digest& digest) const {
    for (std::uint32_t x = 0; x < words; ++x) {
      digest.add(number(arithmetic_.template reduce_word<2>(Isa::broadcast(x))));
    }
  }

 private:
  template <unsigned factor>
  void eltwise() {
    for (std::uint32_t x = 0; x < factor * q_ && x < words; ++x) {
      const Vec lane = Isa::broadcast(x);
      compare_.number("lower", number(arithmetic_.template lower<factor>(lane)), x % q_, x, 0, 0);
      for (std::uint32_t w = 0; w < q_; ++w) {
        const auto product = number(arithmetic_.template mul_shoup<factor>(lane, multiplicand(w)));
        compare_.number("mul_shoup", product, x * w % q_, x, 0, w);
      }
      if constexpr (factor <= 4) {
        for (std::uint32_t y = 0; y < factor * q_; ++y) {
          const auto product = number(arithmetic_.template mul<factor>(lane, Isa::broadcast(y)));
          compare_.number("mul", product, x * y % q_, x, y, 0);
          if constexpr (factor == 1) sums(x, y);
        }
      }
    }
  }

  void sums(std::uint32_t x, std::uint32_t y) {
    const Vec a = Isa::broadcast(x), b = Isa::broadcast(y);
    compare_.number("add", number(arithmetic_.add(a, b)), (x + y) % q_, x, y, 0);
    compare_.number("sub", number(arithmetic_.sub(a, b)), (x + q_ - y) % q_, x, y, 0);
    compare_.number("neg", number(arithmetic_.neg(a)), (q_ - x) % q_, x, 0, 0);
    compare_.number("mul_sums", number(arithmetic_.mul_sums(a, b, a, b)), (x + y) * (x + y) % q_, x, y, 0);
  }

  void reduce_words() {
    if constexpr (requires(const A a, Vec x) { a.template reduce_word<1>(x); }) {
      for (std::uint32_t x = 0; x < words; ++x) {
        const auto once = number(arithmetic_.template reduce_word<1>(Isa::broadcast(x)));
        const auto twice = number(arithmetic_.template reduce_word<2>(Isa::broadcast(x)));
        compare_.number("reduce_word<1>", once, x % q_, x, 0, 0);
        compare_.residue("reduce_word<2>", twice, x, {0, times_q(2)}, x, 0, 0);
      }
    }
  }

 protected:
  std::uint32_t q_;
  A arithmetic_;
  Comparison compare_;
};

/// Checks the promises of NttArithmetic as well. `significant` bits of a lane are the value of a lazy number.
template <class A>
class ToyArithmetic : public ToyElements<A> {
  using Base = ToyElements<A>;
  using Base::arithmetic_;
  using Base::compare_;
  using Base::multiplicand;
  using Base::q_;

 public:
  using Base::bits;
  using Base::words;
  using typename Base::Isa;
  using typename Base::Vec;
  static constexpr unsigned significant = A::traits.significant_bits == 0 ? bits : A::traits.significant_bits;
  static constexpr std::uint32_t values = std::uint32_t{1} << significant;
  static constexpr std::uint32_t capacity = A::capacity / one_q;

  using Base::Base;

  std::uint64_t run() {
    Base::run();
    for (std::uint32_t x = 0; x < words; ++x) {
      reductions(x);
      for (std::uint32_t w = 0; w < q_; ++w) products(x, w);
      gentleman_sande(x);
    }
    cooley_tukey();
    return compare_.count();
  }

  // ---- results for theorems of proofs/Toy.v ----

  void shoup_products(Digest& digest) const {
    for (std::uint32_t w = 0; w < q_; ++w) {
      for (std::uint32_t x = 0; x < values; ++x) {
        digest.add(value(arithmetic_.mul_twiddle(Isa::broadcast(x), multiplicand(w))));
      }
    }
  }

  void reductions(Digest& digest) const {
    for (std::uint32_t x = 0; x < words; ++x) digest.add(value(arithmetic_.reduce(Isa::broadcast(x))));
  }

 private:
  static std::uint32_t value(std::uint32_t lane) { return lane % values; }
  static std::uint32_t value(const Vec& lane)
    requires(!std::is_same_v<Vec, std::uint32_t>)
  {
    return number(lane) % values;
  }
  /// Returns whether x is in the range of a transform's values.
  [[nodiscard]] bool is_lazy(std::uint32_t x) const { return value(x) < capacity * q_; }

  void products(std::uint32_t x, std::uint32_t w) {
    const std::uint32_t v = value(x);
    const std::uint32_t product = value(arithmetic_.mul_twiddle(Isa::broadcast(x), multiplicand(w)));
    const std::uint32_t without_garbage = value(arithmetic_.mul_twiddle(Isa::broadcast(v), multiplicand(w)));
    compare_.number("mul_twiddle", product, without_garbage, x, 0, w);
    compare_.residue("mul_twiddle", product, std::int64_t{v} * w, {0, A::product_bound(range_of(v, q_).high)}, x, 0, w);
  }

  void reductions(std::uint32_t x) {
    const std::uint32_t v = value(x);
    if (!is_lazy(x)) return;
    const Bound above = range_of(v, q_).high;
    compare_.residue("reduce", value(arithmetic_.reduce(Isa::broadcast(x))), v, {0, A::reduced_bound(above)}, x, 0, 0);
    finishes<A::capacity>(x);
    if (above <= times_q(4)) finishes<times_q(4)>(x);
    if (above <= times_q(2)) finishes<times_q(2)>(x);
    if (above <= one_q) finishes<one_q>(x);
    prepares<A::capacity>(x);
    if (above <= one_q) prepares<one_q>(x);
  }

  template <Bound from>
  void finishes(std::uint32_t x) {
    const std::uint32_t v = value(x);
    const Vec lane = Isa::broadcast(x);
    compare_.number("finish<1>", number(arithmetic_.template finish<1, from>(lane)), v % q_, x, 0, 0);
    const auto twice = number(arithmetic_.template finish<2, from>(lane));
    const auto four_times = number(arithmetic_.template finish<4, from>(lane));
    compare_.residue("finish<2>", twice, v, {0, times_q(2)}, x, 0, 0);
    compare_.residue("finish<4>", four_times, v, {0, times_q(4)}, x, 0, 0);
  }

  template <Bound from, unsigned lift = 0>
  void prepares(std::uint32_t x) {
    const std::uint32_t v = value(x);
    constexpr Range input{0, from};
    const auto lifted = value(arithmetic_.template prepare<from, lift>(Isa::broadcast(x)));
    compare_.residue("prepare", lifted, v, A::prepared(input, lift), x, 0, 0);
    if constexpr (lift == A::max_lift) {
      EXPECT_TRUE(A::ct_accepts(A::prepared(input, lift))) << "butterfly_ct does not accept what is prepared";
    }
    if constexpr (lift < A::max_lift) prepares<from, lift + 1>(x);
  }

  /// Returns how many q the model of the butterfly adds to x + T and to x - T, where T is the lazy product:
  /// shoup_butterfly and ifma_butterfly in proofs/Butterflies.v.
  static constexpr std::pair<std::uint32_t, std::uint32_t> butterfly_offsets() {
    if constexpr (requires { A::ct_offset; }) {
      return {0, A::ct_offset};
    } else {
      return {std::uint32_t{0} - 1, 1};
    }
  }

  /// Checks any y, and any bits above the value of x.
  void cooley_tukey() {
    for (std::uint32_t y = 0; y < values; ++y) {
      for (std::uint32_t w = 0; w < q_; ++w) {
        const auto product = std::int64_t{value(y)} * w;
        const auto twiddle = multiplicand(w);
        const std::uint32_t lazy_product = value(arithmetic_.mul_twiddle(Isa::broadcast(y), twiddle));
        for (std::uint32_t x = 0; x < values && is_lazy(x); ++x) {
          const Range range = range_of(x, q_);
          if (!A::ct_accepts(range)) continue;
          Vec first = Isa::broadcast(x + (y ^ w) * values), second = Isa::broadcast(y + (x ^ w) * values);
          arithmetic_.butterfly_ct(first, second, twiddle);
          compare_.residue("butterfly_ct, sum", value(first), x + product, A::ct_result(range), x, y, w);
          compare_.residue("butterfly_ct, difference", value(second), x - product, A::ct_result(range), x, y, w);
          const auto [sum_offset, difference_offset] = butterfly_offsets();
          const std::uint32_t sum = x + lazy_product + sum_offset * q_;
          const std::uint32_t difference = x - lazy_product + difference_offset * q_;
          compare_.number("butterfly_ct, sum", value(first), sum % values, x, y, w);
          compare_.number("butterfly_ct, difference", value(second), difference % values, x, y, w);
        }
        if (compare_.failed()) return;
      }
    }
  }

  void gentleman_sande(std::uint32_t x) {
    const std::uint32_t half = capacity / 2 * q_;
    if (value(x) >= half) return;
    for (std::uint32_t y = 0; y < half; ++y) {
      Vec sum = Isa::broadcast(x), difference = Isa::broadcast(y);
      arithmetic_.butterfly_gs(sum, difference);
      compare_.number("butterfly_gs, sum", value(sum), value(x) + y, x, y, 0);
      compare_.number("butterfly_gs, difference", value(difference), value(x) - y + half, x, y, 0);
    }
  }
};

/// Runs Checks<A>, one of the classes above, for all moduli of the arithmetic's range.
template <template <class> class Checks, class A>
void check_all() {
  std::uint64_t count = 0;
  for (std::uint32_t q = Checks<A>::least_modulus; q <= Checks<A>::greatest_modulus && !::testing::Test::HasFailure();
       ++q) {
    count += Checks<A>(q).run();
  }
  ::testing::Test::RecordProperty("compared", std::to_string(count));
  std::cout << count << " results compared\n";
}

/// Returns the digest of the results that a member of Checks<A> adds for all moduli.
template <template <class> class Checks, class A>
std::uint32_t digest_of(void (Checks<A>::*results)(Digest&) const) {
  Digest digest;
  for (std::uint32_t q = Checks<A>::least_modulus; q <= Checks<A>::greatest_modulus; ++q)
    (Checks<A>(q).*results)(digest);
  return digest.value();
}

}  // namespace ringlet_test
