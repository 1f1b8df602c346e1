#include "eltwise.hpp"

#include <optional>
#include <ringlet/eltwise.hpp>
#include <ringlet/wide_eltwise.hpp>
#include <string>

#include "choices.hpp"
#include "docstrings.hpp"
#include "eltwise_call.hpp"

namespace ringlet_python {
namespace {

/// a (operation) b: operation(out, a, b, modulus), where b may be an integer, which takes no array then but for wide
/// moduli.
template <class Operation>
nb::object binary(nb::handle a, nb::handle b, nb::handle q, const CallOptions& options, unsigned factor,
                  const Operation& operation) {
  const ModulusArgument modulus(q);
  return modulus->visit([&]<class Word>(const ringlet::Modulus<Word>& m) {
    const auto on_both = [&](std::span<Word> out, const auto& in) { operation(out, in[0], in[1], m); };
    if constexpr (!is_wide<Word>) {
      if (is_integer(b)) {
        const Word scalar = remainder(b, "b", m.value());
        return apply<Word>(std::array{to_residues(a, "a", m)}, options, grain, factor, m.value(),
                           [&](std::span<Word> out, const auto& in) { operation(out, in[0], scalar, m); });
      }
    }
    return apply<Word>(std::array{to_residues(a, "a", m), to_residues(b, "b", m)}, options, grain, factor, m.value(),
                       on_both);
  });
}

nb::object add(nb::handle a, nb::handle b, nb::handle q, nb::handle out, nb::handle threads, nb::handle check) {
  return binary(a, b, q, {out, threads, check}, 1,
                [](auto result, auto x, auto y, const auto& m) { ringlet::add(result, x, y, m); });
}

nb::object sub(nb::handle a, nb::handle b, nb::handle q, nb::handle out, nb::handle threads, nb::handle check) {
  return binary(a, b, q, {out, threads, check}, 1,
                [](auto result, auto x, auto y, const auto& m) { ringlet::sub(result, x, y, m); });
}

nb::object neg(nb::handle a, nb::handle q, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays<Moduli::all>(
      "neg", q, {out, threads, check}, 1,
      [](const auto& m, auto result, const auto& in) { ringlet::neg(result, in[0], m); }, std::pair{a, "a"});
}

nb::object mul(nb::handle a, nb::handle b, nb::handle q, nb::handle out, nb::handle input_factor, nb::handle form,
               nb::handle threads, nb::handle check) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4})};
  const ringlet::Form chosen = to_form(form, "form");
  const ModulusArgument modulus(q);
  require_form(*modulus, chosen);
  require_factor(*modulus, "input_factor", range.input_factor);
  return binary(a, b, q, {out, threads, check}, range.input_factor,
                [&]<class Word>(std::span<Word> result, auto x, auto y, const ringlet::Modulus<Word>& m) {
                  if constexpr (is_wide<Word>)
                    ringlet::mul(result, x, y, m, chosen);
                  else if constexpr (requires { y.size(); })
                    ringlet::mul(result, x, y, m, range);
                  else
                    ringlet::mul_scalar(result, x, y, m, range);
                });
}

nb::object mul_sub(nb::handle a, nb::handle b, nb::handle c, nb::handle q, nb::handle out, nb::handle input_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4})};
  return on_arrays<Moduli::narrow>(
      "mul_sub", q, {out, threads, check}, range.input_factor,
      [&](const auto& m, auto result, const auto& in) { ringlet::mul_sub(result, in[0], in[1], in[2], m, range); },
      std::pair{a, "a"}, std::pair{b, "b"}, std::pair{c, "c"});
}

nb::object mul_scalar(nb::handle a, nb::handle s, nb::handle q, nb::handle out, nb::handle input_factor,
                      nb::handle form, nb::handle threads, nb::handle check) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4, 8})};
  const ringlet::Form chosen = to_form(form, "form");
  const ModulusArgument modulus(q);
  require_form(*modulus, chosen);
  require_factor(*modulus, "input_factor", range.input_factor);
  return modulus->visit([&]<class Word>(const ringlet::Modulus<Word>& m) {
    return apply<Word>(std::array{to_residues(a, "a", m)}, {out, threads, check}, grain, range.input_factor, m.value(),
                       [&, scalar = remainder(s, "s", m.value())](std::span<Word> result, const auto& in) {
                         if constexpr (is_wide<Word>)
                           ringlet::mul_scalar(result, in[0], scalar, m, chosen);
                         else
                           ringlet::mul_scalar(result, in[0], scalar, m, range);
                       });
  });
}

