#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arith/word_traits.hpp"
#include "kernels/kernel_table.hpp"
#include "memory/aligned_words.hpp"
#include "memory/scratch.hpp"
#include "ringlet/types.hpp"
#include "twiddles/twiddle_table.hpp"

namespace ringlet::words {

/// Points coset root^k of an extension of n points, for k below n 2^log_blowup, the order of root.
template <class Word>
struct MatrixPoints {
  unsigned log_blowup;
  Word coset;
  Word root;

  bool operator==(const MatrixPoints&) const = default;
};

/// Twiddles of the last log2(n) stages of a transform to the points of an extension, whose first stages only copy
/// coefficients, and memory for the coefficients of calls.
template <class Word>
class MatrixExtension {
 public:
  using Points = MatrixPoints<Word>;

  /// n = 2^log_rows; radices: those of a transform of n points. bytes: size of a worker's coefficients.
  MatrixExtension(const Points& points, unsigned log_rows, const arith::ModulusFor<Word>& modulus,
                  const kernels::BasicNttKernel<Word>& kernel, std::span<const unsigned> radices, std::size_t bytes)
      : points_(points), table_(after(points.log_blowup, radices), kernel, false), staging_(bytes) {
    memory::AlignedWords<arith::TwiddleWord<Word>> stages(std::size_t{1} << (log_rows + points.log_blowup));
    twiddles::write_stage_twiddles<Word>(stages, Ring::cyclic, points.root, modulus, points.coset);
    words_.resize(table_.words());
    table_.write(words_.data(), stages, points.root, kernel, modulus);
  }

  [[nodiscard]] const Points& points() const { return points_; }
  /// Passes of a transform of n points. Block b of a pass in coset c is block (c << stages before) + b of its table.
  [[nodiscard]] std::span<const kernels::BasicNttPass<Word>> passes() const { return table_.passes().subspan(1); }
  [[nodiscard]] memory::Scratch& staging() const { return staging_; }

 private:
  static std::vector<unsigned> after(unsigned first, std::span<const unsigned> radices) {
    std::vector<unsigned> all{first};
    all.insert(all.end(), radices.begin(), radices.end());
    return all;
  }

  Points points_;
  twiddles::TwiddleTable<Word> table_;
  memory::AlignedWords<arith::TwiddleWord<Word>> words_;
  mutable memory::Scratch staging_;
};

}  // namespace ringlet::words
