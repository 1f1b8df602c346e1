#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"

namespace ringlet::isa {

/// Conversions between arrays of numbers of `count` 64-bit words and vectors that hold one word of each lane's number,
/// over a policy of eight or four lanes. Numbers are loaded whole and transposed.
template <class Base, unsigned count>
struct WordColumns {
  static_assert(Base::lanes == 8 && count <= 8);
  using Vec = typename Base::Vec;

  /// Transposes rows of eight lanes to columns, and back.
  RINGLET_INLINE static void transpose(Vec (&x)[8]) {
    transpose_fours_in_halves(x);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < 4; ++i) Base::transpose_fours(x[i], x[i + 4]);
  }

  /// Loads p[i stride + k] into lane i of word[k].
  RINGLET_INLINE static void load(Vec (&word)[count], const std::uint64_t* p, std::size_t stride) {
    Vec x[rows];
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < rows; ++i) {
      if constexpr (count <= 4) {
        x[i] = Base::template load_halves<count>(p + i * stride, p + (i + 4) * stride);
      } else if constexpr (count < 8) {
        x[i] = Base::load_partial(p + i * stride, count);
      } else {
        x[i] = Base::load(p + i * stride);
      }
    }
    exchange(x);
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < count; ++k) word[k] = x[k];
  }

  RINGLET_INLINE static void store(std::uint64_t* p, std::size_t stride, const Vec (&word)[count]) {
    Vec x[rows];
    RINGLET_UNROLL_FULLY
    for (unsigned k = 0; k < rows; ++k) x[k] = k < count ? word[k] : Base::broadcast(0);
    exchange(x);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < rows; ++i) {
      if constexpr (count <= 4) {
        Base::template store_halves<count>(p + i * stride, p + (i + 4) * stride, x[i]);
      } else if constexpr (count < 8) {
        Base::store_partial(p + i * stride, x[i], count);
      } else {
        Base::store(p + i * stride, x[i]);
      }
    }
  }

  /// Load and store eight neighbouring numbers in the order of lanes that costs least, the same for loads and stores.
  /// Numbers of four words fill vectors in the order of memory.
  RINGLET_INLINE static void load_in_any_order(Vec (&word)[count], const std::uint64_t* p) {
    if constexpr (count == 4) {
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < count; ++k) word[k] = Base::load(p + 8 * k);
      transpose_fours_in_halves(word);
    } else {
      load(word, p, count);
    }
  }
  RINGLET_INLINE static void store_in_any_order(std::uint64_t* p, Vec (&word)[count]) {
    if constexpr (count == 4) {
      transpose_fours_in_halves(word);
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < count; ++k) Base::store(p + 8 * k, word[k]);
    } else {
      store(p, count, word);
    }
  }

 private:
  /// Number of vectors to transpose. With up to four words, a vector has room for two numbers, i and i + 4.
  static constexpr unsigned rows = count <= 4 ? 4 : 8;

  RINGLET_INLINE static void exchange(Vec (&x)[rows]) {
    if constexpr (rows == 8) {
      transpose(x);
    } else {
      transpose_fours_in_halves(x);
    }
  }

  /// Transposes each half of four lanes, in groups of four neighbouring rows.
  template <std::size_t size>
  RINGLET_INLINE static void transpose_fours_in_halves(Vec (&x)[size]) {
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < size; i += 2) Base::transpose_pairs(x[i], x[i + 1]);
    RINGLET_UNROLL_FULLY
    for (unsigned i = 0; i < size; i += 4) {
      Base::transpose_twos(x[i], x[i + 2]);
      Base::transpose_twos(x[i + 1], x[i + 3]);
    }
  }
};

template <class Base, unsigned count>
  requires(Base::lanes == 4)
struct WordColumns<Base, count> {
  static_assert(count <= 8);
  using Vec = typename Base::Vec;

  RINGLET_INLINE static void transpose(Vec (&x)[4]) {
    Base::transpose_pairs(x[0], x[1]);
    Base::transpose_pairs(x[2], x[3]);
    Base::transpose_twos(x[0], x[2]);
    Base::transpose_twos(x[1], x[3]);
  }

  /// Loads p[i stride + k] into lane i of word[k].
  RINGLET_INLINE static void load(Vec (&word)[count], const std::uint64_t* p, std::size_t stride) {
    RINGLET_UNROLL_FULLY
    for (unsigned first = 0; first < count; first += 4) {
      const unsigned present = count - first < 4 ? count - first : 4;
      Vec x[4];
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < 4; ++i) {
        const std::uint64_t* const row = p + i * stride + first;
        x[i] = present == 4 ? Base::load(row) : Base::load_partial(row, present);
      }
      transpose(x);
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < present; ++k) word[first + k] = x[k];
    }
  }

  RINGLET_INLINE static void store(std::uint64_t* p, std::size_t stride, const Vec (&word)[count]) {
    RINGLET_UNROLL_FULLY
    for (unsigned first = 0; first < count; first += 4) {
      const unsigned present = count - first < 4 ? count - first : 4;
      Vec x[4];
      RINGLET_UNROLL_FULLY
      for (unsigned k = 0; k < 4; ++k) x[k] = k < present ? word[first + k] : Base::broadcast(0);
      transpose(x);
      RINGLET_UNROLL_FULLY
      for (unsigned i = 0; i < 4; ++i) {
        std::uint64_t* const row = p + i * stride + first;
        if (present == 4) {
          Base::store(row, x[i]);
        } else {
          Base::store_partial(row, x[i], present);
        }
      }
    }
  }
};

}  // namespace ringlet::isa
