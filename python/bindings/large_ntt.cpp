#include "large_ntt.hpp"

#include <array>
#include <optional>

#include "choices.hpp"
#include "docstrings.hpp"
#include "python_init.hpp"
#include "row_transforms.hpp"
#include "value.hpp"

namespace ringlet_python {
namespace {

constexpr const char* large_ntt_doc = R"(A plan of transforms that a cache, or one core, is too small for.

Coefficients are a matrix, whose columns and rows are transformed by plans of about sqrt(n) points each. A single array
is shared among threads, and there may be 2^30 points for every modulus, where :class:`Ntt` has fewer and takes
one thread for each polynomial of one or two words. Where both have the size, and one thread is all there is,
:class:`Ntt` is faster. Results are those of :class:`Ntt` with the same root, but for the order of evaluations.
Immutable; any number of threads may use one plan at once. Plans compare equal where n, q, ring, root, order and height
are, hash and pickle.

:param n: a power of two, 4 <= n <= 2^30.
:param q: a prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the cyclic one; a :class:`Modulus` or an
    integer.
:param ring: as for :class:`Ntt`.
:param psi: negacyclic only: a primitive 2n-th root of unity. Default: that of :class:`Ntt` or, where n is too large
    for it, of ``primitive_root(2 * n, q)``.
:param omega: cyclic only: a primitive n-th root of unity. Default: as for psi.
:param order: of evaluations. Number k1 + height k2, k1 < height, k2 < n / height, is for ``"natural"`` at its number,
    for ``"transposed"`` at k1 (n / height) + k2, and for ``"bit_reversed"``, the fastest, where the bits of its number
    reversed say.
:param height: rows of the matrix, a power of two, such that it and n / height are from 2 to 2^20. Default: about
    sqrt(n); for words in bit-reversed order at most 64, or as many as rows of 2^20 words take.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

The methods take arrays as those of :class:`Ntt` do, with the arguments ``out``, ``threads`` and ``check``. Ctrl-C ends a
call between two polynomials.

Source: D. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990).

>>> import numpy as np
>>> ntt = LargeNtt(16, 97, ring="cyclic", order="transposed")
>>> ntt.height
4
>>> x = np.arange(16, dtype=np.uint64)
>>> values = ntt.forward(x, threads=2)
>>> natural = LargeNtt(16, 97, ring="cyclic").forward(x)
>>> bool((natural == values.reshape(4, 4).T.reshape(16)).all())
True
>>> bool((ntt.inverse(values) == x).all())
True
)";

constexpr const char* forward_doc = R"(Transforms from natural order to that of the plan.

Value number k of the input a is

* negacyclic: sum over j of a[j] psi^((2k+1) j) mod q
* cyclic: sum over j of a[j] omega^(k j) mod q

:param a: shape (..., n), values in [0, q), natural order.
:returns: shape (..., n), values in [0, q), in the plan's order.
:raises MemoryError: in natural order, there must be room for one more polynomial, in each thread that transforms one.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: shape (..., n), values in [0, q), in the plan's order.
:returns: shape (..., n), values in [0, q), natural order.
:raises MemoryError: as for :meth:`forward`.
)";

template <class Word>
std::optional<Word> to_root(nb::handle root, const char* name, const Word& q) {
  if (root.is_none()) return std::nullopt;
  return to_residue<Word>(root, name, q);
}

LargeNtt::Plan make(nb::handle n, const Modulus& q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle order,
                    nb::handle height) {
  return q.visit([&]<class Word>(const ringlet::Modulus<Word>& modulus) -> LargeNtt::Plan {
    ringlet::LargeNttOptions<Word> options{.ring = to_ring(ring, "ring"),
                                           .psi = to_root<Word>(psi, "psi", modulus.value()),
                                           .omega = to_root<Word>(omega, "omega", modulus.value()),
                                           .order = to_large_order(order, "order")};
    if (!height.is_none()) options.height = to_power_of_two(height, "height", 1, 20);
    const std::uint64_t size = to_power_of_two(n, "n", 2, 30);
    return make_plan_unlocked(size,
                              [size, modulus, options] { return ringlet::LargeNtt<Word>(size, modulus, options); });
  });
}

/// transform(plan, out, in, executor) is forward or inverse.
template <class Transform>
nb::object transform_rows(const LargeNtt& ntt, nb::handle a, const CallOptions& options, const Transform& transform) {
  return ntt.visit([&]<class Word>(const ringlet::LargeNtt<Word>& plan) {
    return transform_rows_with_threads(
        to_rows(a, "a", plan.modulus(), plan.size()), options, plan.modulus(),
        [&](auto out, auto in, ringlet::Executor* executor) { transform(plan, out, in, executor); });
  });
}

nb::object forward(const LargeNtt& ntt, nb::handle a, nb::handle out, nb::handle threads, nb::handle check) {
  return transform_rows(ntt, a, {out, threads, check}, [](const auto& plan, auto result, auto in, auto* executor) {
    plan.forward(result, in, executor);
  });
}

