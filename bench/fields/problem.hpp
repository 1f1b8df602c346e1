#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/words.hpp"

namespace bench::fields {

/// Operations, with the same numbers as in peer_problem.h.
enum class Operation { forward, extension, product, sum, extension_product };

[[nodiscard]] constexpr bool is_transform(Operation operation) { return operation <= Operation::extension; }

struct Field {
  /// Name for `ringlet::field`, or, for example, "63 bits": the largest prime of that length with roots of unity of
  /// order 2^22.
  std::string name;
  Word q;
  unsigned bits;
  /// Generator of the multiplicative group, which shifts cosets.
  Word generator;
  /// Degree of the extension field, whose polynomial is X^degree - w. Degree 0: the row of the field has no extension.
  unsigned degree = 0;
  Word w = 0;

  /// Returns a root of unity of order 2^log_n.
  [[nodiscard]] Word root(unsigned log_n) const;
  [[nodiscard]] bool has_words_of_32_bits() const { return bits <= 32; }
};

[[nodiscard]] const std::vector<Field>& all_fields();

/// Row of the report: an operation, its field and its shape.
struct Row {
  Operation operation;
  Field field;
  unsigned log_rows;
  std::size_t width = 1;
  unsigned log_blowup = 0;

  [[nodiscard]] std::size_t rows() const { return std::size_t{1} << log_rows; }
  [[nodiscard]] unsigned log_result_rows() const { return log_rows + log_blowup; }
  [[nodiscard]] std::size_t result_rows() const { return std::size_t{1} << log_result_rows(); }
  /// Returns the label, for example "forward babybear 2^10 x 64".
  [[nodiscard]] std::string label() const;
};

/// Returns all rows. quick: the smallest of each kind. large: up to 2^24 points.
[[nodiscard]] std::vector<Row> rows(bool quick, bool large);

/// Random operands of one row, the same for all contenders, in [0, q), row by row, in natural order.
///
/// forward            transforms all columns of x, cyclic
/// extension          evaluates the polynomials with the values x at the coset generator * <root of 2^log_blowup n>
/// product, sum       x[i] y[i], x[i] + y[i]
/// extension_product  the same of elements of the extension field, interleaved
struct Problem {
  explicit Problem(const Row& row);

  Row row;
  Words x, y;
};

/// Returns the rows of a matrix of 2^k rows in bit-reversed order.
[[nodiscard]] Words bit_reversed_rows(const Words& matrix, std::size_t width);

/// Compares some results, in natural order, with their definition.
/// Errors    std::runtime_error if they differ
void verify(const Problem& problem, const Words& results);

}  // namespace bench::fields
