#pragma once

#include <array>

#include "lab/methods/method.hpp"

namespace ringlet::lab {

/// The method of the papers on which the library's 128-bit words build, as they describe it: canonical numbers,
/// products that Barrett's method reduces (barrett128.hpp), and Pease's constant geometry (pease.hpp). One with
/// schoolbook and one with Karatsuba products, in this order.
using PapersMethods = std::array<Method, 2>;

/// On instruction sets of the library: papers_<instruction set>.cpp, whose objects have its flags. They name neither
/// backend nor condition, which `all_methods` takes from the library's list.
extern const PapersMethods papers_scalar, papers_avx2, papers_avx512dq;

}  // namespace ringlet::lab
