#pragma once

/// The names that the library gives its arithmetics of double words.
namespace ringlet::lab {

inline constexpr const char* schoolbook = "limb64x2-schoolbook";
inline constexpr const char* karatsuba = "limb64x2-karatsuba";
inline constexpr const char* shoup = "shoup128";

}  // namespace ringlet::lab
