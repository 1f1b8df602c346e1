#include <array>
#include <ringlet/rns_ntt.hpp>
#include <span>

#include "bindings.hpp"
#include "define.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"
#include "row_transforms.hpp"

namespace ringlet_python {
namespace {

using ringlet::RnsContext;
using ringlet::RnsNtt;
using Row = std::span<std::uint64_t>;

constexpr const char* context_doc =
    R"(Tables of transforms and working memory that plans share.

A program makes one for its plans of all sizes, moduli and levels, and passes it to each :class:`RnsNtt`.
:class:`ModDown` and :class:`KeySwitch` use the one of their transforms. It makes each transform once and keeps it. Each
call borrows a block of working memory and returns it, and the context keeps as many as calls have run at the same time.
All is freed with the last plan that uses it. Any number of threads may use one at once. A context cannot be pickled,
and plans are pickled without it.

>>> context = RnsContext()
>>> base = RnsBase(ntt_primes(3, 50, 8))
>>> levels = [RnsNtt(8, base.first(level), context=context) for level in (1, 2, 3)]
>>> context.transforms
3
>>> divide = ModDown(levels[-1], 1)
>>> result = divide.on_evaluations(base.from_ints([7] * 8))
>>> context.held_bytes
256
)";

constexpr const char* ntt_doc =
    R"(The negacyclic transforms of n points modulo each modulus of a base, on rows of residues.

The constructor chooses kernels, on the backend that is active now. Immutable; any number of threads may use one at
once. Objects compare equal if n, the base and the roots are equal, hash and pickle.

:param n: a power of two, 2 <= n <= 2^24.
:param base: an :class:`RnsBase` of primes q = 1 (mod 2n); :func:`ntt_primes` finds such primes.
:param psi: a primitive 2n-th root of unity for each modulus. Default: the smallest ones.
:param context: an :class:`RnsContext` to share tables and working memory through, or None.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods take arrays of shape (..., L, n), and have the arguments and errors of the methods of :class:`RnsBase`. Row i is
transformed as by ``Ntt(n, base[i], psi=psi[i])``.

>>> base = RnsBase(ntt_primes(2, 50, 4))
>>> ntt = RnsNtt(4, base)
>>> x = base.from_ints([1, 2, 3, 4])
>>> square = ntt.inverse(base.mul(ntt.forward(x), ntt.forward(x)))
>>> base.to_ints(square, lift="centred")  # of 1 + 2X + 3X^2 + 4X^3, modulo X^4 + 1
array([-24, -20, -6, 20], dtype=object)
)";

constexpr const char* forward_doc = R"(Transforms rows from natural to bit-reversed order, like :meth:`Ntt.forward`.

:param a: shape (..., L, n), row i in [0, input_factor q_i), or any values, natural order.
:param input_factor: 1, 2 or 4; or None, which allows any value.
:param output_factor: 1 or 4; with 4, results are any representatives below 4q, which saves the last reduction.
:returns: the same shape, row i in [0, output_factor q_i), bit-reversed order.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: shape (..., L, n), row i in [0, input_factor q_i), bit-reversed order.
:param input_factor: 1 or 2.
:param output_factor: 1 or 2; with 2, results are any representatives below 2q.
:returns: the same shape, row i in [0, output_factor q_i), natural order.
)";

constexpr const char* multiply_doc = R"(Multiplies polynomials modulo X^n + 1.

:param x: shape (..., L, n), row i in [0, q_i), natural order.
:param y: as ``x``.
:returns: the shape to which they broadcast, row i in [0, q_i), natural order.
:raises MemoryError: each thread needs room for one more row.
)";

std::vector<std::uint64_t> to_roots(nb::handle psi, const RnsBase& base) {
  std::vector<std::uint64_t> roots;
  if (psi.is_none()) return roots;
  const nb::list list = to_list(psi, "psi", "an iterable of integers, or None");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string name = element("psi", i);
    if (!is_integer(list[i])) reject_type(name, "an integer", list[i]);
    if (i < base.size()) roots.push_back(to_residue<std::uint64_t>(list[i], name.c_str(), base[i].value()));
  }
  if (list.size() == base.size()) return roots;
  reject("length of psi", std::to_string(list.size()), "it must be " + std::to_string(base.size()));
}

