#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <ringlet/ntt.hpp>
#include <span>
#include <utility>

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

/// Calls transform(out, in, executor) for each row of a, which gives a row of n residues. With fewer rows than threads,
/// multiword moduli get an executor that lends all threads to each row.
template <class Word, class Transform>
nb::object change_rows(const Array& a, std::size_t n, const CallOptions& options, unsigned factor,
                       const std::type_identity_t<Word>& q, const Transform& transform) {
  const std::size_t m = a.row_size();
  if (m == 0) reject(std::string("shape of ") + a.name, to_string(a.shape()), "a row must have an element");
  unsigned threads = to_small(options.threads, "threads", 1, 1024);
  if (to_bool(options.check)) require_values<Word>(a, factor, q);
  Shape shape(a.residue_shape().begin(), a.residue_shape().end());
  shape.back() = static_cast<npy_intp>(n);
  const Output result = make_output<Word>(options.out, std::move(shape));
  m == n ? require_no_overlap(result, a) : require_separate(result, a);
  const std::span<const Word> in = a.values<Word>();
  const std::span<Word> out = result.to_write<Word>();
  const std::size_t rows = in.size() / m;
  if (!ringlet::MultiwordNumber<Word> && rows < threads) threads = std::max(static_cast<unsigned>(rows), 1U);
  for_each_polynomial(threads, rows, n, [&](std::size_t row, ringlet::Executor* executor) {
    transform(out.subspan(row * n, n), in.subspan(row * m, m), executor);
  });
  return result.finish();
}

}  // namespace ringlet_python
