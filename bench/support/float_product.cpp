// A plain loop that compilers vectorise. Compiled once for each instruction set, with its flags. RINGLET_FLOAT_PRODUCT
// is the function's name.
#include "support/float_product.hpp"

#include <bit>

namespace bench {
namespace {

/// Offset that converts integers x < 2^52 by way of the low bits of the double 2^52 + x, since AVX2 has no conversion.
constexpr double two_52 = 0x1p52;
inline double to_double(std::uint64_t x) {
  return std::bit_cast<double>(x | std::bit_cast<std::uint64_t>(two_52)) - two_52;
}
inline std::uint64_t to_word(double x) {
  return std::bit_cast<std::uint64_t>(x + two_52) ^ std::bit_cast<std::uint64_t>(two_52);
}

}  // namespace

/// Computes the exact product as high + low, and its quotient by rounding down high / q, which may be off by one in
/// either direction. After J. van der Hoeven, G. Lecerf, G. Quintin, "Modular SIMD arithmetic in Mathemagix", ACM TOMS
/// 43 (2016).
void RINGLET_FLOAT_PRODUCT(std::uint64_t* out, const std::uint64_t* x, const std::uint64_t* y, std::size_t n,
                           std::uint64_t q) {
  const double modulus = static_cast<double>(q);
  const double inverse = 1 / modulus;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = to_double(x[i]);
    const double b = to_double(y[i]);
    const double high = a * b;
    const double low = __builtin_fma(a, b, -high);
    const double quotient = __builtin_floor(high * inverse);
    double r = __builtin_fma(-quotient, modulus, high) + low;
    r = r < 0 ? r + modulus : r;
    r = r >= modulus ? r - modulus : r;
    out[i] = to_word(r);
  }
}

}  // namespace bench
