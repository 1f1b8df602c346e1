#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "ringlet/types.hpp"

/// The words of arrays. A word is a line of this list and a specialisation of WordTraits; instantiations, tables of
/// kernels and indices are made from both. Calls X(word, ...) for each word.
#define RINGLET_FOR_EACH_WORD(X, ...)               \
  RINGLET_FOR_WORD32(X __VA_OPT__(, ) __VA_ARGS__)  \
  RINGLET_FOR_WORD64(X __VA_OPT__(, ) __VA_ARGS__)  \
  RINGLET_FOR_WORD128(X __VA_OPT__(, ) __VA_ARGS__) \
  RINGLET_FOR_EACH_TEST_WORD(X __VA_OPT__(, ) __VA_ARGS__)

/// One word, unless its part of the library is left out (RINGLET_PARTS in cmake/RingletParts.cmake).
#ifndef RINGLET_WITHOUT_WORD32
#define RINGLET_FOR_WORD32(X, ...) X(std::uint32_t __VA_OPT__(, ) __VA_ARGS__)
#else
#define RINGLET_FOR_WORD32(X, ...)
#endif
#ifndef RINGLET_WITHOUT_WORD64
#define RINGLET_FOR_WORD64(X, ...) X(std::uint64_t __VA_OPT__(, ) __VA_ARGS__)
#else
#define RINGLET_FOR_WORD64(X, ...)
#endif
#ifndef RINGLET_WITHOUT_WORD128
#define RINGLET_FOR_WORD128(X, ...) X(::ringlet::uint128_t __VA_OPT__(, ) __VA_ARGS__)
#else
#define RINGLET_FOR_WORD128(X, ...)
#endif

/// Line for a word that a test program adds.
#ifdef RINGLET_TEST_WORD
#define RINGLET_FOR_EACH_TEST_WORD(X, ...) X(RINGLET_TEST_WORD __VA_OPT__(, ) __VA_ARGS__)
#else
#define RINGLET_FOR_EACH_TEST_WORD(X, ...)
#endif

/// Instantiate a class template, or declare that another file does, in these lists. Template: "class X" or "struct X".
#define RINGLET_INSTANTIATE_TEMPLATE(Word, Template) template Template<Word>;
#define RINGLET_EXTERN_TEMPLATE(Word, Template) extern template Template<Word>;

namespace ringlet::arith {

__extension__ using int128_t = __int128;

/// Properties of a word of the caller's arrays.
template <class Word>
struct WordTraits;

template <>
struct WordTraits<std::uint32_t> {
  /// Its moduli have the constants of moduli of 64-bit words.
  using Twiddle = std::uint64_t;
  using Signed = std::int32_t;

  static constexpr const char* plural = "32-bit words";
  static constexpr unsigned bits = 32;                                  // no proof: the size of a type
  static constexpr std::uint32_t greatest_modulus = ~std::uint32_t{0};  // no proof: the contract of Modulus
  static constexpr unsigned max_log_n = 24;                             // no proof: the contract of Ntt

  static constexpr bool has_lazy_values = false;
  static constexpr bool has_comparisons = true;
  static constexpr bool has_montgomery = true;
  static constexpr unsigned max_rns_bits = 0;  // no proof: the contract of RnsBase
  static constexpr bool has_columns = false;

  static constexpr bool in_one_register = true;
  static constexpr bool avoids_single_stages = false;
};

template <>
struct WordTraits<std::uint64_t> {
  /// Word of lanes, in which twiddles and the constants of a modulus are stored.
  using Twiddle = std::uint64_t;
  using Signed = std::int64_t;

  static constexpr const char* plural = "words";
  static constexpr unsigned bits = 64;  // no proof: the size of a type
  /// Greatest modulus of the word; the least is 2.
  static constexpr std::uint64_t greatest_modulus = ~std::uint64_t{0};  // no proof: the contract of Modulus
  /// Logarithm of the greatest number of points of a transform.
  static constexpr unsigned max_log_n = 24;  // no proof: the contract of Ntt

  /// Whether kernels read and write lazy values, for moduli that leave room for values below 4q. Otherwise transforms
  /// read canonical values, and all results are canonical.
  static constexpr bool has_lazy_values = true;

  // Operations on arrays of the word.
  static constexpr bool has_comparisons = true;
  /// Products in Montgomery form, R = 2^bits.
  static constexpr bool has_montgomery = true;
  /// Length of the longest moduli of residue number systems, which have tensor products, scaled differences, transforms
  /// of sums and dot products; 0 for words without them. Large transforms of 64-bit words end at this length, too.
  static constexpr unsigned max_rns_bits = 62;  // no proof: the contract of RnsBase
  /// Whether large transforms compute columns without transposing the matrix (words::NttColumns).
  static constexpr bool has_columns = true;

  /// Whether every lane of a register holds a number; otherwise numbers take several registers.
  static constexpr bool in_one_register = true;
  /// Whether no strided pass of a transform has a single stage, because a smaller tile costs less.
  static constexpr bool avoids_single_stages = false;
};

template <>
struct WordTraits<uint128_t> {
  using Twiddle = uint128_t;
  using Signed = int128_t;

  static constexpr const char* plural = "128-bit words";
  static constexpr unsigned bits = 128;                                     // no proof: the size of a type
  static constexpr uint128_t greatest_modulus = (uint128_t{1} << 124) - 1;  // no proof: the contract of Modulus
  static constexpr unsigned max_log_n = 20;                                 // no proof: the contract of Ntt

  static constexpr bool has_lazy_values = true;
  static constexpr bool has_comparisons = false;
  static constexpr bool has_montgomery = false;
  static constexpr unsigned max_rns_bits = 0;  // no proof: the contract of RnsBase
  static constexpr bool has_columns = false;

  static constexpr bool in_one_register = false;
  static constexpr bool avoids_single_stages = true;
};

template <class Word>
using TwiddleWord = typename WordTraits<Word>::Twiddle;

/// Whether there are residue number systems on arrays of the word.
template <class Word>
inline constexpr bool has_rns = WordTraits<Word>::max_rns_bits != 0;

/// The list as a type.
template <class /*none*/, class... Word>
struct WordList {
  /// Tuple of Of<Word> for each word, followed by Others.
  template <template <class> class Of, class... Others>
  using Tuple = std::tuple<Of<Word>..., Others...>;

  /// Returns f.operator()<Word...>().
  template <class F>
  static constexpr decltype(auto) apply(F f) {
    return f.template operator()<Word...>();
  }
  /// Calls visit.operator()<Word>() for each word.
  template <class Visit>
  static constexpr void for_each(Visit visit) {
    (visit.template operator()<Word>(), ...);
  }
};
#define RINGLET_LISTED_WORD(Word) , Word
using Words = WordList<void RINGLET_FOR_EACH_WORD(RINGLET_LISTED_WORD)>;
#undef RINGLET_LISTED_WORD

}  // namespace ringlet::arith
