#pragma once

/// Existing instructions and their proxies, by the names in Table 5.
namespace ringlet::lab {

struct ProxyNames {
  const char* target;
  const char* proxy;
};

inline constexpr ProxyNames multiply_names = {"_mm256_mul_epu32", "_mm256_mullo_epi32"};
inline constexpr ProxyNames add_names = {"_mm512_mask_add_epi64", "_mm512_add_epi64"};
inline constexpr ProxyNames subtract_names = {"_mm512_mask_sub_epi64", "_mm512_sub_epi64"};

}  // namespace ringlet::lab
