#include "fields/problem.hpp"

#include <algorithm>
#include <bit>
#include <ringlet/ringlet.hpp>
#include <stdexcept>

namespace bench::fields {
namespace {

using ringlet::uint128_t;

Word product(Word x, Word y, Word q) { return static_cast<Word>(uint128_t{x} * y % q); }
Word sum(Word x, Word y, Word q) { return static_cast<Word>((uint128_t{x} + y) % q); }

Word power(Word x, Word exponent, Word q) {
  Word result = 1;
  for (; exponent != 0; exponent /= 2, x = product(x, x, q)) {
    if (exponent % 2 == 1) result = product(result, x, q);
  }
  return result;
}

Word inverse(Word x, Word q) { return power(x, q - 2, q); }

template <unsigned width>
Field named(const char* name, unsigned degree, Word w) {
  const auto& field = ringlet::field<width>(name);
  const Word q = field.modulus;
  return {name, q, static_cast<unsigned>(std::bit_width(q)), field.generator, degree, w};
}

/// Returns the largest prime of this length with roots of unity of order 2^22. Its "generator" is one that shifts
/// cosets.
Field prime_of(unsigned bits) {
  const auto q = static_cast<Word>(ringlet::ntt_primes<uint128_t>(1, bits, std::size_t{1} << 21).front());
  return {std::to_string(bits) + " bits", q, bits, 3};
}

/// Returns the value at z of the polynomial whose coefficients are a column of x.
Word value_of_coefficients(const Problem& problem, std::size_t column, Word z) {
  const Row& row = problem.row;
  Word value = 0;
  for (std::size_t j = row.rows(); j-- > 0;) {
    value = sum(product(value, z, row.field.q), problem.x[j * row.width + column], row.field.q);
  }
  return value;
}

/// Returns the value at z of the polynomial whose values are a column of x: (z^n - 1) / n sum_i x_i r^i / (z - r^i).
Word value_of_values(const Problem& problem, std::size_t column, Word z) {
  const Row& row = problem.row;
  const Word q = row.field.q, root = row.field.root(row.log_rows);
  Word value = 0, point = 1;
  for (std::size_t i = 0; i < row.rows(); ++i) {
    const Word term = product(point, inverse(sum(z, q - point, q), q), q);
    value = sum(value, product(problem.x[i * row.width + column], term, q), q);
    point = product(point, root, q);
  }
  const Word scale = product(sum(power(z, row.rows(), q), q - 1, q), inverse(row.rows() % q, q), q);
  return product(value, scale, q);
}

Word expected_at(const Problem& problem, std::size_t k, std::size_t column) {
  const Row& row = problem.row;
  const Word q = row.field.q;
  const std::size_t at = k * row.width + column;
  switch (row.operation) {
    case Operation::forward:
      return value_of_coefficients(problem, column, power(row.field.root(row.log_rows), k, q));
    case Operation::extension: {
      const Word root = row.field.root(row.log_rows + row.log_blowup);
      return value_of_values(problem, column, product(row.field.generator, power(root, k, q), q));
    }
    case Operation::product:
      return product(problem.x[at], problem.y[at], q);
    case Operation::sum:
      return sum(problem.x[at], problem.y[at], q);
    case Operation::extension_product: {
      Word result = 0;
      for (std::size_t i = 0; i < row.width; ++i) {
        const std::size_t j = (column + row.width - i) % row.width;
        const Word term = product(problem.x[k * row.width + i], problem.y[k * row.width + j], q);
        result = sum(result, i > column ? product(term, row.field.w, q) : term, q);
      }
      return result;
    }
  }
  return 0;
}

constexpr const char* names[] = {"forward", "extension", "product", "sum", "extension product"};

void add_matrices(const Field& field, bool quick, bool large, std::vector<Row>& rows) {
  if (quick) {
    rows.push_back({Operation::forward, field, 10, 64});
    rows.push_back({Operation::extension, field, 10, 64, 1});
    return;
  }
  constexpr std::size_t most = std::size_t{1} << 24;
  for (const unsigned log_rows : {10U, 14U, 16U, 18U, 20U}) {
    for (const std::size_t width : {8U, 64U, 256U}) {
      if (width << log_rows <= (large ? 4 * most : most)) rows.push_back({Operation::forward, field, log_rows, width});
    }
  }
  for (const unsigned log_rows : {10U, 14U, 16U, 18U}) {
    for (const unsigned log_blowup : {1U, 2U}) rows.push_back({Operation::extension, field, log_rows, 64, log_blowup});
  }
}

}  // namespace

Word Field::root(unsigned log_n) const {
  const std::uint64_t order = std::uint64_t{1} << log_n;
  if (has_words_of_32_bits()) return ringlet::root_of_unity(ringlet::field<32>(name), order);
  if (degree != 0) return ringlet::root_of_unity(ringlet::field<64>(name), order);
  return static_cast<Word>(ringlet::primitive_root_of_unity(order, ringlet::Modulus<uint128_t>(q)));
}

const std::vector<Field>& all_fields() {
  static const std::vector<Field> fields{named<32>("babybear", 4, 11),
                                         named<32>("koalabear", 4, 3),
                                         named<32>("mersenne31", 3, 5),
                                         named<64>("goldilocks", 2, 7),
                                         prime_of(63),
                                         prime_of(64)};
  return fields;
}

std::string Row::label() const {
  std::string text = names[static_cast<unsigned>(operation)];
  text += ' ' + field.name + " 2^" + std::to_string(log_rows);
  if (width > 1) text += " x " + std::to_string(width);
  if (log_blowup != 0) text += " to 2^" + std::to_string(log_rows + log_blowup);
  return text;
}

std::vector<Row> rows(bool quick, bool large) {
  std::vector<Row> rows;
  for (const Field& field : all_fields()) {
    std::vector<unsigned> sizes = {10, 12, 14, 16, 18, 20};
    if (quick) sizes = {10};
    if (large) sizes.insert(sizes.end(), {22, 24});
    const bool has_roots = field.name != "mersenne31", is_named = field.degree != 0;
    for (const unsigned log_n : sizes) {
      if (has_roots && (is_named || log_n <= 20)) rows.push_back({Operation::forward, field, log_n});
    }
    if (is_named && has_roots) add_matrices(field, quick, large, rows);
    for (const unsigned log_n : {12U, 20U}) {
      if (quick && log_n > 12) continue;
      rows.push_back({Operation::product, field, log_n});
      rows.push_back({Operation::sum, field, log_n});
    }
    if (is_named) rows.push_back({Operation::extension_product, field, 12, field.degree});
  }
  return rows;
}

Problem::Problem(const Row& of) : row(of) {
  const std::size_t count = row.rows() * row.width;
  // Random bits of one more than q has make every number below q possible.
  x = random_numbers(count, 1, 64, 1);
  y = random_numbers(count, 1, 64, 2);
  for (Words* words : {&x, &y}) {
    for (Word& word : *words) word %= row.field.q;
  }
}

Words bit_reversed_rows(const Words& matrix, std::size_t width) {
  const std::size_t rows = matrix.size() / width;
  const int bits = std::countr_zero(rows);
  Words result(matrix.size());
  for (std::size_t i = 0; i < rows; ++i) {
    std::size_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= (i >> bit & 1) << (bits - 1 - bit);
    std::copy_n(&matrix[i * width], width, &result[reversed * width]);
  }
  return result;
}

void verify(const Problem& problem, const Words& results) {
  const Row& row = problem.row;
  if (results.size() != row.result_rows() * row.width) throw std::runtime_error(row.label() + " has a wrong size");
  for (const std::size_t k : {std::size_t{1}, row.result_rows() / 2 + 1, row.result_rows() - 1}) {
    for (std::size_t column = 0; column < row.width; column += std::max<std::size_t>(1, row.width / 3)) {
      if (results[k * row.width + column] != expected_at(problem, k, column)) {
        throw std::runtime_error(row.label() + " differs from the definition");
      }
    }
  }
}

}  // namespace bench::fields
