#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "arith/codec.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

/// Arithmetic modulo a multiword q for transforms (kernels/multiword_ntt.hpp).
namespace ringlet::arith {

/// Range of numbers x that may be negative: low q <= 256 x < high q.
struct SignedRange {
  std::int64_t low;
  std::int64_t high;

  friend constexpr bool operator==(const SignedRange&, const SignedRange&) = default;
};

/// Returns a range given in whole q.
constexpr SignedRange signed_range(std::int64_t low, std::int64_t high) {  // no proof: it counts units
  return {low * static_cast<std::int64_t>(one_q), high * static_cast<std::int64_t>(one_q)};
}

/// Layout of multiplicands for an arithmetic on limbs of `limb_bits` bits: `rows` rows of `limbs` limbs, with row i
/// being w 2^(limb_bits (i + 1) limbs / rows) mod q. A single row is Montgomery's form, for products that are divided
/// by R = 2^(limb_bits limbs).
///
/// Limbs in doubles are balanced, and so are their numbers: at most q/2 in magnitude. Row i is w_i = w 2^(limb_bits i)
/// mod q, with w_i / q after its limbs, for products that are not divided: R = 1.
struct MultiwordFormat {
  unsigned limb_bits;
  unsigned limbs;
  unsigned rows;  ///< divides `limbs`
  bool in_doubles = false;

  [[nodiscard]] constexpr unsigned row_words() const { return limbs + (in_doubles ? 1 : 0); }  // no proof: memory
  [[nodiscard]] constexpr unsigned words() const { return rows * row_words(); }                // no proof: memory
};

/// An arithmetic of transforms on lazy numbers, `lanes` at a time. An object has the constants of one modulus.
/// Functions of the same names on A::Ranges compute the ranges of results; they do not compile if an operand is out of
/// range. An arithmetic on canonical numbers has ranges that say so, and nothing to lift or to reduce.
template <class A>
concept MultiwordNttArithmetic = requires(const A a, typename A::Value x, typename A::Value (&square)[A::lanes],
                                          typename A::Value (&several)[A::together], const std::uint64_t* p,
                                          std::uint64_t* out, std::size_t stride) {
  typename A::Isa;
  typename A::Ranges;
  /// Number of products of variables that are computed at once; divides `lanes`.
  { A::together } -> std::convertible_to<unsigned>;
  /// Whether a product by a twiddle is so long that several are computed in a loop instead of unrolled code.
  { A::has_long_products } -> std::convertible_to<bool>;
  /// Number of words of the caller's numbers.
  { A::words } -> std::convertible_to<unsigned>;
  /// Number of words of one lane in a cell, which holds values between passes and is aligned to a cache line.
  { A::limbs } -> std::convertible_to<unsigned>;
  requires std::same_as<decltype(A::twiddle_format), const MultiwordFormat>;
  { A::ModulusCodec::words } -> std::convertible_to<unsigned>;
  { A::ModulusCodec::encode } -> std::convertible_to<decltype(ModulusCodec<MultiwordModulusConstants>::encode)>;
  requires std::constructible_from<A, const MultiwordModulusConstants&, const std::uint64_t*>;

  /// Load and store canonical numbers; lane i is at p + i stride.
  { a.from_words(p, stride) } -> std::same_as<typename A::Value>;
  a.to_words(out, stride, x);
  /// Stores neighbouring numbers, past the caches if possible; stream_fence() must follow before a thread reads them.
  a.stream_words(out, x);
  { A::load(p) } -> std::same_as<typename A::Value>;
  A::store(out, x);
  A::stream(out, x);
  A::stream_fence();
  /// Moves lane j of value i to lane i of value j.
  A::transpose(square);

  { a.add(x, x) } -> std::same_as<typename A::Value>;
  { a.sub(x, x) } -> std::same_as<typename A::Value>;
  /// Returns x + factor q.
  { a.template lifted<1U>(x) } -> std::same_as<typename A::Value>;
  { a.reduced(x) } -> std::same_as<typename A::Value>;
  /// Returns x reduced as cells keep it between operations: its limbs do not grow with the number of operations.
  { a.kept(x) } -> std::same_as<typename A::Value>;
  { a.canonical(x) } -> std::same_as<typename A::Value>;
  /// Return x w for a twiddle that all lanes share, and for one twiddle per lane.
  { a.mul_twiddle(x, p) } -> std::same_as<typename A::Value>;
  { a.mul_lanes(x, p) } -> std::same_as<typename A::Value>;
  /// Computes x y in place of x, `together` products at once. y is in the form of the format, or a result of mul_lanes.
  a.mul(several, several);
};

}  // namespace ringlet::arith
