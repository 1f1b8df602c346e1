#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/fraction_sum.hpp"
#include "isa/compiler.hpp"
#include "kernels/environment.hpp"
#include "kernels/rns_table.hpp"

namespace ringlet::kernels {

/// Kernels that make integers of residues modulo primes p_0 < p_1 < ... below 2^50, over an arithmetic of products by
/// fixed operands. Garner's algorithm finds the digits v_i in [0, p_i) of x = sum_i v_i D_i, D_i = p_0 ... p_(i-1). The
/// same pass adds the digits up in the wanted form.
/// Source    H. Garner, "The residue number system", IRE Trans. EC-8 (1959); docs/bounds/products.md, section 23
template <arith::EltwiseArithmetic A>
class Reconstruction {
  using Isa = typename A::Isa;
  using Vec = typename A::Vec;
  using Inverse = typename A::ShoupOperand;
  using Constants = ReconstructionConstants;

 public:
  static constexpr ReconstructionKernels table(const char* arithmetic) {
    return {.arithmetic = arithmetic,
            .inverse = arith::codec_of<Inverse>(),
            .to_words = {to_words<1>, to_words<2>, to_words<3>, to_words<4>},
            .to_integers = {to_integers<1>, to_integers<2>, to_integers<3>}};
  }

 private:
  template <unsigned primes>
  struct Digits {
    Vec digit[primes];
  };

  /// Returns the digits of a vector of integers. load(row): the residues of a row.
  template <unsigned primes, class Load>
  RINGLET_INLINE static Digits<primes> digits_of(const Constants& c, const Load& load) {
    Digits<primes> v;
    RINGLET_UNROLL_FULLY
    for (unsigned j = 0; j < primes; ++j) {
      const A a(c.primes[j]);
      const Vec q = Isa::broadcast(c.primes[j].q);
      Vec x = Isa::add_modulo(load(j), Isa::broadcast(c.offsets[j]), q);
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < j; ++i) {
        const unsigned number = i + j * (j - 1) / 2;
        const auto inverse = Inverse::template load<1>(c.inverses + number * Inverse::words);
        x = a.template mul_shoup<1>(Isa::subtract_modulo(x, v.digit[i], q), inverse);
      }
      v.digit[j] = x;
    }
    return v;
  }

  /// Returns sum_i v_i D_i - h modulo m.
  template <unsigned primes>
  RINGLET_INLINE static Vec word_of(const Constants& c, const Digits<primes>& v) {
    arith::FractionSum<Isa> quotient(c.start_carry, c.upper_start);
    Vec sum = Isa::broadcast(c.start);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < primes; ++i) {
      quotient.add(v.digit[i], c.upper_weights[i]);
      sum = Isa::add(sum, Isa::mul_low(v.digit[i], Isa::broadcast(c.weights[i])));
    }
    const Vec m = Isa::broadcast(c.modulus);
    const Vec rest = Isa::sub(sum, Isa::mul_low(quotient.integer(), m));
    // The quotient may be too large by one if the fractional part is small.
    const auto is_large = Isa::less(Isa::broadcast(~std::uint64_t{0} >> 1), rest);
    return Isa::add(rest, quotient.keep_if_small(Isa::keep_if(is_large, m)));
  }

  /// Computes the words of sum_i v_i D_i - h modulo 2^128.
  template <unsigned primes>
  RINGLET_INLINE static void integer_of(const Constants& c, const Digits<primes>& v, Vec& low, Vec& high) {
    typename Isa::Carry carry{};
    low = Isa::add_carry(Isa::broadcast(c.start), v.digit[0], carry);
    high = Isa::add_carry(Isa::broadcast(c.upper_start), Isa::broadcast(0), carry);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 1; i < primes; ++i) {
      Vec product, upper;
      Isa::mul_widening(v.digit[i], Isa::broadcast(c.weights[i]), product, upper);
      if (i > 1) upper = Isa::add(upper, Isa::mul_low(v.digit[i], Isa::broadcast(c.upper_weights[i])));
      typename Isa::Carry of_product{};
      low = Isa::add_carry(low, product, of_product);
      high = Isa::add_carry(high, upper, of_product);
    }
  }

  /// Calls body(i, load) for each vector of values; load reads whole vectors. Then calls rest(i, lanes, load) for the
  /// remaining values, if there are any.
  template <class Body, class Rest>
  RINGLET_INLINE static void for_each_vector(const ReconstructionCall& call, const Body& body, const Rest& rest) {
    std::size_t i = 0;
    for (; i + Isa::lanes <= call.count; i += Isa::lanes) {
      body(i, [&](unsigned row) RINGLET_INLINE_LAMBDA { return Isa::load(call.residues[row] + i); });
    }
    if constexpr (Isa::lanes > 1) {
      const std::size_t lanes = call.count - i;
      if (lanes == 0) return;
      rest(i, lanes,
           [&](unsigned row) RINGLET_INLINE_LAMBDA { return Isa::load_partial(call.residues[row] + i, lanes); });
    }
  }

  template <unsigned primes>
  static void to_words(const ReconstructionCall& call) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      // A copy, because stores might change the caller's constants.
      const Constants c = *call.constants;
      for_each_vector(
          call,
          [&](std::size_t i, const auto& load)
              RINGLET_INLINE_LAMBDA { Isa::store(call.out + i, word_of<primes>(c, digits_of<primes>(c, load))); },
          [&](std::size_t i, std::size_t lanes, const auto& load) RINGLET_INLINE_LAMBDA {
            Isa::store_partial(call.out + i, word_of<primes>(c, digits_of<primes>(c, load)), lanes);
          });
    });
  }

  template <unsigned primes>
  static void to_integers(const ReconstructionCall& call) {
    Isa::count_call();
    in_environment<A>([&]() RINGLET_INLINE_LAMBDA {
      const Constants c = *call.constants;
      const auto words_of = [&](const auto& load, Vec& first, Vec& second) RINGLET_INLINE_LAMBDA {
        integer_of<primes>(c, digits_of<primes>(c, load), first, second);
        Isa::interleave(first, second);
      };
      for_each_vector(
          call,
          [&](std::size_t i, const auto& load) RINGLET_INLINE_LAMBDA {
            Vec first, second;
            words_of(load, first, second);
            Isa::store(call.out + 2 * i, first);
            Isa::store(call.out + 2 * i + Isa::lanes, second);
          },
          [&](std::size_t i, std::size_t lanes, const auto& load) RINGLET_INLINE_LAMBDA {
            Vec first, second;
            words_of(load, first, second);
            const std::size_t words = 2 * lanes, whole = std::min<std::size_t>(words, Isa::lanes);
            Isa::store_partial(call.out + 2 * i, first, whole);
            if (words > whole) Isa::store_partial(call.out + 2 * i + whole, second, words - whole);
          });
    });
  }
};

}  // namespace ringlet::kernels
