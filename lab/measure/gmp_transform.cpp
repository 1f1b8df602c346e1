#include "lab/measure/gmp_transform.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace ringlet::lab {

mpz_class integer_of(Double x) { return integers_of({&x, 1}).front(); }

bench::Integers integers_of(std::span<const Double> in) {
  std::vector<std::uint64_t> words(2 * in.size());
  std::memcpy(words.data(), in.data(), in.size_bytes());
  return bench::integers_of(words, 2);
}

Doubles doubles_of(const bench::Integers& in) {
  const std::vector<std::uint64_t> words = bench::words_of(in, 2);
  Doubles out(in.size());
  std::memcpy(out.data(), words.data(), out.size() * sizeof(Double));
  return out;
}

GmpTransform::GmpTransform(std::size_t n, Double q, Double psi)
    : n_(n), q_(integer_of(q)), psi_(integer_of(psi)), twiddles_(n), data_(n) {
  mpz_class power = 1;
  for (std::size_t i = 0; i < n; ++i) {
    twiddles_[reverse_bits(i, static_cast<unsigned>(std::countr_zero(n)))] = power;
    power = power * psi_ % q_;
  }
}

void GmpTransform::forward() {
  std::size_t half = n_ / 2;
  for (std::size_t blocks = 1; blocks < n_; blocks *= 2, half /= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t i = 2 * half * block; i < 2 * half * block + half; ++i) {
        mpz_class &x = data_[i], &y = data_[i + half];
        product_ = y * twiddles_[blocks + block];
        product_ %= q_;
        y = x - product_;
        if (y < 0) y += q_;
        x += product_;
        if (x >= q_) x -= q_;
      }
    }
  }
}

Doubles GmpTransform::verified(std::span<const Double> in) {
  const bench::Integers polynomial = integers_of(in);
  data_ = polynomial;
  forward();
  for (const std::size_t k : std::array<std::size_t, 3>{0, n_ / 3, n_ - 1}) {
    const std::size_t at = reverse_bits(k, static_cast<unsigned>(std::countr_zero(n_)));
    if (data_[at] != bench::evaluate(polynomial, bench::power(psi_, 2 * k + 1, q_), q_)) {
      throw std::runtime_error("WRONG RESULT: gmp");
    }
  }
  return doubles_of(data_);
}

}  // namespace ringlet::lab
