#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "arith/bound.hpp"
#include "arith/codec.hpp"
#include "isa/compiler.hpp"
#include "ringlet/types.hpp"

/// Arithmetic modulo q of several 64-bit words: what transforms over it ask for (kernels/multiword_ntt.hpp).
namespace ringlet::arith {

/// low q <= 256 x < high q, of numbers that may be negative.
struct SignedRange {
  std::int64_t low;
  std::int64_t high;

  friend constexpr bool operator==(const SignedRange&, const SignedRange&) = default;
};

/// In whole q.
constexpr SignedRange signed_range(std::int64_t low, std::int64_t high) {  // no proof: it counts units
  return {low * static_cast<std::int64_t>(one_q), high * static_cast<std::int64_t>(one_q)};
}

/// How multiplicands are stored for an arithmetic on limbs of `limb_bits` bits: as `rows` rows of `limbs` limbs, row i
/// being w 2^(limb_bits (i + 1) limbs / rows) mod q. A single row is Montgomery's form, for products that are divided
/// by R = 2^(limb_bits limbs).
///
/// Limbs in doubles are balanced, as are the numbers that they make: at most q/2 in magnitude. Row i is w 2^(limb_bits
/// i) mod q and has w_i / q behind its limbs, for products that are not divided: R = 1.
struct MultiwordFormat {
  unsigned limb_bits;
  unsigned limbs;
  unsigned rows;  ///< divides `limbs`
  bool in_doubles = false;

  [[nodiscard]] constexpr unsigned row_words() const { return limbs + (in_doubles ? 1 : 0); }  // no proof: memory
  [[nodiscard]] constexpr unsigned words() const { return rows * row_words(); }                // no proof: memory
};

/// An arithmetic of transforms on lazy numbers, `lanes` at a time; an object has the constants of one modulus. What its
/// operations do to ranges stands in functions of the same names on A::Ranges, which do not compile where an operand
/// is out of range; an arithmetic whose numbers are always canonical has ranges that say so, and nothing to lift or to
/// reduce.
template <class A>
concept MultiwordNttArithmetic = requires(const A a, typename A::Value x, typename A::Value (&square)[A::lanes],
                                          typename A::Value (&several)[A::together], const std::uint64_t* p,
                                          std::uint64_t* out, std::size_t stride) {
  typename A::Isa;
  typename A::Ranges;
  /// How many products of variables are worth making side by side; divides `lanes`.
  { A::together } -> std::convertible_to<unsigned>;
  /// Whether a product by a twiddle is so long that several are made in a loop, not each by a copy of the code.
  { A::has_long_products } -> std::convertible_to<bool>;
  /// Words of a number of the caller's.
  { A::words } -> std::convertible_to<unsigned>;
  /// Words of one lane of a value in a cell, as values lie between passes: on a cache line.
  { A::limbs } -> std::convertible_to<unsigned>;
  requires std::same_as<decltype(A::twiddle_format), const MultiwordFormat>;
  { A::ModulusCodec::words } -> std::convertible_to<unsigned>;
  { A::ModulusCodec::encode } -> std::convertible_to<decltype(ModulusCodec<MultiwordModulusConstants>::encode)>;
  requires std::constructible_from<A, const MultiwordModulusConstants&, const std::uint64_t*>;

  /// Lane i of canonical numbers is at p + i stride.
  { a.from_words(p, stride) } -> std::same_as<typename A::Value>;
  a.to_words(out, stride, x);
  /// The same for neighbours, past the caches where that is possible: stream_fence() comes before others read.
  a.stream_words(out, x);
  { A::load(p) } -> std::same_as<typename A::Value>;
  A::store(out, x);
  A::stream(out, x);
  A::stream_fence();
  /// Lanes of value i to lane i of values.
  A::transpose(square);

  { a.add(x, x) } -> std::same_as<typename A::Value>;
  { a.sub(x, x) } -> std::same_as<typename A::Value>;
  /// x + factor q
  { a.template lifted<1U>(x) } -> std::same_as<typename A::Value>;
  { a.reduced(x) } -> std::same_as<typename A::Value>;
  /// x reduced, as cells keep it from one operation to the next: its limbs do not grow, however many there are.
  { a.kept(x) } -> std::same_as<typename A::Value>;
  { a.canonical(x) } -> std::same_as<typename A::Value>;
  /// x w for a twiddle that all lanes share, and for one of each lane.
  { a.mul_twiddle(x, p) } -> std::same_as<typename A::Value>;
  { a.mul_lanes(x, p) } -> std::same_as<typename A::Value>;
  /// x y in place of x, `together` products side by side, each of them for y in the form of the format, and for one
  /// that mul_lanes has left.
  a.mul(several, several);
};

}  // namespace ringlet::arith
