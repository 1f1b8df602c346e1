#include "wide_eltwise.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <ringlet/wide_eltwise.hpp>
#include <stdexcept>
#include <utility>

#include "choices.hpp"
#include "docstrings.hpp"
#include "eltwise_call.hpp"

namespace ringlet_python {
namespace {

nb::object mul_add(nb::handle a, nb::handle b, nb::handle c, nb::handle q, nb::handle out, nb::handle form,
                   nb::handle threads, nb::handle check) {
  const ringlet::Form chosen = to_form(form, "form");
  return on_arrays<Moduli::wide>(
      "mul_add", q, {out, threads, check}, 1,
      [&](const auto& m, auto result, const auto& in) { ringlet::mul_add(result, in[0], in[1], in[2], m, chosen); },
      std::pair{a, "a"}, std::pair{b, "b"}, std::pair{c, "c"});
}

nb::object to_montgomery(nb::handle a, nb::handle q, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays<Moduli::wide>(
      "to_montgomery", q, {out, threads, check}, 1,
      [](const auto& m, auto result, const auto& in) { ringlet::to_montgomery(result, in[0], m); }, std::pair{a, "a"});
}

nb::object from_montgomery(nb::handle a, nb::handle q, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays<Moduli::wide>(
      "from_montgomery", q, {out, threads, check}, 1,
      [](const auto& m, auto result, const auto& in) { ringlet::from_montgomery(result, in[0], m); },
      std::pair{a, "a"});
}

/// Throws ValueError: names the first number of which there is no inverse. The library counts from the beginning of its
/// piece.
template <class Word>
[[noreturn]] void reject_factor(const Array& a, const Word& q) {
  const nb::object gcd = nb::module_::import_("math").attr("gcd"), modulus = to_python(q);
  const std::span<const Word> values = a.values<Word>();
  const auto found = std::ranges::find_if(
      values, [&](const Word& value) { return value != Word{} && !gcd(to_python(value), modulus).equal(nb::int_(1)); });
  // A value that is not below q may have led here, too.
  const auto position = static_cast<std::size_t>(found - values.begin()) % values.size();
  reject(a.name + index_of(a.residue_shape(), position), to_string(values[position]),
         "it must be 0 or have no factor in common with q");
}

nb::object invert(nb::handle a, nb::handle q, nb::handle out, nb::handle form, nb::handle threads, nb::handle check) {
  const ringlet::Form chosen = to_form(form, "form");
  const ModulusArgument modulus(q);
  return modulus->visit_only<Moduli::wide>("invert", [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const Array input = to_residues(a, "a", m);
    std::atomic<bool> is_refused = false;
    const nb::object result = apply<Word>(std::array{input}, {out, threads, check}, grain, 1, m.value(),
                                          [&](std::span<Word> piece, const auto& in) {
                                            try {
                                              ringlet::invert(piece, in[0], m, chosen);
                                            } catch (const std::invalid_argument&) {
                                              is_refused = true;
                                            }
                                          });
    if (is_refused) reject_factor(input, m.value());
    return result;
  });
}

/// Residues of shape (..., n).
template <class Word>
Array to_vectors(nb::handle value, const char* name, const ringlet::Modulus<Word>& q) {
  if (is_integer(value)) reject_type(name, "an array of integers", value);
  Array array = to_residues(value, name, q);
  if (array.dimensions() == 0) reject(std::string("shape of ") + name, to_string(array.shape()), "it must be (..., n)");
  return array;
}

nb::object inner_product(nb::handle a, nb::handle b, nb::handle q, nb::handle out, nb::handle form, nb::handle threads,
                         nb::handle check) {
  const ringlet::Form chosen = to_form(form, "form");
  const ModulusArgument modulus(q);
  return modulus->visit_only<Moduli::wide>("inner_product", [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const auto operands = to_operands<Word>(std::array{to_vectors(a, "a", m), to_vectors(b, "b", m)},
                                            {out, threads, check}, 1, m.value());
    const std::span<const npy_intp> shape = operands.arrays[0].residue_shape();
    const Array result = make_output(out, with_words({shape.begin(), shape.end() - 1}, words_of<Word>), words_of<Word>);
    for (const Array& operand : operands.arrays) require_separate(result, operand);
    const std::span<Word> sums(static_cast<Word*>(result.data()), result.size());
    const std::size_t n = operands.arrays[0].row_size();
    if (n == 0) {
      std::ranges::fill(sums, Word{});
      return result.object;
    }
    in_stretches(operands.threads, operands.size(), n, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; row += n) {
        const auto in = operands.part(row, row + n);
        sums[row / n] = ringlet::inner_product(in[0], in[1], m, chosen);
      }
    });
    return result.object;
  });
}

nb::object powers(nb::handle first, nb::handle ratio, nb::handle n, nb::handle q, nb::handle out, nb::handle form) {
  const ringlet::Form chosen = to_form(form, "form");
  const unsigned size = to_small(n, "n", 1, 1U << 30);
  const ModulusArgument modulus(q);
  return modulus->visit_only<Moduli::wide>("powers", [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const Word start = remainder(first, "first", m.value());
    const Word factor = remainder(ratio, "ratio", m.value());
    const Array result = make_output(out, with_words({static_cast<npy_intp>(size)}, words_of<Word>), words_of<Word>);
    {
      const Unlocked unlocked;
      ringlet::powers(std::span<Word>(static_cast<Word*>(result.data()), size), start, factor, m, chosen);
    }
    return result.object;
  });
}

constexpr const char* mul_add_doc = R"(a b + c mod q, element by element, for wide moduli, q >= 2^124.

