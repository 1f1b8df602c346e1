#include "products/product_primes.hpp"

namespace ringlet::products {

bool SumBound::fits_primes(unsigned count) const {
  // A prime is more than 2^50 (1 - 2^-18), so that 2^(50 count) (1 - 2^-15) is below all products.
  double capacity = 1 - 0x1p-15;  // no proof: a wide margin
  for (unsigned i = 0; i < count; ++i) capacity *= 0x1p50;
  if (is_signed) capacity /= 2;
  // Each of the roundings is by less than 2^-52.
  const double most = static_cast<double>(terms) * static_cast<double>(a) * static_cast<double>(b);
  return most * (1 + 0x1p-40) < capacity;  // no proof: a wide margin
}

unsigned SumBound::prime_count() const {
  unsigned count = 1;
  while (count < max_primes && !fits_primes(count)) ++count;
  return count;
}

}  // namespace ringlet::products
