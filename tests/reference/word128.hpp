#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/// Arithmetic modulo a 128-bit word by GMP: the oracle of all operations with 128-bit
/// moduli. Operands need not be reduced.
namespace reference::word128 {

__extension__ using uint128 = unsigned __int128;

[[nodiscard]] uint128 reduce(uint128 a, uint128 q);
[[nodiscard]] uint128 add_mod(uint128 a, uint128 b, uint128 q);
[[nodiscard]] uint128 sub_mod(uint128 a, uint128 b, uint128 q);
[[nodiscard]] uint128 mul_mod(uint128 a, uint128 b, uint128 q);
/// Returns a * b + c mod q.
[[nodiscard]] uint128 fma_mod(uint128 a, uint128 b, uint128 c, uint128 q);
[[nodiscard]] uint128 pow_mod(uint128 base, uint128 exponent, uint128 q);
/// Returns nothing if a and q have a common factor.
[[nodiscard]] std::optional<uint128> inverse_mod(uint128 a, uint128 q);
[[nodiscard]] bool is_prime(uint128 n);

/// Returns floor(a * 2^shift / q), which must fit 128 bits.
[[nodiscard]] uint128 shifted_quotient(uint128 a, unsigned shift, uint128 q);

/// Returns sum_j a[j] point^j mod q: an output of a transform by its definition.
[[nodiscard]] uint128 evaluate(std::span<const uint128> a, uint128 point, uint128 q);

/// Returns the values of the polynomial a at first ratio^k, k = 0 .. n-1: all outputs of a transform in natural order.
/// n = a.size() is a power of two and the order of ratio. Splits into even and odd powers.
[[nodiscard]] std::vector<uint128> evaluate_everywhere(std::span<const uint128> a, uint128 first, uint128 ratio,
                                                       uint128 q);

/// Returns the schoolbook product modulo X^n + sign.
[[nodiscard]] std::vector<uint128> ring_product(std::span<const uint128> a, std::span<const uint128> b, int sign,
                                                uint128 q);

}  // namespace reference::word128
