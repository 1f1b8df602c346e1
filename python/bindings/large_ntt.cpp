#include "large_ntt.hpp"

#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "ntt.hpp"
#include "row_transforms.hpp"

namespace ringlet_python {
namespace {

constexpr const char* large_ntt_doc = R"(A plan of transforms that are too large for a cache or for one core.

Coefficients form a matrix; its columns and rows are transformed by plans of about sqrt(n) points each. Threads share a
single array, and every modulus allows up to 2^30 points. :class:`Ntt` allows fewer points, and uses one thread for each
polynomial of one or two words. For a size that both allow, on one thread, :class:`Ntt` is faster. Results are those of
:class:`Ntt` with the same root, except for the order of evaluations. Immutable; any number of threads may use one plan
at once. Plans compare equal if n, q, ring, root, order and height are equal, hash and pickle.

:param n: a power of two, 4 <= n <= 2^30.
:param q: a prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the cyclic one; a :class:`Modulus` or an
    integer.
:param ring: as for :class:`Ntt`.
:param psi: negacyclic only: a primitive 2n-th root of unity. Default: the default of :class:`Ntt` or, if n is too large
    for it, that of ``primitive_root(2 * n, q)``.
:param omega: cyclic only: a primitive n-th root of unity. Default: as for psi.
:param order: the order of evaluations. Let k = k1 + height k2 with k1 < height and k2 < n / height. Evaluation number k
    has index k for ``"natural"``, index k1 (n / height) + k2 for ``"transposed"``, and k with its bits reversed for
    ``"bit_reversed"``, which is the fastest.
:param height: number of rows of the matrix, a power of two; both it and n / height lie in [2, 2^20]. Default: about
    sqrt(n); for words in bit-reversed order at most 64, unless rows would be longer than 2^20 words.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods take arrays as the methods of :class:`Ntt` do, with the arguments ``out``, ``threads`` and ``check``. Ctrl-C
ends a call between two polynomials.

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

constexpr const char* forward_doc = R"(Transforms from natural order to the plan's order.

Value number k of the input a is

* negacyclic: sum over j of a[j] psi^((2k+1) j) mod q
* cyclic: sum over j of a[j] omega^(k j) mod q

:param a: shape (..., n), values in [0, q), natural order.
:returns: shape (..., n), values in [0, q), in the plan's order.
:raises MemoryError: in natural order, each thread that transforms a polynomial needs room for one more.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: shape (..., n), values in [0, q), in the plan's order.
:returns: shape (..., n), values in [0, q), natural order.
:raises MemoryError: as for :meth:`forward`.
)";

LargeNtt::Value make(nb::handle n, const Modulus& q, nb::handle ring, nb::handle psi, nb::handle omega,
                     nb::handle order, nb::handle height) {
  return q.visit([&]<class Word>(const ringlet::Modulus<Word>& modulus) -> LargeNtt::Value {
    ringlet::LargeNttOptions<Word> options{.ring = to_choice<ringlet::Ring>(ring, "ring"),
                                           .psi = to_root<Word>(psi, "psi", modulus.value()),
                                           .omega = to_root<Word>(omega, "omega", modulus.value()),
                                           .order = to_choice<ringlet::LargeOrder>(order, "order")};
    if (!height.is_none()) options.height = to_power_of_two(height, "height", 1, 20);
    const std::uint64_t size = to_power_of_two(n, "n", 2, 30);
    return make_plan_unlocked(size,
                              [size, modulus, options] { return ringlet::LargeNtt<Word>(size, modulus, options); });
  });
}

/// Runs transform(plan, out, in, executor), which is forward or inverse, on each row.
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

/// Returns the arguments of the constructor.
nb::tuple arguments_of(const LargeNtt& ntt) {
  return ntt.visit([](const auto& plan) {
    const bool is_cyclic = plan.ring() == ringlet::Ring::cyclic;
    const nb::object root = to_python(plan.root()), none = nb::none();
    return nb::make_tuple(plan.size(), Modulus(plan.modulus()), to_text(plan.ring()), is_cyclic ? none : root,
                          is_cyclic ? root : none, to_text(plan.order()), plan.height());
  });
}

}  // namespace

LargeNtt::LargeNtt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle order,
                   nb::handle height)
    : OfAnyWord(make(n, *ModulusArgument(q), ring, psi, omega, order, height)) {}

void bind_large_ntt(nb::module_& module) {
  auto cls = define_class<LargeNtt>(module, "LargeNtt", large_ntt_doc);
  define_init<7>(cls,
                 "__init__(self, n, q, *, ring, psi, omega, order: typing.Literal['natural', 'transposed', "
                 "'bit_reversed'] = 'natural', height: Integer | None = None) -> None");
  define(cls, "forward(self, a: Residues, *, out, threads, check)", &forward, forward_doc);
  define(cls, "inverse(self, a: Residues, *, out, threads, check)", &inverse, inverse_doc);
  define(cls, "describe(self) -> str", visiting<LargeNtt>([](const auto& plan) { return plan.describe(); }),
         "Describes the plan for people: the shape of the matrix, and the plans of its columns and rows.");
  define_property(cls, "n", visiting<LargeNtt>([](const auto& plan) { return plan.size(); }),
                  "The number of coefficients.");
  define_property(cls, "height", visiting<LargeNtt>([](const auto& plan) { return plan.height(); }),
                  "The number of rows of the matrix.");
  define_property(cls, "modulus", visiting<LargeNtt>([](const auto& plan) { return Modulus(plan.modulus()); }),
                  "The modulus q.");
  define_property(cls, "ring -> typing.Literal['negacyclic', 'cyclic']",
                  visiting<LargeNtt>([](const auto& plan) { return to_text(plan.ring()); }),
                  "``\"negacyclic\"`` or ``\"cyclic\"``.");
  define_property(cls, "root -> int", visiting<LargeNtt>([](const auto& plan) { return to_python(plan.root()); }),
                  "psi for the negacyclic ring, omega for the cyclic one.");
  define_property(cls, "order -> typing.Literal['natural', 'transposed', 'bit_reversed']",
                  visiting<LargeNtt>([](const auto& plan) { return to_text(plan.order()); }),
                  "The order of evaluations.");
  define_value(cls, &arguments_of);
}

}  // namespace ringlet_python
