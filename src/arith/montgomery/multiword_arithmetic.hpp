#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "ringlet/types.hpp"

/// Arithmetic modulo a multiword q by Montgomery's product: x y / R modulo q, R = 2^(64 words).
namespace ringlet::arith {

/// Properties of an arithmetic of multiword numbers besides its functions.
struct MultiwordTraits {
  unsigned words;            ///< words of a number in memory
  unsigned modulus_bits;     ///< 2^124 <= q < 2^modulus_bits
  unsigned together;         ///< vectors of products computed before they are made canonical
  std::size_t max_products;  ///< greatest number of products in a sum
  /// Whether sums and differences of arrays are worth kernels.
  bool has_sums = true;
};

/// An arithmetic of numbers that lie in memory word after word and are below q between operations. An object has the
/// constants of one modulus; a Value holds one number for each lane of the instruction set.
template <class A>
concept MultiwordArithmetic = requires {
  typename A::Isa;
  typename A::Value;
  typename A::Product;
  typename A::Sum;
  requires std::same_as<decltype(A::traits), const MultiwordTraits>;
  requires A::traits.words <= MultiwordModulusConstants::max_words;
  { A::lanes } -> std::convertible_to<unsigned>;
  requires std::constructible_from<A, const MultiwordModulusConstants&>;
} && requires(const A a, typename A::Value x, typename A::Sum sum, const std::uint64_t* in, std::uint64_t* out) {
  /// Load one number for each lane, or the same number into all lanes.
  { A::load(in) } -> std::same_as<typename A::Value>;
  { A::broadcast(in) } -> std::same_as<typename A::Value>;
  A::store(out, x);
  { a.add(x, x) } -> std::same_as<typename A::Value>;
  /// Return x y / R, before and after the reduction to below q.
  { a.product(x, x) } -> std::same_as<typename A::Product>;
  { a.canonical(a.product(x, x)) } -> std::same_as<typename A::Value>;
  /// Sums of products x y: reduce() divides a sum by a power of two that depends on the arithmetic. finish_sum() turns
  /// its result into the sum divided by R.
  { A::empty_sum() } -> std::same_as<typename A::Sum>;
  A::add_product(sum, x, x);
  { a.reduce(sum) } -> std::same_as<typename A::Value>;
  { a.finish_sum(x) } -> std::same_as<typename A::Value>;
} && (!A::traits.has_sums || requires(const A a, typename A::Value x) {
                                { a.sub(x, x) } -> std::same_as<typename A::Value>;
                              });

}  // namespace ringlet::arith
