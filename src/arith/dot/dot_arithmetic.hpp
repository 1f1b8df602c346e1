#pragma once

#include <concepts>
#include <cstdint>

#include "arith/arithmetic.hpp"
#include "arith/modulus.hpp"
#include "isa/compiler.hpp"

/// Dot products modulo q: sums of unreduced products, with one reduction for many terms.
namespace ringlet::arith {

/// Properties of an arithmetic of dot products besides its functions.
struct DotTraits {
  unsigned modulus_bits;        ///< 2 <= q < end(), and operands and factors are below end()
  unsigned max_products;        ///< greatest number of products that may be added to a sum between its start, with any
                                ///< value below end(), and the first fold, and between two folds
  bool in_doubles = false;      ///< whether kernels need rounding to nearest (kernels/environment.hpp)
  std::uint64_t extension = 0;  ///< width of the range beyond 2^modulus_bits

  [[nodiscard]] constexpr std::uint64_t end() const { return (std::uint64_t{1} << modulus_bits) + extension; }
};

/// Number of words for the constants of a modulus.
inline constexpr unsigned max_dot_modulus_words = 4;  // no proof: memory

/// An arithmetic of dot products over an instruction set with lanes of 64 bits. An object has the constants of one
/// modulus; sums need no constants until they are folded or reduced.
template <class A>
concept DotArithmetic =
    requires {
      typename A::Isa;
      typename A::Vec;
      typename A::Sum;
      requires std::same_as<decltype(A::traits), const DotTraits>;
      { A::ModulusCodec::words } -> std::convertible_to<unsigned>;
      requires A::ModulusCodec::words <= max_dot_modulus_words;
      requires std::constructible_from<A, const std::uint64_t*>;
    } && Multiplicand<typename A::Factor, std::uint64_t> &&
    requires(const A a, typename A::Vec x, typename A::Sum sum, const std::uint64_t* p) {
      /// Returns values as an operand of products, first or second.
      { A::operand(x) } -> std::same_as<typename A::Factor>;
      /// Returns a sum that consists of one value.
      { A::start(x) } -> std::same_as<typename A::Sum>;
      /// Adds x c to the sum.
      A::add_product(sum, A::operand(x), A::Factor::template load<1>(p));
      /// Reduces the sum modulo q, so that it has room for as many products as at its start.
      a.fold(sum);
      /// Returns the sum modulo q, in [0, q).
      { a.reduce(sum) } -> std::same_as<typename A::Vec>;
      /// Returns acc + floor(floor(y 2^(64-b) / 2^12) f / 2^52), the same number in every arithmetic.
      { A::add_fraction(x, x, x, x) } -> std::same_as<typename A::Vec>;
    };

}  // namespace ringlet::arith
