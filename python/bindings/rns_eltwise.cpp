#include <array>
#include <deque>
#include <ringlet/rns_eltwise.hpp>
#include <string>
#include <utility>
#include <vector>

#include "docstrings.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

using ringlet::Executor;
using ringlet::RnsBase;
using ringlet::RnsSpan;
using ringlet::RnsView;

/// operation(out, in, base, executor) of arrays by their names.
template <class... Names, class Operation>
nb::object on_arrays(const RnsBase& base, const CallOptions& options, const Operation& operation,
                     std::pair<nb::handle, Names>... arrays) {
  const std::array inputs{to_polynomials(arrays.first, arrays.second, RowShape::of_level(base))...};
  return apply_to_polynomials({.options = options, .base = base}, inputs,
                              [&](RnsSpan out, const auto& in, Executor* executor) { operation(out, in, executor); });
}

nb::object add(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan sum, const auto& in, Executor* executor) { ringlet::add(sum, in(0), in(1), base, executor); },
      std::pair{a, "a"}, std::pair{b, "b"});
}

nb::object sub(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan difference, const auto& in, Executor* executor) {
        ringlet::sub(difference, in(0), in(1), base, executor);
      },
      std::pair{a, "a"}, std::pair{b, "b"});
}

nb::object neg(const RnsBase& base, nb::handle a, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan negative, const auto& in, Executor* executor) { ringlet::neg(negative, in(0), base, executor); },
      std::pair{a, "a"});
}

nb::object mul(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads, nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan product, const auto& in, Executor* executor) { ringlet::mul(product, in(0), in(1), base, executor); },
      std::pair{a, "a"}, std::pair{b, "b"});
}

nb::object mul_add(const RnsBase& base, nb::handle a, nb::handle b, nb::handle c, nb::handle out, nb::handle threads,
                   nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan result, const auto& in, Executor* executor) {
        ringlet::mul_add(result, in(0), in(1), in(2), base, executor);
      },
      std::pair{a, "a"}, std::pair{b, "b"}, std::pair{c, "c"});
}

nb::object mul_sub(const RnsBase& base, nb::handle a, nb::handle b, nb::handle c, nb::handle out, nb::handle threads,
                   nb::handle check) {
  return on_arrays(
      base, {out, threads, check},
      [&](RnsSpan result, const auto& in, Executor* executor) {
        ringlet::mul_sub(result, in(0), in(1), in(2), base, executor);
      },
      std::pair{a, "a"}, std::pair{b, "b"}, std::pair{c, "c"});
}

/// An integer for all rows, or one for each, modulo the moduli of the rows.
std::vector<std::uint64_t> to_scalars(nb::handle s, const RnsBase& base, std::size_t rows) {
  const bool is_one = is_integer(s);
  const nb::list list = is_one ? nb::list() : to_list(s, "s", "an integer or an iterable of integers");
  std::vector<nb::object> integers;
  for (nb::handle item : list) integers.push_back(to_index(item, element("s", integers.size()).c_str()));
  if (is_one) integers.assign(rows, nb::borrow(s));
  if (integers.size() != rows) {
    reject("number of integers s", std::to_string(integers.size()), "it must be that of rows, " + std::to_string(rows));
  }
  std::vector<std::uint64_t> scalars;
  for (std::size_t i = 0; i < rows; ++i) {
    scalars.push_back(static_cast<std::uint64_t>(remainder(integers[i], "s", base[i].value())));
  }
  return scalars;
}

nb::object mul_scalar(const RnsBase& base, nb::handle a, nb::handle s, nb::handle out, nb::handle threads,
                      nb::handle check) {
  const std::array inputs{to_polynomials(a, "a", RowShape::of_level(base))};
  const std::vector<std::uint64_t> scalars = to_scalars(s, base, rows_of(inputs[0].shape()));
  const CallOptions options{out, threads, check};
  return apply_to_polynomials({.options = options, .base = base}, inputs,
                              [&](RnsSpan product, const auto& in, Executor* executor) {
                                ringlet::mul_scalar(product, in(0), scalars, base, executor);
                              });
}

/// The arrays of a sequence, or of the first axis of an array; `names` keeps what they are called.
void append_terms(std::vector<Array>& terms, std::deque<std::string>& names, nb::handle value, const char* name,
                  const RnsBase& base) {
  std::size_t index = 0;
  for (nb::handle item : to_list(value, name, "an iterable of arrays")) {
    names.push_back(element(name, index++));
    terms.push_back(to_polynomials(item, names.back().c_str(), RowShape::of_level(base)));
  }
}

nb::object inner_product(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads,
                         nb::handle check) {
  std::vector<Array> terms;
  std::deque<std::string> names;
  append_terms(terms, names, a, "a", base);
  const std::size_t count = terms.size();
  append_terms(terms, names, b, "b", base);
  if (count == 0) reject("number of arrays in a", "0", "it must be at least 1");
  if (terms.size() != 2 * count) {
    reject("number of arrays in b", std::to_string(terms.size() - count),
           "it must be that in a, " + std::to_string(count));
  }
  const CallOptions options{out, threads, check};
  return apply_to_polynomials({.options = options, .base = base}, terms,
                              [&](RnsSpan sum, const auto& in, Executor* executor) {
                                std::vector<RnsView> views;
                                for (std::size_t i = 0; i < 2 * count; ++i) views.push_back(in(i));
                                const std::span all(views);
                                ringlet::inner_product(sum, all.first(count), all.subspan(count), base, executor);
                              });
}

