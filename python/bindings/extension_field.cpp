#include <algorithm>
#include <array>
#include <cstddef>
#include <ringlet/extension_field.hpp>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "plan.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

using ringlet::ElementLayout;

constexpr const char* field_doc = R"(The extension field F_q[X] / (X^d - w), and operations on arrays of its elements.

An element is d residues modulo q, its coordinates, that of X^0 first. An array has its elements in one of two layouts:

* ``"interleaved"``: shape (..., d): the last axis holds the coordinates of an element.
* ``"coordinates"``: shape (d, ...): row k holds the coefficients of X^k.

For 128-bit words, the axis of two words comes last. Arrays of uint32 and uint64, and other integers, are as for all
functions. Sums, differences and negations are :func:`add`, :func:`sub` and :func:`neg`, products by numbers of the base
field :func:`mul_scalar`. Transforms are those of coordinates: an interleaved array is a matrix of d columns
(:class:`MatrixNtt`), rows of coordinates are d polynomials (:class:`Ntt`).

:param q: a prime; a :class:`Modulus` or an integer, below 2^124.
:param degree: the degree d, 2 to 8.
:param w: an integer, which is reduced. X^d - w must be irreducible: each prime divisor p of d divides q - 1, w is no
    p-th power modulo q, and q = 1 modulo 4 if 4 divides d.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Immutable; any number of threads may use one field at once. Fields compare equal if q, degree and w are equal, hash and
pickle. All methods release the interpreter's lock, and Ctrl-C takes effect at their end. They have these arguments:

* ``layout``: the layout of all arrays of elements, ``"interleaved"`` or ``"coordinates"``.
* ``out``: the array for the result, of its shape. It may be an input, but must not overlap an input in part. Default: a
  new array.
* ``check``: as for all functions. Single elements are always checked.

Source: R. Lidl, H. Niederreiter, "Finite Fields", theorem 3.75; T. Itoh, S. Tsujii, "A fast algorithm for computing
multiplicative inverses in GF(2^m) using normal bases", Inf. Comput. 78 (1988).

>>> import numpy as np
>>> babybear = ExtensionField(field("babybear").modulus, 4, 11)  # X^4 = 11
>>> a = np.array([[0, 1, 0, 0], [1, 2, 3, 4]], dtype=np.uint32)
>>> babybear.mul(a, a)
array([[  0,   0,   1,   0],
       [276, 268, 186,  20]], dtype=uint32)
>>> babybear.mul(a, babybear.invert(a)).tolist()
[[1, 0, 0, 0], [1, 0, 0, 0]]
)";

#define RINGLET_ELEMENTS ":param a: an array of elements, coordinates in [0, q).\n"

constexpr const char* mul_doc = R"(The products a[i] b[i].

)" RINGLET_ELEMENTS R"(:param b: as ``a``, of the same shape.
:returns: the same shape.
)";

constexpr const char* mul_by_base_doc = R"(The products a[i] b[i] with b[i] in the base field.

)" RINGLET_ELEMENTS R"(:param b: residues in [0, q), of the shape of a without the axis of coordinates.
:param out: as for all methods, but apart from ``b``.
:returns: the shape of a.
)";

constexpr const char* mul_by_element_doc = R"(The products a[i] s for one element s, such as a challenge.

)" RINGLET_ELEMENTS R"(:param s: one element, shape (d,).
:returns: the same shape.
)";

constexpr const char* invert_doc = R"(1 / a[i], and 0 where a[i] is 0, with one inversion in the base field for all.

)" RINGLET_ELEMENTS R"(:returns: the same shape.

The time depends on the values: not for secrets.
)";

constexpr const char* inner_product_doc = R"(The sum of all products a[i] b[i].

)" RINGLET_ELEMENTS R"(:param b: as ``a``, of the same shape.
:param out: an array of shape (d,), apart from the inputs, or None.
:returns: one element, shape (d,).
)";

constexpr const char* powers_doc = R"(first ratio^i for i from 0 to n - 1.

:param first: one element, shape (d,).
:param ratio: as ``first``.
:param n: the number of powers, 1 to 2^30.
:param out: the array for the result, or None. One of uint32 makes it one of 32-bit words, if q < 2^32.
:returns: shape (n, d), or (d, n) as coordinates.
)";

