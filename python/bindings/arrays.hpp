#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ringlet/modulus.hpp>
#include <ringlet/multiword_modulus.hpp>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "integers.hpp"
#include "numpy.hpp"

/// NumPy arrays of residues. A residue of one word is one uint64 or, modulo q < 2^32, one uint32. A residue of several
/// words has them in the last axis, the lowest first: two words are an unsigned __int128, more are a ringlet::UInt.
/// Arrays of uint64, and of uint32 modulo q < 2^32, hold words. All other integers, in arrays, lists or anything else
/// that numpy.asarray takes, are numbers, one for each residue. So the type of an argument and the modulus decide which
/// words a residue has, never the shape. All arrays of words in a call have one type.
namespace ringlet_python {

/// Number of residues that a thread processes between two checks for signals; takes milliseconds, as a rule.
constexpr std::size_t stretch_of_one_thread = std::size_t{1} << 19;

/// Words of a residue in an array: their number, 1, 2, 3, 4, 5, 6 or 8, and NumPy's type.
struct Words {
  constexpr Words(unsigned words, int type_of_words = NPY_UINT64) : number(words), type(type_of_words) {}

  unsigned number;
  int type;
};

/// Words of residues of type Word.
template <class Word>
constexpr Words words_in_arrays{words_of<Word>, std::is_same_v<Word, std::uint32_t> ? NPY_UINT32 : NPY_UINT64};

/// A C-contiguous array of words, as residues.
struct Array {
  const char* name;
  nb::object object;
  /// Number of words of a residue.
  unsigned words;

  [[nodiscard]] PyArrayObject* get() const { return reinterpret_cast<PyArrayObject*>(object.ptr()); }
  [[nodiscard]] void* data() const { return PyArray_DATA(get()); }

  /// Returns the lengths of all axes, the axis of words included.
  [[nodiscard]] std::span<const npy_intp> shape() const {
    return {PyArray_DIMS(get()), static_cast<std::size_t>(PyArray_NDIM(get()))};
  }

  /// Number of axes without that of the words.
  [[nodiscard]] int dimensions() const { return PyArray_NDIM(get()) - (words > 1 ? 1 : 0); }

  /// Number of residues in the last axis of residues.
  [[nodiscard]] std::size_t row_size() const { return static_cast<std::size_t>(PyArray_DIM(get(), dimensions() - 1)); }

  /// Returns the shape without the axis of words.
  [[nodiscard]] std::span<const npy_intp> residue_shape() const {
    return shape().first(static_cast<std::size_t>(dimensions()));
  }

  /// Number of residues in the whole array.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(PyArray_SIZE(get())) / words; }

  template <class Word>
  [[nodiscard]] std::span<const Word> values() const {
    return {static_cast<const Word*>(data()), size()};
  }

  template <class Word>
  [[nodiscard]] std::span<Word> to_write() const {
    return {static_cast<Word*>(data()), size()};
  }
};

/// Array for a result. It is the caller's array if this is C-contiguous and aligned, else a copy of it.
class Output : public Array {
 public:
  Output(Array array, nb::object given) : Array(std::move(array)), given_(std::move(given)) {}

  /// Returns the caller's array, with the result.
  [[nodiscard]] nb::object finish() const;

 private:
  // The result's array may be a copy: callers get that of `finish`.
  using Array::object;
  friend void require_separate(const Output& out, const Output& other);

