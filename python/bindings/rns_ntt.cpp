#include "rns_plans.hpp"

#include <array>
#include <ringlet/rns_ntt.hpp>
#include <span>

#include "docstrings.hpp"
#include "ntt_cache.hpp"
#include "python_init.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"
#include "value.hpp"

namespace ringlet_python {
namespace {

using ringlet::RnsBase;
using ringlet::RnsNtt;
using Row = std::span<std::uint64_t>;

constexpr const char* cache_doc =
    R"(Transforms by size and modulus, so that objects with moduli in common share their tables.

It keeps what it has made until it goes. Any number of threads may use one at once. Objects keep the tables that they
use; it is not pickled, and objects are pickled without it.

>>> cache = NttCache()
>>> base = RnsBase(ntt_primes(3, 50, 8))
>>> levels = [RnsNtt(8, base.first(level), cache=cache) for level in (1, 2, 3)]
>>> len(cache)
3
)";

constexpr const char* ntt_doc =
    R"(The negacyclic transforms of n points modulo each modulus of a base, on rows of residues.

Kernels are chosen once, here, on the backend that is active now. Immutable; any number of threads may use one at once.
Objects compare equal where n and the base are, hash and pickle.

:param n: a power of two, 2 <= n <= 2^24.
:param base: an :class:`RnsBase` of primes q = 1 (mod 2n); :func:`ntt_primes` finds such primes.
:param cache: an :class:`NttCache` to share tables through, or None.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

The methods take arrays of shape (..., L, n), and the arguments and errors of :class:`RnsBase`'s. Row i is transformed
as by ``Ntt(n, base[i])``: the root is the smallest primitive 2n-th root of unity.

>>> base = RnsBase(ntt_primes(2, 50, 4))
>>> ntt = RnsNtt(4, base)
>>> x = base.from_ints([1, 2, 3, 4])
>>> square = ntt.inverse(base.mul(ntt.forward(x), ntt.forward(x)))
>>> base.to_ints(square, lift="centred")  # of 1 + 2X + 3X^2 + 4X^3, modulo X^4 + 1
array([-24, -20, -6, 20], dtype=object)
)";

constexpr const char* forward_doc = R"(Transforms rows from natural to bit-reversed order, as :meth:`Ntt.forward`.

:param a: shape (..., L, n), row i in [0, input_factor q_i), natural order.
:param input_factor: 1, 2 or 4.
:param output_factor: 1 or 4; with 4, any representative below 4q, which saves the last reduction.
:returns: the same shape, row i in [0, output_factor q_i), bit-reversed order.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: shape (..., L, n), row i in [0, input_factor q_i), bit-reversed order.
:param input_factor: 1 or 2.
:param output_factor: 1 or 2; with 2, any representative below 2q.
:returns: the same shape, row i in [0, output_factor q_i), natural order.
)";

constexpr const char* multiply_doc = R"(The products of polynomials modulo X^n + 1.

:param x: shape (..., L, n), row i in [0, q_i), natural order.
:param y: as x.
:returns: the shape to which they broadcast, row i in [0, q_i), natural order.
:raises MemoryError: each thread needs room for one more row.
)";

RnsNtt make(nb::handle n, nb::handle base, nb::handle cache) {
  const std::uint64_t size = to_power_of_two(n, "n", 1, 24);
  const RnsBase moduli = to_base(base, "base");
  return make_plan_unlocked(size * moduli.size(), [size, moduli, shared = to_cache(cache)] {
    return shared != nullptr ? RnsNtt(size, moduli, *shared) : RnsNtt(size, moduli);
  });
}

RowShape shape_of(const RnsNtt& ntt) { return RowShape::of_level(ntt.base(), ntt.size()); }

nb::object forward(const RnsNtt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::NttRange range{to_factor(input_factor, "input_factor", {1, 2, 4}),
                                to_factor(output_factor, "output_factor", {1, 4})};
  const std::array inputs{to_polynomials(a, "a", shape_of(ntt))};
  const CallOptions options{out, threads, check};
  return apply_to_rows({.options = options, .base = ntt.base(), .factor = range.input_factor}, inputs,
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].forward(result, in(0), range); });
}

