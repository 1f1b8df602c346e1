#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Floating-point product that papers compare with the integer one. Measured here, not part of the library.
namespace bench {

/// Computes out[i] = x[i] y[i] mod q. Input: [0, q), 2 <= q < 2^50. Output: [0, q).
using FloatProduct = void (*)(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                              std::uint64_t q);

void float_product_avx2(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                        std::uint64_t q);
void float_product_avx512dq(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                            std::uint64_t q);

/// Returns the product for a backend's instruction set, or null if there is none.
[[nodiscard]] FloatProduct find_float_product(std::string_view backend);

}  // namespace bench
