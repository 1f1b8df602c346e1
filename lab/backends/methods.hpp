#pragma once

/// The names that the library gives its arithmetics of double words, and the laboratory those of its own.
namespace ringlet::lab {

inline constexpr const char* schoolbook = "limb64x2-schoolbook";
inline constexpr const char* karatsuba = "limb64x2-karatsuba";
inline constexpr const char* shoup = "shoup128";
inline constexpr const char* rows = "rows64x2";

}  // namespace ringlet::lab