/// Returns the context, or a new one for None.
RnsContext to_context(nb::handle context) {
  return context.is_none() ? RnsContext() : to_instance<RnsContext>(context, "context", "an RnsContext or None");
}

RnsNtt make(nb::handle n, nb::handle base, nb::handle psi, nb::handle context) {
  const std::uint64_t size = to_power_of_two(n, "n", 1, 24);
  const RnsBase moduli = to_base(base, "base");
  return make_plan_unlocked(size * moduli.size(),
                            [size, moduli, roots = to_roots(psi, moduli), shared = to_context(context)] {
                              return RnsNtt(size, moduli, {.psi = roots, .context = shared});
                            });
}

nb::tuple roots_of(const RnsNtt& ntt) {
  nb::list roots;
  for (std::size_t i = 0; i < ntt.base().size(); ++i) roots.append(ntt[i].root());
  return nb::tuple(roots);
}

PolynomialCall call_of(const RnsNtt& ntt, unsigned factor = 1) {
  PolynomialCall call = PolynomialCall::of_level(ntt.base(), ntt.size());
  call.factor = factor;
  return call;
}

nb::object forward(const RnsNtt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::Range range = to_range_of_forward(input_factor, output_factor);
  const PolynomialCall call = call_of(ntt, range.input_factor);
  return apply_to_rows(call, {out, threads, check}, std::array{to_polynomials(a, "a", call.shape)},
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].forward(result, in(0), range); });
}

nb::object inverse(const RnsNtt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle threads, nb::handle check) {
  const ringlet::Range range = to_range_of_inverse(input_factor, output_factor);
  const PolynomialCall call = call_of(ntt, range.input_factor);
  return apply_to_rows(call, {out, threads, check}, std::array{to_polynomials(a, "a", call.shape)},
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].inverse(result, in(0), range); });
}

nb::object multiply(const RnsNtt& ntt, nb::handle x, nb::handle y, nb::handle out, nb::handle threads,
                    nb::handle check) {
  const PolynomialCall call = call_of(ntt);
  const std::array inputs{to_polynomials(x, "x", call.shape), to_polynomials(y, "y", call.shape)};
  return apply_to_rows(call, {out, threads, check}, inputs,
                       [&](std::size_t i, Row result, const auto& in) { ntt[i].multiply(result, in(0), in(1)); });
}

}  // namespace

void bind_rns_ntt(nb::module_& module) {
  auto context = define_class<RnsContext>(module, "RnsContext", context_doc);
  define_init<0>(context, "__init__(self) -> None");
  // Releases the interpreter's lock: another thread may be making a plan.
  define_property(
      context, "transforms", [](const RnsContext& self) { return without_lock([&] { return self.transforms(); }); },
      "The number of transforms that it keeps.");
  define_property(context, "held_bytes", &RnsContext::held_bytes, "Bytes of working memory.");
  define_property(context, "lent_bytes", &RnsContext::lent_bytes, "Bytes of working memory that calls are using.");
  define_property(context, "peak_bytes", &RnsContext::peak_bytes, "The most bytes of working memory there have been.");
  define(context, "release(self) -> None", &RnsContext::release, "Frees the working memory that no call is using.");
  auto ntt = define_class<RnsNtt>(module, "RnsNtt", ntt_doc);
  define(ntt, "__init__(self, n, base, *, psi: collections.abc.Iterable[Integer] | None = None, context) -> None",
         [](RnsNtt* self, nb::handle n, nb::handle base, nb::handle psi, nb::handle shared) {
           new (self) RnsNtt(make(n, base, psi, shared));
         });
  define(ntt, "forward(self, a: Residues, *, out, input_factor: int | None = 1, output_factor, threads, check)",
         &forward, forward_doc);
  define(ntt, "inverse(self, a: Residues, *, out, input_factor, output_factor, threads, check)", &inverse, inverse_doc);
  define(ntt, "multiply(self, x: Residues, y: Residues, *, out, threads, check)", &multiply, multiply_doc);
  define_property(ntt, "n", &RnsNtt::size, "The number of coefficients.");
  define_property(ntt, "base", &RnsNtt::base, "The moduli.");
  define_property(ntt, "roots -> tuple[int, ...]", &roots_of, "psi of each modulus.");
  define_value(ntt, [](const RnsNtt& self) { return nb::make_tuple(self.size(), self.base(), roots_of(self)); });
}

}  // namespace ringlet_python
