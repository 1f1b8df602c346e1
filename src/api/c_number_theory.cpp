#include <algorithm>

#include "api/c_support.hpp"
#include "ringlet/number_theory.hpp"

using ringlet::c_api::create;
using ringlet::c_api::deref;
using ringlet::c_api::guarded;
using ringlet::c_api::value;

ringlet_status ringlet_modulus_create(ringlet_modulus** modulus, uint64_t q) {
  return create("modulus", modulus, [=] { return ringlet::Modulus{q}; });
}

void ringlet_modulus_destroy(ringlet_modulus* modulus) { delete modulus; }

uint64_t ringlet_modulus_value(const ringlet_modulus* modulus) { return modulus == nullptr ? 0 : modulus->q.value(); }

unsigned ringlet_modulus_bits(const ringlet_modulus* modulus) { return modulus == nullptr ? 0 : modulus->q.bits(); }

ringlet_status ringlet_reduce_mod(uint64_t* result, uint64_t x, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = value(q).reduce(x); });
}

ringlet_status ringlet_add_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::add_mod(a, b, value(q)); });
}

ringlet_status ringlet_sub_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::sub_mod(a, b, value(q)); });
}

ringlet_status ringlet_mul_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::mul_mod(a, b, value(q)); });
}

ringlet_status ringlet_pow_mod(uint64_t* result, uint64_t base, uint64_t exponent, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::pow_mod(base, exponent, value(q)); });
}

ringlet_status ringlet_inverse_mod(uint64_t* result, uint64_t a, const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::inverse_mod(a, value(q)); });
}

bool ringlet_is_prime(uint64_t n) { return ringlet::is_prime(n); }

ringlet_status ringlet_ntt_primes(uint64_t* primes, size_t count, unsigned bits, size_t n, ringlet_prime_order order) {
  return guarded([=] {
    const auto found = ringlet::ntt_primes(count, bits, n, static_cast<ringlet::PrimeOrder>(order));
    if (count != 0) std::copy(found.begin(), found.end(), &deref("primes", primes));
  });
}

ringlet_status ringlet_is_primitive_root_of_unity(bool* result, uint64_t root, uint64_t order,
                                                  const ringlet_modulus* q) {
  return guarded([=] { deref("result", result) = ringlet::is_primitive_root_of_unity(root, order, value(q)); });
}

ringlet_status ringlet_primitive_root_of_unity(uint64_t* root, uint64_t order, const ringlet_modulus* q) {
  return guarded([=] { deref("root", root) = ringlet::primitive_root_of_unity(order, value(q)); });
}

ringlet_status ringlet_smallest_primitive_root_of_unity(uint64_t* root, uint64_t order, const ringlet_modulus* q) {
  return guarded([=] { deref("root", root) = ringlet::smallest_primitive_root_of_unity(order, value(q)); });
}

ringlet_status ringlet_reverse_bits(uint64_t* result, uint64_t x, unsigned bit_count) {
  return guarded([=] { deref("result", result) = ringlet::reverse_bits(x, bit_count); });
}
