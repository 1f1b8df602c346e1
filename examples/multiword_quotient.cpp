// A step of a zero-knowledge proof. Three columns of numbers with a[i] b[i] = c[i] are values of polynomials on the
// n-th roots of unity. There a b - c is zero, so X^n - 1 divides it. This computes the quotient h.
#include <iostream>
#include <ringlet/ringlet.hpp>
#include <vector>

namespace {

using Number = ringlet::UInt<256>;
using Numbers = std::vector<Number>;
using ringlet::Form;
using Options = ringlet::NttOptions<Number>;

constexpr std::size_t n = 4096;

/// h = (a b - c) / (X^n - 1): coefficients of h, from values of a, b and c. All are in Montgomery form.
Numbers quotient(Numbers a, Numbers b, Numbers c, const ringlet::Field<256>& field) {
  const ringlet::Modulus q{field.modulus};
  Options options{.ring = ringlet::Ring::cyclic, .omega = ringlet::root_of_unity(field, n)};
  Options on_coset = options;  // in bit-reversed order: these values are only combined with each other
  on_coset.coset = field.generator;
  options.order = ringlet::Order::natural;
  const ringlet::Ntt<Number> roots{n, q, options};
  const ringlet::Ntt<Number> coset{n, q, on_coset};
  for (Numbers* column : {&a, &b, &c}) {
    roots.inverse(*column, *column);  // values on the roots to coefficients
    coset.forward(*column, *column);  // to values on the coset, where X^n - 1 is g^n - 1, not zero
  }
  ringlet::mul(a, a, b, q, Form::montgomery);
  ringlet::sub(a, a, c, q);
  const Number divisor = ringlet::sub_mod(ringlet::pow_mod(field.generator, Number{n}, q), Number{1}, q);
  ringlet::mul(a, a, ringlet::inverse_mod(divisor, q), q);  // by a plain number, which keeps the form
  coset.inverse(a, a);
  return a;
}

/// The value of a polynomial at x. Coefficients are in Montgomery form; x and the value are plain.
Number value_at(const Number& x, const Numbers& coefficients, const ringlet::Modulus<Number>& q) {
  Numbers powers(n);
  ringlet::powers(powers, Number{1}, x, q);
  return ringlet::inner_product(coefficients, powers, q, Form::montgomery);  // divides by R: plain
}

}  // namespace

int main() {
  const ringlet::Field<256>& field = ringlet::field<256>("bn254-fr");
  const ringlet::Modulus q{field.modulus};
  Numbers a(n), b(n), c(n);
  ringlet::powers(a, Number{3}, Number{5}, q);
  ringlet::powers(b, Number{7}, Number{11}, q);
  ringlet::to_montgomery(a, a, q);
  ringlet::to_montgomery(b, b, q);
  ringlet::mul(c, a, b, q, Form::montgomery);
  const Numbers h = quotient(a, b, c, field);

  // a(x) b(x) - c(x) = h(x) (x^n - 1) for one x
  const Options options{
      .ring = ringlet::Ring::cyclic, .omega = ringlet::root_of_unity(field, n), .order = ringlet::Order::natural};
  const ringlet::Ntt<Number> roots{n, q, options};
  for (Numbers* column : {&a, &b, &c}) roots.inverse(*column, *column);
  const Number x{2026};
  const auto at_x = [&](const Numbers& coefficients) { return value_at(x, coefficients, q); };
  const Number left = ringlet::sub_mod(ringlet::mul_mod(at_x(a), at_x(b), q), at_x(c), q);
  const Number zero_polynomial = ringlet::sub_mod(ringlet::pow_mod(x, Number{n}, q), Number{1}, q);
  const Number right = ringlet::mul_mod(at_x(h), zero_polynomial, q);
  std::cout << roots.describe() << ": h(" << x.decimal() << ") = " << at_x(h).hexadecimal() << ", "
            << (left == right ? "which is right" : "which is wrong") << '\n';
  return left == right ? 0 : 1;
}
