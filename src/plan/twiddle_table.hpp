#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/modulus.hpp"
#include "kernels/kernel_table.hpp"
#include "plan/aligned_words.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// The twiddles of all blocks of all stages: entry 2^s + b belongs to block b of stage s.
///
/// Block b of stage s is a polynomial modulo X^(n/2^s) - c; its butterflies split it by the square root w of c. With
/// r_k the bit reversal of k bits and n = 2^m, w = psi^(r_m(2^s + b)) in the negacyclic and omega^(r_(m-1)(b)) in the
/// cyclic ring. `root` is psi or omega, or its inverse for the inverse transform.
template <class Word>
AlignedWords<Word> stage_twiddles(Ring ring, unsigned log_n, Word root, const arith::BasicModulus<Word>& modulus);

/// The twiddles of one direction in the order in which the kernel reads them, and its twists (kernels/ntt_pass.hpp).
template <class Word>
class TwiddleTable {
 public:
  /// omega: the root of unity of order n whose powers the twiddles are.
  TwiddleTable(std::span<const unsigned> radices, std::span<const Word> stage_twiddles, Word omega,
               const kernels::BasicNttKernel<Word>& kernel, const arith::BasicModulus<Word>& modulus);

  // The passes point into the words.
  TwiddleTable(const TwiddleTable&) = delete;
  TwiddleTable& operator=(const TwiddleTable&) = delete;

  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> passes() const { return passes_; }
  [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(Word); }

 private:
  AlignedWords<Word> words_;
  std::vector<kernels::BasicNttPass<Word>> passes_;
};

}  // namespace ringlet::plan
