#include <array>
#include <deque>
#include <ringlet/rns_eltwise.hpp>
#include <string>
#include <vector>

#include "define.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

/// Function object that calls the library's overloads with that name.
#define RINGLET_RNS_KERNEL(name) \
  [](const RnsBase& moduli, Executor* executor, const auto&... rows) { ringlet::name(rows..., moduli, executor); }

#define RINGLET_RNS_PRODUCT(name)                                                          \
  [](const RnsBase& moduli, Executor* executor, ringlet::Form form, const auto&... rows) { \
    ringlet::name(rows..., moduli, form, executor);                                        \
  }

constexpr const char* form_doc =
    ":param form: the form of all operands and the result: ``\"plain\"``, or ``\"montgomery\"``, x 2^64 mod q_i in row "
    "i\n"
    "    (:meth:`to_montgomery`), with odd moduli.\n";

/// Adds an element-wise operation on rows; `value` is what it computes.
template <std::size_t count, bool has_form = false, class Kernel>
void define_row_operation(RnsBaseClass& cls, const char* signature, const std::string& value, const Kernel& kernel) {
  const std::vector<std::string> names = names_of(signature);
  std::string doc = value + ", element by element.\n\n:param a: shape (..., L, n), row i in [0, q_i).\n";
  for (std::size_t i = 2; i <= count; ++i) doc += ":param " + names[i] + ": as ``a``.\n";
  if (has_form) doc += form_doc;
  doc += std::string(":returns: the ") + (count > 1 ? "shape to which they broadcast" : "same shape") +
         ", row i in [0, q_i).\n";
  define_on_polynomials<count, has_form>(
      cls, signature, [](const RnsBase& base) { return PolynomialCall::of_level(base); }, kernel, doc.c_str());
}

/// Converts an integer, or one integer for each row, to residues modulo the rows' moduli.
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
  return apply_to_polynomials(PolynomialCall::of_level(base), {out, threads, check}, inputs,
                              [&](RnsSpan product, const auto& in, Executor* executor) {
                                ringlet::mul(product, in(0), scalars, base, executor);
                              });
}

/// Appends the arrays of a sequence, or of the first axis of an array. `names` keeps their names for messages.
void append_terms(std::vector<Array>& terms, std::deque<std::string>& names, nb::handle value, const char* name,
                  const RnsBase& base) {
  std::size_t index = 0;
  for (nb::handle item : to_list(value, name, "an iterable of arrays")) {
    names.push_back(element(name, index++));
    terms.push_back(to_polynomials(item, names.back().c_str(), RowShape::of_level(base)));
  }
}

nb::object inner_product(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle form,
                         nb::handle threads, nb::handle check) {
  const auto chosen = to_choice<ringlet::Form>(form, "form");
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
  return apply_to_polynomials(PolynomialCall::of_level(base), {out, threads, check}, terms,
                              [&](RnsSpan sum, const auto& in, Executor* executor) {
                                std::vector<RnsView> views;
                                for (std::size_t i = 0; i < 2 * count; ++i) views.push_back(in(i));
                                const std::span all(views);
                                ringlet::inner_product(sum, all.first(count), all.subspan(count), base, chosen,
                                                       executor);
                              });
}

nb::object tensor(const RnsBase& base, nb::handle a, nb::handle b, nb::handle out, nb::handle threads,
                  nb::handle check) {
  PolynomialCall pairs = PolynomialCall::of_level(base);
  pairs.shape.polynomials = 2;
  pairs.polynomials = 3;
  const std::array inputs{to_polynomials(a, "a", pairs.shape), to_polynomials(b, "b", pairs.shape)};
  const PreparedCall call = prepare(pairs, {out, threads, check}, inputs);
  const Output& product = call.out;
  if (product.size() == 0) return product.finish();
  const std::size_t count = count_of(product) / 3;
  for_each_polynomial(call.threads, count, product.size() / count, [&](std::size_t index, Executor* executor) {
    const auto part = [&](std::size_t k) { return polynomial(product, 3 * index + k); };
    const auto in = [&](std::size_t i) { return std::array{call.input(i, 2 * index), call.input(i, 2 * index + 1)}; };
    ringlet::tensor(std::array{part(0), part(1), part(2)}, in(0), in(1), base, executor);
  });
  return product.finish();
}

