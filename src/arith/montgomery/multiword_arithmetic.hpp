#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "ringlet/types.hpp"

/// Arithmetic modulo q of several words by Montgomery's product: x y / R modulo q, R = 2^(64 words).
namespace ringlet::arith {

/// What kernels know of such an arithmetic besides its functions.
struct MultiwordTraits {
  unsigned words;            ///< of a number in memory
  unsigned modulus_bits;     ///< 2^124 <= q < 2^modulus_bits
  unsigned together;         ///< how many vectors of products are made before they become canonical
  std::size_t max_products;  ///< how many a sum takes
  /// Whether sums and differences of arrays are worth kernels.
  bool has_sums = true;
};

/// An arithmetic of numbers that lie in memory as words, one after the other, and are below q between operations. An
/// object of it has the constants of one modulus; a Value is as many numbers as the instruction set has lanes.
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
  /// As many numbers as there are lanes; the same one in all lanes.
  { A::load(in) } -> std::same_as<typename A::Value>;
  { A::broadcast(in) } -> std::same_as<typename A::Value>;
  A::store(out, x);
  { a.add(x, x) } -> std::same_as<typename A::Value>;
  /// x y / R, as it is and then below q.
  { a.product(x, x) } -> std::same_as<typename A::Product>;
  { a.canonical(a.product(x, x)) } -> std::same_as<typename A::Value>;
  /// Sums of products x y: reduce() divides one by a power of two of the arithmetic's own, and finish_sum() brings
  /// what that gave to the sum divided by R.
  { A::empty_sum() } -> std::same_as<typename A::Sum>;
  A::add_product(sum, x, x);
  { a.reduce(sum) } -> std::same_as<typename A::Value>;
  { a.finish_sum(x) } -> std::same_as<typename A::Value>;
} && (!A::traits.has_sums || requires(const A a, typename A::Value x) {
                                { a.sub(x, x) } -> std::same_as<typename A::Value>;
                              });

}  // namespace ringlet::arith
