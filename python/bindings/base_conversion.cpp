#include <array>
#include <ringlet/base_conversion.hpp>

#include "docstrings.hpp"
#include "python_init.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"
#include "rns_plans.hpp"
#include "value.hpp"

namespace ringlet_python {
namespace {

using ringlet::BaseConversion;
using ringlet::Executor;
using ringlet::RnsBase;
using ringlet::RnsSpan;

constexpr const char* conversion_doc = R"(From residues modulo one base to residues modulo another.

An object is called with an array, as in the example. Immutable; any number of threads may use one at once. Objects
compare equal where their arguments are, hash and pickle.

:param source: the :class:`RnsBase` of the input, with the product Q.
:param target: that of the output; the two may have moduli in common.
:param lift: which integer the residues of x stand for: ``"floor"`` for the one in [0, Q), ``"centred"`` for the one in
    [-Q/2, Q/2), ``"approximate"`` for x + e Q with 0 <= e < L, for L moduli, which is the fastest.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Source: J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, for the approximate conversion; S. Halevi, Y. Polyakov,
V. Shoup, CT-RSA 2019, for the multiple of Q that makes it exact, here in fixed point.

>>> source, target = RnsBase([97, 193]), RnsBase([257, 353])
>>> convert = BaseConversion(source, target, "centred")
>>> x = source.from_ints([1000, -1])
>>> target.to_ints(convert(x), lift="centred")
array([1000, -1], dtype=object)
)";

constexpr const char* call_doc = R"(The residues of the lift of x.

:param x: shape (..., len(source), n), row i in [0, q_i).
:param out: an array apart from x; the other arguments and the errors are those of :class:`RnsBase`'s methods.
:returns: shape (..., len(target), n), row j in [0, p_j). Floor and centred are exact for one modulus, and for more of
    them except for x just where representatives change: floor may take x - Q for x where x >= Q - d, centred x for
    x - Q where Q/2 <= x < Q/2 + d, with d = (2L + 1) 2^-42 Q.
)";

BaseConversion make(nb::handle source, nb::handle target, nb::handle lift) {
  const RnsBase& from = to_base(source, "source");
  const RnsBase& to = to_base(target, "target");
  return {from, to, to_lift(lift, "lift")};
}

nb::object convert(const BaseConversion& conversion, nb::handle x, nb::handle out, nb::handle threads,
                   nb::handle check) {
  const std::array inputs{to_polynomials(x, "x", RowShape::of(conversion.from()))};
  const CallOptions options{out, threads, check};
  return apply_to_polynomials(
      {.options = options, .base = conversion.from(), .rows = conversion.to().size()}, inputs,
      [&](RnsSpan result, const auto& in, Executor* executor) { conversion(result, in(0), executor); });
}

}  // namespace

void bind_base_conversion(nb::module_& module) {
  nb::class_<BaseConversion> conversion(module, "BaseConversion", nb::type_slots(python_init), conversion_doc);
  conversion
      .def(
          "__init__",
          [](BaseConversion* self, nb::handle source, nb::handle target, nb::handle lift) {
            new (self) BaseConversion(make(source, target, lift));
          },
          nb::arg("source").none(), nb::arg("target").none(), nb::arg("lift").none(),
          nb::sig("def __init__(self, source: RnsBase, target: RnsBase, lift: " RINGLET_LIFT ") -> None"))
      .def("__call__", &convert, nb::arg("x").none(), nb::arg("out").none() = nb::none(), nb::arg("threads").none() = 1,
           nb::arg("check").none() = false,
           nb::sig("def __call__(self, x: " RINGLET_ARRAY ", *, " RINGLET_OUT ", " RINGLET_OPTIONS), call_doc)
      .def_prop_ro("source", &BaseConversion::from, "The base of the input.")
      .def_prop_ro("target", &BaseConversion::to, "The base of the output.")
      .def_prop_ro(
          "lift", [](const BaseConversion& self) { return to_text(self.lift()); }, nb::sig("def lift(self) -> str"),
          "``\"approximate\"``, ``\"floor\"`` or ``\"centred\"``.")
      .def("describe", &BaseConversion::describe, "Backend and arithmetic, for people.");
  define_value(
      conversion, std::array<const char*, 3>{},
      [](const BaseConversion& self) { return nb::make_tuple(self.from(), self.to(), to_text(self.lift())); },
      [](const nb::tuple& arguments) {
        return make(nb::object(arguments[0]), nb::object(arguments[1]), nb::object(arguments[2]));
      });
}

}  // namespace ringlet_python