nb::object inverse(const LargeNtt& ntt, nb::handle a, nb::handle out, nb::handle threads, nb::handle check) {
  return transform_rows(ntt, a, {out, threads, check}, [](const auto& plan, auto result, auto in, auto* executor) {
    plan.inverse(result, in, executor);
  });
}

/// The arguments of the constructor.
nb::tuple arguments_of(const LargeNtt& ntt) {
  const bool is_cyclic = nb::str(ntt.ring()).equal(nb::str("cyclic"));
  const nb::object root = ntt.root(), none = nb::none();
  return nb::make_tuple(ntt.n(), ntt.modulus(), ntt.ring(), is_cyclic ? none : root, is_cyclic ? root : none,
                        ntt.order(), ntt.height());
}

LargeNtt of_arguments(const nb::tuple& arguments) {
  std::array<nb::object, 7> given;
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = arguments[i];
  return {given[0], given[1], given[2], given[3], given[4], given[5], given[6]};
}

}  // namespace

LargeNtt::LargeNtt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle order,
                   nb::handle height)
    : plan_(make(n, *ModulusArgument(q), ring, psi, omega, order, height)) {}

std::size_t LargeNtt::n() const {
  return visit([](const auto& plan) { return plan.size(); });
}

std::size_t LargeNtt::height() const {
  return visit([](const auto& plan) { return plan.height(); });
}

Modulus LargeNtt::modulus() const {
  return visit([](const auto& plan) { return Modulus(plan.modulus()); });
}

const char* LargeNtt::ring() const {
  return to_text(visit([](const auto& plan) { return plan.ring(); }));
}

const char* LargeNtt::order() const {
  return to_text(visit([](const auto& plan) { return plan.order(); }));
}

nb::object LargeNtt::root() const {
  return visit([](const auto& plan) { return to_python(plan.root()); });
}

std::string LargeNtt::describe() const {
  return visit([](const auto& plan) { return plan.describe(); });
}

void bind_large_ntt(nb::module_& module) {
  nb::class_<LargeNtt> cls(module, "LargeNtt", nb::type_slots(python_init), large_ntt_doc);
  cls.def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle, nb::handle, nb::handle, nb::handle>(),
          nb::arg("n").none(), nb::arg("q").none(), nb::arg("ring").none() = "negacyclic",
          nb::arg("psi").none() = nb::none(), nb::arg("omega").none() = nb::none(), nb::arg("order").none() = "natural",
          nb::arg("height").none() = nb::none(),
          nb::sig("def __init__(self, n: typing.SupportsIndex, q: Modulus | typing.SupportsIndex, *, "
                  "ring: typing.Literal['negacyclic', 'cyclic'] = 'negacyclic', "
                  "psi: typing.SupportsIndex | None = None, omega: typing.SupportsIndex | None = None, "
                  "order: typing.Literal['natural', 'transposed', 'bit_reversed'] = 'natural', "
                  "height: typing.SupportsIndex | None = None) -> None"))
      .def("forward", &forward, nb::arg("a").none(), nb::arg("out").none() = nb::none(), nb::arg("threads").none() = 1,
           nb::arg("check").none() = false,
           nb::sig("def forward(self, a: " RINGLET_RESIDUES ", *, " RINGLET_OUT ", " RINGLET_OPTIONS), forward_doc)
      .def("inverse", &inverse, nb::arg("a").none(), nb::arg("out").none() = nb::none(), nb::arg("threads").none() = 1,
           nb::arg("check").none() = false,
           nb::sig("def inverse(self, a: " RINGLET_RESIDUES ", *, " RINGLET_OUT ", " RINGLET_OPTIONS), inverse_doc)
      .def("describe", &LargeNtt::describe,
           "What the plan chose, for people: the shape of the matrix, and the plans of its columns and rows.")
      .def_prop_ro("n", &LargeNtt::n, "The number of coefficients.")
      .def_prop_ro("height", &LargeNtt::height, "The number of rows of the matrix.")
      .def_prop_ro("modulus", &LargeNtt::modulus, "The modulus q.")
      .def_prop_ro("ring", &LargeNtt::ring, nb::sig("def ring(self) -> typing.Literal['negacyclic', 'cyclic']"),
                   "``\"negacyclic\"`` or ``\"cyclic\"``.")
      .def_prop_ro("root", &LargeNtt::root, nb::sig("def root(self) -> int"),
                   "psi for the negacyclic ring, omega for the cyclic one.")
      .def_prop_ro("order", &LargeNtt::order,
                   nb::sig("def order(self) -> typing.Literal['natural', 'transposed', 'bit_reversed']"),
                   "The order of evaluations.");
  define_value(cls, std::array<const char*, 7>{nullptr, nullptr, "ring", "psi", "omega", "order", "height"},
               arguments_of, of_arguments);
}

}  // namespace ringlet_python
