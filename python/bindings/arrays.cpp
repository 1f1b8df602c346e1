#include "arrays.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <ringlet/eltwise.hpp>
#include <ringlet/multiword_number_theory.hpp>
#include <utility>
#include <vector>

#include "unlocked.hpp"

namespace ringlet_python {
namespace {

std::string dtype_of(nb::handle array) { return text_of(array.attr("dtype")); }

/// Returns whether elements are words of that type, NPY_UINT32 or NPY_UINT64.
bool is_of(PyArrayObject* array, int type) {
  const int given = PyArray_TYPE(array);
  const bool is_type = type == NPY_UINT32 ? given == NPY_UINT32 : given == NPY_ULONG || given == NPY_ULONGLONG;
  return is_type && PyArray_ISNOTSWAPPED(array);
}

const char* name_of_type(int type) { return type == NPY_UINT32 ? "uint32" : "uint64"; }

/// Returns whether the value is an ndarray of words, the most common argument, so that further checks can be left out.
bool is_plain_array_of(nb::handle value, int type) {
  return PyArray_CheckExact(value.ptr()) && is_of(reinterpret_cast<PyArrayObject*>(value.ptr()), type);
}

/// Returns the position of the first value that is not below the bound, or the number of values if there is none.
template <class Word, class Bound>
std::size_t first_not_below(std::span<const Word> values, const Bound& bound) {
  Unlocked unlocked;
  for (std::size_t begin = 0; begin < values.size(); begin += stretch_of_one_thread) {
    unlocked.look_for_signals();
    const auto stretch = values.subspan(begin, std::min(stretch_of_one_thread, values.size() - begin));
    const auto found = std::ranges::find_if(stretch, [&bound](const Word& value) { return value >= bound; });
    if (found != stretch.end()) return begin + static_cast<std::size_t>(found - stretch.begin());
  }
  return values.size();
}

/// Returns whether the arrays share memory.
bool overlap(const Array& a, const Array& b) {
  const auto* a_begin = static_cast<const std::byte*>(a.data());
  const auto* b_begin = static_cast<const std::byte*>(b.data());
  const auto bytes = [](const Array& array) { return PyArray_NBYTES(array.get()); };
  const std::less<> before;
  return before(a_begin, b_begin + bytes(b)) && before(b_begin, a_begin + bytes(a));
}

PyArrayObject* as_array(nb::handle array) { return reinterpret_cast<PyArrayObject*>(array.ptr()); }

Shape shape_of(PyArrayObject* array) { return {PyArray_DIMS(array), PyArray_DIMS(array) + PyArray_NDIM(array)}; }

bool is_aligned(PyArrayObject* array, unsigned words) {
  const std::size_t alignment = words == 2 ? alignof(uint128_t) : static_cast<std::size_t>(PyArray_ITEMSIZE(array));
  return reinterpret_cast<std::uintptr_t>(PyArray_DATA(array)) % alignment == 0;
}

[[noreturn]] void reject_overlap(const Array& out, const Array& in) {
  throw nb::value_error((std::string(out.name) + " overlaps " + in.name + ", but it must be a separate array").c_str());
}

[[noreturn]] void reject_type_of_elements(nb::handle array, const char* name, const char* expected) {
  throw nb::type_error((std::string(name) + " must be an array of " + expected + ", not " + dtype_of(array)).c_str());
}

Array new_residues(Shape shape, const char* name, Words words) {
  return {name, new_array(with_words(std::move(shape), words.number), words.type), words.number};
}

/// Returns numpy.asarray(value), with `type` as the element type if it is not null.
/// Errors    nothing is returned where NumPy raises ValueError; nb::python_error for all other errors.
std::optional<nb::object> as_numpy(nb::handle value, PyArray_Descr* type) {
  PyObject* array = take_lock([&] { return PyArray_FromAny(value.ptr(), type, 0, 0, 0, nullptr); });
  if (array != nullptr) return nb::steal(array);
  if (!PyErr_ExceptionMatches(PyExc_ValueError)) throw nb::python_error();
  PyErr_Clear();
  return std::nullopt;
}

/// Greatest number of axes of a NumPy array.
constexpr int max_depth = 64;

/// Returns the first item of nested lists, or the value itself. Stops at the depth that no array exceeds, because a
/// list may contain itself.
nb::object first_of(nb::handle value) {
  nb::object first = nb::borrow(value);
  const auto is_list = [&] {
    return PyList_Check(first.ptr()) || PyTuple_Check(first.ptr()) || PyRange_Check(first.ptr());
  };
  for (int depth = 0; depth < max_depth && is_list() && PySequence_Size(first.ptr()) > 0; ++depth) {
    first = checked(PySequence_GetItem(first.ptr(), 0));
  }
  return first;
}

/// Elements of an argument.
struct Elements {
  /// Array of a type of integers, or of objects.
  nb::object array;
  /// True for the integers of a list, which are numbers even where NumPy makes uint64 of them because one is 2^63 or
  /// more.
  bool are_numbers;

  [[nodiscard]] PyArrayObject* get() const { return as_array(array); }
  /// Returns whether elements are words of residues.
  [[nodiscard]] bool are_words_of(int type) const { return !are_numbers && is_of(get(), type); }
};

/// Converts an argument to an array whose elements are integers or may be.
/// Errors    TypeError when numpy.asarray makes no such array of it.
Elements to_elements(nb::handle value, const char* name, const char* expected) {
  if (PyArray_Check(value.ptr())) {
    require_no_mask(value, name);
    PyArrayObject* const array = as_array(value);
    if (!PyArray_ISINTEGER(array) && PyArray_TYPE(array) != NPY_OBJECT) {
      reject_type_of_elements(value, name, "integers");
    }
    return {nb::borrow(value), false};
  }
  const nb::object first = first_of(value);
  require_no_mask(first, name);
  if (const auto array = as_numpy(value, nullptr); array && PyArray_ISINTEGER(as_array(*array))) {
    return {*array, is_integer(first)};
  }
  // NumPy makes floats of integers that fit no type, so these may still be integers. As objects, each can be checked,
  // and one that is no integer can be named.
  const auto objects = as_numpy(value, PyArray_DescrFromType(NPY_OBJECT));
  if (!objects || PyArray_NDIM(as_array(*objects)) == 0) reject_type(name, expected, value);
  return {*objects, true};
}

/// Errors    TypeError for words of uint64 where residues are 32-bit words, and for words of uint32 where residues
///           modulo q < 2^32 are 64-bit words.
template <class Word>
void require_no_words_of_another_type(const Elements& elements, const char* name, const ringlet::Modulus<Word>& q) {
  if constexpr (sizeof(Word) <= sizeof(std::uint64_t)) {
    constexpr bool is_short = std::is_same_v<Word, std::uint32_t>;
    if (q.bits() > ringlet::Modulus<std::uint32_t>::max_bits) return;
    if (!elements.are_words_of(is_short ? NPY_UINT64 : NPY_UINT32)) return;
    reject_type_of_elements(elements.array, name, name_of_type(words_in_arrays<Word>.type));
  }
}

/// Returns an array of words itself if it is C-contiguous and aligned, else such a copy.
Array as_words(nb::object words, const char* name, unsigned number) {
  PyArrayObject* const array = as_array(words);
  Array result{name, std::move(words), number};
  if (!PyArray_IS_C_CONTIGUOUS(array) || !is_aligned(array, number)) {
    nb::object copy = new_array(shape_of(array), PyArray_TYPE(array));
    if (take_lock([&] { return PyArray_CopyInto(as_array(copy), array); }) != 0) throw nb::python_error();
    result.object = std::move(copy);
  }
  require_axis_of_words(result);
  return result;
}

/// Returns whether elements of the array may share memory: false if the step of each axis is at least as long as the
/// memory that axes of shorter steps reach.
bool may_overlap_itself(PyArrayObject* array) {
  if (PyArray_IS_C_CONTIGUOUS(array) || PyArray_SIZE(array) == 0) return false;
  std::vector<std::pair<npy_intp, npy_intp>> axes;
  for (int axis = 0; axis < PyArray_NDIM(array); ++axis) {
    const npy_intp length = PyArray_DIM(array, axis);
    if (length > 1) axes.emplace_back(std::abs(PyArray_STRIDE(array, axis)), length);
  }
  std::ranges::sort(axes);
  npy_intp reach = PyArray_ITEMSIZE(array);
  for (const auto& [step, length] : axes) {
    if (step < reach) return true;
    reach += step * (length - 1);
  }
  return false;
}

/// Converts an array of integers to 64-bit integers of the same signedness, C-contiguous.
nb::object as_numbers(PyArrayObject* array) {
  const int type = PyArray_ISSIGNED(array) ? NPY_INT64 : NPY_UINT64;
  return checked(take_lock([&] { return PyArray_FromArray(array, PyArray_DescrFromType(type), NPY_ARRAY_CARRAY_RO); }));
}

/// Calls use(position, integer, name of the element) for the objects of an array, in order.
/// Errors    TypeError with the index when one is no integer
template <class Use>
void for_each_integer(PyArrayObject* array, const char* name, const Use& use) {
  const nb::object copy = checked(take_lock([&] {
    return PyArray_FromArray(array, PyArray_DescrFromType(NPY_OBJECT), NPY_ARRAY_CARRAY_RO | NPY_ARRAY_ENSURECOPY);
  }));
  auto* const* objects = static_cast<PyObject* const*>(PyArray_DATA(as_array(copy)));
  const auto size = static_cast<std::size_t>(PyArray_SIZE(array));
  const Shape shape = shape_of(array);
  for (std::size_t i = 0; i < size; ++i) {
    look_for_signals_between_objects(i);
    const nb::handle value = objects[i] == nullptr ? nb::handle(Py_None) : nb::handle(objects[i]);
    const auto element_name = [&] { return name + index_of(shape, i); };
    if (PyBool_Check(value.ptr()) || !is_integer(value)) reject_type(element_name(), "an integer", value);
    use(i, checked(take_lock([&] { return PyNumber_Index(value.ptr()); })), element_name);
  }
}

constexpr std::uint64_t first_negative = std::uint64_t{1} << 63;

[[noreturn]] void reject_word(const std::string& name, nb::handle integer) {
  reject(name.c_str(), integer, "it must lie in [0, 2^64); ringlet.from_ints(integers, q) makes residues");
}

/// Returns the residue of `magnitude`, or of -magnitude.
template <class Word>
Word residue_of(std::uint64_t magnitude, bool is_negative, const ringlet::Modulus<Word>& q) {
  if constexpr (ringlet::MultiwordNumber<Word>) {
    const Word number{magnitude};
    return is_negative ? ringlet::sub_mod(Word{}, number, q) : number;
  } else {
    const auto residue = static_cast<Word>(magnitude % q.value());
    return is_negative && residue != 0 ? q.value() - residue : residue;
  }
}

/// Reduces 64-bit integers, which are signed or unsigned.
template <class Word>
void fill_residues(std::span<Word> out, std::span<const std::uint64_t> in, bool is_signed,
                   const ringlet::Modulus<Word>& q) {
  Unlocked unlocked;
  for (std::size_t begin = 0; begin < in.size(); begin += stretch_of_one_thread) {
    unlocked.look_for_signals();
    const std::size_t size = std::min(stretch_of_one_thread, in.size() - begin);
    if constexpr (std::is_same_v<Word, std::uint64_t>) {
      // The word of a negative number is 2^64 more than the number.
      const std::uint64_t excess = (q.reduce(~std::uint64_t{0}) + 1) % q.value();
      ringlet::cmp_sub(out.subspan(begin, size), in.subspan(begin, size), q,
                       is_signed ? ringlet::Comparison::greater_equal : ringlet::Comparison::never, first_negative,
                       excess);
    } else {
      for (std::size_t i = begin; i < begin + size; ++i) {
        const bool is_negative = is_signed && in[i] >= first_negative;
        out[i] = residue_of(is_negative ? -in[i] : in[i], is_negative, q);
      }
    }
  }
}

}  // namespace

std::string to_string(std::span<const npy_intp> shape) {
  nb::list list;
  for (const npy_intp length : shape) list.append(length);
  return nb::repr(nb::tuple(list)).c_str();
}

void require_no_mask(nb::handle value, const char* name) {
  if (!PyArray_Check(value.ptr()) || PyArray_CheckExact(value.ptr())) return;
  const nb::object masked_arrays = checked(take_lock([] { return PyImport_ImportModule("numpy.ma"); }));
  if (!nb::isinstance(value, masked_arrays.attr("MaskedArray"))) return;
  reject_type(name, "an array without a mask", value);
}

nb::object new_array(const Shape& shape, int type) {
  return checked(take_lock([&] { return PyArray_SimpleNew(static_cast<int>(shape.size()), shape.data(), type); }));
}

std::string index_of(std::span<const npy_intp> shape, std::size_t position) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto length = static_cast<std::size_t>(shape[axis]);
    index[axis] = position % length;
    position /= length;
  }
  std::string text = "[";
  for (const std::size_t i : index) text.append(text.size() > 1 ? ", " : "").append(std::to_string(i));
  return text + "]";
}

bool has_uint32(nb::handle value) {
  if (PyArray_Check(value.ptr())) return is_of(as_array(value), NPY_UINT32);
  if (value.is_none() || PyLong_Check(value.ptr())) return false;
  const nb::object first = first_of(value);
  if (PyArray_Check(first.ptr())) return is_of(as_array(first), NPY_UINT32);
  if (PyList_Check(first.ptr()) || PyTuple_Check(first.ptr()) || is_integer(first)) return false;
  const auto array = as_numpy(first, nullptr);
  return array && is_of(as_array(*array), NPY_UINT32);
}

bool is_array_of(nb::handle value, Words words) {
  return PyArray_Check(value.ptr()) && is_of(as_array(value), words.type);
}

PyArrayObject* require_output(nb::handle value, const char* name, Words words) {
  const std::string type = name_of_type(words.type);
  if (!PyArray_Check(value.ptr())) reject_type(name, "a NumPy array of " + type, value);
  require_no_mask(value, name);
  PyArrayObject* const array = as_array(value);
  if (!is_of(array, words.type)) reject_type_of_elements(value, name, type.c_str());
  if (!PyArray_ISWRITEABLE(array)) {
    throw nb::value_error((std::string(name) + " must be writeable, but it is read-only").c_str());
  }
  if (may_overlap_itself(array)) {
    throw nb::value_error(
        (std::string("elements of ") + name + " may share memory, but each must have its own").c_str());
  }
  return array;
}

Output to_output(nb::handle value, const char* name, Words words) {
  require_output(value, name, words);
  return {as_words(nb::borrow(value), name, words.number), nb::borrow(value)};
}

nb::object Output::finish() const {
  if (object.is(given_)) return given_;
  if (take_lock([&] { return PyArray_CopyInto(as_array(given_), get()); }) != 0) throw nb::python_error();
  return given_;
}

Array to_words(nb::handle value, const char* name, Words words) {
  if (is_plain_array_of(value, words.type)) return as_words(nb::borrow(value), name, words.number);
  constexpr const char* expected = "an array of integers";
  if (is_integer(value)) reject_type(name, expected, value);
  const Elements elements = to_elements(value, name, expected);
  PyArrayObject* const array = elements.get();
  if (is_of(array, words.type)) return as_words(elements.array, name, words.number);
  if (words.type == NPY_UINT32) reject_type_of_elements(elements.array, name, "uint32");
  Array result{name, {}, words.number};
  if (PyArray_TYPE(array) == NPY_OBJECT) {
    result.object = new_array(shape_of(array));
    auto* out = static_cast<std::uint64_t*>(result.data());
    for_each_integer(array, name, [&](std::size_t i, const nb::object& integer, const auto& element_name) {
      if (!read_words(integer, {out + i, 1})) reject_word(element_name(), integer);
    });
  } else {
    result.object = as_numbers(array);
    if (PyArray_ISSIGNED(array)) {
      const std::span<const std::uint64_t> in(static_cast<const std::uint64_t*>(result.data()),
                                              static_cast<std::size_t>(PyArray_SIZE(array)));
      const std::size_t found = first_not_below(in, first_negative);
      if (found < in.size()) {
        reject_word(name + index_of(result.shape(), found), nb::int_(static_cast<std::int64_t>(in[found])));
      }
    }
  }
  require_axis_of_words(result);
  return result;
}

template <class Word>
Array to_residues(nb::handle value, const char* name, const ringlet::Modulus<Word>& q) {
  constexpr Words words = words_in_arrays<Word>;
  if (is_plain_array_of(value, words.type)) return as_words(nb::borrow(value), name, words.number);
  if (is_integer(value)) {
    Array result = new_residues({}, name, words);
    *static_cast<Word*>(result.data()) = remainder(value, name, q.value());
    return result;
  }
  const Elements elements = to_elements(value, name, "an integer or an array of integers");
  PyArrayObject* const array = elements.get();
  if (elements.are_words_of(words.type)) return as_words(elements.array, name, words.number);
  require_no_words_of_another_type(elements, name, q);
  Array result = new_residues(shape_of(array), name, words);
  const std::span<Word> residues(static_cast<Word*>(result.data()), result.size());
  if (PyArray_TYPE(array) == NPY_OBJECT) {
    const nb::object modulus = to_python(q.value());
    for_each_integer(array, name, [&](std::size_t i, const nb::object& integer, const auto& /*element_name*/) {
      residues[i] = *to_number_of<Word>(remainder_of(integer, name, modulus), name);
    });
  } else {
    const nb::object numbers = as_numbers(array);
    const auto* begin = static_cast<const std::uint64_t*>(PyArray_DATA(as_array(numbers)));
    fill_residues<Word>(residues, {begin, residues.size()}, PyArray_ISSIGNED(array) != 0, q);
  }
  return result;
}

void require_axis_of_words(const Array& array) {
  const int axes = PyArray_NDIM(array.get());
  if (array.words == 1 || (axes > 0 && PyArray_DIM(array.get(), axes - 1) == npy_intp{array.words})) return;
  reject(std::string("shape of ") + array.name, to_string(array.shape()),
         "its last axis must be " + std::to_string(array.words) +
             (array.words == 2 ? ": low and high words" : ": the words, the lowest first"));
}

void require_rows(const Array& array, std::size_t n) {
  if (array.dimensions() >= 1 && array.row_size() == n) return;
  const std::string number = std::to_string(n);
  reject(std::string("shape of ") + array.name, to_string(array.shape()),
         "it must be (..., " + number + (array.words > 1 ? ", " + std::to_string(array.words) + ")" : ")") +
             " for n = " + number);
}

void require_one_axis(const Array& array) {
  if (array.dimensions() == 1) return;
  reject(std::string("number of axes of ") + array.name, std::to_string(array.dimensions()), "it must be 1");
}

