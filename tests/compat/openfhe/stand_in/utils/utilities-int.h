#pragma once

#include <openfhe.h>

namespace lbcrypto {

inline std::uint64_t BarrettUint128ModUint64(DoubleNativeInt a, std::uint64_t modulus, DoubleNativeInt /*mu*/) {
  return static_cast<std::uint64_t>(a % modulus);
}

}  // namespace lbcrypto