constexpr const char* mul_scalar_doc = R"(a s, element by element.

:param a: shape (..., L, n), row i in [0, q_i).
:param s: an integer, or one for each row, which is reduced.
:returns: the same shape, row i in [0, q_i).

>>> base = RnsBase([97, 193])
>>> base.to_ints(base.mul_scalar(base.from_ints([1, -2]), -1000), lift="centred")
array([-1000, 2000], dtype=object)
)";

constexpr const char* inner_product_doc =
    R"(a[0] b[0] + a[1] b[1] + ..., element by element; many terms share one reduction.

:param a: a sequence of at least one array of shape (..., L, n), or an array of shape (k, ..., L, n) with the terms
    along the first axis; row i in [0, q_i).
:param b: as ``a``, with as many terms.
:param form: as for :meth:`mul`.
:returns: the shape to which the terms broadcast, row i in [0, q_i).

>>> base = RnsBase([97, 193])
>>> a = base.from_ints([[1, 2], [3, 4]])
>>> base.to_ints(base.inner_product(a, a))
array([10, 20], dtype=object)
)";

constexpr const char* tensor_doc =
    R"(The products of two pairs of polynomials, such as two ciphertexts, element by element; all are evaluations.

The three results are a[0] b[0], a[0] b[1] + a[1] b[0] and a[1] b[1]. Each value is read and written once.

:param a: shape (..., 2, L, n), row i in [0, q_i).
:param b: as ``a``.
:returns: shape (..., 3, L, n), with the leading axes to which a and b broadcast; row i in [0, q_i). ``out`` must be
    apart from ``a`` and ``b``.

>>> base = RnsBase([97, 193])
>>> a = base.from_ints([[1, 2], [3, 4]])
>>> base.to_ints(base.tensor(a, a))
array([[1, 4],
       [6, 16],
       [9, 16]], dtype=object)
)";

}  // namespace

void bind_rns_eltwise(RnsBaseClass& base) {
  define_row_operation<2>(base, "add(a, b)", "a + b", RINGLET_RNS_KERNEL(add));
  define_row_operation<2>(base, "sub(a, b)", "a - b", RINGLET_RNS_KERNEL(sub));
  define_row_operation<1>(base, "neg(a)", "-a", RINGLET_RNS_KERNEL(neg));
  define_row_operation<2, true>(base, "mul(a, b)", "a b", RINGLET_RNS_PRODUCT(mul));
  define_row_operation<3, true>(base, "mul_add(a, b, c)", "a b + c", RINGLET_RNS_PRODUCT(mul_add));
  define_row_operation<3>(base, "mul_sub(a, b, c)", "a b - c", RINGLET_RNS_KERNEL(mul_sub));
  define_row_operation<1>(base, "to_montgomery(a)", "2^64 a: plain numbers in Montgomery form, for odd moduli",
                          RINGLET_RNS_KERNEL(to_montgomery));
  define_row_operation<1>(base, "from_montgomery(a)", "a / 2^64: the inverse of :meth:`to_montgomery`",
                          RINGLET_RNS_KERNEL(from_montgomery));
  define(base, "mul_scalar(self, a: Residues, s: Integer | collections.abc.Iterable[Integer], *, out, threads, check)",
         &mul_scalar, mul_scalar_doc);
  define(base, "inner_product(self, a: ManyResidues, b: ManyResidues, *, out, form, threads, check)", &inner_product,
         inner_product_doc);
  define(base, "tensor(self, a: Residues, b: Residues, *, out, threads, check)", &tensor, tensor_doc);
}

}  // namespace ringlet_python