nb::object tensor(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads,
                  nb::handle check) {
  RowShape pair = RowShape::of_level(base);
  pair.polynomials = 2;
  const std::array inputs{to_polynomials(a, "a", pair), to_polynomials(b, "b", pair)};
  const CallOptions options{out, threads, check};
  const PreparedCall call = prepare({.options = options, .base = base, .polynomials = 3}, inputs);
  const Array& product = call.out;
  if (product.size() == 0) return product.object;
  const std::size_t count = count_of(product) / 3;
  for_each_polynomial(call.threads, count, product.size() / count, [&](std::size_t index, Executor* executor) {
    const auto part = [&](std::size_t k) { return polynomial(product, 3 * index + k); };
    const auto in = [&](std::size_t i) { return std::array{call.input(i, 2 * index), call.input(i, 2 * index + 1)}; };
    ringlet::tensor(std::array{part(0), part(1), part(2)}, in(0), in(1), base, executor);
  });
  return product.object;
}

constexpr const char* add_doc = R"(a + b, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param b: as ``a``.
:returns: the shape to which they broadcast, row i in [0, q_i).
)";

constexpr const char* sub_doc = R"(a - b, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param b: as ``a``.
:returns: the shape to which they broadcast, row i in [0, q_i).
)";

constexpr const char* neg_doc = R"(-a, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:returns: the same shape, row i in [0, q_i).
)";

constexpr const char* mul_doc = R"(a b, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param b: as ``a``.
:returns: the shape to which they broadcast, row i in [0, q_i).
)";

constexpr const char* mul_add_doc = R"(a b + c, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param b: as ``a``.
:param c: as ``a``.
:returns: the shape to which they broadcast, row i in [0, q_i).
)";

constexpr const char* mul_sub_doc = R"(a b - c, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param b: as ``a``.
:param c: as ``a``.
:returns: the shape to which they broadcast, row i in [0, q_i).
)";

constexpr const char* mul_scalar_doc = R"(a s, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param s: an integer, or one for each row; they are reduced.
:returns: the same shape, row i in [0, q_i).

>>> base = RnsBase([97, 193])
>>> base.to_ints(base.mul_scalar(base.from_ints([1, -2]), -1000), lift="centred")
array([-1000, 2000], dtype=object)
)";

constexpr const char* inner_product_doc =
    R"(a[0] b[0] + a[1] b[1] + ..., element by element, with one reduction for many terms.

:param a: a sequence of arrays of shape (..., L, n), at least one, or an array of shape (k, ..., L, n), whose first axis
    is that of the terms; row i in [0, q_i).
:param b: as ``a``, with as many terms.
:returns: the shape to which the terms broadcast, row i in [0, q_i).

>>> base = RnsBase([97, 193])
>>> a = base.from_ints([[1, 2], [3, 4]])
>>> base.to_ints(base.inner_product(a, a))
array([10, 20], dtype=object)
)";

constexpr const char* tensor_doc =
    R"(The products of pairs of polynomials, as of two ciphertexts, element by element: evaluations.

The three polynomials are a[0] b[0], a[0] b[1] + a[1] b[0] and a[1] b[1]; values are read and written once.

:param a: shape (..., 2, L, n), row i in [0, q_i).
:param b: as ``a``.
:returns: shape (..., 3, L, n), for the shape to which they broadcast; row i in [0, q_i). ``out`` must be apart from
    ``a`` and ``b``.

>>> base = RnsBase([97, 193])
>>> a = base.from_ints([[1, 2], [3, 4]])
>>> base.to_ints(base.tensor(a, a))
array([[1, 4],
       [6, 16],
       [9, 16]], dtype=object)
)";

#define RINGLET_ROWS(names) "(self, " names ", *, " RINGLET_OUT ", " RINGLET_OPTIONS

}  // namespace

void bind_rns_eltwise(RnsBaseClass& base) {
  const auto out = nb::arg("out").none() = nb::none();
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
  const auto a = nb::arg("a").none();
  const auto b = nb::arg("b").none();
  const auto c = nb::arg("c").none();
  base.def("add", &add, a, b, out, threads, check,
           nb::sig("def add" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES)), add_doc)
      .def("sub", &sub, a, b, out, threads, check,
           nb::sig("def sub" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES)), sub_doc)
      .def("neg", &neg, a, out, threads, check, nb::sig("def neg" RINGLET_ROWS("a: " RINGLET_RESIDUES)), neg_doc)
      .def("mul", &mul, a, b, out, threads, check,
           nb::sig("def mul" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES)), mul_doc)
      .def(
          "mul_add", &mul_add, a, b, c, out, threads, check,
          nb::sig("def mul_add" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES ", c: " RINGLET_RESIDUES)),
          mul_add_doc)
      .def(
          "mul_sub", &mul_sub, a, b, c, out, threads, check,
          nb::sig("def mul_sub" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES ", c: " RINGLET_RESIDUES)),
          mul_sub_doc)
      .def("mul_scalar", &mul_scalar, a, nb::arg("s").none(), out, threads, check,
           nb::sig("def mul_scalar" RINGLET_ROWS(
               "a: " RINGLET_RESIDUES ", s: typing.SupportsIndex | collections.abc.Iterable[typing.SupportsIndex]")),
           mul_scalar_doc)
      .def("inner_product", &inner_product, a, b, out, threads, check,
           nb::sig("def inner_product" RINGLET_ROWS("a: " RINGLET_ARRAYS ", b: " RINGLET_ARRAYS)), inner_product_doc)
      .def("tensor", &tensor, a, b, out, threads, check,
           nb::sig("def tensor" RINGLET_ROWS("a: " RINGLET_RESIDUES ", b: " RINGLET_RESIDUES)), tensor_doc);
}

}  // namespace ringlet_python
