#include "rns/key_switch_reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ringlet_test::rns {

Integers product_in_ring(const Integers& a, const Integers& b) {
  const std::size_t n = a.size();
  Integers c(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i + j < n) {
        c[i + j] += a[i] * b[j];
      } else {
        c[i + j - n] -= a[i] * b[j];
      }
    }
  }
  return c;
}

Integers image(const Integers& a, std::uint64_t g) {
  const std::size_t n = a.size();
  Integers result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i * g % (2 * n);
    result[at % n] = at < n ? a[i] : mpz_class(-a[i]);
  }
  return result;
}

std::vector<KeySwitchCase::Digit> KeySwitchCase::digits_of(std::size_t level) const {
  std::vector<Digit> result;
  for (std::size_t begin = 0; begin < level; begin += digit_size) {
    const std::size_t end = std::min(level, begin + digit_size);
    for (std::size_t shift = 0; shift == 0 || (digit_bits > 0 && base[begin] >> shift != 0); shift += digit_bits) {
      result.push_back({begin, end, shift});
      if (digit_bits == 0 || shift + digit_bits >= 64) break;
    }
  }
  return result;
}

KeySwitchDefinition::KeySwitchDefinition(const KeySwitchCase& k, Random& random)
    : case_(k), all_(joined({k.base, k.special})) {
  const std::size_t digits = k.digits_of(k.base.size()).size();
  // Without the first integers, which are corners: sums of their products lie where
  // the division may round either way.
  constexpr std::size_t corners = 20;
  for (std::size_t i = 0; i < 2 * digits; ++i) {
    keys_.push_back(part(integers(random, corners + k.n, all_), corners, corners + k.n));
  }
}

Integers KeySwitchDefinition::sum(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g) const {
  Integers sum(case_.n);
  for (const Rows& rows : c) {
    for (std::size_t d = 0; d < case_.digits_of(rows.size()).size(); ++d) {
      const Integers images = product_in_ring(image(digit(rows, d), g), key(d, polynomial));
      for (std::size_t i = 0; i < case_.n; ++i) sum[i] += images[i];
    }
  }
  return sum;
}

Rows KeySwitchDefinition::result(const std::vector<Rows>& c, std::size_t polynomial, std::uint64_t g,
                                 bool divides_images) const {
  Integers values = sum(c, polynomial, g);
  if (divides_images) g = 1;
  std::uint64_t back = 1;
  while (back * g % (2 * case_.n) != 1) back += 2;
  for (mpz_class& x : values = image(values, back)) x = divided(x);
  return rows_of(image(values, g), part(case_.base, 0, c[0].size()));
}

Integers KeySwitchDefinition::digit(const Rows& c, std::size_t d) const {
  const auto [begin, end, shift] = case_.digits_of(c.size())[d];
  const Words moduli = part(case_.base, begin, end);
  Integers result;
  for (std::size_t i = 0; i < case_.n; ++i) {
    Words column;
    for (const Words& row : part(c, begin, end)) column.push_back(row[i]);
    if (case_.digit_bits != 0) {
      mpz_class bits;
      mpz_fdiv_q_2exp(bits.get_mpz_t(), big(column[0]).get_mpz_t(), shift);
      mpz_fdiv_r_2exp(bits.get_mpz_t(), bits.get_mpz_t(), case_.digit_bits);
      column[0] = residue(bits, moduli[0]);
    }
    result.push_back(lifted(column, moduli, case_.digits));
  }
  return result;
}

mpz_class KeySwitchDefinition::divided(const mpz_class& x) const {
  if (case_.special.empty()) return x;
  const mpz_class P = product(case_.special), t = big(case_.plaintext_modulus);
  mpz_class inverse, d;
  EXPECT_NE(mpz_invert(inverse.get_mpz_t(), t.get_mpz_t(), P.get_mpz_t()), 0);
  mpz_fdiv_r(d.get_mpz_t(), mpz_class(x * inverse).get_mpz_t(), P.get_mpz_t());
  Words residues;
  for (const std::uint64_t p : case_.special) residues.push_back(residue(d, p));
  return (x - lifted(residues, case_.special, case_.division) * t) / P;
}

}  // namespace ringlet_test::rns
