// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ringlet/executor.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

/// Exact products of polynomials of any length: convolutions of arrays of integers, modulo any number or not reduced.
/// No plan is needed; docs/products.md is the guide.
///
/// All functions:
/// Modulus    1 <= m <= 2^64; modulo 2^64 by m = uint128_t{1} << 64. Inputs lie in [0, m), outputs in [0, m).
/// Integers   functions without m compute the integers themselves, in 128 bits. The greatest possible result must fit
///            the type of out: the number of terms times the greatest magnitudes in a and in b.
/// Shape      1 to 2^30 elements in a and in b
/// Aliasing   a and b may overlap; out must not overlap a or b
/// Errors     std::invalid_argument for a wrong shape, an overlap, m out of range and integers that may not fit;
///            std::out_of_range for an element that is not below m; all before out is written. std::bad_alloc may leave
///            out changed.
/// Memory     a call borrows up to 9 words for each result, or 13 for each limb, from a cache of the process, and the
///            twiddle factors that it needs, up to 5 words for each result and prime. The cache keeps both for later
///            calls, up to a limit. Values are wiped before memory is released. Each worker of an executor takes up to
///            4 words for each result more.
/// Threads    threads of `executor`, by default the calling thread alone; the result does not depend on them
/// Timing     depends on the values: not for secrets
/// Source     J. Pollard, "The fast Fourier transform in a finite field", Math. Comp. 25 (1971), for products modulo
///            several primes; H. Garner (1959) for the integers that they stand for.
namespace ringlet {

__extension__ using int128_t = __int128;

/// Computes the product of two polynomials, the linear convolution out[k] = sum of a[i] b[k - i].
/// Shape      out: size of a + size of b - 1 elements
RINGLET_API void convolve(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                          std::span<const std::uint64_t> b, uint128_t m, Executor* executor = nullptr);
RINGLET_API void convolve(std::span<uint128_t> out, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                          Executor* executor = nullptr);
RINGLET_API void convolve(std::span<int128_t> out, std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                          Executor* executor = nullptr);

/// Computes the product modulo X^n - 1, where n is the size of out: out[k] = sum of a[i] b[j] for i + j = k modulo n.
/// Shape      at most n elements in a and in b; missing elements are zeros
RINGLET_API void cyclic_convolve(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                 std::span<const std::uint64_t> b, uint128_t m, Executor* executor = nullptr);
RINGLET_API void cyclic_convolve(std::span<uint128_t> out, std::span<const std::uint64_t> a,
                                 std::span<const std::uint64_t> b, Executor* executor = nullptr);
RINGLET_API void cyclic_convolve(std::span<int128_t> out, std::span<const std::int64_t> a,
                                 std::span<const std::int64_t> b, Executor* executor = nullptr);

/// Computes the product modulo X^n + 1, where n is the size of out: terms with i + j >= n are subtracted.
/// Shape      as for cyclic_convolve
RINGLET_API void negacyclic_convolve(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                     std::span<const std::uint64_t> b, uint128_t m, Executor* executor = nullptr);
RINGLET_API void negacyclic_convolve(std::span<int128_t> out, std::span<const std::int64_t> a,
                                     std::span<const std::int64_t> b, Executor* executor = nullptr);

/// Computes the coefficients of the product that are sums of as many terms as b has elements, the middle of the
/// convolution: out[k] = sum of a[k + i] b[size of b - 1 - i]. Takes about half of the time of convolve.
/// Shape      b: at most as many elements as a; out: size of a - size of b + 1 elements
RINGLET_API void middle_product(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                std::span<const std::uint64_t> b, uint128_t m, Executor* executor = nullptr);
RINGLET_API void middle_product(std::span<uint128_t> out, std::span<const std::uint64_t> a,
                                std::span<const std::uint64_t> b, Executor* executor = nullptr);
RINGLET_API void middle_product(std::span<int128_t> out, std::span<const std::int64_t> a,
                                std::span<const std::int64_t> b, Executor* executor = nullptr);

/// Multiplies two non-negative integers of any length, in limbs of 64 bits with the lowest first, as GMP's `mpn`
/// functions have them.
/// Shape      1 to 2^29 limbs in a and in b; out: size of a + size of b limbs, of which the highest may be 0
RINGLET_API void multiply_integers(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                                   std::span<const std::uint64_t> b, Executor* executor = nullptr);

/// Limit of the bytes that the cache keeps between calls: 256 MiB by default. A lower limit takes effect at once.
/// Any number of threads may call these functions and those above at once.
RINGLET_API void set_product_cache_limit(std::size_t bytes);
/// Returns the bytes that the cache keeps.
[[nodiscard]] RINGLET_API std::size_t product_cache_bytes();
/// Releases all memory of the cache that no call uses.
RINGLET_API void clear_product_cache();

}  // namespace ringlet