constexpr const char* to_coordinates_doc = R"(Converts elements from interleaved coordinates to rows of coordinates.

:param a: shape (..., d).
:param out: an array apart from ``a``, or None.
:returns: shape (d, ...).
)";

constexpr const char* to_interleaved_doc = R"(Converts elements from rows of coordinates to interleaved coordinates.

:param a: shape (d, ...).
:param out: an array apart from ``a``, or None.
:returns: shape (..., d).
)";

/// Python class ExtensionField.
class ExtensionField : public OfAnyArray<ringlet::ExtensionField, OfNarrowWord<ringlet::ExtensionField>> {
 public:
  ExtensionField(nb::handle q, nb::handle degree, nb::handle w) : OfAnyArray(make(*ModulusArgument(q), degree, w)) {}

 private:
  static Parts make(const Modulus& q, nb::handle degree, nb::handle w) {
    const unsigned d = to_small(degree, "degree", 2, ringlet::ExtensionField<std::uint64_t>::max_degree);
    return q.visit_only<Moduli::narrow>("ExtensionField", [&]<class Word>(const ringlet::Modulus<Word>& m) -> Parts {
      const Word factor = remainder(w, "w", m.value());
      Parts parts{without_lock([&] { return ringlet::ExtensionField<Word>(m, d, factor); }), {}};
      if constexpr (std::is_same_v<Word, std::uint64_t>) {
        if (m.bits() <= ringlet::Modulus<std::uint32_t>::max_bits) {
          parts.make_short = [short_q = short_modulus(m), d, short_w = static_cast<std::uint32_t>(factor)] {
            return ringlet::ExtensionField<std::uint32_t>(short_q, d, short_w);
          };
        }
      }
      return parts;
    });
  }
};

/// Arguments that all methods have.
struct Options {
  nb::handle layout, out, check;
};

/// Conversions of the arguments of a call.
template <class Word>
class Call {
 public:
  Call(const ringlet::ExtensionField<Word>& field, const Options& options)
      : field_(field),
        layout_(to_choice<ElementLayout>(options.layout, "layout")),
        out_(options.out),
        check_(to_bool(options.check)) {}

  [[nodiscard]] ElementLayout layout() const { return layout_; }
  [[nodiscard]] Word q() const { return field_.modulus().value(); }
  [[nodiscard]] npy_intp degree() const { return field_.degree(); }

  /// Converts an argument to an array of elements.
  [[nodiscard]] Array elements(nb::handle value, const char* name) const {
    const Array array = residues(value, name);
    const std::span<const npy_intp> shape = array.residue_shape();
    const bool is_interleaved = layout_ == ElementLayout::interleaved;
    if (shape.empty() || (is_interleaved ? shape.back() : shape.front()) != degree()) {
      const std::string d = std::to_string(degree()), words = array.words > 1 ? ", 2" : "";
      reject_shape(array, is_interleaved ? "(..., " + d + words + ")" : "(" + d + ", ..." + words + ")");
    }
    return array;
  }

  /// Converts an argument to one element.
  [[nodiscard]] Array element(nb::handle value, const char* name) const { return residues(value, name, {degree()}); }

  /// Converts an argument to residues of that shape.
  [[nodiscard]] Array residues(nb::handle value, const char* name, const Shape& shape) const {
    Array array = residues(value, name);
    const Shape expected = with_words(shape, array.words);
    if (!std::ranges::equal(array.shape(), expected)) reject_shape(array, to_string(expected));
    return array;
  }

  /// Returns the shape of elements, from their shape without the axis of coordinates.
  [[nodiscard]] Shape with_coordinates(Shape shape) const {
    shape.insert(layout_ == ElementLayout::interleaved ? shape.end() : shape.begin(), degree());
    return shape;
  }
  /// Returns the shape of an array of elements without the axis of coordinates.
  [[nodiscard]] Shape without_coordinates(const Array& elements) const {
    Shape shape(elements.residue_shape().begin(), elements.residue_shape().end());
    shape.erase(layout_ == ElementLayout::interleaved ? shape.end() - 1 : shape.begin());
    return shape;
  }

  [[nodiscard]] Output result(Shape shape) const { return make_output<Word>(out_, std::move(shape)); }

