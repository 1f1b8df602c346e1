#pragma once

/// Names of the laboratory's methods, and of the library's method that it extends.
namespace ringlet::lab {

inline constexpr const char* schoolbook = "limb64x2-schoolbook";
inline constexpr const char* karatsuba = "limb64x2-karatsuba";
inline constexpr const char* shoup = "shoup128";
inline constexpr const char* rows = "rows64x2";

}  // namespace ringlet::lab
