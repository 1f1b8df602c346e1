#pragma once

#include <cstddef>
#include <cstdint>
#include <ringlet/modulus.hpp>
#include <ringlet/multiword_modulus.hpp>
#include <span>
#include <utility>
#include <vector>

#include "integers.hpp"
#include "numpy.hpp"

/// NumPy arrays of residues: what is accepted, and what is said of the rest. A residue of one word is one uint64; a
/// residue of several is as many in the last axis, the lowest first: two are an unsigned __int128 of this machine, more
/// a ringlet::UInt. Elements of arrays of uint64 are words; all other integers, in arrays, lists or anything else that
/// numpy.asarray takes, are numbers, one for each residue. So how many words an argument has is decided by its type and
/// the modulus, never by its shape.
namespace ringlet_python {

/// Residues that a thread works on between two looks at signals: milliseconds, as a rule.
constexpr std::size_t stretch_of_one_thread = std::size_t{1} << 19;

/// A C-contiguous array of 64-bit words, as residues.
struct Array {
  const char* name;
  nb::object object;
  /// Words of a residue: 1, 2, 3, 4, 5, 6 or 8.
  unsigned words;

  [[nodiscard]] PyArrayObject* get() const { return reinterpret_cast<PyArrayObject*>(object.ptr()); }
  [[nodiscard]] void* data() const { return PyArray_DATA(get()); }

  /// All axes, with that of a residue's words.
  [[nodiscard]] std::span<const npy_intp> shape() const {
    return {PyArray_DIMS(get()), static_cast<std::size_t>(PyArray_NDIM(get()))};
  }

  /// Axes of residues, without that of the words.
  [[nodiscard]] int dimensions() const { return PyArray_NDIM(get()) - (words > 1 ? 1 : 0); }

  /// Residues in the last axis of them.
  [[nodiscard]] std::size_t row_size() const { return static_cast<std::size_t>(PyArray_DIM(get(), dimensions() - 1)); }

  /// The axes of residues alone.
  [[nodiscard]] std::span<const npy_intp> residue_shape() const {
    return shape().first(static_cast<std::size_t>(dimensions()));
  }

  /// Residues in the whole array.
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

using Shape = std::vector<npy_intp>;

/// The shape of an array of residues, with the axis of their words.
[[nodiscard]] inline Shape with_words(Shape shape, unsigned words) {
  if (words > 1) shape.push_back(words);
  return shape;
}

/// An argument as an array to write to, which is not copied.
/// Errors    TypeError when it is no array, has a mask or is not of uint64; ValueError when it is not C-contiguous or
///           aligned, or when its last axis is not that of several words.
[[nodiscard]] Array to_array(nb::handle value, const char* name, unsigned words);

/// An input as an array of words: anything of which numpy.asarray makes an array of integers in [0, 2^64). An aligned
/// and C-contiguous array of uint64 is not copied.
/// Errors    TypeError when it is none, or has a mask; ValueError for other integers, with the index, and when its last
///           axis is not that of several words.
[[nodiscard]] Array to_words(nb::handle value, const char* name, unsigned words);

/// An input as an array of residues: one of uint64 as it is, by `to_words`, whose values are the caller's care; of any
/// other integers, and of one integer, the residues, in a new array.
/// Errors    TypeError when it is no array of integers, or has a mask; ValueError when the last axis of an array of
///           uint64 is not that of several words.
template <class Word>
[[nodiscard]] Array to_residues(nb::handle value, const char* name, const ringlet::Modulus<Word>& q);

/// Errors    TypeError when it is one of numpy.ma's arrays, whose mask no function here knows.
void require_no_mask(nb::handle value, const char* name);

/// As Python writes it.
[[nodiscard]] std::string to_string(std::span<const npy_intp> shape);

/// "[1, 2]" of an element by its position in a flat array of that shape.
[[nodiscard]] std::string index_of(std::span<const npy_intp> shape, std::size_t position);

/// Errors    ValueError when the array's rows are not of n residues.
void require_rows(const Array& array, std::size_t n);

/// Errors    ValueError when the array has more axes of residues than one.
void require_one_axis(const Array& array);

/// An argument as an array of residues whose rows are of n.
template <class Word>
[[nodiscard]] Array to_rows(nb::handle value, const char* name, const ringlet::Modulus<Word>& q, std::size_t n) {
  if (is_integer(value)) reject_type(name, "an array of integers", value);
  Array array = to_residues(value, name, q);
  require_rows(array, n);
  return array;
}

/// The shape that the arrays have in common by NumPy's rules of broadcasting.
/// Errors    ValueError when there is none.
[[nodiscard]] Shape common_shape(std::span<const Array> arrays);

/// The array in that shape: itself, or a copy.
[[nodiscard]] Array broadcast(const Array& array, const Shape& shape);

/// A new array of that type, without values; of objects, without objects.
[[nodiscard]] nb::object new_array(const Shape& shape, int type = NPY_UINT64);

/// A result: `out` if it is not None, else a new array of the shape.
/// Errors    as for `to_array`; ValueError when it is read-only or of another shape.
[[nodiscard]] Array make_output(nb::handle out, const Shape& shape, unsigned words, const char* name = "out");

/// The same of a shape of residues.
template <class Word>
[[nodiscard]] Array make_output(nb::handle out, Shape shape) {
  return make_output(out, with_words(std::move(shape), words_of<Word>), words_of<Word>);
}

/// Errors    ValueError when the two overlap without being the same.
void require_no_overlap(const Array& out, const Array& in);

/// Errors    ValueError when the two overlap or are the same.
void require_separate(const Array& out, const Array& in);

/// Some of an array's residues, by their positions in the flat array.
struct Positions {
  std::size_t begin;
  std::size_t size;
};

/// Reads the array, or a part of it, without the interpreter's lock.
/// Errors    ValueError with the first index at which a value is not below factor q; what a signal handler raised.
template <class Word>
void require_values(const Array& array, Positions part, unsigned factor, const Word& q);

template <class Word>
void require_values(const Array& array, unsigned factor, const Word& q) {
  require_values<Word>(array, {0, array.size()}, factor, q);
}

}  // namespace ringlet_python
