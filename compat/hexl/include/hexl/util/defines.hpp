// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which compiler reads this. (Intel HEXL writes it down when it is built, and needs the same compiler afterwards.)
#if defined(__clang__)
#define HEXL_USE_CLANG
#elif defined(__GNUC__)
#define HEXL_USE_GNU
#else
#error "libhexl on Ringlet needs g++ or clang: it relies on unsigned __int128"
#endif

#define HEXL_UNUSED(x) (void)(x)

/// Marks what returns a vector. In the debug mode of libstdc++ a vector is another type, so that a client in that mode
/// must not link a library that is not, nor the other way round: its functions have other names then.
#if defined(_GLIBCXX_DEBUG)
#define HEXL_RETURNS_VECTOR __attribute__((abi_tag("glibcxx_debug")))
#else
#define HEXL_RETURNS_VECTOR
#endif
