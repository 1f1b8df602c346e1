#include "ringlet/multiword_number_theory.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "multiword/checks.hpp"
#include "multiword/ring.hpp"
#include "multiword/widths.hpp"
#include "number_theory/primality.hpp"
#include "number_theory/prime_search.hpp"

namespace ringlet {
namespace {

using multiword::MultiwordRing;

template <unsigned width>
MultiwordRing<width> ring_of(const Modulus<UInt<width>>& q) {
  return {q.value(), q.constants()};
}

/// Returns whether an odd n in the range of moduli is prime.
template <unsigned width>
bool is_odd_prime(const UInt<width>& n) {
  const MultiwordRing<width> ring(n);
  // One remainder is enough for trial division by all the first primes.
  constexpr std::uint64_t product = [] {
    std::uint64_t all = 1;
    for (const std::uint64_t p : number_theory::first_primes) all *= p;
    return all;
  }();
  const std::uint64_t rest = ring.remainder(product);
  if (std::ranges::any_of(number_theory::first_primes, [rest](std::uint64_t p) { return rest % p == 0; })) return false;
  return number_theory::passes_strong_tests(ring) && !ring.is_square() &&
         number_theory::is_strong_lucas_probable_prime(ring);
}

void require_power_of_two(std::uint64_t order) {
  if (!std::has_single_bit(order)) checks::reject("order", order, "it must be a power of two");
}

template <unsigned width>
void require_prime(const Modulus<UInt<width>>& q) {
  if (!is_prime(q.value())) multiword::reject_multiword("q", q.value(), "roots of unity need a prime modulus");
}

template <unsigned width>
bool divides_predecessor(std::uint64_t order, const MultiwordRing<width>& ring) {
  return std::countr_zero(order) <= static_cast<int>(ring.trailing_zeros(ring.predecessor()));
}

/// Returns whether root has order exactly `order` = 2^k: root^(2^(k-1)) = -1, or root = 1 for k = 0.
template <unsigned width>
bool has_order(const UInt<width>& root, std::uint64_t order, const MultiwordRing<width>& ring) {
  const UInt<width> one = ring.element(1);
  if (order == 1) return root == one;
  UInt<width> power = root;
  for (; order > 2; order /= 2) power = ring.mul(power, power);
  return power == ring.sub(UInt<width>{}, one);
}

}  // namespace

template <unsigned width>
UInt<width> add_mod(const std::type_identity_t<UInt<width>>& a, const std::type_identity_t<UInt<width>>& b,
                    const Modulus<UInt<width>>& q) {
  multiword::require_below("a", a, q);
  multiword::require_below("b", b, q);
  return ring_of(q).add(a, b);
}

template <unsigned width>
UInt<width> sub_mod(const std::type_identity_t<UInt<width>>& a, const std::type_identity_t<UInt<width>>& b,
                    const Modulus<UInt<width>>& q) {
  multiword::require_below("a", a, q);
  multiword::require_below("b", b, q);
  return ring_of(q).sub(a, b);
}

template <unsigned width>
UInt<width> mul_mod(const std::type_identity_t<UInt<width>>& a, const std::type_identity_t<UInt<width>>& b,
                    const Modulus<UInt<width>>& q) {
  multiword::require_below("a", a, q);
  multiword::require_below("b", b, q);
  const auto ring = ring_of(q);
  return ring.mul(ring.element(a), b);
}

template <unsigned width>
UInt<width> pow_mod(const std::type_identity_t<UInt<width>>& base, const std::type_identity_t<UInt<width>>& exponent,
                    const Modulus<UInt<width>>& q) {
  multiword::require_below("base", base, q);
  if (exponent == UInt<width>{}) return {1};
  const auto ring = ring_of(q);
  return ring.plain(number_theory::power(ring, ring.element(base), exponent));
}

template <unsigned width>
UInt<width> inverse_mod(const std::type_identity_t<UInt<width>>& a, const Modulus<UInt<width>>& q) {
  multiword::require_below("a", a, q);
  UInt<width> inverse;
  if (!arith::invert(inverse.words, a.words, q.value().words)) {
    multiword::reject_multiword(
        "a", a, "only numbers coprime to q = " + checks::decimal(q.value()) + " have an inverse modulo q");
  }
  return inverse;
}

template <unsigned width>
bool is_prime(const UInt<width>& n) {
  if (n.bit_width() > Modulus<UInt<width>>::max_bits) {
    multiword::reject_multiword("n", n, "it must be below 2^" + std::to_string(width - 1));
  }
  if (n.bit_width() < Modulus<UInt<width>>::min_bits) {
    return is_prime(uint128_t{n.words[1]} << 64 | n.words[0]);
  }
  return n.words[0] % 2 != 0 && is_odd_prime(n);
}

template <unsigned width>
void write_ntt_primes(std::span<UInt<width>> primes, unsigned bits, std::size_t n, PrimeOrder order) {
  using Q = Modulus<UInt<width>>;
  number_theory::require_prime_search(bits, Q::min_bits, Q::max_bits, n, 48, order);
  const auto power_of_two = [](unsigned exponent) {
    UInt<width> power{};
    power.words[exponent / 64] = std::uint64_t{1} << exponent % 64;
    return power;
  };
  // Both ends of the range are multiples of 2n. The search stays inside: the range has at least 2^75 numbers that are 1
  // modulo 2n, and more of them are prime than an array has places.
  const UInt<width> step{2 * n};
  const bool from_start = order == PrimeOrder::smallest_first;
  UInt<width> candidate = power_of_two(from_start ? bits - 1 : bits);
  if (!from_start) arith::subtract_from(candidate.words, step.words);
  for (std::size_t found = 0; found < primes.size();) {
    UInt<width> q = candidate;
    q.words[0] |= 1;
    if (is_prime(q)) primes[found++] = q;
    if (from_start) {
      arith::add_to(candidate.words, step.words);
    } else {
      arith::subtract_from(candidate.words, step.words);
    }
  }
}

template <unsigned width>
bool is_primitive_root_of_unity(const std::type_identity_t<UInt<width>>& root, std::uint64_t order,
                                const Modulus<UInt<width>>& q) {
  require_power_of_two(order);
  multiword::require_below("root", root, q);
  require_prime(q);
  const auto ring = ring_of(q);
  return divides_predecessor(order, ring) && has_order(ring.element(root), order, ring);
}

template <unsigned width>
UInt<width> primitive_root_of_unity(std::uint64_t order, const Modulus<UInt<width>>& q) {
  require_power_of_two(order);
  require_prime(q);
  const auto ring = ring_of(q);
  if (!divides_predecessor(order, ring)) {
    checks::reject("order", order, "it must divide q - 1, q = " + checks::decimal(q.value()));
  }
  // x^((q-1)/order) has the full order for each non-square x, so for half of all bases.
  const auto log_order = static_cast<unsigned>(std::countr_zero(order));
  for (std::uint64_t x = 1;; ++x) {
    const UInt<width> root = number_theory::power(ring, ring.element(x), ring.predecessor(), log_order);
    if (has_order(root, order, ring)) return ring.plain(root);
  }
}

// Instantiates each function for each width.
#define RINGLET_INSTANTIATE(width)                                                                    \
  using N##width = UInt<width>;                                                                       \
  template N##width add_mod(const N##width&, const N##width&, const Modulus<N##width>&);              \
  template N##width sub_mod(const N##width&, const N##width&, const Modulus<N##width>&);              \
  template N##width mul_mod(const N##width&, const N##width&, const Modulus<N##width>&);              \
  template N##width pow_mod(const N##width&, const N##width&, const Modulus<N##width>&);              \
  template N##width inverse_mod(const N##width&, const Modulus<N##width>&);                           \
  template bool is_prime(const N##width&);                                                            \
  template void write_ntt_primes(std::span<N##width>, unsigned, std::size_t, PrimeOrder);             \
  template bool is_primitive_root_of_unity(const N##width&, std::uint64_t, const Modulus<N##width>&); \
  template N##width primitive_root_of_unity(std::uint64_t, const Modulus<N##width>&);
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet
