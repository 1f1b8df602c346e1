#include "arrays.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "unlocked.hpp"

namespace ringlet_python {
namespace {

std::string shape_of(const Array& array) {
  const nb::object shape = nb::handle(reinterpret_cast<PyObject*>(array.object)).attr("shape");
  return nb::repr(shape).c_str();
}

std::string dtype_of(nb::handle array) {
  const nb::object dtype = array.attr("dtype");
  return nb::str(dtype).c_str();
}

bool is_uint64(PyArrayObject* array) {
  const int type = PyArray_TYPE(array);
  return (type == NPY_ULONG || type == NPY_ULONGLONG) && PyArray_ISNOTSWAPPED(array);
}

/// "[1, 2]" of the residue at a position of the flat array.
std::string index_of(const Array& array, std::size_t position) {
  std::vector<std::size_t> index(static_cast<std::size_t>(array.dimensions()));
  for (int axis = array.dimensions() - 1; axis >= 0; --axis) {
    const auto length = static_cast<std::size_t>(PyArray_DIM(array.object, axis));
    index[static_cast<std::size_t>(axis)] = position % length;
    position /= length;
  }
  std::string text = "[";
  for (const std::size_t i : index) text.append(text.size() > 1 ? ", " : "").append(std::to_string(i));
  return text + "]";
}

/// The position of the first value that is not below the bound, or the number of values.
template <class Word>
std::size_t first_not_below(std::span<const Word> values, uint128_t bound) {
  Unlocked unlocked;
  for (std::size_t begin = 0; begin < values.size(); begin += stretch_of_one_thread) {
    unlocked.look_for_signals();
    const auto stretch = values.subspan(begin, std::min(stretch_of_one_thread, values.size() - begin));
    const auto found = std::ranges::find_if(stretch, [bound](Word value) { return value >= bound; });
    if (found != stretch.end()) return begin + static_cast<std::size_t>(found - stretch.begin());
  }
  return values.size();
}

/// Whether it is one of numpy.ma's arrays, whose mask no function here knows.
bool is_masked(nb::handle array) {
  if (PyArray_CheckExact(array.ptr())) return false;
  return nb::isinstance(array, nb::module_::import_("numpy.ma").attr("MaskedArray"));
}

}  // namespace

Array to_array(nb::handle value, const char* name, unsigned words) {
  if (!PyArray_Check(value.ptr())) reject_type(name, "a NumPy array of uint64", value);
  if (is_masked(value)) reject_type(name, "an array without a mask", value);
  auto* array = reinterpret_cast<PyArrayObject*>(value.ptr());
  if (!is_uint64(array)) {
    throw nb::type_error((std::string(name) + " must be an array of uint64, not " + dtype_of(value)).c_str());
  }
  if (!PyArray_IS_C_CONTIGUOUS(array)) {
    throw nb::value_error((std::string(name) + " must be C-contiguous; numpy.ascontiguousarray makes a copy").c_str());
  }
  const std::size_t alignment = words * sizeof(std::uint64_t);
  if (reinterpret_cast<std::uintptr_t>(PyArray_DATA(array)) % alignment != 0) {
    throw nb::value_error(
        (std::string(name) + " must be aligned to " + std::to_string(alignment) + " bytes; its copy() is").c_str());
  }
  const Array result{name, array, words, static_cast<std::size_t>(PyArray_SIZE(array)) / words};
  if (words == 2 && (PyArray_NDIM(array) == 0 || PyArray_DIM(array, PyArray_NDIM(array) - 1) != 2)) {
    reject(std::string("shape of ") + name, shape_of(result), "its last axis must be 2: low and high words");
  }
  return result;
}

void require_same_shape(const Array& array, const Array& like) {
  const int dimensions = PyArray_NDIM(array.object);
  if (dimensions == PyArray_NDIM(like.object) &&
      std::equal(PyArray_DIMS(array.object), PyArray_DIMS(array.object) + dimensions, PyArray_DIMS(like.object))) {
    return;
  }
  reject(std::string("shape of ") + array.name, shape_of(array),
         std::string("it must be that of ") + like.name + ", " + shape_of(like));
}

void require_rows(const Array& array, std::size_t n) {
  if (array.dimensions() >= 1 && array.row_size() == n) return;
  const std::string number = std::to_string(n);
  reject(std::string("shape of ") + array.name, shape_of(array),
         "it must be (..., " + number + (array.words == 2 ? ", 2)" : ")") + " for n = " + number);
}

nb::object make_output(nb::handle out, const Array& like) {
  if (out.is_none()) {
    PyObject* array = PyArray_SimpleNew(PyArray_NDIM(like.object), PyArray_DIMS(like.object), NPY_UINT64);
    if (array == nullptr) throw nb::python_error();
    return nb::steal(array);
  }
  const Array array = to_array(out, "out", like.words);
  require_same_shape(array, like);
  if (!PyArray_ISWRITEABLE(array.object)) throw nb::value_error("out must be writeable, but it is read-only");
  return nb::borrow(out);
}

void require_no_overlap(const Array& out, const Array& in) {
  const auto* out_begin = static_cast<const std::byte*>(out.data());
  const auto* in_begin = static_cast<const std::byte*>(in.data());
  const std::size_t bytes = out.size * out.words * sizeof(std::uint64_t);
  const std::less<> before;
  if (out_begin == in_begin || !before(out_begin, in_begin + bytes) || !before(in_begin, out_begin + bytes)) return;
  throw nb::value_error(
      (std::string("out overlaps ") + in.name + " in part, but it must be the same array or a separate one").c_str());
}

template <class Word>
void require_values(const Array& array, unsigned factor, Word q) {
  // The library rejects a greater factor, whose product might not fit.
  if (factor > 8) return;
  const std::span<const Word> values = array.values<Word>();
  const std::size_t position = first_not_below(values, uint128_t{factor} * q);
  if (position == values.size()) return;
  reject(array.name + index_of(array, position), to_string(values[position]),
         "it must lie in [0, " + (factor == 1 ? "q" : std::to_string(factor) + " q") + "), q = " + to_string(q));
}

template void require_values(const Array&, unsigned, std::uint64_t);
template void require_values(const Array&, unsigned, uint128_t);

}  // namespace ringlet_python
