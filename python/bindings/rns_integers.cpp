#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "choices.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

using ringlet::Lift;

constexpr const char* from_ints_doc = R"(Converts integers to residues.

:param integers: integers of either sign and any size, in nested sequences or an array, of shape (..., n).
:returns: uint64 of shape (..., L, n) for the L moduli of the base, row i in [0, q_i).
:raises TypeError: when a value is no integer, with its index; also for nested sequences of different lengths.

>>> RnsBase([97, 193]).from_ints([2**70, -5])
array([[ 24,  92],
       [165, 188]], dtype=uint64)
)";

constexpr const char* to_ints_doc = R"(Converts residues to integers.

:param x: shape (..., L, n), row i in [0, q_i).
:param lift: ``"floor"`` for integers in [0, Q), ``"centred"`` for integers in [-Q/2, Q/2); Q is the product of the
    first L moduli.
:returns: an array of Python integers (dtype object) of shape (..., n); its ``tolist()`` makes lists of them.
:raises ValueError: for another lift; otherwise as for all methods.

>>> base = RnsBase([97, 193])
>>> base.to_ints(base.from_ints([1, -5]))
array([1, 18716], dtype=object)
>>> base.to_ints(base.from_ints([1, -5]), lift="centred")
array([1, -5], dtype=object)
)";

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

nb::object int_type() { return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type)); }

/// Writes Python integers modulo Q as little-endian words.
class Writer {
 public:
  explicit Writer(const RnsBase& base)
      : product_(product(base)), bytes_(base.product().size_bytes()), size_(nb::int_(bytes_)) {}

  /// Writes one integer to out. name() returns the name of the value for messages.
  template <class Name>
  void operator()(std::uint64_t* out, nb::handle value, const Name& name) const {
    const nb::object integer = PyLong_CheckExact(value.ptr()) ? nb::borrow(value) : to_index(value, name().c_str());
    const nb::object residue = checked(PyNumber_Remainder(integer.ptr(), product_.ptr()));
    const nb::object bytes =
        checked(PyObject_CallFunctionObjArgs(to_bytes_.ptr(), residue.ptr(), size_.ptr(), little_.ptr(), nullptr));
    std::memcpy(out, PyBytes_AsString(bytes.ptr()), bytes_);
  }

 private:
  nb::object product_;
  std::size_t bytes_;
  nb::int_ size_;
  // Methods of int itself, which subclasses of int may override.
  nb::object to_bytes_ = int_type().attr("to_bytes");
  nb::str little_{"little"};
};

/// Reads integers from little-endian words, in two's complement if they are signed.
class Reader {
 public:
  Reader(std::size_t words, bool is_signed) : bytes_(words * word_bytes), from_bytes_(int_type().attr("from_bytes")) {
    options_["signed"] = is_signed;
  }

  nb::object operator()(const std::uint64_t* words) const {
    const nb::bytes bytes(words, bytes_);
    const nb::object arguments = checked(PyTuple_Pack(2, bytes.ptr(), little_.ptr()));
    return checked(PyObject_Call(from_bytes_.ptr(), arguments.ptr(), options_.ptr()));
  }

 private:
  std::size_t bytes_;
  nb::object from_bytes_;
  nb::str little_{"little"};
  nb::dict options_;
};

/// Returns the shape of residues: adds the axis of rows to (..., n).
Shape with_rows_of(std::span<const npy_intp> integers, const RnsBase& base) {
  Shape shape(integers.begin(), integers.end());
  shape.insert(shape.end() - 1, static_cast<npy_intp>(base.size()));
  return shape;
}

/// Returns the shape of integers: removes the axis of rows from (..., L, n).
Shape without_rows(std::span<const npy_intp> residues) {
  Shape shape(residues.begin(), residues.end());
  shape.erase(shape.end() - 2);
  return shape;
}

PyArrayObject* as_array(nb::handle object) { return reinterpret_cast<PyArrayObject*>(object.ptr()); }

/// Converts an argument to an array of int64, uint64 or objects. Always copies objects; returns other arrays themselves
/// if possible.
nb::object to_numbers(nb::handle integers) {
  require_no_mask(integers, "integers");
  int type = NPY_OBJECT;
  if (PyArray_Check(integers.ptr()) && PyArray_ISINTEGER(as_array(integers))) {
    type = PyArray_ISSIGNED(as_array(integers)) ? NPY_INT64 : NPY_UINT64;
  }
  const int flags = NPY_ARRAY_CARRAY_RO | (type == NPY_OBJECT ? NPY_ARRAY_ENSURECOPY : 0);
  nb::object numbers = checked(
      take_lock([&] { return PyArray_FromAny(integers.ptr(), PyArray_DescrFromType(type), 0, 0, flags, nullptr); }));
  if (PyArray_NDIM(as_array(numbers)) == 0) {
    reject_type("integers", "an array or nested sequences of integers", integers);
  }
  return numbers;
}

