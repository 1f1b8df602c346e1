#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "arith/word_traits.hpp"
#include "backends/registry.hpp"
#include "memory/scratch.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/types.hpp"
#include "twiddles/ntt_tables.hpp"
#include "words/matrix_extension.hpp"

namespace ringlet::words {

/// Transforms of all columns of row-major matrices, modulo one prime, without transposing them
/// (kernels/ntt_columns.hpp). The layer above has checked arguments.
///
/// The stages are divided into *levels* of passes. A level reads the matrix from memory and writes it once, in calls of
/// a kernel on some rows of some columns. A level of 2^k rows after s stages splits 2^s blocks. Row r of a block and
/// the rows that lie a multiple of the block's 2^k-th part after it are a *run*. All runs of a block have the same
/// twiddles. So neighbouring runs are one run of longer rows, if rows follow each other in memory.
///
/// Natural order. In bit-reversed order, a level writes the rows that it has read. To another array, the first level of
/// a forward transform writes rows to their places among the rows of all later levels, each of which writes a set of
/// rows that it has read, in natural order. The inverse reads its first rows from natural order. In place, this needs a
/// single level. In several levels in place, and if rows are short, rows are moved by themselves.
///
/// Narrow matrices. A matrix that fills at most half of a vector is transformed by the same arithmetic on vectors of
/// half as many lanes, if a weaker backend has it: by a plan that the first such call makes.
///
/// Extensions. The first stages of a transform whose upper coefficients are zero copy the lower ones to each block. So
/// block c of an extension has the later stages of a transform of all its points, and the blocks are transforms of n
/// rows with twiddles of their own. The last level of the inverse and the first levels of these transforms work on the
/// same rows: one call after the other, while the coefficients are in a cache.
template <class Word>
class MatrixPlan {
 public:
  /// n = 2^log_rows; root: as in NttPlan.
  MatrixPlan(unsigned log_rows, Word q, Ring ring, Word root, const backends::Backend& backend, Order order,
             Word coset = 1);

  /// A matrix of all rows; `stride`: words from a row to the next one.
  template <class AnyWord>
  struct Rows {
    AnyWord* data;
    std::size_t stride;
  };
  /// Transform `width` columns. The matrices are the same or have no common word.
  void forward(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const;
  void inverse(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const;
  /// Extends `width` columns from this plan's points to the cosets of `points`, in bit-reversed order. out has
  /// n 2^log_blowup rows; `in` may be one of its blocks of n rows. Keeps the tables for the next call with these
  /// points.
  using Points = MatrixPoints<Word>;
  void extend(Rows<Word> out, Rows<const Word> in, std::size_t width, const Points& points, Executor& executor) const;

  [[nodiscard]] std::size_t rows() const { return std::size_t{1} << log_rows_; }
  [[nodiscard]] Ring ring() const { return ring_; }
  [[nodiscard]] Order order() const { return order_; }
  [[nodiscard]] const arith::ModulusFor<Word>& modulus() const { return modulus_; }
  [[nodiscard]] Word root() const { return root_; }
  [[nodiscard]] std::size_t table_bytes() const { return tables_.bytes(); }
  [[nodiscard]] std::string describe() const;

 private:
  /// Places at which a level reads or writes the rows of a run.
  enum class Arrangement {
    in_order,  ///< as in bit-reversed order: blocks follow each other
    spread,    ///< rows of one block lie as far apart as there are blocks; numbers of blocks are reversed
    alone,     ///< rows of a call follow each other
  };
  struct Level {
    unsigned first_pass;
    unsigned pass_count;
    unsigned log_rows;
    unsigned stages_before;
  };
  struct Step;
  struct Piece;
  using Work = std::function<void(const Piece& piece, std::size_t worker)>;
  class Workers;
  using Extension = MatrixExtension<Word>;

  /// Returns the radices of all passes.
  static std::vector<unsigned> radices_of(unsigned log_rows, unsigned max_radix_log);
  /// Divides the passes into levels.
  static std::vector<Level> levels_of(std::span<const unsigned> radices, unsigned count);

  /// Number of columns that calls are a multiple of, except at the end of a row: whole vectors and cache lines.
  [[nodiscard]] std::size_t column_group() const;
  /// Greatest number of columns of a call.
  [[nodiscard]] std::size_t most_columns(const Level& level) const;
  /// Number of bytes that a worker needs.
  [[nodiscard]] std::size_t scratch_bytes() const;
  [[nodiscard]] std::size_t cell_bytes() const;
  [[nodiscard]] std::size_t lanes() const { return std::size_t{1} << choice_.kernel->lanes_log; }

  /// Returns the plan for matrices of `width` columns, which may be this one.
  [[nodiscard]] const MatrixPlan& plan_for(std::size_t width) const;
  /// Returns the tables for these points, which it makes unless the last call had the same points.
  [[nodiscard]] std::shared_ptr<const Extension> extension_to(const Points& points) const;
  /// Number of words of the coefficients of a call, with `staging_stride()` words for each row.
  [[nodiscard]] std::size_t staging_words() const { return staging_stride() << levels_.front().log_rows; }
  [[nodiscard]] std::size_t staging_stride() const { return most_columns(levels_.front()) + column_group(); }

  /// Runs the last level of the inverse transform and the first level of the transforms of all cosets.
  void extend_first_level(Rows<Word> out, Rows<const Word> in, std::size_t width, const Extension& extension,
                          const Workers& workers) const;
  /// Runs the levels of an inverse transform down to level `last`.
  void run_inverse(Rows<Word> out, Rows<const Word> in, std::size_t width, std::size_t last,
                   const Workers& workers) const;
  void run(const Step& step, std::size_t width, const Workers& workers) const;
  /// Calls work(piece, worker) for each piece of a level. joins: whether neighbouring runs are one run.
  void for_each_piece(const Level& level, bool joins, std::size_t width, Executor& executor, const Work& work) const;
  /// Returns the number of words before the first row of a piece.
  [[nodiscard]] std::size_t offset(const Level& level, Arrangement arrangement, const Piece& piece,
                                   std::size_t stride) const;
  void run_columns(const Step& step, Word* out, const Word* in, const Piece& piece, std::byte* scratch) const;
  /// Returns whether rows are moved between the orders of evaluations by themselves.
  [[nodiscard]] bool moves_rows(Rows<Word> out, Rows<const Word> in, std::size_t width) const;
  void reverse_rows(Rows<Word> out, Rows<const Word> in, std::size_t width, Executor& executor) const;

  arith::ModulusFor<Word> modulus_;
  Ring ring_;
  Order order_;
  unsigned log_rows_;
  Word root_;
  Word coset_;
  backends::NttChoice<Word> choice_;
  std::vector<Level> levels_;
  twiddles::NttTables<Word> tables_;
  mutable memory::Scratch scratch_;
  mutable std::once_flag made_narrow_;
  mutable std::unique_ptr<const MatrixPlan> narrow_;
  mutable std::mutex extension_mutex_;
  mutable std::shared_ptr<const Extension> extension_;
};

RINGLET_FOR_EACH_WORD(RINGLET_EXTERN_TEMPLATE, class MatrixPlan)

}  // namespace ringlet::words
