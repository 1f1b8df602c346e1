#pragma once

#include "kernels/kernel_table.hpp"

/// The families of kernels of each instruction set. Each is one object file, <instruction set>_<family>.cpp, so that
/// they are compiled in parallel and only with the flags of their instruction set. tables.cpp puts them in order.
namespace ringlet::backends {

using WordFamily32 = kernels::WordKernels<std::uint32_t>;
using WordFamily = kernels::WordKernels<std::uint64_t>;
using WordFamily128 = kernels::WordKernels<uint128_t>;
using kernels::MultiwordFamily;
using kernels::RnsFamily;

namespace scalar {
extern const WordFamily32 wide32;
extern const WordFamily shoup64, full64;
extern const WordFamily128 shoup128;
extern const RnsFamily rns;
extern const MultiwordFamily multiword;
}  // namespace scalar

namespace avx2 {
extern const WordFamily32 shoup32, wide32;
extern const WordFamily fma53, shoup64, full64;
extern const WordFamily128 fma_limbs, shoup128;
extern const RnsFamily rns;
extern const MultiwordFamily multiword;
}  // namespace avx2

namespace avx512dq {
extern const WordFamily32 shoup32, wide32;
extern const WordFamily fma53, shoup64, full64;
extern const WordFamily128 shoup128;
extern const RnsFamily rns;
extern const MultiwordFamily multiword;
}  // namespace avx512dq

namespace avx512ifma {
extern const WordFamily ifma52, shoup52x2, full52x2;
extern const WordFamily128 radix52x2, radix52x3;
extern const RnsFamily rns;
extern const MultiwordFamily multiword;
}  // namespace avx512ifma

namespace neon {
extern const WordFamily32 wide32;
extern const WordFamily fma53;
extern const RnsFamily rns;
}  // namespace neon

}  // namespace ringlet::backends
