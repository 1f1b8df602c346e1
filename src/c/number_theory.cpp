#include "ringlet/number_theory.hpp"

#include <algorithm>

#include "c/support.hpp"

namespace {

using ringlet::uint128_t;
using namespace ringlet::c_api;

// Each body serves both words.

constexpr auto compute = [](auto* result, const auto* q, const auto& function, const char* name = "result") {
  return guarded([&] {
    const auto computed = function(value(q));
    deref(name, result) = to_c(computed);
  });
};

constexpr auto combine = [](auto* result, auto a, auto b, const auto* q, const auto& function) {
  return compute(result, q, [&](const auto& modulus) { return function(from_c(a), from_c(b), modulus); });
};

constexpr auto copy_primes = [](auto* primes, std::size_t count, const auto& find) {
  return guarded([&] {
    const auto found = find();
    if (count != 0) std::copy(found.begin(), found.end(), array("primes", primes, count).begin());
  });
};

constexpr auto has_order = [](bool* result, auto root, std::uint64_t order, const auto* q) {
  return guarded([=] { deref("result", result) = ringlet::is_primitive_root_of_unity(from_c(root), order, value(q)); });
};

constexpr auto add = [](const auto& a, const auto& b, const auto& q) { return ringlet::add_mod(a, b, q); };
constexpr auto sub = [](const auto& a, const auto& b, const auto& q) { return ringlet::sub_mod(a, b, q); };
constexpr auto mul = [](const auto& a, const auto& b, const auto& q) { return ringlet::mul_mod(a, b, q); };
constexpr auto power = [](const auto& a, const auto& b, const auto& q) { return ringlet::pow_mod(a, b, q); };

constexpr auto reduce(const auto& x) {
  return [=](const auto& q) { return q.reduce(x); };
}
constexpr auto inverse(const auto& a) {
  return [=](const auto& q) { return ringlet::inverse_mod(a, q); };
}
constexpr auto root_of(std::uint64_t order) {
  return [=](const auto& q) { return ringlet::primitive_root_of_unity(order, q); };
}
constexpr auto smallest_root_of(std::uint64_t order) {
  return [=](const auto& q) { return ringlet::smallest_primitive_root_of_unity(order, q); };
}

}  // namespace

ringlet_status ringlet_modulus_create(ringlet_modulus** modulus, uint64_t q) {
  return create("modulus", modulus, [=] { return ringlet::Modulus{q}; });
}
ringlet_status ringlet_modulus128_create(ringlet_modulus128** modulus, ringlet_uint128 q) {
  return create("modulus", modulus, [=] { return ringlet::Modulus<uint128_t>{from_c(q)}; });
}

void ringlet_modulus_destroy(ringlet_modulus* modulus) { delete modulus; }
void ringlet_modulus128_destroy(ringlet_modulus128* modulus) { delete modulus; }

uint64_t ringlet_modulus_value(const ringlet_modulus* modulus) { return modulus == nullptr ? 0 : modulus->q.value(); }
ringlet_uint128 ringlet_modulus128_value(const ringlet_modulus128* modulus) {
  return to_c(modulus == nullptr ? 0 : modulus->q.value());
}

unsigned ringlet_modulus_bits(const ringlet_modulus* modulus) { return modulus == nullptr ? 0 : modulus->q.bits(); }
unsigned ringlet_modulus128_bits(const ringlet_modulus128* modulus) {
  return modulus == nullptr ? 0 : modulus->q.bits();
}

ringlet_status ringlet_reduce_mod(uint64_t* result, uint64_t x, const ringlet_modulus* q) {
  return compute(result, q, reduce(x));
}
ringlet_status ringlet_reduce_mod128(ringlet_uint128* result, ringlet_uint128 x, const ringlet_modulus128* q) {
  return compute(result, q, reduce(from_c(x)));
}

