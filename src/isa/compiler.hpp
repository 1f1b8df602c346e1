#pragma once

/// Spellings of compiler extensions that every layer below the plan uses.

/// Inlined at every optimisation level: a function compiled with one backend's instruction set must never become a
/// symbol that the linker may share with another file.
#define RINGLET_INLINE [[gnu::always_inline]] inline

/// RINGLET_INLINE for a lambda, placed after the parameters.
#define RINGLET_INLINE_LAMBDA __attribute__((always_inline))

/// Precedes a loop over registers with a constant count, so that an array of vectors becomes registers.
#ifdef __clang__
#define RINGLET_UNROLL_FULLY _Pragma("clang loop unroll(full)")
#define RINGLET_UNROLL_4 _Pragma("clang loop unroll_count(4)")
#define RINGLET_DO_NOT_UNROLL _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define RINGLET_UNROLL_FULLY _Pragma("GCC unroll 64")
#define RINGLET_UNROLL_4 _Pragma("GCC unroll 4")
#define RINGLET_DO_NOT_UNROLL _Pragma("GCC unroll 1")
#endif

/// RINGLET_UNROLL_FULLY for a loop around unrolled loops. Empty for g++, which would find no registers for so long a
/// body: products of eight words would be less than half as fast.
#ifdef __clang__
#define RINGLET_UNROLL_OUTER_FULLY RINGLET_UNROLL_FULLY
#else
#define RINGLET_UNROLL_OUTER_FULLY
#endif

/// Prefetches a cache line for reading. The address may lie beyond an array.
#define RINGLET_PREFETCH(address) __builtin_prefetch(address)