Shape common_shape(std::span<const Array> arrays) {
  const std::span<const npy_intp> first = arrays[0].shape();
  Shape common(first.begin(), first.end());
  for (const Array& array : arrays.subspan(1)) {
    const std::span<const npy_intp> shape = array.shape();
    if (std::ranges::equal(shape, common)) continue;
    Shape wider(shape.begin(), shape.end());
    if (wider.size() < common.size()) wider.insert(wider.begin(), common.size() - wider.size(), 1);
    for (std::size_t axis = 1; axis <= common.size(); ++axis) {
      npy_intp& length = wider[wider.size() - axis];
      const npy_intp other = common[common.size() - axis];
      if (length != other && length != 1 && other != 1) {
        reject(std::string("shape of ") + array.name, to_string(shape),
               std::string("it must broadcast with that of ") + arrays[0].name + ", " + to_string(arrays[0].shape()));
      }
      if (length == 1) length = other;
    }
    common = std::move(wider);
  }
  return common;
}

Array broadcast(const Array& array, const Shape& shape) {
  if (std::ranges::equal(array.shape(), shape)) return array;
  Array result{array.name, new_array(shape, PyArray_TYPE(array.get())), array.words};
  if (take_lock([&] { return PyArray_CopyInto(result.get(), array.get()); }) != 0) throw nb::python_error();
  return result;
}

Output make_output(nb::handle out, const Shape& shape, Words words, const char* name) {
  if (out.is_none()) return to_output(new_array(shape, words.type), name, words);
  Output result = to_output(out, name, words);
  if (!std::ranges::equal(result.shape(), shape)) {
    reject(std::string("shape of ") + name, to_string(result.shape()),
           "it must be that of the result, " + to_string(shape));
  }
  return result;
}

void require_no_overlap(const Array& out, const Array& in) {
  if (out.data() == in.data() || !overlap(out, in)) return;
  throw nb::value_error(
      (std::string(out.name) + " overlaps " + in.name + " in part, but it must be the same array or a separate one")
          .c_str());
}

void require_separate(const Array& out, const Array& in) {
  if (!overlap(out, in)) return;
  reject_overlap(out, in);
}

void require_separate(const Output& out, const Output& other) {
  const nb::object shares_memory = nb::module_::import_("numpy").attr("shares_memory");
  const nb::object answer = checked(take_lock([&] {
    return PyObject_CallFunctionObjArgs(shares_memory.ptr(), out.given_.ptr(), other.given_.ptr(), nullptr);
  }));
  if (to_bool(answer)) reject_overlap(out, other);
}

template <class Word>
void require_values(const char* name, std::span<const npy_intp> shape, std::size_t position,
                    std::span<const Word> values, unsigned factor, const Word& q) {
  // The library rejects greater factors; the product below might overflow for them.
  if (factor > 8) return;
  const auto bound = [&] {
    if constexpr (ringlet::MultiwordNumber<Word>) {
      return q;  // factors are of narrow moduli
    } else {
      return uint128_t{factor} * q;
    }
  }();
  const std::size_t found = first_not_below(values, bound);
  if (found == values.size()) return;
  reject(name + index_of(shape, position + found), to_string(values[found]),
         "it must lie in [0, " + (factor == 1 ? "q" : std::to_string(factor) + " q") + "), q = " + to_string(q));
}

#define RINGLET_INSTANTIATE(Word)                                                                                    \
  template Array to_residues(nb::handle, const char*, const ringlet::Modulus<Word>&);                                \
  template void require_values(const char*, std::span<const npy_intp>, std::size_t, std::span<const Word>, unsigned, \
                               const Word&)

RINGLET_INSTANTIATE(std::uint32_t);
RINGLET_INSTANTIATE(std::uint64_t);
RINGLET_INSTANTIATE(uint128_t);
RINGLET_INSTANTIATE(ringlet::UInt<192>);
RINGLET_INSTANTIATE(ringlet::UInt<256>);
RINGLET_INSTANTIATE(ringlet::UInt<320>);
RINGLET_INSTANTIATE(ringlet::UInt<384>);
RINGLET_INSTANTIATE(ringlet::UInt<512>);

}  // namespace ringlet_python
