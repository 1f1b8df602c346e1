#include "fixed_operand.hpp"

#include <nanobind/stl/string.h>

#include <ringlet/fixed_operand.hpp>
#include <string>

#include "batch.hpp"
#include "docstrings.hpp"
#include "modulus.hpp"

namespace ringlet_python {
namespace {

using Word = std::uint64_t;
using Operand = ringlet::FixedOperand<Word>;

constexpr const char* operand_doc =
    R"(A vector w by which many others are multiplied element by element: a key, or a plaintext.

Its Shoup quotients are computed once, here, for the kernel that serves q on the backend that is active now. Immutable;
any number of threads may use one operand at once.

:param values: uint64 of shape (n,), n >= 1, values in [0, q), which are always checked.
:param q: a modulus of one word, 2 <= q < 2^62; a :class:`Modulus` or an integer.
:raises ValueError: with the index, the value and the rule; and for a modulus of double words.
:raises TypeError: when an argument is of the wrong type.

The methods take arrays of shape (..., n), and the arguments and errors of :class:`Ntt`'s.

Source: D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014), section 2.

>>> import numpy as np
>>> key = FixedOperand(np.array([2, 96], dtype=np.uint64), 97)
>>> key.mul(np.array([[50, 96], [1, 1]], dtype=np.uint64))
array([[ 3,  1],
       [ 2, 96]], dtype=uint64)
)";

constexpr const char* mul_doc = R"(x w mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64.
:param input_factor: 1, 2, 4 or 8.
:returns: shape (..., n), values in [0, q).
)";

constexpr const char* mul_add_doc = R"(x w + z mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64.
:param z: as ``x``, and of the same shape.
:param input_factor: 1, 2, 4 or 8.
:returns: shape (..., n), values in [0, q).
)";

Operand make_operand(nb::handle values, nb::handle q) {
  const ModulusArgument modulus(q);
  if (modulus->words() != 1) reject("q", to_string(modulus->value()), "it must be of one word, q < 2^62");
  const Array array = to_array(values, "values", 1);
  if (array.dimensions() != 1) {
    reject("number of axes of values", std::to_string(array.dimensions()), "it must be 1");
  }
  return Operand(array.values<Word>(), std::get<ringlet::Modulus<Word>>(modulus->get()));
}

Array to_rows(nb::handle value, const char* name, const Operand& w) {
  const Array array = to_array(value, name, 1);
  require_rows(array, w.size());
  return array;
}

nb::object mul(const Operand& w, nb::handle x, nb::handle out, nb::handle input_factor, nb::handle threads,
               nb::handle check) {
  const ringlet::EltwiseRange range{to_small(input_factor, "input_factor")};
  const std::size_t n = w.size();
  return apply<Word>(std::array{to_rows(x, "x", w)}, {out, threads, check}, n, range.input_factor, w.modulus().value(),
                     [&](std::span<Word> result, const auto& in) {
                       for (std::size_t row = 0; row < result.size(); row += n) {
                         ringlet::mul(result.subspan(row, n), in[0].subspan(row, n), w, range);
                       }
                     });
}

nb::object mul_add(const Operand& w, nb::handle x, nb::handle z, nb::handle out, nb::handle input_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::EltwiseRange range{to_small(input_factor, "input_factor")};
  const std::size_t n = w.size();
  return apply<Word>(std::array{to_rows(x, "x", w), to_rows(z, "z", w)}, {out, threads, check}, n, range.input_factor,
                     w.modulus().value(), [&](std::span<Word> result, const auto& in) {
                       for (std::size_t row = 0; row < result.size(); row += n) {
                         ringlet::mul_add(result.subspan(row, n), in[0].subspan(row, n), w, in[1].subspan(row, n),
                                          range);
                       }
                     });
}

}  // namespace

void bind_fixed_operand(nb::module_& module) {
  const auto out = nb::arg("out") = nb::none();
  const auto factor = nb::arg("input_factor") = 1;
  const auto threads = nb::arg("threads") = 1;
  const auto check = nb::arg("check") = false;
  nb::class_<Operand>(module, "FixedOperand", operand_doc)
      .def(
          "__init__",
          [](Operand* self, nb::handle values, nb::handle q) { new (self) Operand(make_operand(values, q)); },
          nb::arg("values").none(), nb::arg("q").none(),
          nb::sig("def __init__(self, values: " RINGLET_ARRAY ", q: " RINGLET_MODULUS ") -> None"))
      .def("mul", &mul, nb::arg("x").none(), nb::kw_only(), out, factor, threads, check,
           nb::sig("def mul(self, x: " RINGLET_ARRAY ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_OPTIONS),
           mul_doc)
      .def("mul_add", &mul_add, nb::arg("x").none(), nb::arg("z"), nb::kw_only(), out, factor, threads, check,
           nb::sig("def mul_add(self, x: " RINGLET_ARRAY ", z: " RINGLET_ARRAY ", *, " RINGLET_OUT
                   ", input_factor: int = 1, " RINGLET_OPTIONS),
           mul_add_doc)
      .def("describe", &Operand::describe, "The kernel that was chosen, for people: ``avx512ifma / ifma52``.")
      .def_prop_ro("n", &Operand::size, "The number of values.")
      .def_prop_ro("modulus", [](const Operand& w) { return Modulus(w.modulus()); }, "The modulus q.");
}

}  // namespace ringlet_python