nb::object inverse(const RnsNtt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::NttRange range{to_factor(input_factor, "input_factor", {1, 2}),
                                to_factor(output_factor, "output_factor", {1, 2})};
  const std::array inputs{to_polynomials(a, "a", shape_of(ntt))};
  const CallOptions options{out, threads, check};
  return apply_to_rows({.options = options, .base = ntt.base(), .factor = range.input_factor}, inputs,
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].inverse(result, in(0), range); });
}

nb::object multiply(const RnsNtt& ntt, nb::handle x, nb::handle y, nb::handle out, nb::handle threads,
                    nb::handle check) {
  const std::array inputs{to_polynomials(x, "x", shape_of(ntt)), to_polynomials(y, "y", shape_of(ntt))};
  const CallOptions options{out, threads, check};
  return apply_to_rows({.options = options, .base = ntt.base()}, inputs,
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].multiply(result, in(0), in(1)); });
}

nb::tuple get_arguments(const RnsNtt& ntt) { return nb::make_tuple(ntt.size(), ntt.base()); }

}  // namespace

void bind_rns_ntt(nb::module_& module) {
  const auto out = nb::arg("out").none() = nb::none();
  const auto input_factor = nb::arg("input_factor").none() = 1;
  const auto output_factor = nb::arg("output_factor").none() = 1;
  const auto threads = nb::arg("threads").none() = 1;
  const auto check = nb::arg("check").none() = false;
#define RINGLET_FACTORS "input_factor: int = 1, output_factor: int = 1, "
  nb::class_<NttCache>(module, "NttCache", nb::type_slots(python_init), cache_doc)
      .def(nb::init<>(), nb::sig("def __init__(self) -> None"))
      .def(
          "__len__",
          [](const NttCache& self) {
            // Another thread may be making a plan.
            const Unlocked unlocked;
            return self.get()->size();
          },
          nb::sig("def __len__(self) -> int"), "How many transforms it keeps.");
  nb::class_<RnsNtt> ntt(module, "RnsNtt", nb::type_slots(python_init), ntt_doc);
  ntt.def(
         "__init__",
         [](RnsNtt* self, nb::handle n, nb::handle base, nb::handle cache) { new (self) RnsNtt(make(n, base, cache)); },
         nb::arg("n").none(), nb::arg("base").none(), nb::arg("cache").none() = nb::none(),
         nb::sig("def __init__(self, n: typing.SupportsIndex, base: RnsBase, *, "
                 "cache: NttCache | None = None) -> None"))
      .def("forward", &forward, nb::arg("a").none(), out, input_factor, output_factor, threads, check,
           nb::sig("def forward(self, a: " RINGLET_RESIDUES ", *, " RINGLET_OUT ", " RINGLET_FACTORS RINGLET_OPTIONS),
           forward_doc)
      .def("inverse", &inverse, nb::arg("a").none(), out, input_factor, output_factor, threads, check,
           nb::sig("def inverse(self, a: " RINGLET_RESIDUES ", *, " RINGLET_OUT ", " RINGLET_FACTORS RINGLET_OPTIONS),
           inverse_doc)
      .def("multiply", &multiply, nb::arg("x").none(), nb::arg("y").none(), out, threads, check,
           nb::sig("def multiply(self, x: " RINGLET_RESIDUES ", y: " RINGLET_RESIDUES ", *, " RINGLET_OUT
                   ", " RINGLET_OPTIONS),
           multiply_doc)
      .def_prop_ro("n", &RnsNtt::size, "The number of coefficients.")
      .def_prop_ro("base", &RnsNtt::base, "The moduli.");
  define_value(ntt, std::array<const char*, 2>{}, &get_arguments, [](const nb::tuple& arguments) {
    return make(nb::object(arguments[0]), nb::object(arguments[1]), nb::none());
  });
}

}  // namespace ringlet_python
