#include "numbers.hpp"

#include "arrays.hpp"
#include "docstrings.hpp"
#include "modulus.hpp"

namespace ringlet_python {
namespace {

constexpr const char* read_words_doc = R"(An argument as the words of its numbers.

:param a: any integers.
:param q: a modulus, of which they are residues as for all functions; or None.
:param words: without a modulus, how many uint64 of the last axis are a number.
:returns: 64-bit integers of shape (...), or (..., W) for numbers of more words than one; values as they are.
)";

nb::object read_words_of(nb::handle a, nb::handle q, nb::handle words) {
  if (q.is_none()) return to_words(a, "a", to_factor(words, "words", {1, 2, 3, 4, 5, 6, 8})).object;
  return ModulusArgument(q)->visit([&](const auto& modulus) { return to_residues(a, "a", modulus).object; });
}

}  // namespace

void bind_numbers(nb::module_& module) {
  module.def("read_words", &read_words_of, nb::arg("a").none(), nb::arg("q").none(), nb::arg("words").none(),
             nb::sig("def read_words(a: " RINGLET_OPERAND ", q: " RINGLET_MODULUS
                     " | None, words: int | None) -> " RINGLET_ARRAY),
             read_words_doc);
}

}  // namespace ringlet_python
