#pragma once

#include <array>
#include <cstddef>
#include <ringlet/ntt.hpp>
#include <span>

#include "batch.hpp"

/// Transforms of the rows of arrays.
namespace ringlet_python {

[[nodiscard]] inline ringlet::NttRange to_range_of_forward(nb::handle input_factor, nb::handle output_factor) {
  return {to_factor(input_factor, "input_factor", {1, 2, 4}), to_factor(output_factor, "output_factor", {1, 4})};
}
[[nodiscard]] inline ringlet::NttRange to_range_of_inverse(nb::handle input_factor, nb::handle output_factor) {
  return {to_factor(input_factor, "input_factor", {1, 2}), to_factor(output_factor, "output_factor", {1, 2})};
}

/// Calls transform(out, in) for each row of a piece.
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

/// transform(out, in, executor) of one row after the other, each on all threads where there are more than rows, else on
/// one, without an executor.
template <class Word, class Transform>
nb::object transform_rows_with_threads(const Array& a, const CallOptions& options, const ringlet::Modulus<Word>& q,
                                       const Transform& transform) {
  const std::size_t n = a.row_size();
  const auto operands = to_operands<Word>(std::array{a}, options, 1, q.value());
  const Array out = make_output_of(operands, options.out);
  const std::size_t rows = operands.size() / n;
  const bool shares_rows = rows < operands.threads;
  Workers workers(operands.threads);
  const std::span<Word> out_values = out.to_write<Word>();
  // With all threads in each row, the rows are one thread's.
  in_stretches(shares_rows ? 1 : operands.threads, out.size(), n, [&](std::size_t begin, std::size_t end) {
    row_by_row<Word, 1>(n, [&](std::span<Word> result, const auto& in) {
      transform(result, in[0], shares_rows ? &workers : nullptr);
    })(out_values.subspan(begin, end - begin), operands.part(begin, end));
  });
  return out.object;
}

}  // namespace ringlet_python
