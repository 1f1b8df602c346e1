#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ringlet/matrix_ntt.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "bindings.hpp"
#include "define.hpp"
#include "plan.hpp"
#include "unlocked.hpp"
#include "workers.hpp"

namespace ringlet_python {
namespace {

using ringlet::MatrixSpan;

constexpr const char* matrix_doc = R"(A plan of transforms of all columns of matrices.

Column c of a result is what :class:`Ntt` makes of column c. Matrices are as provers keep traces: row by row, one
polynomial in each column. Nothing is transposed.

:param rows: the number of rows, a power of two, 2 to 2^24 (2^20 for 128-bit words).
:param q: as for :class:`Ntt`, q < 2^124.
:param ring: as for :class:`Ntt`.
:param psi: as for :class:`Ntt`.
:param omega: as for :class:`Ntt`.
:param coset: as for :class:`Ntt`.
:param order: as for :class:`Ntt`: the order of the rows of evaluations.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods take matrices: arrays of shape (rows, width), or (rows, width, 2) for 128-bit words. They do not copy arrays
whose rows each lie in one piece, any distance apart, as in a slice of columns ``a[:, 2:5]``. All other arrays are
copied: those of the wrong alignment, transposed, or with rows that run backwards. Arrays of uint32 and uint64, other
integers, ``out``, ``threads`` and ``check`` are as for :class:`Ntt`; threads share one matrix, and ``out`` may also be
other columns of the input's array. Ctrl-C takes effect at the end of a call. Plans are values, as those of
:class:`Ntt` are.

>>> import numpy as np
>>> a = np.arange(8, dtype=np.uint32).reshape(4, 2)
>>> matrices, ntt = MatrixNtt(4, 17), Ntt(4, 17)
>>> [(matrices.forward(a)[:, c] == ntt.forward(a[:, c])).all() for c in range(2)]
[np.True_, np.True_]
>>> matrices.inverse(matrices.forward(a), out=a) is a
True
)";

constexpr const char* forward_doc = R"(Transforms each column as :meth:`Ntt.forward` does.

:param a: shape (rows, width), values in [0, q): row j holds the coefficients of X^j.
:returns: shape (rows, width), values in [0, q): the rows are evaluations, in the plan's order.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/rows.

:param a: shape (rows, width), values in [0, q), rows in the plan's order.
:returns: shape (rows, width), values in [0, q), rows in natural order.
)";

constexpr const char* extend_doc = R"(Evaluates the columns with values at the plan's points on a larger coset.

The points are coset root^k for k from 0 to rows 2^log_blowup - 1. The first call with a coset, a root and a log_blowup
makes tables, which the plan keeps until a call with other points.

:param a: shape (rows, width), values in [0, q), rows in the plan's order.
:param coset: an integer in [1, q).
:param log_blowup: 0 to 16.
:param root: a primitive root of unity of order rows 2^log_blowup whose power 2^log_blowup is omega. Default:
    :meth:`extension_root`, which takes as long as some transforms of short columns.
:param out: the array for the result, or None; ``a`` may be its first rows.
:returns: shape (rows 2^log_blowup, width), values in [0, q), rows in bit-reversed order, whatever the plan's order is.

>>> import numpy as np
>>> q = field("babybear").modulus
>>> matrices, ntt = MatrixNtt(4, q, ring="cyclic"), Ntt(4, q, ring="cyclic")
>>> a = np.arange(8, dtype=np.uint32).reshape(4, 2)
>>> [(matrices.extend(a, 31)[:, c] == ntt.extend(a[:, c], 31)).all() for c in range(2)]
[np.True_, np.True_]
)";

/// Python class MatrixNtt.
class MatrixNtt : public PlanOfAnyArray<ringlet::MatrixNtt, OfNarrowWord<ringlet::MatrixNtt>> {
 public:
  /// Takes the arguments of the Python constructor.
  MatrixNtt(nb::handle rows, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle coset,
            nb::handle order)
      : PlanOfAnyArray(
            make<Moduli::narrow>("MatrixNtt", "rows", rows, *ModulusArgument(q), {ring, psi, omega, coset, order}),
            coset) {}
};

std::size_t rows_of(const MatrixNtt& ntt) {
  return ntt.visit([](const auto& plan) { return plan.rows(); });
}

/// Errors    ValueError when the array is no matrix with that number of rows.
void require_matrix(const Array& array, std::size_t rows) {
  if (array.dimensions() == 2 && static_cast<std::size_t>(array.shape()[0]) == rows) return;
  reject(std::string("shape of ") + array.name, to_string(array.shape()),
         "it must be (" + std::to_string(rows) + ", width" + (array.words > 1 ? ", 2)" : ")"));
}

