#include "fixed_operand.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <ringlet/fixed_operand.hpp>
#include <string>
#include <utility>
#include <variant>

#include "batch.hpp"
#include "docstrings.hpp"
#include "modulus.hpp"
#include "python_init.hpp"

namespace ringlet_python {
namespace {

/// The Python class FixedOperand: residues of one word or two.
class FixedOperand {
 public:
  using Operand = std::variant<ringlet::FixedOperand<std::uint64_t>, ringlet::FixedOperand<uint128_t>>;

  FixedOperand(nb::handle values, nb::handle q) : operand_(make_operand(values, *ModulusArgument(q))) {}

  /// Calls function with a ringlet::FixedOperand<Word>.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), operand_);
  }

  [[nodiscard]] std::size_t n() const {
    return std::visit([](const auto& w) { return w.size(); }, operand_);
  }

 private:
  static Operand make_operand(nb::handle values, const Modulus& q) {
    return q.visit_only<Moduli::narrow>(
        "FixedOperand", [&]<class Word>(const ringlet::Modulus<Word>& modulus) -> Operand {
          if (is_integer(values)) reject_type("values", "an array of integers", values);
          const Array array = to_residues(values, "values", modulus);
          if (array.dimensions() != 1) {
            reject("number of axes of values", std::to_string(array.dimensions()), "it must be 1");
          }
          return ringlet::FixedOperand<Word>(array.values<Word>(), modulus);
        });
  }

  Operand operand_;
};

constexpr const char* operand_doc =
    R"(A vector w by which many others are multiplied element by element: a key, or a plaintext.

Its Shoup quotients are computed once, here, for the kernel that serves q on the backend that is active now. Immutable;
any number of threads may use one operand at once. Operands compare equal where values and q are, hash and pickle.

:param values: residues of shape (n,), or (n, 2) for double words, n >= 1; values in [0, q), which are always checked.
:param q: a :class:`Modulus` or an integer, below 2^124; prime or not.
:raises ValueError: with the index, the value and the rule.
:raises TypeError: when an argument is of the wrong type.

The methods take arrays of shape (..., n), or (..., n, 2), and the arguments and errors of :class:`Ntt`'s. Ctrl-C ends
them between two rows, and neither the making of an operand nor ``values``: with fifty million values, a row takes a
tenth of a second, the other two up to a whole one.

Source: D. Harvey, "Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014), section 2.

>>> import numpy as np
>>> key = FixedOperand(np.array([2, 96], dtype=np.uint64), 97)
>>> key.mul(np.array([[50, 96], [1, 1]], dtype=np.uint64))
array([[ 3,  1],
       [ 2, 96]], dtype=uint64)
)";

constexpr const char* mul_doc = R"(x w mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64 (2^128 for double words).
:param input_factor: 1, 2, 4 or 8.
:returns: shape (..., n), values in [0, q).
)";

constexpr const char* mul_add_doc = R"(x w + z mod q, element by element.

:param x: shape (..., n), values in [0, input_factor q) and below 2^64 (2^128 for double words).
:param z: as ``x``, or an integer, which is reduced.
:param input_factor: 1, 2, 4 or 8.
:returns: the shape to which they broadcast, values in [0, q).
)";

/// Calls product(w, out, in, row, range) for each row: product of in at that row to out at that row.
template <std::size_t count, class Product>
nb::object row_by_row(const FixedOperand& operand, const std::array<std::pair<nb::handle, const char*>, count>& arrays,
                      nb::handle input_factor, const CallOptions& options, const Product& product) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4, 8})};
  return operand.visit([&]<class Word>(const ringlet::FixedOperand<Word>& w) {
    const std::size_t n = w.size();
    // The vector that is multiplied has the rows; one that is added may also be an integer.
    const auto operand_of = [&](std::size_t i) {
      const auto& [value, name] = arrays[i];
      return i > 0 && is_integer(value) ? to_residues(value, name, w.modulus()) : to_rows(value, name, w.modulus(), n);
    };
    const auto inputs = [&]<std::size_t... i>(std::index_sequence<i...>) {
      return std::array{operand_of(i)...};
    }(std::make_index_sequence<count>());
    return apply<Word>(inputs, options, n, range.input_factor, w.modulus().value(),
                       [&](std::span<Word> out, const auto& in) {
                         for (std::size_t row = 0; row < out.size(); row += n) {
                           product(w, out.subspan(row, n), [&](std::size_t i) { return in[i].subspan(row, n); }, range);
                         }
                       });
  });
}

