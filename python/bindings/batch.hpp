#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>

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
void in_stretches(unsigned threads, std::size_t size, std::size_t unit,
                  const std::function<void(std::size_t, std::size_t)>& work);

/// Calls work(index, executor) for `count` polynomials of `size` words, without the interpreter's lock. With at least
/// as many polynomials as threads, each thread takes several polynomials, without an executor. With fewer, they follow
/// each other, and the executor lends all threads to each. Stops early when a signal handler raises.
template <class Work>
void for_each_polynomial(unsigned threads, std::size_t count, std::size_t size, const Work& work) {
  if (count >= threads) {
    in_stretches(threads, count * size, size, [&](std::size_t begin, std::size_t end) {
      for (std::size_t at = begin; at < end; at += size) work(at / size, nullptr);
    });
    return;
  }
  Workers workers(threads);
  Unlocked unlocked;
  for (std::size_t index = 0; index < count; ++index) {
    if (index > 0) unlocked.look_for_signals();
    work(index, &workers);
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
  Output result = make_output(out, operands.shape, words_in_arrays<Word>);
  for (const Array& operand : operands.arrays) require_no_overlap(result, operand);
  return result;
}

/// Function of pieces of the result and of the operands.
template <class Word, std::size_t count>
using Kernel = std::function<void(std::span<Word>, const std::array<std::span<const Word>, count>&)>;

/// Checks and broadcasts the arrays. Then calls kernel(out, in) on pieces without the interpreter's lock. The length of
/// a piece is a multiple of `unit` residues; out and each of in are spans of that length. batch.cpp instantiates this
/// for one to three arrays of each word, because compiling it for each kernel would take most of the module's time.
template <class Word, std::size_t count>
[[nodiscard]] nb::object apply(const std::array<Array, count>& inputs, const CallOptions& options, std::size_t unit,
                               unsigned factor, const std::type_identity_t<Word>& q,
                               const std::type_identity_t<Kernel<Word, count>>& kernel);

}  // namespace ringlet_python
