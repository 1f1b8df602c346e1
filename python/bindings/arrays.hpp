#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "integers.hpp"
#include "numpy.hpp"

/// NumPy arrays of residues: what is accepted, and what is said of the rest. A residue of one word is one uint64; a
/// residue of a double word is two in the last axis, low word first, which on this machine is an unsigned __int128.
namespace ringlet_python {

/// Residues that a thread works on between two looks at signals: milliseconds, as a rule.
constexpr std::size_t stretch_of_one_thread = std::size_t{1} << 19;

/// A C-contiguous uint64 array that the caller keeps alive, as residues.
struct Array {
  const char* name;
  PyArrayObject* object;
  /// Words of a residue: 1 or 2.
  unsigned words;
  /// Residues in the whole array.
  std::size_t size;

  [[nodiscard]] void* data() const { return PyArray_DATA(object); }

  /// Axes of residues, without that of the words.
  [[nodiscard]] int dimensions() const { return PyArray_NDIM(object) - static_cast<int>(words - 1); }

  /// Residues in the last axis of them.
  [[nodiscard]] std::size_t row_size() const { return static_cast<std::size_t>(PyArray_DIM(object, dimensions() - 1)); }

  template <class Word>
  [[nodiscard]] std::span<const Word> values() const {
    return {static_cast<const Word*>(data()), size};
  }
};

/// An argument as an array of residues.
/// Errors    TypeError when it is no array, has a mask or is not of uint64; ValueError when it is not C-contiguous or
/// aligned, or, for
///           double words, when its last axis is not 2.
[[nodiscard]] Array to_array(nb::handle value, const char* name, unsigned words);

/// Errors    ValueError when the shapes differ.
void require_same_shape(const Array& array, const Array& like);

/// Errors    ValueError when the array's rows are not of n residues.
void require_rows(const Array& array, std::size_t n);

/// An argument as an array whose rows are of n residues.
template <class Word>
[[nodiscard]] Array to_rows(nb::handle value, const char* name, std::size_t n) {
  const Array array = to_array(value, name, sizeof(Word) / sizeof(std::uint64_t));
  require_rows(array, n);
  return array;
}

/// A result: `out` if it is not None, else a new array of the input's shape.
/// Errors    as for `to_array`; ValueError when it is read-only or of another shape.
[[nodiscard]] nb::object make_output(nb::handle out, const Array& like);

/// Errors    ValueError when the two overlap without being the same.
void require_no_overlap(const Array& out, const Array& in);

/// Reads the array without the interpreter's lock.
/// Errors    ValueError with the first index at which a value is not below factor q; what a signal handler raised.
template <class Word>
void require_values(const Array& array, unsigned factor, Word q);

}  // namespace ringlet_python
