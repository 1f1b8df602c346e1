#pragma once

/// The largest cases that tables of kernels must serve.
namespace ringlet_test {

template <class Word>
inline constexpr unsigned max_modulus_bits = sizeof(Word) == 16 ? 124 : 62;
template <class Word>
inline constexpr unsigned max_log_n = sizeof(Word) == 16 ? 20 : 24;

}  // namespace ringlet_test