ringlet_status ringlet_add_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return combine(result, a, b, q, add);
}
ringlet_status ringlet_add_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                  const ringlet_modulus128* q) {
  return combine(result, a, b, q, add);
}

ringlet_status ringlet_sub_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return combine(result, a, b, q, sub);
}
ringlet_status ringlet_sub_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                  const ringlet_modulus128* q) {
  return combine(result, a, b, q, sub);
}

ringlet_status ringlet_mul_mod(uint64_t* result, uint64_t a, uint64_t b, const ringlet_modulus* q) {
  return combine(result, a, b, q, mul);
}
ringlet_status ringlet_mul_mod128(ringlet_uint128* result, ringlet_uint128 a, ringlet_uint128 b,
                                  const ringlet_modulus128* q) {
  return combine(result, a, b, q, mul);
}

ringlet_status ringlet_pow_mod(uint64_t* result, uint64_t base, uint64_t exponent, const ringlet_modulus* q) {
  return combine(result, base, exponent, q, power);
}
ringlet_status ringlet_pow_mod128(ringlet_uint128* result, ringlet_uint128 base, ringlet_uint128 exponent,
                                  const ringlet_modulus128* q) {
  return combine(result, base, exponent, q, power);
}

ringlet_status ringlet_inverse_mod(uint64_t* result, uint64_t a, const ringlet_modulus* q) {
  return compute(result, q, inverse(a));
}
ringlet_status ringlet_inverse_mod128(ringlet_uint128* result, ringlet_uint128 a, const ringlet_modulus128* q) {
  return compute(result, q, inverse(from_c(a)));
}

bool ringlet_is_prime(uint64_t n) { return ringlet::is_prime(n); }
ringlet_status ringlet_is_prime128(bool* result, ringlet_uint128 n) {
  return guarded([=] { deref("result", result) = ringlet::is_prime_double(from_c(n)); });
}

ringlet_status ringlet_ntt_primes(uint64_t* primes, size_t count, unsigned bits, size_t n, ringlet_prime_order order) {
  return copy_primes(primes, count,
                     [=] { return ringlet::ntt_primes(count, bits, n, static_cast<ringlet::PrimeOrder>(order)); });
}
ringlet_status ringlet_ntt_primes128(ringlet_uint128* primes, size_t count, unsigned bits, size_t n,
                                     ringlet_prime_order order) {
  return copy_primes(primes, count, [=] {
    return ringlet::ntt_primes_double(count, bits, n, static_cast<ringlet::PrimeOrder>(order));
  });
}

ringlet_status ringlet_is_primitive_root_of_unity(bool* result, uint64_t root, uint64_t order,
                                                  const ringlet_modulus* q) {
  return has_order(result, root, order, q);
}
ringlet_status ringlet_is_primitive_root_of_unity128(bool* result, ringlet_uint128 root, uint64_t order,
                                                     const ringlet_modulus128* q) {
  return has_order(result, root, order, q);
}

ringlet_status ringlet_primitive_root_of_unity(uint64_t* root, uint64_t order, const ringlet_modulus* q) {
  return compute(root, q, root_of(order), "root");
}
ringlet_status ringlet_primitive_root_of_unity128(ringlet_uint128* root, uint64_t order, const ringlet_modulus128* q) {
  return compute(root, q, root_of(order), "root");
}

ringlet_status ringlet_smallest_primitive_root_of_unity(uint64_t* root, uint64_t order, const ringlet_modulus* q) {
  return compute(root, q, smallest_root_of(order), "root");
}
ringlet_status ringlet_smallest_primitive_root_of_unity128(ringlet_uint128* root, uint64_t order,
                                                           const ringlet_modulus128* q) {
  return compute(root, q, smallest_root_of(order), "root");
}

ringlet_status ringlet_reverse_bits(uint64_t* result, uint64_t x, unsigned bit_count) {
  return guarded([=] { deref("result", result) = ringlet::reverse_bits(x, bit_count); });
}
