#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ringlet/ringlet.hpp>
#include <span>
#include <string>
#include <vector>

#include "support/words.hpp"

namespace bench::multiword {

/// Operations. Those before plain_product have the same numbers as in peer_problem.h.
enum class Operation { forward, inverse, product, sum, inner_product, plain_product, polynomial_product };

[[nodiscard]] constexpr bool is_transform(Operation operation) {
  return operation == Operation::forward || operation == Operation::inverse;
}

struct Field {
  /// Name for `ringlet::field`, or, for example, "188 bits": the largest prime of that length with roots of unity of
  /// order 2^22.
  std::string name;
  unsigned bits;
  /// Width of its `UInt` in bits.
  unsigned width;
};

[[nodiscard]] const std::vector<Field>& all_fields();

/// Row of the report: an operation, its field and its size.
struct Row {
  Operation operation;
  Field field;
  unsigned log_n;

  [[nodiscard]] std::size_t n() const { return std::size_t{1} << log_n; }
  [[nodiscard]] std::size_t word_count() const { return field.width / 64; }
  /// Returns the label, for example "forward bn254-fr 2^10".
  [[nodiscard]] std::string label() const;
};

/// Selection of rows.
struct Selection {
  std::vector<unsigned> bits;
  /// Whether to measure fewer sizes.
  bool quick = false;
  /// Whether to add transforms of 2^22 points.
  bool large = false;
  bool only_transforms = false;
};

[[nodiscard]] std::vector<Row> rows(const Selection& selection);

template <unsigned width>
using Numbers = ringlet::memory::AlignedWords<ringlet::UInt<width>>;

template <unsigned width>
[[nodiscard]] Numbers<width> numbers_of(const Words& words) {
  Numbers<width> numbers(words.size() * 64 / width);
  std::memcpy(numbers.data(), words.data(), words.size() * sizeof(std::uint64_t));
  return numbers;
}

template <unsigned width>
[[nodiscard]] Words words_of(std::span<const ringlet::UInt<width>> numbers) {
  Words words(numbers.size() * width / 64);
  std::memcpy(words.data(), numbers.data(), words.size() * sizeof(std::uint64_t));
  return words;
}

/// Calls function.template operator()<width>() for the width of a field.
template <class Function>
auto with_width(const Field& field, Function function) {
  switch (field.width) {
    case 192:
      return function.template operator()<192>();
    case 256:
      return function.template operator()<256>();
    case 384:
      return function.template operator()<384>();
    default:
      return function.template operator()<512>();
  }
}

/// Random operands of one row, the same for all contenders. All are in Montgomery form except those of plain and
/// polynomial products.
///
/// forward, inverse    x is transformed, cyclic, natural order
/// product, sum        x[i] y[i], x[i] + y[i]
/// inner_product       x[0] y[0] + x[1] y[1] + ..., one number
/// polynomial_product  x times y, both of degree below n / 2
struct Problem {
  explicit Problem(const Row& row);

  [[nodiscard]] std::size_t results() const { return row.operation == Operation::inner_product ? 1 : row.n(); }

  Row row;
  /// Modulus, and a root of unity of order n in plain and in Montgomery form.
  Words q, root, montgomery_root;
  Words x, y;
};

/// Converts numbers between natural and bit-reversed order.
[[nodiscard]] Words bit_reversed(const Words& words, const Row& row);

}  // namespace bench::multiword