nb::object mul(const FixedOperand& w, nb::handle x, nb::handle out, nb::handle input_factor, nb::handle threads,
               nb::handle check) {
  return row_by_row(w, std::array{std::pair{x, "x"}}, input_factor, {out, threads, check},
                    [](const auto& operand, auto result, const auto& in, const auto& range) {
                      ringlet::mul(result, in(0), operand, range);
                    });
}

nb::object mul_add(const FixedOperand& w, nb::handle x, nb::handle z, nb::handle out, nb::handle input_factor,
                   nb::handle threads, nb::handle check) {
  return row_by_row(w, std::array{std::pair{x, "x"}, std::pair{z, "z"}}, input_factor, {out, threads, check},
                    [](const auto& operand, auto result, const auto& in, const auto& range) {
                      ringlet::mul_add(result, in(0), operand, in(1), range);
                    });
}

/// The products by 1.
template <class Word>
nb::object values_of(const ringlet::FixedOperand<Word>& w) {
  constexpr unsigned words = words_of<Word>;
  const Array result = make_output(nb::none(), with_words({static_cast<npy_intp>(w.size())}, words), words);
  const std::span<Word> values(static_cast<Word*>(result.data()), w.size());
  std::ranges::fill(values, Word{1});
  ringlet::mul(values, values, w);
  return result.object;
}

nb::object values(const FixedOperand& w) {
  return w.visit([](const auto& operand) { return values_of(operand); });
}

nb::object modulus(const FixedOperand& w) {
  return w.visit([](const auto& operand) { return nb::cast(Modulus(operand.modulus())); });
}

bool are_equal(const FixedOperand& w, const FixedOperand& other) {
  return modulus(w).equal(modulus(other)) && values(w).attr("tobytes")().equal(values(other).attr("tobytes")());
}

std::string represent(const FixedOperand& w) {
  return std::string("FixedOperand(") + nb::repr(values(w)).c_str() + ", " + nb::repr(modulus(w)).c_str() + ")";
}

}  // namespace

void bind_fixed_operand(nb::module_& module) {
  const auto out = nb::arg("out").none() = nb::none();
  const auto factor = nb::arg("input_factor").none() = 1;
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
  nb::class_<FixedOperand>(module, "FixedOperand", nb::type_slots(python_init), operand_doc)
      .def(nb::init<nb::handle, nb::handle>(), nb::arg("values").none(), nb::arg("q").none(),
           nb::sig("def __init__(self, values: " RINGLET_RESIDUES ", q: " RINGLET_MODULUS ") -> None"))
      .def(
          "mul", &mul, nb::arg("x").none(), out, factor, threads, check,
          nb::sig("def mul(self, x: " RINGLET_RESIDUES ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_OPTIONS),
          mul_doc)
      .def("mul_add", &mul_add, nb::arg("x").none(), nb::arg("z").none(), out, factor, threads, check,
           nb::sig("def mul_add(self, x: " RINGLET_RESIDUES ", z: " RINGLET_OPERAND ", *, " RINGLET_OUT
                   ", input_factor: int = 1, " RINGLET_OPTIONS),
           mul_add_doc)
      .def(
          "describe", [](const FixedOperand& w) { return w.visit([](const auto& v) { return v.describe(); }); },
          "The kernel that was chosen, for people: ``avx512ifma / ifma52``.")
      .def_prop_ro("n", &FixedOperand::n, "The number of values.")
      .def_prop_ro("modulus", &modulus, nb::sig("def modulus(self) -> Modulus"), "The modulus q.")
      .def_prop_ro("values", &values, nb::sig("def values(self) -> " RINGLET_ARRAY), "The values, in a new array.")
      .def(
          "__eq__",
          [](const FixedOperand& w, nb::handle other) {
            return nb::isinstance<FixedOperand>(other) && are_equal(w, *nb::inst_ptr<FixedOperand>(other));
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const FixedOperand& w) { return nb::hash(nb::make_tuple(modulus(w), values(w).attr("tobytes")())); })
      .def("__repr__", &represent)
      .def(
          "__getstate__", [](const FixedOperand& w) { return nb::make_tuple(values(w), modulus(w)); },
          nb::sig("def __getstate__(self) -> tuple[" RINGLET_ARRAY ", Modulus]"))
      .def(
          "__setstate__",
          [](FixedOperand& w, const nb::tuple& state) {
            new (&w) FixedOperand(nb::handle(state[0]), nb::handle(state[1]));
          },
          nb::sig("def __setstate__(self, state: tuple[" RINGLET_ARRAY ", Modulus], /) -> None"));
}

}  // namespace ringlet_python