  nb::object given_;
};

using Shape = std::vector<npy_intp>;

/// Appends the axis of words to a shape of residues.
[[nodiscard]] inline Shape with_words(Shape shape, unsigned words) {
  if (words > 1) shape.push_back(words);
  return shape;
}

/// Returns whether the argument is an array of uint32, or a list of such arrays.
[[nodiscard]] bool has_uint32(nb::handle value);

/// Returns whether arguments of a call, the output included, hold residues in 32-bit words: if q < 2^32 and one of them
/// is an array of uint32.
[[nodiscard]] inline bool have_short_words(const ringlet::Modulus<std::uint64_t>& q,
                                           std::span<const nb::handle> arguments) {
  return q.bits() <= ringlet::Modulus<std::uint32_t>::max_bits && std::ranges::any_of(arguments, has_uint32);
}

/// Converts an input to an array of words. Takes anything that numpy.asarray makes an array of integers in [0, 2^64).
/// Does not copy an aligned and C-contiguous array of uint64. Words of uint32 must be in an array of uint32.
/// Errors    TypeError when it holds no integers or has a mask, or no words of uint32; ValueError for other integers,
///           with the index, and when the last axis has another length than the words of a residue.
[[nodiscard]] Array to_words(nb::handle value, const char* name, Words words);

/// Converts an input to an array of residues. Takes an array of words as it is, like `to_words`; the caller checks its
/// values. Reduces all other integers, and a single one, into a new array.
/// Errors    TypeError when it holds no integers, has a mask or holds words of another type than the call's; ValueError
///           when the last axis of an array of words has another length than the words of a residue.
template <class Word>
[[nodiscard]] Array to_residues(nb::handle value, const char* name, const ringlet::Modulus<Word>& q);

/// Refuses a masked array, because all functions ignore masks.
/// Errors    TypeError for an array of numpy.ma.
void require_no_mask(nb::handle value, const char* name);

/// Returns the shape as Python prints it.
[[nodiscard]] std::string to_string(std::span<const npy_intp> shape);

/// Returns the index of an element, such as "[1, 2]", from its position in the flat array.
[[nodiscard]] std::string index_of(std::span<const npy_intp> shape, std::size_t position);

/// Errors    ValueError when residues have several words and the last axis has another length.
void require_axis_of_words(const Array& array);

/// Errors    ValueError when the rows have another length than n residues.
void require_rows(const Array& array, std::size_t n);

/// Errors    ValueError unless the array has exactly one axis of residues.
void require_one_axis(const Array& array);

/// Converts an argument to an array of residues with rows of n.
template <class Word>
[[nodiscard]] Array to_rows(nb::handle value, const char* name, const ringlet::Modulus<Word>& q, std::size_t n) {
  if (is_integer(value)) reject_type(name, "an array of integers", value);
  Array array = to_residues(value, name, q);
  require_rows(array, n);
  return array;
}

/// Converts an argument to residues of shape (..., n).
template <class Word>
[[nodiscard]] Array to_vectors(nb::handle value, const char* name, const ringlet::Modulus<Word>& q) {
  if (is_integer(value)) reject_type(name, "an array of integers", value);
  Array array = to_residues(value, name, q);
  if (array.dimensions() == 0) reject(std::string("shape of ") + name, to_string(array.shape()), "it must be (..., n)");
  return array;
}

/// Returns the shape to which NumPy's rules broadcast the arrays.
/// Errors    ValueError when there is none.
[[nodiscard]] Shape common_shape(std::span<const Array> arrays);

/// Broadcasts the array to a shape: returns the array itself or a copy.
[[nodiscard]] Array broadcast(const Array& array, const Shape& shape);

/// Makes an array without initial values. An array of objects holds null references.
[[nodiscard]] nb::object new_array(const Shape& shape, int type = NPY_UINT64);

/// Returns whether the argument is an array, masked or not, of these words.
[[nodiscard]] bool is_array_of(nb::handle value, Words words);

/// Returns the argument if it is an array for a result.
/// Errors    those of `to_output` but the last.
PyArrayObject* require_output(nb::handle value, const char* name, Words words);

/// Converts an argument to an array for a result. Its values are those of the argument.
/// Errors    TypeError when it is no array, has a mask or is not of the words' type; ValueError when it is read-only,
///           when its elements may share memory, or when its last axis has another length than the words of a residue.
[[nodiscard]] Output to_output(nb::handle value, const char* name, Words words);

/// Returns the array for a result: `out`, or a new array where `out` is None.
/// Errors    those of `to_output`; ValueError when `out` has another shape.
[[nodiscard]] Output make_output(nb::handle out, const Shape& shape, Words words, const char* name = "out");

/// Does the same for a shape of residues, without the axis of words.
template <class Word>
[[nodiscard]] Output make_output(nb::handle out, Shape shape) {
  return make_output(out, with_words(std::move(shape), words_of<Word>), words_in_arrays<Word>);
}

/// Errors    ValueError when the two overlap without being the same.
void require_no_overlap(const Array& out, const Array& in);

/// Errors    ValueError when the two overlap or are the same.
void require_separate(const Array& out, const Array& in);
void require_separate(const Output& out, const Output& other);

/// Range of an array's residues, by positions in the flat array.
struct Positions {
  std::size_t begin;
  std::size_t size;
};

/// Checks that values are below factor q; factor 0: any value. They are those of the array `name` with a shape of
/// residues, from that position in the flat array on. Reads without the interpreter's lock.
/// Errors    ValueError with the index of the first other value; whatever a signal handler raises.
template <class Word>
void require_values(const char* name, std::span<const npy_intp> shape, std::size_t position,
                    std::span<const Word> values, unsigned factor, const Word& q);

/// Checks the values of a part of the array.
template <class Word>
void require_values(const Array& array, Positions part, unsigned factor, const Word& q) {
  require_values<Word>(array.name, array.residue_shape(), part.begin,
                       array.values<Word>().subspan(part.begin, part.size), factor, q);
}

template <class Word>
void require_values(const Array& array, unsigned factor, const Word& q) {
  require_values<Word>(array, {0, array.size()}, factor, q);
}

}  // namespace ringlet_python
