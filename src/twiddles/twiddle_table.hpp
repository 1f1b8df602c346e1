#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/modulus.hpp"
#include "kernels/kernel_table.hpp"
#include "ringlet/types.hpp"

namespace ringlet::twiddles {

using arith::TwiddleWord;

/// Writes the twiddles of all blocks of all stages: entry 2^s + b belongs to block b of stage s, entry 0 to no block.
///
/// Block b of stage s is a polynomial modulo X^(n/2^s) - c; its butterflies split it by the square root w of c. Let r_k
/// be the reversal of k bits and n = 2^m. Then w = psi^(r_m(2^s + b)) in the negacyclic and
/// coset^(n/2^(s+1)) omega^(r_(m-1)(b)) in the cyclic ring, which splits X^n - coset^n. `root` is psi or omega. For the
/// inverse transform, `root` and `coset` are the inverses.
template <class Word>
void write_stage_twiddles(std::span<TwiddleWord<Word>> twiddles, Ring ring, TwiddleWord<Word> root,
                          const arith::ModulusFor<Word>& modulus, TwiddleWord<Word> coset = 1);

/// The twiddles of one direction in the order in which the kernel reads them, and its twists (kernels/ntt_pass.hpp), in
/// memory that the plan owns.
template <class Word>
class TwiddleTable {
 public:
  /// Computes the layout; `write` writes the twiddles. Without tiles, all passes are strided.
  TwiddleTable(std::span<const unsigned> radices, const kernels::BasicNttKernel<Word>& kernel, bool has_tiles = true);

  /// Number of words of the table, in whole cache lines.
  [[nodiscard]] std::size_t words() const { return words_; }

  /// Writes the table: words() words, zero at first, aligned to a cache line, which must live as long as this object.
  /// omega: the root of unity of order n whose powers the twiddles are.
  void write(TwiddleWord<Word>* table, std::span<const TwiddleWord<Word>> stage_twiddles, TwiddleWord<Word> omega,
             const kernels::BasicNttKernel<Word>& kernel, const arith::ModulusFor<Word>& modulus);

  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> passes() const { return passes_; }

 private:
  bool has_tiles_;
  std::size_t words_ = 0;
  std::vector<kernels::BasicNttPass<Word>> passes_;
};

}  // namespace ringlet::twiddles
