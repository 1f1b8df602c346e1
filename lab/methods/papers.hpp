#pragma once

#include <array>

#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// Method of the papers on which the library's 128-bit words build, as they describe it: canonical numbers, products
/// with Barrett's reduction (barrett128.hpp), and Pease's constant geometry (pease.hpp). One with schoolbook and one
/// with Karatsuba products, in this order.
using PapersMethods = std::array<Method, 2>;

/// Methods on instruction sets of the library: papers_<instruction set>.cpp, whose objects have its flags. They name
/// neither backend nor CPU requirements; `all_methods` takes these from the library's list.
extern const PapersMethods papers_scalar, papers_avx2, papers_avx512dq;

}  // namespace ringlet::lab
