// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Compiler that reads this header. (Intel HEXL records its own compiler when it is built, and users need the same
/// compiler.)
#if defined(__clang__)
#define HEXL_USE_CLANG
#elif defined(__GNUC__)
#define HEXL_USE_GNU
#else
#error "libhexl on Ringlet needs g++ or clang: it relies on unsigned __int128"
#endif

#define HEXL_UNUSED(x) (void)(x)

/// Marks functions that return a vector. In the debug mode of libstdc++ a vector is another type, so these functions
/// get other names: a client and a library of different modes do not link.
#if defined(_GLIBCXX_DEBUG)
#define HEXL_RETURNS_VECTOR __attribute__((abi_tag("glibcxx_debug")))
#else
#define HEXL_RETURNS_VECTOR
#endif
