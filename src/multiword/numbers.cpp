#include "multiword/numbers.hpp"

#include <algorithm>
#include <span>

#include "arith/multiword_words.hpp"

namespace ringlet::multiword {

MultiwordNumbers::MultiwordNumbers(const MultiwordModulusConstants& q, const backends::Backend& backend)
    : q_(&q),
      add_(backends::choose_multiword(backend, q, &Kernels::add).kernel->add),
      mul_(backends::choose_multiword(backend, q, &Kernels::mul).kernel->mul),
      mul_scalar_(backends::choose_multiword(backend, q, &Kernels::mul_scalar).kernel->mul_scalar) {}

MultiwordNumbers::Number MultiwordNumbers::one() const {
  Number x;
  std::ranges::copy(q_->one, x.begin());
  return x;
}

MultiwordNumbers::Number MultiwordNumbers::to_montgomery(const Number& x) const { return mul(x, square()); }

MultiwordNumbers::Number MultiwordNumbers::mul(const Number& a, const Number& b) const {
  Number product{};
  mul_(product.data(), a.data(), b.data(), 1, *q_);
  return product;
}

MultiwordNumbers::Number MultiwordNumbers::power(Number base, std::uint64_t exponent) const {
  Number result = one();
  for (; exponent != 0; exponent >>= 1) {
    if (exponent % 2 != 0) result = mul(result, base);
    base = mul(base, base);
  }
  return result;
}

MultiwordNumbers::Number MultiwordNumbers::inverse(const Number& x) const {
  Number inverse{};
  arith::invert(std::span(inverse).first(words()), std::span(x).first(words()), std::span(q_->q).first(words()));
  return to_montgomery(to_montgomery(inverse));  // the inverse of x R is x^-1 / R
}

MultiwordNumbers::Array MultiwordNumbers::powers(const Number& first, const Number& ratio, std::size_t count) const {
  Array out(count * words());
  std::copy_n(first.begin(), words(), out.begin());
  Number power = ratio;
  for (std::size_t known = 1; known < count; known *= 2) {
    const std::size_t next = std::min(known, count - known);
    mul_scalar_(out.data() + known * words(), out.data(), power.data(), next, *q_);
    power = mul(power, power);
  }
  return out;
}

MultiwordNumbers::Array MultiwordNumbers::mul(const Array& a, const Array& b) const {
  Array out(a.size());
  mul_(out.data(), a.data(), b.data(), count_of(a), *q_);
  return out;
}

MultiwordNumbers::Array MultiwordNumbers::mul(const Array& a, const Number& b) const {
  Array out(a.size());
  mul_scalar_(out.data(), a.data(), b.data(), count_of(a), *q_);
  return out;
}

}  // namespace ringlet::multiword
