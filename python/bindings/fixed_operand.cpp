#include <algorithm>
#include <ringlet/fixed_operand.hpp>
#include <string>
#include <utility>
#include <variant>

#include "bindings.hpp"
#include "define.hpp"
#include "modulus.hpp"
#include "row_transforms.hpp"

namespace ringlet_python {
namespace {

/// Python class FixedOperand: residues of one word, as the values have it, or two.
class FixedOperand {
 public:
  using Operand = std::variant<ringlet::FixedOperand<std::uint32_t>, ringlet::FixedOperand<std::uint64_t>,
                               ringlet::FixedOperand<uint128_t>>;

  FixedOperand(nb::handle values, nb::handle q) : operand_(make_operand(values, *ModulusArgument(q))) {}

  /// Calls function with the ringlet::FixedOperand<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), operand_);
  }

 private:
  static Operand make_operand(nb::handle values, const Modulus& q) {
    const auto make = [&]<class Word>(const ringlet::Modulus<Word>& modulus) -> Operand {
      if (is_integer(values)) reject_type("values", "an array of integers", values);
      const Array array = to_residues(values, "values", modulus);
      require_one_axis(array);
      return ringlet::FixedOperand<Word>(array.values<Word>(), modulus);
    };
    return visit_for<Moduli::narrow>(std::array{values}, q, "FixedOperand", make);
  }

  Operand operand_;
};

constexpr const char* operand_doc =
    R"(A vector w, such as a key or a plaintext, by which many vectors are multiplied element by element.

The constructor computes the Shoup quotients, for the kernel that serves q on the backend that is active now. Immutable;
any number of threads may use one operand at once. Operands compare equal if values and q are equal, hash and pickle.

:param values: residues of shape (n,), or (n, 2) for 128-bit words, n >= 1; values in [0, q), which are always checked.
    All arrays of the methods have the words of this one: those of uint32 or uint64.
:param q: a :class:`Modulus` or an integer, below 2^124; prime or not.
:raises ValueError: with the index, the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods take arrays of shape (..., n), or (..., n, 2), and have the arguments and errors of the methods of :class:`Ntt`.
Ctrl-C ends them between two rows; it interrupts neither the constructor nor ``values``. With fifty million values, a
row takes a tenth of a second, the constructor and ``values`` up to a whole one.

Source: D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014), section 2.

>>> import numpy as np
>>> key = FixedOperand(np.array([2, 96], dtype=np.uint64), 97)
>>> key.mul(np.array([[50, 96], [1, 1]], dtype=np.uint64))
array([[ 3,  1],
       [ 2, 96]], dtype=uint64)
)";

constexpr const char* mul_doc = R"(x w mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64 (2^32 for uint32, 2^128 for 128-bit
    words).
:param input_factor: 1, 2, 4 or 8.
:returns: shape (..., n), values in [0, q).
)";

constexpr const char* mul_add_doc = R"(x w + z mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64 (2^32 for uint32, 2^128 for 128-bit
    words).
:param z: as ``x``, or an integer, which is reduced.
:param input_factor: 1, 2, 4 or 8.
:returns: the shape to which x and z broadcast, values in [0, q).
)";

/// Calls product(w, out, in..., range) for each row. The first array has the rows; others may also be integers.
template <class Product, class... More>
nb::object multiply_rows(const FixedOperand& operand, nb::handle x, nb::handle input_factor, const CallOptions& options,
                         const Product& product, const std::pair<nb::handle, More>&... more) {
  const ringlet::Range range{to_factor(input_factor, "input_factor", {1, 2, 4, 8})};
  return operand.visit([&]<class Word>(const ringlet::FixedOperand<Word>& w) {
    const std::size_t n = w.size();
    [[maybe_unused]] const auto other = [&](nb::handle value, const char* name) {
      return is_integer(value) ? to_residues(value, name, w.modulus()) : to_rows(value, name, w.modulus(), n);
    };
    const std::array inputs{to_rows(x, "x", w.modulus(), n), other(more.first, more.second)...};
    return apply<Word>(inputs, options, n, range.input_factor, w.modulus().value(),
                       row_by_row<Word, 1 + sizeof...(More)>(
                           n, [&](std::span<Word> out, const auto& in) { product(w, out, in, range); }));
  });
}

nb::object mul(const FixedOperand& w, nb::handle x, nb::handle out, nb::handle input_factor, nb::handle threads,
               nb::handle check) {
  return multiply_rows(w, x, input_factor, {out, threads, check},
                       [](const auto& operand, auto result, const auto& in, const auto& range) {
                         ringlet::mul(result, in[0], operand, range);
                       });
}

nb::object mul_add(const FixedOperand& w, nb::handle x, nb::handle z, nb::handle out, nb::handle input_factor,
                   nb::handle threads, nb::handle check) {
  return multiply_rows(
      w, x, input_factor, {out, threads, check},
      [](const auto& operand, auto result, const auto& in, const auto& range) {
        ringlet::mul_add(result, in[0], operand, in[1], range);
      },
      std::pair{z, "z"});
}

/// Returns the operand's values, as products by 1.
template <class Word>
nb::object values_of(const ringlet::FixedOperand<Word>& w) {
  const Output result = make_output<Word>(nb::none(), {static_cast<npy_intp>(w.size())});
  const std::span<Word> values = result.to_write<Word>();
  std::ranges::fill(values, Word{1});
  ringlet::mul(values, values, w);
  return result.finish();
}

}  // namespace

void bind_fixed_operand(nb::module_& module) {
  auto cls = define_class<FixedOperand>(module, "FixedOperand", operand_doc);
  define_init<2>(cls, "__init__(self, values: Residues, q) -> None");
  define(cls, "mul(self, x: Residues, *, out_of_words, input_factor, threads, check) -> Words", &mul, mul_doc);
  define(cls, "mul_add(self, x: Residues, z: Operand, *, out_of_words, input_factor, threads, check) -> Words",
         &mul_add, mul_add_doc);
  define(cls, "describe(self) -> str", visiting<FixedOperand>([](const auto& w) { return w.describe(); }),
         "Names the chosen kernel for people, such as ``avx512ifma / ifma52``.");
  define_property(cls, "n", visiting<FixedOperand>([](const auto& w) { return w.size(); }), "The number of values.");
  define_property(cls, "modulus", visiting<FixedOperand>([](const auto& w) { return Modulus(w.modulus()); }),
                  "The modulus q.");
  define_property(cls, "values -> Words", visiting<FixedOperand>([](const auto& w) { return values_of(w); }),
                  "The values, in a new array.");
  define_value(
      cls, visiting<FixedOperand>([](const auto& w) { return nb::make_tuple(values_of(w), Modulus(w.modulus())); }));
}

}  // namespace ringlet_python
