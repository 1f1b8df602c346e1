#include <array>
#include <optional>
#include <ringlet/automorphism.hpp>
#include <string>

#include "docstrings.hpp"
#include "python_init.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"
#include "rns_plans.hpp"
#include "value.hpp"

namespace ringlet_python {
namespace {

using ringlet::Automorphism;
using ringlet::Executor;
using ringlet::RnsBase;
using ringlet::RnsSpan;

constexpr const char* automorphism_doc = R"(The automorphism X -> X^g of Z_q[X]/(X^n + 1), on rows of residues.

Schemes rotate slots by it. One object serves all moduli. Immutable; any number of threads may use one at once; it keeps
the backend that was active when it was made. Objects compare equal where n and g are, hash and pickle.

:param n: a power of two, 2 <= n <= 2^24.
:param g: odd, 1 <= g < 2n.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

The arguments and errors of the methods are those of :class:`RnsBase`'s, but that results are apart from x.

Source: C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, appendix D, for the use.

>>> base = RnsBase([97, 193])
>>> x = base.from_ints([1, 2, 3, 4])  # 1 + 2X + 3X^2 + 4X^3
>>> base.to_ints(Automorphism(4, 3).on_coefficients(x, base), lift="centred")  # 1 + 2X^3 + 3X^6 + 4X^9
array([1, 4, -3, 2], dtype=object)
)";

constexpr const char* coefficients_doc = R"(x(X^g) of coefficients in natural order.

Coefficient i goes to place g i modulo n, with the sign of X^(g i).

:param x: shape (..., L, n), row i in [0, q_i).
:param base: the :class:`RnsBase` of the rows, or one that begins with their moduli.
:returns: the same shape, row i in [0, q_i).
)";

constexpr const char* evaluations_doc = R"(The same of evaluations, in the bit-reversed order of :meth:`RnsNtt.forward`.

It is a permutation, the same for all moduli.

:param x: shape (..., n), any values.
:returns: the same shape.
)";

constexpr const char* add_doc = R"(out += the image of x, evaluations.

:param x: shape (..., L, n), row i in [0, q_i).
:param base: the :class:`RnsBase` of the rows, or one that begins with their moduli.
:param out: the same shape, row i in [0, q_i) before and after.
:returns: ``out``.
)";

Automorphism make(nb::handle n, nb::handle g) {
  const std::uint64_t size = to_power_of_two(n, "n", 1, 24);
  const std::optional<uint128_t> number = to_number(g, "g");
  if (!number || *number % 2 == 0 || *number >= 2 * size) {
    reject("g", g, "it must be odd and lie in [1, 2n), 2n = " + std::to_string(2 * size));
  }
  const auto exponent = static_cast<std::uint64_t>(*number);
  return make_plan_unlocked(size, [size, exponent] { return Automorphism(size, exponent); });
}

nb::object on_coefficients(const Automorphism& automorphism, nb::handle x, nb::handle base, nb::handle out,
                           nb::handle threads, nb::handle check) {
  const RnsBase& moduli = to_base(base, "base");
  const std::array inputs{to_polynomials(x, "x", RowShape::of_level(moduli, automorphism.size()))};
  const CallOptions options{out, threads, check};
  return apply_to_polynomials({.options = options, .base = moduli, .in_place = false}, inputs,
                              [&](RnsSpan result, const auto& in, Executor* executor) {
                                automorphism.on_coefficients(result, in(0), moduli, executor);
                              });
}

/// Row by row, whatever the axes are.
nb::object on_evaluations(const Automorphism& automorphism, nb::handle x, nb::handle out, nb::handle threads) {
  const Array in = to_words(x, "x", 1);
  const std::size_t n = automorphism.size();
  require_rows(in, n);
  const unsigned workers = to_small(threads, "threads", 1, 1024);
  const Array result = make_output(out, {in.shape().begin(), in.shape().end()}, 1);
  require_separate(result, in);
  const auto row = [&](const Array& array, std::size_t index) {
    return RnsSpan(static_cast<std::uint64_t*>(array.data()) + index * n, 1, n);
  };
  in_stretches(workers, result.size(), n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin / n; i < end / n; ++i) automorphism.on_evaluations(row(result, i), row(in, i));
  });
  return result.object;
}

nb::object add_on_evaluations(const Automorphism& automorphism, nb::handle x, nb::handle base, nb::handle out,
                              nb::handle threads, nb::handle check) {
  const RnsBase& moduli = to_base(base, "base");
  const RowShape shape = RowShape::of_level(moduli, automorphism.size());
  const std::array inputs{to_polynomials(x, "x", shape)};
  const Array sum = require_polynomials(to_array(out, "out", 1), shape);
  if (to_bool(check)) require_values(sum, 1, moduli);
  const CallOptions options{out, threads, check};
  return apply_to_polynomials({.options = options, .base = moduli, .in_place = false}, inputs,
                              [&](RnsSpan result, const auto& in, Executor* executor) {
                                automorphism.add_on_evaluations(result, in(0), moduli, executor);
                              });
}

}  // namespace

void bind_automorphism(nb::module_& module) {
  const auto x = nb::arg("x").none();
  const auto base = nb::arg("base").none();
  const auto out = nb::arg("out").none() = nb::none();
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
  nb::class_<Automorphism> automorphism(module, "Automorphism", nb::type_slots(python_init), automorphism_doc);
  automorphism
      .def(
          "__init__", [](Automorphism* self, nb::handle n, nb::handle g) { new (self) Automorphism(make(n, g)); },
          nb::arg("n").none(), nb::arg("g").none(),
          nb::sig("def __init__(self, n: typing.SupportsIndex, g: typing.SupportsIndex) -> None"))
      .def("on_coefficients", &on_coefficients, x, base, out, threads, check,
           nb::sig("def on_coefficients(self, x: " RINGLET_RESIDUES ", base: RnsBase, *, " RINGLET_OUT
                   ", " RINGLET_OPTIONS),
           coefficients_doc)
      .def("on_evaluations", &on_evaluations, x, out, threads,
           nb::sig("def on_evaluations(self, x: " RINGLET_RESIDUES ", *, " RINGLET_OUT
                   ", threads: int = 1) -> " RINGLET_ARRAY),
           evaluations_doc)
      .def("add_on_evaluations", &add_on_evaluations, x, base, nb::arg("out").none(), threads, check,
           nb::sig("def add_on_evaluations(self, x: " RINGLET_RESIDUES ", base: RnsBase, out: " RINGLET_ARRAY
                   ", *, " RINGLET_OPTIONS),
           add_doc)
      .def("describe", &Automorphism::describe, "The backend, for people.")
      .def_prop_ro("n", &Automorphism::size, "The number of coefficients.")
      .def_prop_ro("g", &Automorphism::exponent, "The exponent.");
  define_value(
      automorphism, std::array<const char*, 2>{},
      [](const Automorphism& self) { return nb::make_tuple(self.size(), self.exponent()); },
      [](const nb::tuple& arguments) { return make(nb::object(arguments[0]), nb::object(arguments[1])); });
}

}  // namespace ringlet_python
