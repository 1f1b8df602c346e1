#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/modulus.hpp"
#include "kernels/kernel_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

using arith::TwiddleWord;

/// Writes the n twiddles of all blocks of all stages: entry 2^s + b belongs to block b of stage s.
///
/// Block b of stage s is a polynomial modulo X^(n/2^s) - c; its butterflies split it by the square root w of c. With
/// r_k the bit reversal of k bits and n = 2^m, w = psi^(r_m(2^s + b)) in the negacyclic and omega^(r_(m-1)(b)) in the
/// cyclic ring. `root` is psi or omega, or its inverse for the inverse transform.
template <class Word>
void write_stage_twiddles(std::span<TwiddleWord<Word>> twiddles, Ring ring, TwiddleWord<Word> root,
                          const arith::ModulusFor<Word>& modulus);

/// The twiddles of one direction in the order in which the kernel reads them, and its twists (kernels/ntt_pass.hpp), in
/// memory of the plan's.
template <class Word>
class TwiddleTable {
 public:
  /// Has no twiddles before they are written. Unless the last pass is one of tiles, all are strided.
  TwiddleTable(std::span<const unsigned> radices, const kernels::BasicNttKernel<Word>& kernel, bool has_tiles = true);

  /// Whole cache lines.
  [[nodiscard]] std::size_t words() const { return words_; }

  /// table: words() words, zero, on a cache line; they must live as long as this. omega: the root of unity of order n
  /// whose powers the twiddles are.
  void write(TwiddleWord<Word>* table, std::span<const TwiddleWord<Word>> stage_twiddles, TwiddleWord<Word> omega,
             const kernels::BasicNttKernel<Word>& kernel, const arith::ModulusFor<Word>& modulus);

  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> passes() const { return passes_; }

 private:
  bool has_tiles_;
  std::size_t words_ = 0;
  std::vector<kernels::BasicNttPass<Word>> passes_;
};

}  // namespace ringlet::plan