  /// Calls compute(result) on the array for a result of the shape of a, which may be a itself, or other elements.
  template <class Compute>
  [[nodiscard]] nb::object like(const Array& a, const Compute& compute) const {
    const Output output = result({a.residue_shape().begin(), a.residue_shape().end()});
    require_no_overlap(output, a);
    return fill(output, compute);
  }

  /// Calls compute(values) on the values of an output, unless it is empty.
  template <class Compute>
  [[nodiscard]] nb::object fill(const Output& output, const Compute& compute) const {
    if (output.size() > 0) without_lock([&] { compute(output.to_write<Word>()); });
    return output.finish();
  }

 private:
  [[nodiscard]] Array residues(nb::handle value, const char* name) const {
    if (is_integer(value)) reject_type(name, "an array of integers", value);
    Array array = to_residues(value, name, field_.modulus());
    if (check_) require_values<Word>(array, 1, q());
    return array;
  }

  [[noreturn]] static void reject_shape(const Array& array, const std::string& expected) {
    reject(std::string("shape of ") + array.name, to_string(array.shape()), "it must be " + expected);
  }

  const ringlet::ExtensionField<Word>& field_;
  ElementLayout layout_;
  nb::handle out_;
  bool check_;
};

Shape shape_of(const Array& array) { return {array.residue_shape().begin(), array.residue_shape().end()}; }

nb::object mul(const ExtensionField& self, nb::handle a, nb::handle b, nb::handle layout, nb::handle out,
               nb::handle check) {
  return self.visit_for(std::array{a, b, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array x = call.elements(a, "a"), y = call.residues(b, "b", shape_of(x));
    const Output output = call.result(shape_of(x));
    for (const Array& in : {x, y}) require_no_overlap(output, in);
    return call.fill(output, [&](auto values) {
      field.mul(values, x.template values<Word>(), y.template values<Word>(), call.layout());
    });
  });
}

nb::object mul_by_base(const ExtensionField& self, nb::handle a, nb::handle b, nb::handle layout, nb::handle out,
                       nb::handle check) {
  return self.visit_for(std::array{a, b, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array x = call.elements(a, "a"), y = call.residues(b, "b", call.without_coordinates(x));
    const Output output = call.result(shape_of(x));
    require_no_overlap(output, x);
    require_separate(output, y);
    return call.fill(output, [&](auto values) {
      field.mul_by_base(values, x.template values<Word>(), y.template values<Word>(), call.layout());
    });
  });
}

nb::object mul_by_element(const ExtensionField& self, nb::handle a, nb::handle s, nb::handle layout, nb::handle out,
                          nb::handle check) {
  return self.visit_for(std::array{a, s, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array x = call.elements(a, "a"), factor = call.element(s, "s");
    return call.like(x, [&](auto values) {
      field.mul_by_element(values, x.template values<Word>(), factor.template values<Word>(), call.layout());
    });
  });
}

nb::object invert(const ExtensionField& self, nb::handle a, nb::handle layout, nb::handle out, nb::handle check) {
  return self.visit_for(std::array{a, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array x = call.elements(a, "a");
    return call.like(x, [&](auto values) { field.invert(values, x.template values<Word>(), call.layout()); });
  });
}

nb::object inner_product(const ExtensionField& self, nb::handle a, nb::handle b, nb::handle layout, nb::handle out,
                         nb::handle check) {
  return self.visit_for(std::array{a, b, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array x = call.elements(a, "a"), y = call.residues(b, "b", shape_of(x));
    const Output output = call.result({call.degree()});
    for (const Array& in : {x, y}) require_separate(output, in);
    return call.fill(output, [&](auto values) {
      if (x.size() == 0) {
        std::ranges::fill(values, Word{});
        return;
      }
      field.inner_product(values, x.template values<Word>(), y.template values<Word>(), call.layout());
    });
  });
}

nb::object powers(const ExtensionField& self, nb::handle first, nb::handle ratio, nb::handle n, nb::handle layout,
                  nb::handle out, nb::handle check) {
  const npy_intp size = to_small(n, "n", 1, 1U << 30);
  return self.visit_for(std::array{first, ratio, out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const Call<Word> call(field, {layout, out, check});
    const Array start = call.element(first, "first"), factor = call.element(ratio, "ratio");
    return call.fill(call.result(call.with_coordinates({size})), [&](auto values) {
      field.powers(values, start.template values<Word>(), factor.template values<Word>(), call.layout());
    });
  });
}

