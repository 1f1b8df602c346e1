#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ringlet/rns_base.hpp>
#include <ringlet/rns_span.hpp>
#include <span>
#include <vector>

#include "batch.hpp"
#include "choices.hpp"
#include "define.hpp"

/// Arrays of shape (..., L, n): batches of polynomials, each of L rows of n residues.
namespace ringlet_python {

using ringlet::Executor;
using ringlet::RnsBase;
using ringlet::RnsSpan;
using ringlet::RnsView;
using ringlet::RnsViews;

/// Allowed lengths of an array's last axes.
struct RowShape {
  std::size_t min_rows;
  std::size_t max_rows;
  /// Required length of a row, if any.
  std::optional<std::size_t> n = std::nullopt;
  /// Required length of the axis before the last two, that of a ciphertext's polynomials; if empty, the axis may have
  /// any length or be absent.
  std::optional<std::size_t> polynomials = std::nullopt;

  /// Requires one row for each modulus of the base.
  static RowShape of(const RnsBase& base, std::optional<std::size_t> n = std::nullopt) {
    return {base.size(), base.size(), n};
  }
  /// Requires one row for each modulus of the base or of a prefix of it.
  static RowShape of_level(const RnsBase& base, std::optional<std::size_t> n = std::nullopt) {
    return {1, base.size(), n};
  }
};

/// Returns the array after it has checked the shape.
/// Errors    ValueError for another shape
[[nodiscard]] Array require_polynomials(Array array, const RowShape& expected);

/// Converts an input to an array of polynomials.
/// Errors    those of `to_words`; ValueError for another shape
[[nodiscard]] inline Array to_polynomials(nb::handle value, const char* name, const RowShape& expected) {
  return require_polynomials(to_words(value, name, 1), expected);
}

[[nodiscard]] inline std::size_t rows_of(std::span<const npy_intp> shape) {
  return static_cast<std::size_t>(shape[shape.size() - 2]);
}

/// Returns the shape with another number of rows.
[[nodiscard]] Shape with_rows(std::span<const npy_intp> shape, std::size_t rows);

/// Number of polynomials in an array that is not empty.
[[nodiscard]] inline std::size_t count_of(const Array& array) {
  return array.size() / (rows_of(array.shape()) * array.row_size());
}

[[nodiscard]] inline RnsSpan polynomial(const Array& array, std::size_t index) {
  const std::size_t rows = rows_of(array.shape()), n = array.row_size();
  return {static_cast<std::uint64_t*>(array.data()) + index * rows * n, rows, n};
}

/// Returns the shape to which the arrays broadcast. The last two axes must be equal.
/// Errors    ValueError when there is none.
[[nodiscard]] Shape common_shape_of_polynomials(std::span<const Array> arrays);

/// Errors    ValueError with the first index at which a value of row i is not below factor q_i.
void require_values(const Array& polynomials, unsigned factor, const RnsBase& base);

/// Inputs and result of a function on polynomials.
struct PolynomialCall {
  /// Moduli of the inputs' rows. Values of row i are below factor q_i.
  const RnsBase& base;
  /// Shape of the inputs.
  RowShape shape;
  unsigned factor = 1;
  /// Number of rows of the result, if it differs from the inputs'. The result must then be apart from them.
  std::optional<std::size_t> rows = std::nullopt;
  /// Length of the axis before the last two in the result, if it differs from the inputs'.
  std::optional<std::size_t> polynomials = std::nullopt;
  /// Allows the result to be an input of the same shape.
  bool in_place = true;

  /// Describes a call that takes and makes one row for each modulus of the base or of a prefix of it.
  static PolynomialCall of_level(const RnsBase& base, std::optional<std::size_t> n = std::nullopt) {
    return {base, RowShape::of_level(base, n)};
  }
};

/// Call with checked arguments.
struct PreparedCall {
  unsigned threads;
  Output out;
  /// Inputs, broadcast to one shape.
  std::vector<Array> inputs;

