#pragma once

/// The names of the laboratory's methods, and that of the library's which it extends.
namespace ringlet::lab {

inline constexpr const char* schoolbook = "limb64x2-schoolbook";
inline constexpr const char* karatsuba = "limb64x2-karatsuba";
inline constexpr const char* shoup = "shoup128";
inline constexpr const char* rows = "rows64x2";

}  // namespace ringlet::lab