nb::object axpy(nb::handle x, nb::handle s, nb::handle z, nb::handle q, nb::handle out, nb::handle input_factor,
                nb::handle threads, nb::handle check) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4, 8})};
  const ModulusArgument modulus(q);
  return modulus->visit_only<Moduli::narrow>("axpy", [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const Word scalar = remainder(s, "s", m.value());
    const Array first = to_residues(x, "x", m);
    const CallOptions options{out, threads, check};
    if (z.is_none()) {
      return apply<Word>(
          std::array{first}, options, grain, range.input_factor, m.value(),
          [&](std::span<Word> result, const auto& in) { ringlet::mul_scalar(result, in[0], scalar, m, range); });
    }
    return apply<Word>(
        std::array{first, to_residues(z, "z", m)}, options, grain, range.input_factor, m.value(),
        [&](std::span<Word> result, const auto& in) { ringlet::axpy(result, in[0], scalar, in[1], m, range); });
  });
}

unsigned to_reduce_factor(nb::handle value) {
  if (value.is_none()) return ringlet::ReduceRange::any;
  const std::optional<uint128_t> number = to_number(value, "input_factor");
  if (number != 2 && number != 4) reject("input_factor", value, "it must be None, 2 or 4");
  return static_cast<unsigned>(*number);
}

nb::object reduce(nb::handle a, nb::handle q, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                  nb::handle threads, nb::handle check) {
  const bool is_any = input_factor.is_none();
  const ringlet::ReduceRange range{.input_factor = to_reduce_factor(input_factor),
                                   .output_factor = to_factor(output_factor, "output_factor", {1, 2})};
  const nb::object is_false = nb::borrow(Py_False);
  return on_arrays<Moduli::narrow>(
      "reduce", q, {out, threads, is_any ? nb::handle(is_false) : check}, range.input_factor,
      [&](const auto& m, auto result, const auto& in) { ringlet::reduce(result, in[0], m, range); }, std::pair{a, "a"});
}

nb::object cmp_add(nb::handle a, nb::handle comparison, nb::handle bound, nb::handle diff, nb::handle out,
                   nb::handle threads) {
  const ringlet::Comparison chosen = to_comparison(comparison, "comparison");
  const std::uint64_t limit = to_word(bound, "bound");
  const std::uint64_t difference = to_word(diff, "diff");
  const nb::object no_check = nb::borrow(Py_False);
  return apply<std::uint64_t>(std::array{to_words(a, "a", 1)}, {out, threads, no_check}, grain, 1, std::uint64_t{0},
                              [&](std::span<std::uint64_t> result, const auto& in) {
                                ringlet::cmp_add(result, in[0], chosen, limit, difference);
                              });
}

nb::object cmp_sub(nb::handle a, nb::handle q, nb::handle comparison, nb::handle bound, nb::handle diff, nb::handle out,
                   nb::handle threads) {
  const ModulusArgument modulus(q);
  if (modulus->words() != 1) reject("q", modulus->value(), "cmp_sub takes moduli of one word, q < 2^62");
  const auto& m = std::get<ringlet::Modulus<std::uint64_t>>(modulus->get());
  const ringlet::Comparison chosen = to_comparison(comparison, "comparison");
  const std::uint64_t limit = to_word(bound, "bound");
  const auto difference = to_residue<std::uint64_t>(diff, "diff", m.value());
  const nb::object no_check = nb::borrow(Py_False);
  return apply<std::uint64_t>(std::array{to_words(a, "a", 1)}, {out, threads, no_check}, grain, 1, m.value(),
                              [&](std::span<std::uint64_t> result, const auto& in) {
                                ringlet::cmp_sub(result, in[0], m, chosen, limit, difference);
                              });
}

// What the functions have in common is said in the package's docstring.

constexpr const char* add_doc = R"(a + b mod q, element by element.

:param a: residues of any shape, values in [0, q).
:param b: as ``a``.
:returns: the shape to which they broadcast, values in [0, q).

>>> import numpy as np
>>> add(np.array([1, 96], dtype=np.uint64), 5, 97)
array([6, 4], dtype=uint64)
)";

constexpr const char* sub_doc = R"(a - b mod q, element by element.

:param a: residues of any shape, values in [0, q).
:param b: as ``a``.
:returns: the shape to which they broadcast, values in [0, q).

