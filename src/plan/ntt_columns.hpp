#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "backends/registry.hpp"
#include "memory/aligned_words.hpp"
#include "plan/ntt_tables.hpp"
#include "plan/radix_table.hpp"
#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

namespace ringlet::plan {

/// The columns of a matrix of words, transformed modulo one prime as they lie in its rows (kernels/ntt_columns.hpp),
/// and their factors. Arguments have been checked by the layer above.
class RINGLET_FOR_LARGE NttColumns {
 public:
  using Word = std::uint64_t;

  /// Log2 of the rows that the kernels of a backend take; none where both are 0.
  struct Heights {
    unsigned least = 0;
    unsigned most = 0;
  };
  static Heights heights(Word q, const backends::Backend& backend);

  /// How many neighbouring columns a call takes: pieces of 1 KB of each row, which together leave room in a
  /// second-level cache for the twiddles of their factors, twice as many words.
  static constexpr std::size_t columns = 128;

  /// log_rows: one of heights(). ring and root: as in NttPlan, for a transform of 2^log_rows points. factors: those of
  /// column 1, forward and in the inverse, in the order of evaluations; those of column j are their j-th powers.
  NttColumns(unsigned log_rows, const arith::WordModulus& modulus, Ring ring, Word root, std::span<const Word> factors,
             std::span<const Word> inverse_factors, const backends::Backend& backend);

  /// Memory that a call works in.
  [[nodiscard]] std::size_t scratch_words() const;

  /// `columns` columns, whose rows lie `stride` words apart. row_factors: those of the first of these columns, below q.
  /// scratch: on a cache line. streams: see BasicColumnsCall; it is ignored in the inverse.
  void run(Direction direction, Word* out, const Word* in, std::size_t stride, const Word* row_factors, Word* scratch,
           bool streams) const;

  [[nodiscard]] std::size_t table_bytes() const;
  [[nodiscard]] std::string describe() const;

 private:
  [[nodiscard]] std::size_t rows() const { return std::size_t{1} << log_rows_; }
  /// The twiddles of all columns of a call.
  [[nodiscard]] AlignedWords<Word> powers(std::span<const Word> factors) const;

  unsigned log_rows_;
  arith::WordModulus modulus_;
  backends::NttChoice<Word> choice_;
  NttTables<Word> tables_;
  AlignedWords<Word> forward_factors_;
  AlignedWords<Word> inverse_factors_;
};

}  // namespace ringlet::plan