/// Returns whether the words of each row lie side by side.
bool has_rows_in_one_piece(PyArrayObject* array) {
  npy_intp step = PyArray_ITEMSIZE(array);
  for (int axis = PyArray_NDIM(array) - 1; axis > 0; --axis) {
    if (PyArray_DIM(array, axis) > 1 && PyArray_STRIDE(array, axis) != step) return false;
    step *= PyArray_DIM(array, axis);
  }
  return true;
}

/// Returns the number of words from row to row; nothing if the library cannot read the rows where they are.
template <class Word>
std::optional<std::size_t> stride_of(PyArrayObject* array) {
  constexpr npy_intp size = sizeof(Word);
  const npy_intp step = PyArray_STRIDE(array, 0);
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(PyArray_DATA(array)) % alignof(Word) == 0;
  if (!is_aligned || step % size != 0 || step < PyArray_DIM(array, 1) * size) return std::nullopt;
  if (!has_rows_in_one_piece(array)) return std::nullopt;
  return static_cast<std::size_t>(step / size);
}

template <class Word>
MatrixSpan<Word> span_of(const Array& array, std::size_t stride) {
  return {static_cast<Word*>(array.data()), static_cast<std::size_t>(array.shape()[0]),
          static_cast<std::size_t>(array.shape()[1]), stride};
}

/// Matrix in an array of words, in which rows are any distance apart.
template <class Word>
struct Matrix {
  Array array;
  MatrixSpan<Word> span;
};

/// Returns the matrix in an array of words; nothing if the library cannot read it where it is.
/// Errors    those of `require_matrix`.
template <class Word>
std::optional<Matrix<Word>> matrix_in(nb::handle value, const char* name, std::size_t rows) {
  const Array array{name, nb::borrow(value), words_of<Word>};
  require_axis_of_words(array);
  require_matrix(array, rows);
  const auto stride = stride_of<Word>(array.get());
  if (!stride) return std::nullopt;
  return Matrix<Word>{array, span_of<Word>(array, *stride)};
}

/// Returns a matrix in an array that is C-contiguous.
/// Errors    those of `require_matrix`.
template <class Word>
Matrix<Word> contiguous(Array array, std::size_t rows) {
  require_matrix(array, rows);
  const MatrixSpan<Word> span = span_of<Word>(array, static_cast<std::size_t>(array.shape()[1]));
  return {std::move(array), span};
}

/// Converts an argument to a matrix; copies what the library cannot read where it is.
template <class Word>
Matrix<Word> to_matrix(nb::handle value, const char* name, const ringlet::Modulus<Word>& q, std::size_t rows) {
  if (is_integer(value)) reject_type(name, "an array of integers", value);
  if (is_array_of(value, words_in_arrays<Word>)) {
    require_no_mask(value, name);
    if (auto matrix = matrix_in<Word>(value, name, rows)) return *std::move(matrix);
  }
  return contiguous<Word>(to_residues(value, name, q), rows);
}

/// Matrix for a result: in `out`, where it can be written there, or in an array that `out` gets at the end.
template <class Word>
struct ResultMatrix {
  Output output;
  MatrixSpan<Word> span;
};

/// Returns the matrix for a result of so many rows as wide as the input.
template <class Word>
ResultMatrix<Word> make_result(nb::handle out, const Matrix<Word>& in, std::size_t rows) {
  constexpr Words words = words_in_arrays<Word>;
  const std::span<const npy_intp> shape_of_in = in.array.shape();
  std::vector<npy_intp> shape(shape_of_in.begin(), shape_of_in.end());
  shape.front() = static_cast<npy_intp>(rows);
  if (!out.is_none()) {
    require_output(out, "out", words);
    const auto matrix = matrix_in<Word>(out, "out", rows);
    if (matrix && matrix->span.width() == in.span.width()) return {{matrix->array, nb::borrow(out)}, matrix->span};
  }
  Output output = make_output(out, std::move(shape), words);
  const MatrixSpan<Word> span = span_of<Word>(output, in.span.width());
  return {std::move(output), span};
}

/// Returns whether the matrices have a number in common, or rows of one lie between rows of the other that have another
/// distance; false for the same matrix.
template <class Word>
bool overlap(const MatrixSpan<Word>& out, const MatrixSpan<Word>& in) {
  const auto end = [](const MatrixSpan<Word>& m) { return m.data() + (m.rows() - 1) * m.stride() + m.width(); };
  const std::less<> before;
  const bool is_same = out.data() == in.data() && out.stride() == in.stride();
  if (is_same || !before(out.data(), end(in)) || !before(in.data(), end(out))) return false;
  const auto [first, second] = std::minmax({out.data(), in.data()}, before);
  const std::size_t column = static_cast<std::size_t>(second - first) % in.stride();
  const bool are_columns = column >= in.width() && column + in.width() <= in.stride();
  return out.stride() != in.stride() || !are_columns;
}

