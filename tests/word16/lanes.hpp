#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/compiler.hpp"
#include "word16/word16.hpp"

namespace ringlet_test {

/// ISA policy in plain C++ of 2^log lanes of 32 bits, whose values have 16 bits in memory. A value may fill its lane
/// only between instructions: a stored value must fit the word.
template <unsigned log>
struct Lanes {
  static constexpr unsigned lanes_log = log;
  static constexpr unsigned lanes = 1u << lanes_log;
  static constexpr unsigned in_flight = 4;
  using Word = std::uint16_t;
  using Cell = Word;
  using Lane = std::uint32_t;
  struct alignas(lanes * sizeof(Lane)) Vec {
    Lane lane[lanes];
  };
  using Mask = Vec;  // all ones or zero

  static void count_call() {}

  [[gnu::noinline]] static Vec broadcast(std::uint64_t x) {
    return each([=](unsigned) { return static_cast<Lane>(x); });
  }

  // ---- memory: words, and lanes ----

  template <class T>
  [[gnu::noinline]] static Vec load(const T* p) {
    return each([=](unsigned i) { return p[i]; });
  }
  template <class T>
  [[gnu::noinline]] static void store(T* p, Vec x) {
    store_partial(p, x, lanes);
  }
  [[gnu::noinline]] static Vec load_partial(const Word* p, std::size_t count) {
    return each([=](unsigned i) { return i < count ? p[i] : Lane{0}; });
  }
  template <class T>
  [[gnu::noinline]] static void store_partial(T* p, Vec x, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) p[i] = static_cast<T>(x.lane[i]);
  }
  template <unsigned count>
  [[gnu::noinline]] static Vec load_repeated(const Lane* p) {
    return each([=](unsigned i) { return p[i % count]; });
  }

  // ---- arithmetic ----

  [[gnu::noinline]] static Vec add(Vec a, Vec b) {
    return each([=](unsigned i) { return a.lane[i] + b.lane[i]; });
  }
  [[gnu::noinline]] static Vec sub(Vec a, Vec b) {
    return each([=](unsigned i) { return a.lane[i] - b.lane[i]; });
  }
  [[gnu::noinline]] static Vec min(Vec a, Vec b) {
    return each([=](unsigned i) { return a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]; });
  }
  [[gnu::noinline]] static Vec subtract_once(Vec x, Vec step) { return min(x, sub(x, step)); }
  [[gnu::noinline]] static Vec add_modulo(Vec a, Vec b, Vec q) { return subtract_once(add(a, b), q); }
  [[gnu::noinline]] static Vec subtract_modulo(Vec a, Vec b, Vec q) { return min(sub(a, b), add(sub(a, b), q)); }
  [[gnu::noinline]] static Vec shift_left(Vec a, Vec count) {
    return each([=](unsigned i) { return a.lane[i] << count.lane[i]; });
  }
  [[gnu::noinline]] static Vec mul_low(Vec a, Vec b) {
    return each([=](unsigned i) { return a.lane[i] * b.lane[i]; });
  }
  [[gnu::noinline]] static Vec mul_low_difference(Vec a, Vec b, Vec c, Vec d) {
    return sub(mul_low(a, b), mul_low(c, d));
  }
  [[gnu::noinline]] static Vec mul_high(Vec a, Vec b) {
    return each([=](unsigned i) { return static_cast<Lane>((std::uint64_t{a.lane[i]} * b.lane[i]) >> 32); });
  }

  // ---- perfect shuffles ----

  [[gnu::noinline]] static void interleave(Vec& a, Vec& b) {
    const Vec x = a, y = b;
    const auto mixed = [=](unsigned i) { return i % 2 == 0 ? x.lane[i / 2] : y.lane[i / 2]; };
    a = each(mixed);
    b = each([=](unsigned i) { return mixed(i + lanes); });
  }
  [[gnu::noinline]] static void deinterleave(Vec& a, Vec& b) {
    const Vec x = a, y = b;
    const auto at = [=](unsigned i) { return i < lanes ? x.lane[i] : y.lane[i - lanes]; };
    a = each([=](unsigned i) { return at(2 * i); });
    b = each([=](unsigned i) { return at(2 * i + 1); });
  }

  // ---- comparisons ----

  [[gnu::noinline]] static Mask equal(Vec a, Vec b) {
    return each([=](unsigned i) { return mask_of(a.lane[i] == b.lane[i]); });
  }
  [[gnu::noinline]] static Mask less(Vec a, Vec b) {
    return each([=](unsigned i) { return mask_of(a.lane[i] < b.lane[i]); });
  }
  [[gnu::noinline]] static Mask less_equal(Vec a, Vec b) {
    return each([=](unsigned i) { return mask_of(a.lane[i] <= b.lane[i]); });
  }
  [[gnu::noinline]] static Mask invert(Mask m) {
    return each([=](unsigned i) { return ~m.lane[i]; });
  }
  [[gnu::noinline]] static Vec keep_if(Mask m, Vec x) {
    return each([=](unsigned i) { return m.lane[i] & x.lane[i]; });
  }

 private:
  static Lane mask_of(bool condition) { return Lane{0} - static_cast<Lane>(condition); }
  template <class F>
  RINGLET_INLINE static Vec each(F f) {
    Vec result;
    for (unsigned i = 0; i < lanes; ++i) result.lane[i] = f(i);
    return result;
  }
};

}  // namespace ringlet_test
