#pragma once

#include <array>
#include <cstddef>
#include <ringlet/ntt.hpp>
#include <span>

#include "batch.hpp"

/// Transforms of the rows of arrays.
namespace ringlet_python {

[[nodiscard]] inline ringlet::Range to_range_of_forward(nb::handle input_factor, nb::handle output_factor) {
  return {to_factor_or_any(input_factor, "input_factor", {1, 2, 4}), to_factor(output_factor, "output_factor", {1, 4})};
}
[[nodiscard]] inline ringlet::Range to_range_of_inverse(nb::handle input_factor, nb::handle output_factor) {
  return {to_factor(input_factor, "input_factor", {1, 2}), to_factor(output_factor, "output_factor", {1, 2})};
}

/// Returns a function that calls transform(out, in) for each row of a piece.
template <class Word, std::size_t count, class Transform>
auto row_by_row(std::size_t n, const Transform& transform) {
  return [n, &transform](std::span<Word> out, const std::array<std::span<const Word>, count>& in) {
    for (std::size_t row = 0; row < out.size(); row += n) {
      std::array<std::span<const Word>, count> inputs;
      for (std::size_t i = 0; i < count; ++i) inputs[i] = in[i].subspan(row, n);
      transform(out.subspan(row, n), inputs);
    }
  };
}

/// Calls transform(out, in, executor) for each row. With fewer rows than threads, the rows follow each other and the
/// executor lends all threads to each. Otherwise each thread transforms whole rows, and the executor is null.
template <class Word, class Transform>
nb::object transform_rows_with_threads(const Array& a, const CallOptions& options, const ringlet::Modulus<Word>& q,
                                       const Transform& transform) {
  const std::size_t n = a.row_size();
  const auto operands = to_operands<Word>(std::array{a}, options, 1, q.value());
  const Output out = make_output_of(operands, options.out);
  const std::size_t rows = operands.size() / n;
  const bool shares_rows = rows < operands.threads;
  Workers workers(operands.threads);
  const std::span<Word> out_values = out.to_write<Word>();
  // If all threads share each row, one thread goes through the rows.
  in_stretches(shares_rows ? 1 : operands.threads, out.size(), n, [&](std::size_t begin, std::size_t end) {
    row_by_row<Word, 1>(n, [&](std::span<Word> result, const auto& in) {
      transform(result, in[0], shares_rows ? &workers : nullptr);
    })(out_values.subspan(begin, end - begin), operands.part(begin, end));
  });
  return out.finish();
}

}  // namespace ringlet_python
