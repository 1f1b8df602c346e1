#include "double_words/gmp.hpp"

#include <bit>
#include <cstdint>

#include "ringlet/number_theory.hpp"

namespace bench::double_words {
namespace {

void set_all(std::vector<Integer>& out, std::span<const Double> in) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i].set(in[i]);
}

Doubles get_all(const std::vector<Integer>& in) {
  Doubles out;
  for (const Integer& x : in) out.push_back(x.get());
  return out;
}

void add_mod(Integer& out, const Integer& a, const Integer& b, const Integer& q) {
  mpz_add(out.raw(), a.raw(), b.raw());
  if (mpz_cmp(out.raw(), q.raw()) >= 0) mpz_sub(out.raw(), out.raw(), q.raw());
}

void sub_mod(Integer& out, const Integer& a, const Integer& b, const Integer& q) {
  mpz_sub(out.raw(), a.raw(), b.raw());
  if (mpz_sgn(out.raw()) < 0) mpz_add(out.raw(), out.raw(), q.raw());
}

void mul_mod(Integer& out, const Integer& a, const Integer& b, const Integer& q) {
  mpz_mul(out.raw(), a.raw(), b.raw());
  mpz_tdiv_r(out.raw(), out.raw(), q.raw());
}

}  // namespace

void Integer::set(Double x) {
  const std::uint64_t limbs[2] = {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)};
  mpz_import(value_, 2, -1, sizeof limbs[0], 0, 0, limbs);
}

Double Integer::get() const {
  std::uint64_t limbs[2] = {0, 0};
  mpz_export(limbs, nullptr, -1, sizeof limbs[0], 0, 0, value_);
  return (Double{limbs[1]} << 64) | limbs[0];
}

GmpTransform::GmpTransform(std::size_t n, Double q, Double psi) : n_(n), q_(q), twiddles_(n), data_(n) {
  const auto log_n = static_cast<unsigned>(std::countr_zero(n));
  const Integer root(psi);
  Integer power(1);
  for (std::size_t i = 0; i < n; ++i) {
    mpz_set(twiddles_[ringlet::reverse_bits(i, log_n)].raw(), power.raw());
    mul_mod(power, power, root, q_);
  }
}

void GmpTransform::load(std::span<const Double> in) { set_all(data_, in); }

void GmpTransform::forward() {
  std::size_t half = n_ / 2;
  for (std::size_t blocks = 1; blocks < n_; blocks *= 2, half /= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
        mul_mod(product_, data_[i + half], twiddles_[blocks + block], q_);
        sub_mod(data_[i + half], data_[i], product_, q_);
        add_mod(data_[i], data_[i], product_, q_);
      }
    }
  }
}

Doubles GmpTransform::store() const { return get_all(data_); }

Double evaluate(std::span<const Double> a, std::size_t k, Double q, Double psi) {
  const Integer modulus(q);
  Integer point(psi), sum, term;
  mpz_powm_ui(point.raw(), point.raw(), 2 * k + 1, modulus.raw());
  for (std::size_t j = a.size(); j-- > 0;) {
    term.set(a[j]);
    mul_mod(sum, sum, point, modulus);
    add_mod(sum, sum, term, modulus);
  }
  return sum.get();
}

GmpVectors::GmpVectors(std::span<const Double> x, std::span<const Double> y, Double s, Double q)
    : q_(q), s_(s), x_(x.size()), y_(y.size()), out_(x.size()) {
  set_all(x_, x);
  set_all(y_, y);
}

void GmpVectors::add() {
  for (std::size_t i = 0; i < out_.size(); ++i) add_mod(out_[i], x_[i], y_[i], q_);
}

void GmpVectors::sub() {
  for (std::size_t i = 0; i < out_.size(); ++i) sub_mod(out_[i], x_[i], y_[i], q_);
}

void GmpVectors::mul() {
  for (std::size_t i = 0; i < out_.size(); ++i) mul_mod(out_[i], x_[i], y_[i], q_);
}

void GmpVectors::axpy() {
  for (std::size_t i = 0; i < out_.size(); ++i) {
    mul_mod(product_, x_[i], s_, q_);
    add_mod(out_[i], product_, y_[i], q_);
  }
}

Doubles GmpVectors::store() const { return get_all(out_); }

}  // namespace bench::double_words
