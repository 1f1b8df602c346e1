#include "words/oracle.hpp"

#include <gmp.h>

#include <cstddef>
#include <type_traits>

namespace bench::words::oracle {
namespace {

static_assert(std::is_same_v<mp_limb_t, Word> && GMP_NUMB_BITS == 64);

Word add(Word a, Word b, Word q) { return a >= q - b ? a - (q - b) : a + b; }

Word subtract(Word a, Word b, Word q) { return a >= b ? a - b : a + (q - b); }

Word multiply(Word a, Word b, Word q) {
  Word product[2];
  product[1] = mpn_mul_1(product, &a, 1, b);
  return mpn_mod_1(product, 2, q);
}

Word power(Word base, std::size_t exponent, Word q) {
  Word result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = multiply(result, base, q);
    base = multiply(base, base, q);
  }
  return result;
}

/// sum_j a[j] * omega^(j k) at position k: the halves of even and odd j, each by itself, then combined.
Words cyclic_transform(const Words& a, Word omega, Word q) {
  const std::size_t n = a.size(), half = n / 2;
  if (n == 1) return a;
  Words even(half), odd(half), out(n);
  for (std::size_t j = 0; j < half; ++j) {
    even[j] = a[2 * j];
    odd[j] = a[2 * j + 1];
  }
  even = cyclic_transform(even, multiply(omega, omega, q), q);
  odd = cyclic_transform(odd, multiply(omega, omega, q), q);
  Word root = 1;
  for (std::size_t k = 0; k < half; ++k) {
    const Word term = multiply(root, odd[k], q);
    out[k] = add(even[k], term, q);
    out[k + half] = subtract(even[k], term, q);
    root = multiply(root, omega, q);
  }
  return out;
}

std::size_t reverse_bits(std::size_t x, std::size_t n) {
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < n; bit *= 2) reversed = 2 * reversed + ((x & bit) != 0 ? 1 : 0);
  return reversed;
}

}  // namespace

Words elementwise_product(std::span<const Word> a, std::span<const Word> b, Word q) {
  Words out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = multiply(a[i], b[i], q);
  return out;
}

Words ring_product(std::span<const Word> a, std::span<const Word> b, Word q) {
  // A coefficient of the product is below n q^2 < 2^(24 + 128): three words hold it.
  constexpr std::size_t slot = 3;
  const std::size_t n = a.size();
  Words x(slot * n), y(slot * n), product(2 * slot * n);
  for (std::size_t i = 0; i < n; ++i) {
    x[slot * i] = a[i];
    y[slot * i] = b[i];
  }
  mpn_mul_n(product.data(), x.data(), y.data(), static_cast<mp_size_t>(x.size()));
  Words out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = subtract(mpn_mod_1(&product[slot * i], slot, q), mpn_mod_1(&product[slot * (i + n)], slot, q), q);
  }
  return out;
}

Words forward(std::span<const Word> a, Word psi, Word q) {
  const std::size_t n = a.size();
  Words twisted(n);
  Word twist = 1;
  for (std::size_t j = 0; j < n; ++j) {
    twisted[j] = multiply(a[j], twist, q);
    twist = multiply(twist, psi, q);
  }
  const Words natural = cyclic_transform(twisted, multiply(psi, psi, q), q);
  Words out(n);
  for (std::size_t k = 0; k < n; ++k) out[reverse_bits(k, n)] = natural[k];
  return out;
}

bool is_negacyclic_root(Word psi, std::size_t n, Word q) { return psi < q && power(psi, n, q) == q - 1; }

Words multiply_scalar(std::span<const Word> a, Word factor, Word q) {
  return elementwise_product(a, Words(a.size(), factor % q), q);
}

}  // namespace bench::words::oracle
