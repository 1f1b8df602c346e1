#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "ringlet/types.hpp"

/// The words that arrays are of, and all that one has and another has not. A word is a line of this list and its
/// traits: instantiations, tables of kernels and indices are made from both. Calls X(word, ...) for each.
#define RINGLET_FOR_EACH_WORD(X, ...)                \
  X(std::uint64_t __VA_OPT__(, ) __VA_ARGS__)        \
  X(::ringlet::uint128_t __VA_OPT__(, ) __VA_ARGS__) \
  RINGLET_FOR_EACH_TEST_WORD(X __VA_OPT__(, ) __VA_ARGS__)

/// The line of a program of tests that adds a word of its own.
#ifdef RINGLET_TEST_WORD
#define RINGLET_FOR_EACH_TEST_WORD(X, ...) X(RINGLET_TEST_WORD __VA_OPT__(, ) __VA_ARGS__)
#else
#define RINGLET_FOR_EACH_TEST_WORD(X, ...)
#endif

/// For these lists: instantiates a class template, named "class X" or "struct X", and declares that another file does.
#define RINGLET_INSTANTIATE_TEMPLATE(Word, Template) template Template<Word>;
#define RINGLET_EXTERN_TEMPLATE(Word, Template) extern template Template<Word>;

namespace ringlet::arith {

__extension__ using int128_t = __int128;

/// What is known of a word, as values lie in the caller's arrays.
template <class Word>
struct WordTraits;

template <>
struct WordTraits<std::uint64_t> {
  /// The word of lanes, in which twiddles and the constants of a modulus are stored.
  using Twiddle = std::uint64_t;
  using Signed = std::int64_t;

  static constexpr const char* plural = "words";
  static constexpr unsigned bits = 64;              // no proof: the size of a type
  static constexpr unsigned max_modulus_bits = 62;  // no proof: the contract of Modulus
  /// Transforms have up to 2^max_log_n points.
  static constexpr unsigned max_log_n = 24;  // no proof: the contract of Ntt

  // Which operations there are.
  static constexpr bool has_comparisons = true;
  static constexpr bool has_tensor = true;
  static constexpr bool has_split_arrays = false;
  /// Large transforms take columns as they lie in rows (plan::NttColumns).
  static constexpr bool has_columns = true;

  /// Every lane of a register holds a number; else numbers take several registers.
  static constexpr bool in_one_register = true;
  /// A transform cuts its stages so that no strided pass has a single one, since a smaller tile costs less than that.
  static constexpr bool avoids_single_stages = false;
};

template <>
struct WordTraits<uint128_t> {
  using Twiddle = uint128_t;
  using Signed = int128_t;

  static constexpr const char* plural = "128-bit words";
  static constexpr unsigned bits = 128;              // no proof: the size of a type
  static constexpr unsigned max_modulus_bits = 124;  // no proof: the contract of Modulus
  static constexpr unsigned max_log_n = 20;          // no proof: the contract of Ntt

  static constexpr bool has_comparisons = false;
  static constexpr bool has_tensor = false;
  static constexpr bool has_split_arrays = true;
  static constexpr bool has_columns = false;

  static constexpr bool in_one_register = false;
  static constexpr bool avoids_single_stages = true;
};

template <class Word>
using TwiddleWord = typename WordTraits<Word>::Twiddle;

/// The list as a type.
template <class /*none*/, class... Word>
struct WordList {
  /// Of<Word> of each word, and others behind them.
  template <template <class> class Of, class... Others>
  using Tuple = std::tuple<Of<Word>..., Others...>;
  /// Of<Word> of each word is a tuple; one of all their types.
  template <template <class> class Of>
  using Concatenation = decltype(std::tuple_cat(std::declval<Of<Word>>()...));

  /// Returns f.operator()<Word...>().
  template <class F>
  static constexpr decltype(auto) apply(F f) {
    return f.template operator()<Word...>();
  }
  /// Calls visit.operator()<Word>() for each.
  template <class Visit>
  static constexpr void for_each(Visit visit) {
    (visit.template operator()<Word>(), ...);
  }
};
#define RINGLET_LISTED_WORD(Word) , Word
using Words = WordList<void RINGLET_FOR_EACH_WORD(RINGLET_LISTED_WORD)>;
#undef RINGLET_LISTED_WORD

}  // namespace ringlet::arith
