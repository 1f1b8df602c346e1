#include "support/gmp.hpp"

namespace bench {

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

}  // namespace bench