>>> import numpy as np
>>> sub(np.array([1, 96], dtype=np.uint64), np.array([2, 96], dtype=np.uint64), 97)
array([96,  0], dtype=uint64)
)";

constexpr const char* neg_doc = R"(-a mod q, element by element; q < 2^124.

:param a: residues of any shape, values in [0, q).
:returns: the same shape, values in [0, q).

>>> import numpy as np
>>> neg(np.array([0, 1], dtype=np.uint64), 97)
array([ 0, 96], dtype=uint64)
)";

constexpr const char* mul_doc = R"(a b mod q, element by element.

:param a: residues of any shape, values in [0, input_factor q).
:param b: as ``a``.
:param input_factor: 1, 2 or 4; of wide moduli 1.
:param form: of wide moduli, that of a, b and the result: ``"plain"``, or ``"montgomery"``, x 2^(64 W) mod q for numbers of
    W words (:func:`to_montgomery`), which takes one reduction in place of two.
:returns: the shape to which they broadcast, values in [0, q).

>>> import numpy as np
>>> mul(np.array([2, 96], dtype=np.uint64), np.array([50, 96], dtype=np.uint64), 97)
array([3, 1], dtype=uint64)
)";

constexpr const char* mul_sub_doc = R"(a b - c mod q, element by element; q < 2^124.

:param a: residues of any shape, values in [0, input_factor q).
:param b: as ``a``.
:param c: as ``a``.
:param input_factor: 1, 2 or 4.
:returns: the shape to which they broadcast, values in [0, q).

>>> import numpy as np
>>> a = np.array([2, 96], dtype=np.uint64)
>>> mul_sub(a, np.array([50, 96], dtype=np.uint64), a, 97)
array([1, 2], dtype=uint64)
)";

constexpr const char* mul_scalar_doc = R"(a s mod q, element by element.

:param a: residues of any shape, values in [0, input_factor q) and below 2^64 (2^128 for double words).
:param s: an integer, which is reduced.
:param input_factor: 1, 2, 4 or 8; of wide moduli 1.
:param form: of wide moduli, that of a, s and the result, as for :func:`mul`.
:returns: the same shape, values in [0, q).

>>> import numpy as np
>>> mul_scalar(np.array([2, 96], dtype=np.uint64), 50, 97)
array([ 3, 47], dtype=uint64)
)";

constexpr const char* axpy_doc = R"(x s + z mod q, element by element; q < 2^124.

:param x: residues of any shape, values in [0, input_factor q) and below 2^64 (2^128 for double words).
:param s: an integer, which is reduced.
:param z: as ``x``, or None for zeros.
:param input_factor: 1, 2, 4 or 8.
:returns: the shape to which they broadcast, values in [0, q).

>>> import numpy as np
>>> axpy(np.array([2, 96], dtype=np.uint64), 50, np.array([1, 0], dtype=np.uint64), 97)
array([ 4, 47], dtype=uint64)
)";

constexpr const char* reduce_doc = R"(a mod q, element by element; q < 2^124.

:param a: residues of any shape, any value, or values in [0, input_factor q).
:param input_factor: None for any value; 2 or 4.
:param output_factor: 1 or 2; with 2, any representative below 2q.
:returns: the same shape, values in [0, output_factor q).

>>> import numpy as np
>>> reduce(np.array([100, 2**64 - 1], dtype=np.uint64), 97)
array([ 3, 60], dtype=uint64)
)";

constexpr const char* cmp_add_doc = R"(a + diff modulo 2^64 where ``a comparison bound`` holds, else a; one word only.

:param a: integers of any shape, in [0, 2^64).
:param comparison: ``"=="``, ``"<"``, ``"<="``, ``"!="``, ``">="``, ``">"``, ``"never"`` or ``"always"``.
:param bound: an integer in [0, 2^64).
:param diff: an integer in [0, 2^64).
:returns: the same shape, any value.

>>> import numpy as np
>>> cmp_add(np.array([1, 5], dtype=np.uint64), ">", 2, 100)
array([  1, 105], dtype=uint64)
)";

constexpr const char* cmp_sub_doc =
    R"(a - diff mod q where a, before any reduction, compares true with ``bound``, else a mod q; one word only.

:param a: integers of any shape, in [0, 2^64).
:param comparison: as for :func:`cmp_add`.
:param bound: an integer in [0, 2^64).
:param diff: an integer in [0, q).
:returns: the same shape, values in [0, q).

