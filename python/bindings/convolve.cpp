#include <ringlet/convolve.hpp>
#include <string>

#include "arrays.hpp"
#include "batch.hpp"
#include "bindings.hpp"
#include "define.hpp"
#include "workers.hpp"

namespace ringlet_python {
namespace {

constexpr const char* rows_doc = R"(Convolves the rows of two C-contiguous arrays, for ringlet.convolve.

:param out: uint64 of shape (batch, length), or (batch, length, 2) for integers of two words, which are signed if
    ``signed`` is true.
:param a: words of shape (batch, n).
:param b: as ``a``.
:param m: the modulus, or None for integers.
:param signed: whether the words of a and b are signed.
:param middle: whether to compute the middle of the convolution only.
)";

template <class Element>
std::span<const Element> row_of(const Array& array, std::size_t i) {
  const std::size_t n = array.row_size();
  return {static_cast<const Element*>(array.data()) + i * n, n};
}

template <class Result, class Element, class... Modulus>
void convolve_row(bool middle, std::span<Result> out, std::span<const Element> a, std::span<const Element> b,
                  ringlet::Executor* executor, Modulus... m) {
  if (middle) {
    ringlet::middle_product(out, a, b, m..., executor);
  } else {
    ringlet::convolve(out, a, b, m..., executor);
  }
}

void convolve_rows(nb::handle out, nb::handle a, nb::handle b, nb::handle m, nb::handle is_signed, nb::handle middle,
                   nb::handle threads) {
  const unsigned workers = to_small(threads, "threads", 1, 1024);
  const bool is_modular = !m.is_none(), has_signs = to_bool(is_signed), of_middle = to_bool(middle);
  const Array results = to_output(out, "out", is_modular ? 1 : 2);
  const Array x = to_words(a, "a", 1), y = to_words(b, "b", 1);
  const uint128_t modulus = is_modular ? to_bits(m, "m", 65) : 0;
  const std::size_t length = results.row_size();
  for_each_polynomial(workers, results.size() / length, length, [&](std::size_t i, ringlet::Executor* executor) {
    const auto row = [&]<class Result>(Result* begin) { return std::span(begin + i * length, length); };
    if (is_modular) {
      convolve_row(of_middle, row(static_cast<std::uint64_t*>(results.data())), row_of<std::uint64_t>(x, i),
                   row_of<std::uint64_t>(y, i), executor, modulus);
    } else if (has_signs) {
      convolve_row(of_middle, row(static_cast<ringlet::int128_t*>(results.data())), row_of<std::int64_t>(x, i),
                   row_of<std::int64_t>(y, i), executor);
    } else {
      convolve_row(of_middle, row(static_cast<uint128_t*>(results.data())), row_of<std::uint64_t>(x, i),
                   row_of<std::uint64_t>(y, i), executor);
    }
  });
}

}  // namespace

void bind_convolve(nb::module_& module) {
  define(module,
         "convolve_rows(out: Array, a: Array, b: Array, m: int | None, signed: bool, middle: bool, threads: int) -> "
         "None",
         &convolve_rows, rows_doc);
}

}  // namespace ringlet_python
