#include "multiword/problem.hpp"

#include <algorithm>

namespace bench::multiword {
namespace {

using ringlet::Modulus;
using ringlet::UInt;

bool has_a_name(const Field& field) { return !field.name.ends_with(" bits"); }

template <unsigned width>
UInt<width> modulus_of(const Field& field) {
  if constexpr (width == 256 || width == 384) {
    if (has_a_name(field)) return ringlet::field<width>(field.name).modulus;
  }
  return ringlet::ntt_primes<ringlet::UInt<width>>(1, field.bits, std::size_t{1} << 21).front();
}

template <unsigned width>
UInt<width> root_of(const Row& row, const Modulus<UInt<width>>& q) {
  if constexpr (width == 256 || width == 384) {
    if (has_a_name(row.field)) return ringlet::root_of_unity(ringlet::field<width>(row.field.name), row.n());
  }
  return ringlet::primitive_root_of_unity<width>(row.n(), q);
}

template <unsigned width>
void fill(Problem& problem) {
  const Row& row = problem.row;
  const Modulus q(modulus_of<width>(row.field));
  const Numbers<width> root{root_of<width>(row, q)};
  Numbers<width> montgomery_root(1);
  ringlet::to_montgomery<width>(montgomery_root, root, q);
  problem.q = words_of<width>(std::span(&q.value(), 1));
  problem.root = words_of<width>(root);
  problem.montgomery_root = words_of<width>(montgomery_root);
}

/// Returns random numbers below 2^(bits - 1). The last `zeros` of them are 0.
Words numbers_below(const Row& row, std::size_t zeros, std::uint64_t seed) {
  Words words = random_numbers(row.n() - zeros, row.word_count(), row.field.bits - 1, seed);
  words.resize(row.n() * row.word_count());
  return words;
}

/// Names in the order of the operations.
constexpr const char* names[] = {"forward",       "inverse",       "product",    "sum",
                                 "inner product", "plain product", "polynomials"};

void add_transforms(const Field& field, const Selection& selection, std::vector<Row>& rows) {
  std::vector<unsigned> sizes = {10, 11, 12, 13, 14, 15, 16, 18, 20};
  if (selection.quick) sizes = {10, 14};
  if (selection.large) sizes.push_back(22);
  for (const unsigned log_n : sizes) {
    if (log_n % 2 == 1 && field.width != 256) continue;
    rows.push_back({Operation::forward, field, log_n});
    rows.push_back({Operation::inverse, field, log_n});
  }
}

}  // namespace

const std::vector<Field>& all_fields() {
  static const std::vector<Field> fields = {{"bn254-fr", 254, 256},     {"bls12-381-fr", 255, 256},
                                            {"bls12-377-fq", 377, 384}, {"188 bits", 188, 192},
                                            {"381 bits", 381, 384},     {"509 bits", 509, 512}};
  return fields;
}

std::string Row::label() const {
  return names[static_cast<std::size_t>(operation)] + (" " + field.name) + " 2^" + std::to_string(log_n);
}

std::vector<Row> rows(const Selection& selection) {
  std::vector<Row> rows;
  const auto is_wanted = [&](const Field& field) {
    return std::ranges::find(selection.bits, field.bits) != selection.bits.end();
  };
  for (const Field& field : all_fields()) {
    if (is_wanted(field)) add_transforms(field, selection, rows);
  }
  if (selection.only_transforms) return rows;
  for (const Operation operation :
       {Operation::product, Operation::plain_product, Operation::sum, Operation::inner_product}) {
    for (const Field& field : all_fields()) {
      if (!is_wanted(field)) continue;
      rows.push_back({operation, field, 12});
      if (field.width == 256 && !selection.quick) rows.push_back({operation, field, 16});
    }
  }
  for (const Field& field : all_fields()) {
    if (is_wanted(field) && field.width == 256) rows.push_back({Operation::polynomial_product, field, 12});
  }
  return rows;
}

Problem::Problem(const Row& of) : row(of) {
  with_width(row.field, [&]<unsigned width>() { fill<width>(*this); });
  const std::size_t zeros = row.operation == Operation::polynomial_product ? row.n() / 2 : 0;
  x = numbers_below(row, zeros, row.log_n);
  y = numbers_below(row, zeros, row.log_n + 100);
}

Words bit_reversed(const Words& words, const Row& row) {
  const std::size_t count = row.word_count();
  Words result(words.size());
  for (std::size_t i = 0; i < row.n(); ++i) {
    std::copy_n(&words[count * i], count, &result[count * ringlet::reverse_bits(i, row.log_n)]);
  }
  return result;
}

}  // namespace bench::multiword
