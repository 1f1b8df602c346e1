#include "support/gmp.hpp"

#include <array>
#include <stdexcept>

namespace bench {
namespace {

/// Reverses the bits of x < n, a power of two.
std::size_t reverse(std::size_t x, std::size_t n) {
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < n; bit *= 2) reversed = 2 * reversed + ((x & bit) != 0 ? 1 : 0);
  return reversed;
}

}  // namespace

mpz_class integer_of(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  return x;
}

Integers integers_of(std::span<const std::uint64_t> words, std::size_t count) {
  Integers all;
  for (std::size_t i = 0; i < words.size() / count; ++i) all.push_back(integer_of(words.subspan(count * i, count)));
  return all;
}

std::vector<std::uint64_t> words_of(const Integers& integers, std::size_t count) {
  std::vector<std::uint64_t> words(integers.size() * count);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    mpz_export(&words[count * i], nullptr, -1, sizeof(std::uint64_t), 0, 0, integers[i].get_mpz_t());
  }
  return words;
}

mpz_class evaluate(const Integers& polynomial, const mpz_class& point, const mpz_class& q) {
  mpz_class value = 0;
  for (std::size_t i = polynomial.size(); i-- > 0;) value = (value * point + polynomial[i]) % q;
  return value;
}

mpz_class power(const mpz_class& base, unsigned long exponent, const mpz_class& q) {
  mpz_class result;
  mpz_powm_ui(result.get_mpz_t(), base.get_mpz_t(), exponent, q.get_mpz_t());
  return result;
}

mpz_class inverse(const mpz_class& x, const mpz_class& q) {
  mpz_class result;
  mpz_invert(result.get_mpz_t(), x.get_mpz_t(), q.get_mpz_t());
  return result;
}

void GmpVectors::add() {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[i] + y[i];
    if (out[i] >= q) out[i] -= q;
  }
}

void GmpVectors::sub() {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[i] - y[i];
    if (out[i] < 0) out[i] += q;
  }
}

void GmpVectors::mul() {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[i] * y[i];
    out[i] %= q;
  }
}

void GmpVectors::axpy(const mpz_class& s) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = x[i] * s;
    out[i] %= q;
    out[i] += y[i];
    if (out[i] >= q) out[i] -= q;
  }
}

GmpTransform::GmpTransform(std::size_t n, mpz_class modulus, mpz_class psi)
    : q(std::move(modulus)), root(std::move(psi)), twiddles(n), values(n) {
  mpz_class power = 1;
  for (std::size_t i = 0; i < n; ++i) {
    twiddles[reverse(i, n)] = power;
    power = power * root % q;
  }
}

void GmpTransform::forward() {
  const std::size_t n = values.size();
  std::size_t half = n / 2;
  for (std::size_t blocks = 1; blocks < n; blocks *= 2, half /= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
        mpz_class &x = values[i], &y = values[i + half];
        product = y * twiddles[blocks + block];
        product %= q;
        y = x - product;
        if (y < 0) y += q;
        x += product;
        if (x >= q) x -= q;
      }
    }
  }
}

void GmpTransform::require_transform_of(const Integers& in) const {
  const std::size_t n = values.size();
  for (const std::size_t k : std::array<std::size_t, 3>{0, n / 3, n - 1}) {
    if (values[reverse(k, n)] == evaluate(in, power(root, 2 * k + 1, q), q)) continue;
    throw std::runtime_error("WRONG RESULT: gmp, transform");
  }
}

std::vector<std::uint64_t> ring_product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                        std::uint64_t q) {
  // A coefficient of the product is below n q^2 < 2^(24 + 128): three words hold it.
  constexpr std::size_t slot = 3;
  const std::size_t n = a.size();
  std::vector<std::uint64_t> x(slot * n), y(slot * n), out(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[slot * i] = a[i];
    y[slot * i] = b[i];
  }
  const auto product = words_of({integer_of(x) * integer_of(y)}, 2 * slot * n);
  const auto coefficient = [&](std::size_t i) { return integer_of(std::span(product).subspan(slot * i, slot)); };
  for (std::size_t i = 0; i < n; ++i) {
    const mpz_class difference = coefficient(i) - coefficient(i + n);
    out[i] = mpz_fdiv_ui(difference.get_mpz_t(), q);
  }
  return out;
}

}  // namespace bench
