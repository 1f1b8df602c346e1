#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "arrays.hpp"
#include "workers.hpp"

/// What every function on arrays does around its kernel.
namespace ringlet_python {

/// The keyword arguments that all of them have.
struct CallOptions {
  nb::handle out;
  nb::handle threads;
  nb::handle check;
};

[[nodiscard]] inline unsigned to_threads(nb::handle threads) {
  const unsigned number = to_small(threads, "threads");
  if (number < 1 || number > 1024) reject("threads", std::to_string(number), "it must lie in [1, 1024]");
  return number;
}

/// Checks the arrays, and their values where the caller asks for it; then, without the interpreter's lock, calls
/// kernel(out, in) on pieces of `unit` residues or multiples of it; out and each of in are spans of the same size.
template <class Word, std::size_t count, class Kernel>
[[nodiscard]] nb::object apply(const std::array<Array, count>& inputs, const CallOptions& options, std::size_t unit,
                               unsigned factor, Word q, const Kernel& kernel) {
  const unsigned threads = to_threads(options.threads);
  const bool check = to_bool(options.check);
  for (std::size_t i = 1; i < count; ++i) require_same_shape(inputs[i], inputs[0]);
  nb::object result = make_output(options.out, inputs[0]);
  auto* result_array = reinterpret_cast<PyArrayObject*>(result.ptr());
  const Array out{"out", result_array, inputs[0].words, inputs[0].size};
  for (const Array& input : inputs) require_no_overlap(out, input);

  const nb::gil_scoped_release released;
  if (check) {
    for (const Array& input : inputs) require_values<Word>(input, factor, q);
  }
  const std::span<Word> out_values(static_cast<Word*>(out.data()), out.size);
  const auto work = [&](std::size_t begin, std::size_t end, std::size_t /*worker*/) {
    std::array<std::span<const Word>, count> in;
    for (std::size_t i = 0; i < count; ++i) in[i] = inputs[i].template values<Word>().subspan(begin, end - begin);
    kernel(out_values.subspan(begin, end - begin), in);
  };
  Workers workers(threads);
  ringlet::run_in_pieces(workers, out.size, unit, work);
  return result;
}

}  // namespace ringlet_python
