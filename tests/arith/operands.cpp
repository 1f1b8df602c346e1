#include "arith/operands.hpp"

#include <algorithm>
#include <iterator>

#include "arith/representation.hpp"

namespace ringlet_test {
namespace {

mpz_class power_of_two(unsigned exponent) { return mpz_class(1) << exponent; }

mpz_class random_below(const mpz_class& end, Random& random) {
  mpz_class x = 0;
  for (mpz_class room = end; room != 0; room >>= 64) x = (x << 64) + integer(random.word());
  return residue((x << 64) + integer(random.word()), end);
}

/// Returns the first prime at or beyond q, in steps of `step`, 1 or -1.
mpz_class prime_next_to(mpz_class q, int step) {
  while (mpz_probab_prime_p(q.get_mpz_t(), 25) == 0) q += step;
  return q;
}

/// Draws q from the upper part of the numbers of `bits` bits and returns the one for which
/// 2^exponent / q has the largest fraction.
mpz_class badly_truncated_modulus(unsigned bits, unsigned exponent, Random& random) {
  mpz_class worst = power_of_two(bits) - 1, most = 0;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const mpz_class q = (power_of_two(bits) - 1 - random_below(power_of_two(bits - 1) / 8 + 1, random)) | 1;
    const mpz_class fraction = (residue(power_of_two(exponent), q) << bits) / q;
    if (fraction > most) {
      most = fraction;
      worst = q;
    }
  }
  return worst;
}

}  // namespace

mpz_class random_modulus(unsigned bits, bool odd, Random& random) {
  const mpz_class q = power_of_two(bits - 1) + random_below(power_of_two(bits - 1), random);
  return odd ? mpz_class(q | 1) : q;
}

std::vector<mpz_class> moduli_of(unsigned min_bits, unsigned bits, bool odd, Random& random) {
  const mpz_class least = power_of_two(min_bits - 1);
  const mpz_class beyond = power_of_two(bits);
  std::vector<mpz_class> moduli{least + 1,
                                prime_next_to(least + 1, 1),
                                power_of_two(min_bits) - 1,
                                power_of_two(bits - 1) + 1,
                                prime_next_to(power_of_two(bits - 1) + 1, 1),
                                beyond - 1,
                                prime_next_to(beyond - 1, -1)};
  for (const unsigned exponent : {bits + 62, bits + 126, 104U, 128U}) {
    moduli.push_back(badly_truncated_modulus(bits, exponent, random));
  }
  for (int i = 0; i < 6; ++i) {
    const unsigned length = min_bits + static_cast<unsigned>(random.up_to(bits - min_bits));
    moduli.push_back(random_modulus(length, odd, random));
  }
  if (odd) {
    for (mpz_class& q : moduli) q |= 1;
  } else {
    moduli.insert(moduli.end(), {least, power_of_two(bits - 1), beyond - 2});
  }
  std::ranges::sort(moduli);
  moduli.erase(std::unique(moduli.begin(), moduli.end()), moduli.end());
  return moduli;
}

Interval integers(Range range, const mpz_class& q, bool is_signed) {
  const auto least = [&](Bound bound) { return mpz_class(floor_of_quotient(integer(bound) * q + 255, 256)); };
  if (is_signed) return {1 - least(range.high), least(range.high)};
  return {least(range.low), least(range.high)};
}

mpz_class Corners::below(const mpz_class& end) { return random_below(end, random_); }

mpz_class Corners::power_at_limb() {
  constexpr unsigned exponents[] = {31, 32, 42, 49, 50, 51, 52, 53, 63, 64, 84, 96, 100, 104, 116};
  return power_of_two(exponents[random_.up_to(std::size(exponents) - 1)]);
}

/// Returns x with a run of its low bits all zero or all one, or a neighbour of that.
mpz_class Corners::with_bits_at_once(const mpz_class& x) {
  const mpz_class unit = power_at_limb();
  return x - residue(x, unit) + (random_.coin() ? unit : mpz_class(0)) + integer(random_.up_to(2)) - 1;
}

/// Returns a number with few one bits, or few zero bits. Carries run far through columns of its products.
mpz_class Corners::sparse() {
  mpz_class x = power_at_limb();
  if (random_.coin()) x -= power_at_limb();
  return x + integer(random_.up_to(2)) - 1;
}

mpz_class Corners::candidate(const Interval& interval) {
  const mpz_class size = interval.end - interval.begin;
  const mpz_class x = interval.begin + below(size);
  switch (random_.up_to(5)) {
    case 0:
      return interval.begin + integer(random_.up_to(2));
    case 1:
      return interval.end - 1 - integer(random_.up_to(2));
    case 2:
      return floor_of_quotient(x, q_) * q_ + integer(random_.up_to(2)) - 1;
    case 3:
      return with_bits_at_once(x);
    case 4:
      return sparse();
    default:
      return x;
  }
}

mpz_class Corners::in(const Interval& interval) {
  mpz_class x = candidate(interval);
  return interval.holds(x) ? x : mpz_class(interval.begin + below(interval.end - interval.begin));
}

mpz_class Corners::in(const Interval& interval, const mpz_class& w) {
  mpz_class inverse;
  if (random_.coin() || mpz_invert(inverse.get_mpz_t(), w.get_mpz_t(), q_.get_mpz_t()) == 0) return in(interval);
  const mpz_class product = integer(random_.up_to(2)) - 1;
  const mpz_class near = in(interval);
  const mpz_class x = near - residue(near - product * inverse, q_);
  if (interval.holds(x)) return x;
  return interval.holds(x + q_) ? mpz_class(x + q_) : near;
}

mpz_class Corners::multiplicand() {
  mpz_class w;
  switch (random_.up_to(3)) {
    case 0:
      w = integer(random_.up_to(2));
      break;
    case 1:
      w = q_ - 1 - integer(random_.up_to(2));
      break;
    case 2:
      w = q_ / 2 + integer(random_.up_to(2));
      break;
    default:
      return below(q_);
  }
  return residue(w, q_);
}

}  // namespace ringlet_test
