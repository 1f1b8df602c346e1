#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "backends/registry.hpp"
#include "memory/aligned_words.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"
#include "twiddles/ntt_tables.hpp"
#include "twiddles/radix_table.hpp"

namespace ringlet::words {

/// Transforms, modulo one prime, of the columns of a matrix of words without transposing it (kernels/ntt_columns.hpp),
/// with their factors. The layer above has checked arguments.
class RINGLET_FOR_LARGE NttColumns {
 public:
  using Word = std::uint64_t;

  /// Logarithms of the least and greatest number of rows that the kernels of a backend support; both are 0 if it has no
  /// kernels of columns.
  struct Heights {
    unsigned least = 0;
    unsigned most = 0;
  };
  static Heights heights(Word q, const backends::Backend& backend);

  /// Number of neighbouring columns of a call: pieces of 1 KB of each row. Together they leave room in a second-level
  /// cache for the twiddles of their factors, which are twice as many words.
  static constexpr std::size_t columns = 128;

  /// log_rows: one of heights(). ring and root: as in NttPlan, for a transform of 2^log_rows points. factors,
  /// inverse_factors: the factors of column 1 in each direction, in the order of evaluations; the factors of column j
  /// are their j-th powers.
  NttColumns(unsigned log_rows, const arith::WordModulus& modulus, Ring ring, Word root, std::span<const Word> factors,
             std::span<const Word> inverse_factors, const backends::Backend& backend);

  /// Number of words of scratch memory for a call.
  [[nodiscard]] std::size_t scratch_words() const;

  /// Transforms `columns` columns, whose rows lie `stride` words apart. row_factors: the factors of the first of these
  /// columns, below q. scratch: aligned to a cache line. streams: see BasicColumnsCall; ignored in the inverse.
  void run(twiddles::Direction direction, Word* out, const Word* in, std::size_t stride, const Word* row_factors,
           Word* scratch, bool streams) const;

  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  [[nodiscard]] std::size_t rows() const { return std::size_t{1} << log_rows_; }
  /// Returns the twiddles of all columns of a call.
  [[nodiscard]] memory::AlignedWords<Word> powers(std::span<const Word> factors) const;

  unsigned log_rows_;
  arith::WordModulus modulus_;
  backends::NttChoice<Word> choice_;
  twiddles::NttTables<Word> tables_;
  memory::AlignedWords<Word> forward_factors_;
  memory::AlignedWords<Word> inverse_factors_;
};

}  // namespace ringlet::words