/// Returns a name such as "integers[1, 2]" for a position in the flat array.
std::string name_of(std::span<const npy_intp> shape, std::size_t position) {
  return "integers" + index_of(shape, position);
}

/// Writes the n objects from that position on as words.
void write_row(std::span<std::uint64_t> words, PyArrayObject* numbers, std::size_t position, std::size_t n,
               const Writer& write) {
  auto* const* objects = static_cast<PyObject* const*>(PyArray_DATA(numbers)) + position;
  const std::span shape(PyArray_DIMS(numbers), static_cast<std::size_t>(PyArray_NDIM(numbers)));
  for (std::size_t k = 0; k < n; ++k) {
    look_for_signals_between_objects(k);
    const nb::handle value = objects[k] == nullptr ? nb::handle(Py_None) : nb::handle(objects[k]);
    write(words.data() + k * (words.size() / n), value, [&] { return name_of(shape, position + k); });
  }
}

nb::object from_ints(const RnsBase& base, nb::handle integers) {
  const nb::object numbers = to_numbers(integers);
  PyArrayObject* const array = as_array(numbers);
  const std::span shape(PyArray_DIMS(array), static_cast<std::size_t>(PyArray_NDIM(array)));
  const Array out{"out", new_array(with_rows_of(shape, base)), 1};
  if (out.size() == 0) return out.object;
  const std::size_t n = out.row_size();
  const bool are_objects = PyArray_TYPE(array) == NPY_OBJECT;
  const std::size_t words = are_objects ? base.product().size() : 1;
  std::vector<std::uint64_t> row(are_objects ? n * words : 0);
  const Writer write(base);
  for (std::size_t index = 0; index < count_of(out); ++index) {
    std::span<const std::uint64_t> in = row;
    if (are_objects) {
      write_row(row, array, index * n, n, write);
    } else {
      look_for_signals_between_objects(0);
      in = {static_cast<const std::uint64_t*>(PyArray_DATA(array)) + index * n, n};
    }
    const Unlocked unlocked;
    ringlet::from_integers(polynomial(out, index), in, words, base, PyArray_TYPE(array) == NPY_INT64);
  }
  return out.object;
}

nb::object to_ints(const RnsBase& base, nb::handle x, nb::handle lift, nb::handle check) {
  const Lift chosen = to_choice<ringlet::Lift>(lift, "lift");
  if (chosen == Lift::approximate) reject("lift", "\"approximate\"", R"(it must be "floor" or "centred")");
  const Array residues = to_polynomials(x, "x", RowShape::of_level(base));
  if (to_bool(check)) require_values(residues, 1, base);
  const nb::object result = new_array(without_rows(residues.shape()), NPY_OBJECT);
  if (residues.size() == 0) return result;
  const RnsBase level = base.first(rows_of(residues.shape()));
  const std::size_t n = residues.row_size(), words = level.product().size();
  const Reader read(words, chosen == Lift::centred);
  std::vector<std::uint64_t> row(n * words);
  auto* objects = static_cast<PyObject**>(PyArray_DATA(as_array(result)));
  for (std::size_t index = 0; index < count_of(residues); ++index) {
    {
      const Unlocked unlocked;
      ringlet::to_integers(row, words, polynomial(residues, index), level, chosen);
    }
    for (std::size_t k = 0; k < n; ++k, ++objects) {
      look_for_signals_between_objects(k);
      // NumPy has put None or null there.
      Py_XDECREF(std::exchange(*objects, read(row.data() + k * words).release().ptr()));
    }
  }
  return result;
}

}  // namespace

void bind_rns_integers(RnsBaseClass& base) {
  define(base, "from_ints(self, integers: numpy.typing.ArrayLike)", &from_ints, from_ints_doc);
  define(base,
         "to_ints(self, x: Residues, *, lift: typing.Literal['floor', 'centred'] = 'floor', check) -> "
         "numpy.typing.NDArray[typing.Any]",
         &to_ints, to_ints_doc);
}

}  // namespace ringlet_python
