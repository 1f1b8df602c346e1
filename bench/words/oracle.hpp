#pragma once

#include <span>

#include "support/words.hpp"

/// What every contender is compared with: the definitions, by GMP, in the plainest way that is fast enough. Shares no
/// code with any contender.
namespace bench::words::oracle {

/// a[i] * b[i] mod q.
[[nodiscard]] Words elementwise_product(std::span<const Word> a, std::span<const Word> b, Word q);

/// a * b in Z_q[X]/(X^n + 1), by Kronecker substitution.
[[nodiscard]] Words ring_product(std::span<const Word> a, std::span<const Word> b, Word q);

/// sum_j a[j] * psi^((2k+1) j) mod q at position r(k), where r reverses the log2(n) bits of k.
[[nodiscard]] Words forward(std::span<const Word> a, Word psi, Word q);

/// Whether psi^n = -1 mod q, which for n a power of two makes psi a primitive 2n-th root of unity.
[[nodiscard]] bool is_negacyclic_root(Word psi, std::size_t n, Word q);

[[nodiscard]] Words multiply_scalar(std::span<const Word> a, Word factor, Word q);

}  // namespace bench::words::oracle
