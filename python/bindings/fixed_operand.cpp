#include "fixed_operand.hpp"

#include <nanobind/stl/string.h>

#include <ringlet/fixed_operand.hpp>
#include <string>
#include <utility>
#include <variant>

#include "batch.hpp"
#include "docstrings.hpp"
#include "modulus.hpp"

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
    return q.visit([&]<class Word>(const ringlet::Modulus<Word>& modulus) -> Operand {
      const Array array = to_array(values, "values", sizeof(Word) / sizeof(std::uint64_t));
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
any number of threads may use one operand at once.

:param values: uint64 of shape (n,), or (n, 2) for double words, n >= 1; values in [0, q), which are always checked.
:param q: a :class:`Modulus` or an integer; prime or not.
:raises ValueError: with the index, the value and the rule.
:raises TypeError: when an argument is of the wrong type.

The methods take arrays of shape (..., n), or (..., n, 2), and the arguments and errors of :class:`Ntt`'s.

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
:param z: as ``x``, and of the same shape.
:param input_factor: 1, 2, 4 or 8.
:returns: shape (..., n), values in [0, q).
)";

/// Calls product(w, out, in, row, range) for each row: product of in at that row to out at that row.
template <std::size_t count, class Product>
nb::object row_by_row(const FixedOperand& operand, const std::array<std::pair<nb::handle, const char*>, count>& arrays,
                      nb::handle input_factor, const CallOptions& options, const Product& product) {
  const ringlet::EltwiseRange range{to_factor(input_factor, "input_factor", {1, 2, 4, 8})};
  return operand.visit([&]<class Word>(const ringlet::FixedOperand<Word>& w) {
    const std::size_t n = w.size();
    const auto inputs = [&]<std::size_t... i>(std::index_sequence<i...>) {
      return std::array{to_rows<Word>(arrays[i].first, arrays[i].second, n)...};
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

}  // namespace

void bind_fixed_operand(nb::module_& module) {
  const auto out = nb::arg("out") = nb::none();
  const auto factor = nb::arg("input_factor") = 1;
  const auto threads = nb::arg("threads") = 1;
  const auto check = nb::arg("check") = false;
  nb::class_<FixedOperand>(module, "FixedOperand", operand_doc)
      .def(nb::init<nb::handle, nb::handle>(), nb::arg("values").none(), nb::arg("q").none(),
           nb::sig("def __init__(self, values: " RINGLET_ARRAY ", q: " RINGLET_MODULUS ") -> None"))
      .def("mul", &mul, nb::arg("x").none(), nb::kw_only(), out, factor, threads, check,
           nb::sig("def mul(self, x: " RINGLET_ARRAY ", *, " RINGLET_OUT ", input_factor: int = 1, " RINGLET_OPTIONS),
           mul_doc)
      .def("mul_add", &mul_add, nb::arg("x").none(), nb::arg("z"), nb::kw_only(), out, factor, threads, check,
           nb::sig("def mul_add(self, x: " RINGLET_ARRAY ", z: " RINGLET_ARRAY ", *, " RINGLET_OUT
                   ", input_factor: int = 1, " RINGLET_OPTIONS),
           mul_add_doc)
      .def(
          "describe", [](const FixedOperand& w) { return w.visit([](const auto& v) { return v.describe(); }); },
          "The kernel that was chosen, for people: ``avx512ifma / ifma52``.")
      .def_prop_ro("n", &FixedOperand::n, "The number of values.")
      .def_prop_ro(
          "modulus", [](const FixedOperand& w) { return w.visit([](const auto& v) { return Modulus(v.modulus()); }); },
          "The modulus q.");
}

}  // namespace ringlet_python