  [[nodiscard]] RnsView input(std::size_t i, std::size_t index) const { return polynomial(inputs[i], index); }
};

/// Checks the arrays, checks their values if the caller asks for it, and broadcasts the arrays.
[[nodiscard]] PreparedCall prepare(const PolynomialCall& call, const CallOptions& options,
                                   std::span<const Array> inputs);

/// Calls `prepare`, then kernel(out, in, executor) for each polynomial, without the interpreter's lock. out is an
/// RnsSpan; in(i) is an RnsView of input i.
template <class Kernel>
[[nodiscard]] nb::object apply_to_polynomials(const PolynomialCall& call, const CallOptions& options,
                                              std::span<const Array> inputs, const Kernel& kernel) {
  const PreparedCall prepared = prepare(call, options, inputs);
  const Output& out = prepared.out;
  if (out.size() == 0) return out.finish();
  for_each_polynomial(prepared.threads, count_of(out), rows_of(out.shape()) * out.row_size(),
                      [&](std::size_t index, Executor* executor) {
                        const auto in = [&](std::size_t i) { return prepared.input(i, index); };
                        kernel(polynomial(out, index), in, executor);
                      });
  return out.finish();
}

/// Calls `prepare`, then kernel(row, out, in) for each row of all polynomials, without the interpreter's lock. Rows of
/// one modulus follow each other, because they share its tables. out is a span; in(i) is that of input i.
template <class Kernel>
[[nodiscard]] nb::object apply_to_rows(const PolynomialCall& call, const CallOptions& options,
                                       std::span<const Array> inputs, const Kernel& kernel) {
  const PreparedCall prepared = prepare(call, options, inputs);
  const Output& out = prepared.out;
  if (out.size() == 0) return out.finish();
  const std::size_t n = out.row_size(), count = count_of(out);
  in_stretches(prepared.threads, out.size(), n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t position = begin / n; position < end / n; ++position) {
      const std::size_t row = position / count, index = position % count;
      kernel(row, polynomial(out, index)[row], [&](std::size_t i) { return prepared.input(i, index)[row]; });
    }
  });
  return out.finish();
}

/// Adds a method on `count` arrays of polynomials, by a signature such as "mul(a, b)". call_of(object) returns the
/// PolynomialCall; kernel(object, executor, out, in...) computes one polynomial. With has_form, the method takes a
/// form, and the kernel takes it after the executor.
template <std::size_t count, bool has_form = false, class Class, class GetCall, class Kernel>
void define_on_polynomials(nb::class_<Class>& cls, const char* signature, const GetCall& call_of, const Kernel& kernel,
                           const char* doc) {
  const std::vector<std::string> names = names_of(signature);
  constexpr std::size_t size = count + (has_form ? 4 : 3);
  const auto call = [=](const Class& self, const std::array<nb::handle, size>& all) {
    const PolynomialCall prepared = call_of(self);
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      const std::array inputs{to_polynomials(all[i], names[i + 1].c_str(), prepared.shape)...};
      const CallOptions options{all[count], all[size - 2], all[size - 1]};
      if constexpr (has_form) {
        const auto form = to_choice<ringlet::Form>(all[count + 1], "form");
        return apply_to_polynomials(prepared, options, inputs, [&](RnsSpan out, const auto& in, Executor* executor) {
          kernel(self, executor, form, out, in(i)...);
        });
      } else {
        return apply_to_polynomials(prepared, options, inputs, [&](RnsSpan out, const auto& in, Executor* executor) {
          kernel(self, executor, out, in(i)...);
        });
      }
    }(std::make_index_sequence<count>());
  };
  std::string full = names[0] + "(self, ";
  for (std::size_t i = 1; i <= count; ++i) full += names[i] + ": Residues, ";
  full += has_form ? "*, out, form, threads, check)" : "*, out, threads, check)";
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    define(cls, full.c_str(), [call](const Class& self, Any<i>... all) { return call(self, {all...}); }, doc);
  }(std::make_index_sequence<size>());
}

}  // namespace ringlet_python
