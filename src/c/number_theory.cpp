#ifndef RINGLET_EACH_WORD

#include "ringlet/number_theory.hpp"

#include <algorithm>

#include "c/support.hpp"

namespace {

using namespace ringlet::c;

/// *result = function(q).
template <class CWord, class Handle, class Function>
ringlet_status compute(const char* name, CWord* result, const Handle* q, const Function& function) {
  return guarded([&] {
    const auto computed = function(value(q));
    deref(name, result) = to_c(computed);
  });
}

template <class CWord, class Find>
ringlet_status copy_primes(CWord* primes, std::size_t count, const Find& find) {
  return guarded([&] {
    const auto found = find();
    if (count != 0) std::ranges::copy(found, array("primes", primes, count).begin());
  });
}

}  // namespace

#define RINGLET_EACH_WORD "c/number_theory.cpp"
#include "c/each_word.hpp"

bool ringlet_is_prime(uint64_t n) { return ringlet::is_prime(n); }
ringlet_status ringlet_is_prime128(bool* result, ringlet_uint128 n) {
  return guarded([=] { deref("result", result) = ringlet::is_prime(from_c(n)); });
}

ringlet_status ringlet_ntt_primes(uint64_t* primes, size_t count, unsigned bits, size_t n, ringlet_prime_order order) {
  return copy_primes(primes, count,
                     [=] { return ringlet::ntt_primes(count, bits, n, static_cast<ringlet::PrimeOrder>(order)); });
}
ringlet_status ringlet_ntt_primes32(uint32_t* primes, size_t count, unsigned bits, size_t n,
                                    ringlet_prime_order order) {
  return copy_primes(primes, count, [=] {
    return ringlet::ntt_primes<std::uint32_t>(count, bits, n, static_cast<ringlet::PrimeOrder>(order));
  });
}
ringlet_status ringlet_ntt_primes128(ringlet_uint128* primes, size_t count, unsigned bits, size_t n,
                                     ringlet_prime_order order) {
  return copy_primes(primes, count, [=] {
    return ringlet::ntt_primes<ringlet::uint128_t>(count, bits, n, static_cast<ringlet::PrimeOrder>(order));
  });
}

ringlet_status ringlet_reverse_bits(uint64_t* result, uint64_t x, unsigned bit_count) {
  return guarded([=] { deref("result", result) = ringlet::reverse_bits(x, bit_count); });
}

#else  // the functions of one word

ringlet_status C(ringlet_modulus, _create)(CModulus** modulus, CWord q) {
  return create("modulus", modulus, [=] { return ringlet::Modulus{from_c(q)}; });
}

void C(ringlet_modulus, _destroy)(CModulus* modulus) { delete modulus; }

CWord C(ringlet_modulus, _value)(const CModulus* modulus) {
  return to_c(modulus == nullptr ? Native<CWord>{0} : modulus->q.value());
}

unsigned C(ringlet_modulus, _bits)(const CModulus* modulus) { return modulus == nullptr ? 0 : modulus->q.bits(); }

ringlet_status C(ringlet_reduce_mod)(CWord* result, CWord x, const CModulus* q) {
  return compute("result", result, q, [=](const auto& modulus) { return modulus.reduce(from_c(x)); });
}

ringlet_status C(ringlet_add_mod)(CWord* result, CWord a, CWord b, const CModulus* q) {
  return compute("result", result, q, [=](const auto& m) { return ringlet::add_mod(from_c(a), from_c(b), m); });
}

ringlet_status C(ringlet_sub_mod)(CWord* result, CWord a, CWord b, const CModulus* q) {
  return compute("result", result, q, [=](const auto& m) { return ringlet::sub_mod(from_c(a), from_c(b), m); });
}

ringlet_status C(ringlet_mul_mod)(CWord* result, CWord a, CWord b, const CModulus* q) {
  return compute("result", result, q, [=](const auto& m) { return ringlet::mul_mod(from_c(a), from_c(b), m); });
}

ringlet_status C(ringlet_pow_mod)(CWord* result, CWord base, CWord exponent, const CModulus* q) {
  return compute("result", result, q,
                 [=](const auto& m) { return ringlet::pow_mod(from_c(base), from_c(exponent), m); });
}

ringlet_status C(ringlet_inverse_mod)(CWord* result, CWord a, const CModulus* q) {
  return compute("result", result, q, [=](const auto& m) { return ringlet::inverse_mod(from_c(a), m); });
}

ringlet_status C(ringlet_is_primitive_root_of_unity)(bool* result, CWord root, uint64_t order, const CModulus* q) {
  return guarded([=] { deref("result", result) = ringlet::is_primitive_root_of_unity(from_c(root), order, value(q)); });
}

ringlet_status C(ringlet_primitive_root_of_unity)(CWord* root, uint64_t order, const CModulus* q) {
  return compute("root", root, q, [=](const auto& m) { return ringlet::primitive_root_of_unity(order, m); });
}

ringlet_status C(ringlet_smallest_primitive_root_of_unity)(CWord* root, uint64_t order, const CModulus* q) {
  return compute("root", root, q, [=](const auto& m) { return ringlet::smallest_primitive_root_of_unity(order, m); });
}

#endif
