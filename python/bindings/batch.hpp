#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "arrays.hpp"
#include "unlocked.hpp"
#include "workers.hpp"

/// Steps that all functions on arrays share: checks, broadcasting, threads.
namespace ringlet_python {

/// Keyword arguments that all functions on arrays have.
struct CallOptions {
  nb::handle out;
  nb::handle threads;
  nb::handle check;
};

/// Calls work(begin, end) for pieces of [0, size) on `threads` threads, without the interpreter's lock. The length of a
/// piece is a multiple of `unit` residues. Stops early when a signal handler raises.
template <class Work>
void in_stretches(unsigned threads, std::size_t size, std::size_t unit, const Work& work) {
  const std::size_t stretch = std::max(stretch_of_one_thread / unit, std::size_t{1}) * unit * threads;
  Workers workers(threads);
  Unlocked unlocked;
  for (std::size_t begin = 0; begin < size; begin += stretch) {
    if (begin > 0) unlocked.look_for_signals();
    const auto piece = [&](std::size_t from, std::size_t to, std::size_t /*worker*/) {
      work(begin + from, begin + to);
    };
    ringlet::run_in_pieces(workers, std::min(stretch, size - begin), unit, piece);
  }
}

/// Arrays that are checked and have one shape.
template <class Word, std::size_t count>
struct Operands {
  std::array<Array, count> arrays;
  Shape shape;
  unsigned threads;

  [[nodiscard]] std::size_t size() const { return arrays[0].size(); }

  /// Returns residues begin to end - 1 of each array.
  [[nodiscard]] std::array<std::span<const Word>, count> part(std::size_t begin, std::size_t end) const {
    std::array<std::span<const Word>, count> in;
    for (std::size_t i = 0; i < count; ++i) in[i] = arrays[i].template values<Word>().subspan(begin, end - begin);
    return in;
  }
};

/// Checks the arrays, checks their values if the caller asks for it, and broadcasts the arrays.
template <class Word, std::size_t count>
[[nodiscard]] Operands<Word, count> to_operands(const std::array<Array, count>& inputs, const CallOptions& options,
                                                unsigned factor, const Word& q) {
  const unsigned threads = to_small(options.threads, "threads", 1, 1024);
  const bool check = to_bool(options.check);
  Operands<Word, count> operands{{}, common_shape(inputs), threads};
  for (std::size_t i = 0; i < count; ++i) operands.arrays[i] = broadcast(inputs[i], operands.shape);
  if (check) {
    for (const Array& input : inputs) require_values<Word>(input, factor, q);
  }
  return operands;
}

/// Returns the output array, of the operands' shape.
template <class Word, std::size_t count>
[[nodiscard]] Output make_output_of(const Operands<Word, count>& operands, nb::handle out) {
  Output result = make_output(out, operands.shape, words_of<Word>);
  for (const Array& operand : operands.arrays) require_no_overlap(result, operand);
  return result;
}

/// Checks and broadcasts the arrays. Then calls kernel(out, in) on pieces without the interpreter's lock. The length of
/// a piece is a multiple of `unit` residues; out and each of in are spans of that length.
template <class Word, std::size_t count, class Kernel>
[[nodiscard]] nb::object apply(const std::array<Array, count>& inputs, const CallOptions& options, std::size_t unit,
                               unsigned factor, const std::type_identity_t<Word>& q, const Kernel& kernel) {
  const auto operands = to_operands<Word>(inputs, options, factor, q);
  const Output out = make_output_of(operands, options.out);
  const std::span<Word> out_values = out.to_write<Word>();
  in_stretches(operands.threads, out.size(), unit, [&](std::size_t begin, std::size_t end) {
    kernel(out_values.subspan(begin, end - begin), operands.part(begin, end));
  });
  return out.finish();
}

}  // namespace ringlet_python
