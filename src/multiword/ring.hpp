#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "arith/montgomery/baseline.hpp"
#include "arith/multiword_words.hpp"
#include "ringlet/export.hpp"
#include "ringlet/uint.hpp"

namespace ringlet::multiword {

/// Residues modulo an odd n, 2^124 <= n < 2^(width-1), in Montgomery form, and integers near n. Satisfies the
/// requirements of primality.hpp.
template <unsigned width>
class MultiwordRing {
 public:
  using Number = UInt<width>;
  using Element = UInt<width>;

  explicit MultiwordRing(const Number& n) : MultiwordRing(n, arith::make_multiword_modulus(n.words)) {}
  MultiwordRing(const Number& n, const MultiwordModulusConstants& constants)
      : n_(n), constants_(constants), residues_(constants) {}

  // ---- integers ----

  [[nodiscard]] const Number& modulus() const { return n_; }
  [[nodiscard]] Number predecessor() const {
    Number x = n_;
    --x.words[0];
    return x;
  }
  [[nodiscard]] Number successor() const {
    Number x = n_;
    arith::add_to(x.words, Number{1}.words);
    return x;
  }

  [[nodiscard]] std::uint64_t remainder(std::uint64_t d) const {
    uint128_t rest = 0;
    for (std::size_t i = Number::word_count; i-- > 0;) rest = (rest << 64 | n_.words[i]) % d;
    return static_cast<std::uint64_t>(rest);
  }
  [[nodiscard]] bool is_square() const { return arith::is_square(n_.words); }

  [[nodiscard]] static unsigned bit_width(const Number& e) { return e.bit_width(); }
  [[nodiscard]] static unsigned trailing_zeros(const Number& e) {
    unsigned i = 0;
    while (e.words[i] == 0) ++i;
    return 64 * i + static_cast<unsigned>(std::countr_zero(e.words[i]));
  }
  [[nodiscard]] static bool bit(const Number& e, unsigned i) { return (e.words[i / 64] >> i % 64 & 1) != 0; }

  // ---- residues ----

  /// Converts between plain numbers and elements.
  [[nodiscard]] Element element(const Number& x) const { return mul(number(Residues::load(constants_.square)), x); }
  [[nodiscard]] Element element(std::uint64_t x) const { return element(Number{x}); }
  [[nodiscard]] Number plain(const Element& x) const { return mul(x, Number{1}); }

  [[nodiscard]] Element add(const Element& a, const Element& b) const {
    return number(residues_.add(value(a), value(b)));
  }
  [[nodiscard]] Element sub(const Element& a, const Element& b) const {
    return number(residues_.sub(value(a), value(b)));
  }
  /// Returns a b. Defined in ring.cpp, once for each width, since its code is long.
  [[nodiscard]] RINGLET_FOR_LARGE Element mul(const Element& a, const Element& b) const;
  [[nodiscard]] Element half(Element a) const {
    if (a.words[0] % 2 != 0) arith::add_to(a.words, n_.words);
    arith::halve(a.words);
    return a;
  }

 private:
  using Residues = arith::BaselineMontgomery<Number::word_count>;

  static typename Residues::Value value(const Number& x) { return Residues::load(x.words); }
  static Number number(const typename Residues::Value& x) {
    Number result;
    Residues::store(result.words, x);
    return result;
  }

  Number n_;
  MultiwordModulusConstants constants_;
  Residues residues_;
};

}  // namespace ringlet::multiword
