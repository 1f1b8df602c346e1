#include "rns/rns_reference.hpp"

namespace ringlet_test::rns {

mpz_class big(std::uint64_t x) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), 1, 1, sizeof x, 0, 0, &x);
  return result;
}

mpz_class product(const Words& moduli) {
  mpz_class result = 1;
  for (const std::uint64_t q : moduli) result *= big(q);
  return result;
}

std::uint64_t residue(const mpz_class& x, std::uint64_t q) {
  mpz_class remainder;
  mpz_fdiv_r(remainder.get_mpz_t(), x.get_mpz_t(), big(q).get_mpz_t());
  std::uint64_t word = 0;
  mpz_export(&word, nullptr, 1, sizeof word, 0, 0, remainder.get_mpz_t());
  return word;
}

mpz_class lifted(const Words& residues, const Words& moduli, ringlet::Lift lift) {
  const mpz_class all = product(moduli);
  mpz_class sum = 0;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const mpz_class q = big(moduli[i]), others = all / q;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), others.get_mpz_t(), q.get_mpz_t());
    sum += big(residue(big(residues[i]) * inverse, moduli[i])) * others;
  }
  if (lift == ringlet::Lift::approximate) return sum;
  mpz_class x = sum % all;
  if (lift == ringlet::Lift::centred && 2 * x >= all) x -= all;
  return x;
}

Rows rows_of(const std::vector<mpz_class>& integers, const Words& moduli) {
  Rows rows;
  for (const std::uint64_t q : moduli) {
    Words& row = rows.emplace_back();
    for (const mpz_class& x : integers) row.push_back(residue(x, q));
  }
  return rows;
}

bool may_be_either(const mpz_class& x, const Words& moduli, ringlet::Lift lift) {
  if (lift == ringlet::Lift::approximate || moduli.size() == 1) return false;
  const mpz_class all = product(moduli);
  // Compares twice the distance from where the lift changes, Q or Q/2, with twice the fractions' shortfall.
  const mpz_class twice = lift == ringlet::Lift::floor ? mpz_class(2 * (all - x)) : mpz_class(2 * x - all);
  return twice >= 0 && (twice << 41) <= all * static_cast<unsigned long>(2 * moduli.size() + moduli.size() / 512 + 1);
}

}  // namespace ringlet_test::rns
