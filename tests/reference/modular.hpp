#pragma once

#include <cstdint>
#include <optional>

/// Arithmetic modulo q by GMP: the oracle of all element-wise operations. Operands need not be reduced.
namespace reference {

[[nodiscard]] std::uint64_t reduce(std::uint64_t a, std::uint64_t q);
[[nodiscard]] std::uint64_t add_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q);
[[nodiscard]] std::uint64_t sub_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q);
[[nodiscard]] std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t q);
/// Returns a * b + c mod q.
[[nodiscard]] std::uint64_t fma_mod(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t q);
[[nodiscard]] std::uint64_t pow_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t q);
/// Returns nothing if a and q have a common factor.
[[nodiscard]] std::optional<std::uint64_t> inverse_mod(std::uint64_t a, std::uint64_t q);

/// Returns floor(a * 2^shift / q), which must fit a word.
[[nodiscard]] std::uint64_t shifted_quotient(std::uint64_t a, unsigned shift, std::uint64_t q);

}  // namespace reference
