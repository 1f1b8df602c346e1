#include <array>
#include <optional>
#include <ringlet/automorphism.hpp>
#include <string>

#include "bindings.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

using ringlet::Automorphism;

constexpr const char* automorphism_doc = R"(The automorphism X -> X^g of Z_q[X]/(X^n + 1), on rows of residues.

Rotates the slots of ciphertexts. One object serves all moduli. Immutable; any number of threads may use one at once.
Keeps the backend that was active when it was made. Objects compare equal if n and g are equal, hash and pickle.

:param n: a power of two, 2 <= n <= 2^24.
:param g: odd, 1 <= g < 2n.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods have the arguments and errors of the methods of :class:`RnsBase`, except that the result must be apart from x.

Source: C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, appendix D, for the use.

>>> base = RnsBase([97, 193])
>>> x = base.from_ints([1, 2, 3, 4])  # 1 + 2X + 3X^2 + 4X^3
>>> base.to_ints(Automorphism(4, 3).on_coefficients(x, base), lift="centred")  # 1 + 2X^3 + 3X^6 + 4X^9
array([1, 4, -3, 2], dtype=object)
)";

constexpr const char* coefficients_doc = R"(Maps coefficients in natural order: x(X) becomes x(X^g).

Coefficient i goes to index g i mod n, with the sign of X^(g i).

:param x: shape (..., L, n), row i in [0, q_i).
:param base: the :class:`RnsBase` of the rows, or one that begins with their moduli.
:returns: the same shape, row i in [0, q_i).
)";

constexpr const char* evaluations_doc = R"(Maps evaluations, in the bit-reversed order of :meth:`RnsNtt.forward`.

A permutation, the same for all moduli.

:param x: shape (..., n), any values.
:returns: the same shape.
)";

constexpr const char* add_doc = R"(Adds the image of x to out; both are evaluations.

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
  PolynomialCall call = PolynomialCall::of_level(to_base(base, "base"), automorphism.size());
  call.in_place = false;
  return apply_to_polynomials(call, {out, threads, check}, std::array{to_polynomials(x, "x", call.shape)},
                              [&](RnsSpan result, const auto& of, Executor* executor) {
                                automorphism.on_coefficients(result, of(0), call.base, executor);
                              });
}

/// Maps rows one by one; the array may have any axes before the last.
nb::object on_evaluations(const Automorphism& automorphism, nb::handle x, nb::handle out, nb::handle threads) {
  const Array in = to_words(x, "x", 1);
  const std::size_t n = automorphism.size();
  require_rows(in, n);
  const unsigned workers = to_small(threads, "threads", 1, 1024);
  const Output result = make_output(out, {in.shape().begin(), in.shape().end()}, 1);
  require_separate(result, in);
  const auto row = [&](const Array& array, std::size_t index) {
    return RnsSpan(static_cast<std::uint64_t*>(array.data()) + index * n, 1, n);
  };
  in_stretches(workers, result.size(), n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin / n; i < end / n; ++i) automorphism.on_evaluations(row(result, i), row(in, i));
  });
  return result.finish();
}

nb::object add_on_evaluations(const Automorphism& automorphism, nb::handle x, nb::handle base, nb::handle out,
                              nb::handle threads, nb::handle check) {
  PolynomialCall call = PolynomialCall::of_level(to_base(base, "base"), automorphism.size());
  call.in_place = false;
  const Array in = to_polynomials(x, "x", call.shape);
  const Array sum = require_polynomials(to_output(out, "out", 1), call.shape);
  if (to_bool(check)) require_values(sum, 1, call.base);
  return apply_to_polynomials(call, {out, threads, check}, std::array{in},
                              [&](RnsSpan result, const auto& of, Executor* executor) {
                                automorphism.add_on_evaluations(result, of(0), call.base, executor);
                              });
}

}  // namespace

void bind_automorphism(nb::module_& module) {
  auto cls = define_class<Automorphism>(module, "Automorphism", automorphism_doc);
  define(cls, "__init__(self, n, g: Integer) -> None",
         [](Automorphism* self, nb::handle n, nb::handle g) { new (self) Automorphism(make(n, g)); });
  define(cls, "on_coefficients(self, x: Residues, base, *, out, threads, check)", &on_coefficients, coefficients_doc);
  define(cls, "on_evaluations(self, x: Residues, *, out, threads)", &on_evaluations, evaluations_doc);
  define(cls, "add_on_evaluations(self, x: Residues, base, out: Array, *, threads, check)", &add_on_evaluations,
         add_doc);
  define(cls, "describe(self) -> str", &Automorphism::describe, "Names the backend, for people.");
  define_property(cls, "n", &Automorphism::size, "The number of coefficients.");
  define_property(cls, "g", &Automorphism::exponent, "The exponent.");
  define_value(cls, [](const Automorphism& self) { return nb::make_tuple(self.size(), self.exponent()); });
}

}  // namespace ringlet_python