>>> import numpy as np
>>> cmp_sub(np.array([1, 100], dtype=np.uint64), 97, ">", 2, 5)
array([ 1, 95], dtype=uint64)
)";

}  // namespace

#define RINGLET_PAIR "a: " RINGLET_OPERAND ", b: " RINGLET_OPERAND ", q: " RINGLET_MODULUS ", *, "
#define RINGLET_COMPARISON "comparison: typing.Literal['==', '<', '<=', '!=', '>=', '>', 'never', 'always'], "
#define RINGLET_BOUND RINGLET_COMPARISON "bound: typing.SupportsIndex, diff: typing.SupportsIndex, *, "

void bind_eltwise(nb::module_& module) {
  const auto out = nb::arg("out").none() = nb::none();
  const auto factor = nb::arg("input_factor").none() = 1;
  const auto form = nb::arg("form").none() = "plain";
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
  const auto a = nb::arg("a").none();
  const auto b = nb::arg("b").none();
  const auto q = nb::arg("q").none();
  const auto s = nb::arg("s").none();
  module.def("add", &add, a, b, q, out, threads, check,
             nb::sig("def add(" RINGLET_PAIR RINGLET_OUT ", " RINGLET_OPTIONS), add_doc);
  module.def("sub", &sub, a, b, q, out, threads, check,
             nb::sig("def sub(" RINGLET_PAIR RINGLET_OUT ", " RINGLET_OPTIONS), sub_doc);
  module.def("neg", &neg, a, q, out, threads, check,
             nb::sig("def neg(a: " RINGLET_OPERAND ", q: " RINGLET_MODULUS ", *, " RINGLET_OUT ", " RINGLET_OPTIONS),
             neg_doc);
  module.def("mul", &mul, a, b, q, out, factor, form, threads, check,
             nb::sig("def mul(a: " RINGLET_OPERAND ", b: " RINGLET_OPERAND ", q: " RINGLET_MODULUS ", *, " RINGLET_OUT
                     ", input_factor: int = 1, " RINGLET_FORM RINGLET_OPTIONS),
             mul_doc);
  module.def("mul_sub", &mul_sub, a, b, nb::arg("c").none(), q, out, factor, threads, check,
             nb::sig("def mul_sub(a: " RINGLET_OPERAND ", b: " RINGLET_OPERAND ", c: " RINGLET_OPERAND
                     ", q: " RINGLET_MODULUS ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_OPTIONS),
             mul_sub_doc);
  module.def("mul_scalar", &mul_scalar, a, s, q, out, factor, form, threads, check,
             nb::sig("def mul_scalar(a: " RINGLET_OPERAND ", s: typing.SupportsIndex, q: " RINGLET_MODULUS
                     ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_FORM RINGLET_OPTIONS),
             mul_scalar_doc);
  module.def("axpy", &axpy, nb::arg("x").none(), s, nb::arg("z").none(), q, out, factor, threads, check,
             nb::sig("def axpy(x: " RINGLET_OPERAND ", s: typing.SupportsIndex, z: " RINGLET_OPERAND
                     " | None, q: " RINGLET_MODULUS ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_OPTIONS),
             axpy_doc);
  module.def("reduce", &reduce, a, q, out, nb::arg("input_factor").none() = nb::none(),
             nb::arg("output_factor").none() = 1, threads, check,
             nb::sig("def reduce(a: " RINGLET_OPERAND ", q: " RINGLET_MODULUS ", *, " RINGLET_OUT
                     ", input_factor: int | None = None, output_factor: int = 1, " RINGLET_OPTIONS),
             reduce_doc);
  module.def("cmp_add", &cmp_add, a, nb::arg("comparison").none(), nb::arg("bound").none(), nb::arg("diff").none(), out,
             threads,
             nb::sig("def cmp_add(a: " RINGLET_RESIDUES ", " RINGLET_BOUND RINGLET_OUT
                     ", threads: int = 1) -> " RINGLET_ARRAY),
             cmp_add_doc);
  module.def("cmp_sub", &cmp_sub, a, q, nb::arg("comparison").none(), nb::arg("bound").none(), nb::arg("diff").none(),
             out, threads,
             nb::sig("def cmp_sub(a: " RINGLET_RESIDUES ", q: " RINGLET_MODULUS ", " RINGLET_BOUND RINGLET_OUT
                     ", threads: int = 1) -> " RINGLET_ARRAY),
             cmp_sub_doc);
}

}  // namespace ringlet_python