/// Returns the input, or a copy of it if the output overlaps it.
/// Errors    ValueError when two contiguous arrays overlap without being the same.
template <class Word>
Matrix<Word> apart_from(const ResultMatrix<Word>& result, Matrix<Word> in) {
  if (!overlap(result.span, in.span)) return in;
  if (in.span.stride() == in.span.width() && result.span.stride() == in.span.width()) {
    require_no_overlap(result.output, in.array);
  }
  Array copy{in.array.name, new_array({in.array.shape().begin(), in.array.shape().end()}, words_in_arrays<Word>.type),
             in.array.words};
  if (take_lock([&] { return PyArray_CopyInto(copy.get(), in.array.get()); }) != 0) throw nb::python_error();
  return contiguous<Word>(std::move(copy), in.span.rows());
}

/// Checks that all values are below q.
template <class Word>
void require_values_of(const Matrix<Word>& in, const Word& q) {
  const MatrixSpan<Word>& matrix = in.span;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    const std::span<const Word> values(matrix.data() + row * matrix.stride(), matrix.width());
    require_values<Word>(in.array.name, in.array.residue_shape(), row * matrix.width(), values, 1, q);
  }
}

/// Calls transform(out, in, executor) on matrices of the plan, of which out has 2^log_blowup times as many rows.
template <class Word, class Transform>
nb::object transform_matrix(const ringlet::MatrixNtt<Word>& plan, nb::handle a, const CallOptions& options,
                            unsigned log_blowup, const Transform& transform) {
  const unsigned threads = to_small(options.threads, "threads", 1, 1024);
  const bool check = to_bool(options.check);
  const Matrix<Word> given = to_matrix(a, "a", plan.modulus(), plan.rows());
  if (check) require_values_of(given, plan.modulus().value());
  const ResultMatrix<Word> result = make_result(options.out, given, plan.rows() << log_blowup);
  if (given.span.width() == 0) return result.output.finish();
  const Matrix<Word> in = apart_from(result, given);
  Workers workers(threads);
  without_lock([&] { transform(result.span, MatrixSpan<const Word>(in.span), &workers); });
  return result.output.finish();
}

nb::object forward(const MatrixNtt& ntt, nb::handle a, nb::handle out, nb::handle threads, nb::handle check) {
  return ntt.visit_for(std::array{a, out}, [&](const auto& plan) {
    return transform_matrix(plan, a, {out, threads, check}, 0,
                            [&](auto result, auto in, auto* executor) { plan.forward(result, in, executor); });
  });
}

nb::object inverse(const MatrixNtt& ntt, nb::handle a, nb::handle out, nb::handle threads, nb::handle check) {
  return ntt.visit_for(std::array{a, out}, [&](const auto& plan) {
    return transform_matrix(plan, a, {out, threads, check}, 0,
                            [&](auto result, auto in, auto* executor) { plan.inverse(result, in, executor); });
  });
}

nb::object extend(const MatrixNtt& ntt, nb::handle a, nb::handle coset, nb::handle log_blowup, nb::handle root,
                  nb::handle out, nb::handle threads, nb::handle check) {
  const unsigned b = to_small(log_blowup, "log_blowup", 0, max_log_blowup);
  return ntt.visit_for(std::array{a, out}, [&](const auto& plan) {
    const auto points = extended_points(plan, b, coset, root);
    return transform_matrix(plan, a, {out, threads, check}, b, [&](auto result, auto in, auto* executor) {
      plan.extend(result, in, points.coset, points.root, executor);
    });
  });
}

}  // namespace

void bind_matrix_ntt(nb::module_& module) {
  auto cls = define_class<MatrixNtt>(module, "MatrixNtt", matrix_doc);
  define_init<7>(cls,
                 "__init__(self, rows: Integer, q, *, ring, psi, omega, coset: Integer | None = None, "
                 "order: typing.Literal['natural', 'bit_reversed'] | None = None) -> None");
  define(cls, "forward(self, a: Residues, *, out_of_words, threads, check) -> Words", &forward, forward_doc);
  define(cls, "inverse(self, a: Residues, *, out_of_words, threads, check) -> Words", &inverse, inverse_doc);
  define(cls,
         "extend(self, a: Residues, coset: Integer, *, log_blowup: Integer = 1, root: Integer | None = None, "
         "out_of_words, threads, check) -> Words",
         &extend, extend_doc);
  define_extension_root(cls, "rows");
  define_property(cls, "rows", &rows_of, "The number of rows of a matrix.");
  define_properties_of_plan(cls);
  define_value(cls, [](const MatrixNtt& ntt) { return ntt.arguments(rows_of(ntt)); });
}

}  // namespace ringlet_python