/// Converts elements to another layout by convert(field, out, in).
template <class Convert>
nb::object change_layout(const ExtensionField& self, nb::handle a, ElementLayout from, ElementLayout to,
                         const Options& options, const Convert& convert) {
  return self.visit_for(std::array{a, options.out}, [&]<class Word>(const ringlet::ExtensionField<Word>& field) {
    const auto call_in = [&](ElementLayout layout) {
      const nb::str name(to_text(layout));
      return Call<Word>(field, {name, options.out, options.check});
    };
    const Call<Word> source = call_in(from), target = call_in(to);
    const Array in = source.elements(a, "a");
    const Output output = target.result(target.with_coordinates(source.without_coordinates(in)));
    require_separate(output, in);
    return target.fill(output, [&](auto values) { convert(field, values, in.template values<Word>()); });
  });
}

nb::object to_coordinates(const ExtensionField& self, nb::handle a, nb::handle out, nb::handle check) {
  return change_layout(self, a, ElementLayout::interleaved, ElementLayout::coordinates, {nb::handle(), out, check},
                       [](const auto& field, auto values, auto in) { field.to_coordinates(values, in); });
}

nb::object to_interleaved(const ExtensionField& self, nb::handle a, nb::handle out, nb::handle check) {
  return change_layout(self, a, ElementLayout::coordinates, ElementLayout::interleaved, {nb::handle(), out, check},
                       [](const auto& field, auto values, auto in) { field.to_interleaved(values, in); });
}

unsigned degree_of(const ExtensionField& self) {
  return self.visit([](const auto& field) { return field.degree(); });
}

nb::object w_of(const ExtensionField& self) {
  return self.visit([](const auto& field) { return to_python(field.w()); });
}

Modulus modulus_of(const ExtensionField& self) {
  return self.visit([](const auto& field) { return Modulus(field.modulus()); });
}

#define RINGLET_LAYOUT \
  "*, layout: typing.Literal['interleaved', 'coordinates'] = 'interleaved', out_of_words, check) -> Words"

}  // namespace

void bind_extension_field(nb::module_& module) {
  auto cls = define_class<ExtensionField>(module, "ExtensionField", field_doc);
  define_init<3>(cls, "__init__(self, q, degree: Integer, w: Integer) -> None");
  define(cls, "mul(self, a: Residues, b: Residues, " RINGLET_LAYOUT, &mul, mul_doc);
  define(cls, "mul_by_base(self, a: Residues, b: Residues, " RINGLET_LAYOUT, &mul_by_base, mul_by_base_doc);
  define(cls, "mul_by_element(self, a: Residues, s: Residues, " RINGLET_LAYOUT, &mul_by_element, mul_by_element_doc);
  define(cls, "invert(self, a: Residues, " RINGLET_LAYOUT, &invert, invert_doc);
  define(cls, "inner_product(self, a: Residues, b: Residues, " RINGLET_LAYOUT, &inner_product, inner_product_doc);
  define(cls, "powers(self, first: Residues, ratio: Residues, n, " RINGLET_LAYOUT, &powers, powers_doc);
  define(cls, "to_coordinates(self, a: Residues, *, out_of_words, check) -> Words", &to_coordinates,
         to_coordinates_doc);
  define(cls, "to_interleaved(self, a: Residues, *, out_of_words, check) -> Words", &to_interleaved,
         to_interleaved_doc);
  define(cls, "describe(self, dtype: typing.Literal['uint64', 'uint32'] = 'uint64') -> str",
         &description_of<ExtensionField>,
         "Names the kernel of products of arrays of that type for people, such as ``avx2 / dot_doubles``.");
  define_property(cls, "degree", &degree_of, "The degree d.");
  define_property(cls, "w -> int", &w_of, "The number w, in [0, q).");
  define_property(cls, "modulus", &modulus_of, "The modulus q.");
  define_value(
      cls, [](const ExtensionField& self) { return nb::make_tuple(modulus_of(self), degree_of(self), w_of(self)); });
}

}  // namespace ringlet_python