:param a: residues of any shape, values in [0, q).
:param b: as ``a``.
:param c: as ``a``.
:param form: that of all operands and of the result, as for :func:`mul`.
:returns: the shape to which they broadcast, values in [0, q).

>>> q = Modulus(2**255 - 19)
>>> to_ints(mul_add(from_ints([2, 3], q), 5, from_ints([1, -15], q), q), q)
array([11, 0], dtype=object)
)";

constexpr const char* to_montgomery_doc = R"(a R mod q, element by element: plain numbers in Montgomery form.

:param a: residues of any shape, values in [0, q).
:param q: a wide modulus, q >= 2^124. R is 2^(64 q.words).
:returns: the same shape, values in [0, q).

Sums, and transforms, are the same for numbers of either form; products take theirs as ``form``. arkworks, gnark-crypto
and blst keep numbers in this form, with as many words as q takes by default.

>>> q = Modulus(2**255 - 19)
>>> to_ints(to_montgomery(from_ints([1], q), q), q)  # 2^256 = 38 (mod q)
array([38], dtype=object)
)";

constexpr const char* from_montgomery_doc =
    R"(a / R mod q, element by element: numbers in Montgomery form as plain ones.

:param a: residues of any shape, values in [0, q).
:param q: a wide modulus, q >= 2^124. R is 2^(64 q.words).
:returns: the same shape, values in [0, q).

>>> q = Modulus(2**255 - 19)
>>> to_ints(from_montgomery(from_ints([38], q), q), q)
array([1], dtype=object)
)";

constexpr const char* invert_doc = R"(1 / a mod q, element by element, and 0 where a is 0, for wide moduli, q >= 2^124.

:param a: residues of any shape, values in [0, q).
:param form: that of a and the result, as for :func:`mul`.
:returns: the same shape, values in [0, q).
:raises ValueError: also where a number other than 0 has a factor in common with q, which must be composite for that;
    ``out`` then holds some of the results.

Three products for each number, and one inversion for many of them. The time depends on the values: not for secrets.

Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Math. Comp. 48 (1987).

>>> q = Modulus(2**255 - 19)
>>> to_ints(mul(invert(from_ints([2, 3], q), q), 6, q), q)
array([3, 2], dtype=object)
)";

constexpr const char* inner_product_doc =
    R"(a[0] b[0] + a[1] b[1] + ... mod q along the last axis, for wide moduli, q >= 2^124.

:param a: residues of shape (..., n), values in [0, q).
:param b: as ``a``.
:param out: of the result's shape; it must not overlap an input.
:param form: that of a, b and the result, as for :func:`mul`.
:returns: of the shape to which they broadcast without the last axis, values in [0, q).

>>> q = Modulus(2**255 - 19)
>>> to_ints(inner_product(from_ints([1, 2, 3], q), from_ints([4, 5, -6], q), q), q).item() - q.value
-4
)";

constexpr const char* powers_doc = R"(first ratio^i mod q for i from 0 to n - 1, for wide moduli, q >= 2^124.

:param first: an integer, which is reduced.
:param ratio: as ``first``.
:param n: how many, 1 to 2^30.
:param out: an array of uint64 for the result, of its shape, or None.
:param form: that of first, ratio and the result, as for :func:`mul`.
:returns: residues of shape (n,), values in [0, q).

Ctrl-C is heeded at the end: two million powers take about a tenth of a second.

>>> to_ints(powers(2, 10, 4, 2**255 - 19), 2**255 - 19)
array([2, 20, 200, 2000], dtype=object)
)";

}  // namespace

#define RINGLET_REST "q: " RINGLET_MODULUS ", *, " RINGLET_OUT ", "

void bind_wide_eltwise(nb::module_& module) {
  const auto out = nb::arg("out").none() = nb::none();
  const auto form = nb::arg("form").none() = "plain";
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
  const auto a = nb::arg("a").none();
  const auto b = nb::arg("b").none();
  const auto q = nb::arg("q").none();
  module.def("mul_add", &mul_add, a, b, nb::arg("c").none(), q, out, form, threads, check,
             nb::sig("def mul_add(a: " RINGLET_OPERAND ", b: " RINGLET_OPERAND ", c: " RINGLET_OPERAND
                     ", " RINGLET_REST RINGLET_FORM RINGLET_OPTIONS),
             mul_add_doc);
  module.def("to_montgomery", &to_montgomery, a, q, out, threads, check,
             nb::sig("def to_montgomery(a: " RINGLET_OPERAND ", " RINGLET_REST RINGLET_OPTIONS), to_montgomery_doc);
  module.def("from_montgomery", &from_montgomery, a, q, out, threads, check,
             nb::sig("def from_montgomery(a: " RINGLET_OPERAND ", " RINGLET_REST RINGLET_OPTIONS), from_montgomery_doc);
  module.def("invert", &invert, a, q, out, form, threads, check,
             nb::sig("def invert(a: " RINGLET_OPERAND ", " RINGLET_REST RINGLET_FORM RINGLET_OPTIONS), invert_doc);
  module.def("inner_product", &inner_product, a, b, q, out, form, threads, check,
             nb::sig("def inner_product(a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES
                     ", " RINGLET_REST RINGLET_FORM RINGLET_OPTIONS),
             inner_product_doc);
  module.def("powers", &powers, nb::arg("first").none(), nb::arg("ratio").none(), nb::arg("n").none(), q, out, form,
             nb::sig("def powers(first: typing.SupportsIndex, ratio: typing.SupportsIndex, n: typing.SupportsIndex, "
                     "q: " RINGLET_MODULUS ", *, " RINGLET_OUT
                     ", form: typing.Literal['plain', 'montgomery'] = 'plain') -> " RINGLET_ARRAY),
             powers_doc);
}

}  // namespace ringlet_python
