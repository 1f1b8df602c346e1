#include "ntt.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "row_transforms.hpp"

namespace ringlet_python {
namespace {

constexpr const char* ntt_doc = R"(A plan: the number-theoretic transform of one size modulo one prime.

The constructor computes the twiddle factors and chooses the kernel, on the backend that is active now. Immutable; any
number of threads may use one plan at once. Plans compare equal if n, q, ring, root, coset and order are equal, hash and
pickle.

:param n: a power of two, 2 <= n <= 2^24 (2^20 for 128-bit words, 2^26 for multiword moduli).
:param q: a prime, q = 1 (mod 2n) for the negacyclic ring, q = 1 (mod n) for the cyclic one; a :class:`Modulus` or an
    integer. :func:`ntt_primes` finds such primes.
:param ring: ``"negacyclic"`` for Z_q[X]/(X^n + 1), ``"cyclic"`` for Z_q[X]/(X^n - 1).
:param psi: negacyclic only: a primitive 2n-th root of unity. Default: the smallest one; for multiword moduli, q >=
    2^124, that of ``primitive_root(2 * n, q)``.
:param omega: cyclic only: a primitive n-th root of unity. Default: the smallest one; for multiword moduli that of
    ``primitive_root(n, q)``. Other libraries use other roots: :meth:`Field.root_of_unity`.
:param coset: cyclic only: a factor in [1, q) of all points of evaluation. Default: 1. It costs no time.
:param order: the order of evaluations, ``"bit_reversed"``, the default, or ``"natural"``. Products do not depend on it.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Methods take arrays of uint64 of shape (..., n), or (..., n, W) for residues of W words: any number of polynomials in
one call. Arrays that are C-contiguous and aligned (to 8 bytes, 16 for 128-bit words) are not copied. Other integers,
such as lists and arrays of int64, have shape (..., n) and are reduced. All methods have these arguments:

* ``out``: the array of uint64 for the result, of its shape. It may be an input, but must not overlap an input in part.
  One that is not C-contiguous or aligned gets its values at the end, from a copy. Default: a new array.
* ``threads``: the number of threads that share the batch or, modulo multiword moduli, one transform if there are fewer
  transforms than threads. The calling thread is one of them. The others sleep until later calls, so ``os.fork`` warns
  of them from Python 3.12 on. The interpreter's lock is released. Ctrl-C ends the call between two polynomials: one of
  2^24 points takes up to a third of a second, a product of two up to a whole one, and modulo multiword moduli about ten
  times as long.
* ``check``: whether to read all inputs first and raise ValueError if a value is outside its range. Without it, such a
  value gives a wrong result, and nothing worse.

They raise TypeError for anything but an array of integers, and ValueError for a wrong shape, an ``out`` that is
read-only or whose elements may share memory, an overlap, and a factor that is not listed.

Source: J. Cooley, J. Tukey (1965) and W. Gentleman, G. Sande (1966) with the roots merged into the twiddles as in
P. Longa, M. Naehrig, "Speeding up the number theoretic transform...", CANS 2016; lazy butterflies after D. Harvey,
"Faster arithmetic for number-theoretic transforms", J. Symb. Comp. 60 (2014). For multiword moduli D. Bailey, "FFTs in
external or hierarchical memory", J. Supercomputing 4 (1990).

>>> import numpy as np
>>> ntt = Ntt(4, 17)
>>> ntt.root
2
>>> x = np.array([0, 1, 0, 0], dtype=np.uint64)  # X
>>> ntt.multiply(x, np.array([1, 2, 3, 4], dtype=np.uint64))
array([13,  1,  2,  3], dtype=uint64)
>>> ntt.inverse(ntt.forward(x))
array([0, 1, 0, 0], dtype=uint64)
)";

constexpr const char* forward_doc = R"(Transforms from natural order to the plan's order.

Let r be the bit reversal of log2(n) bits (:func:`bit_reversal`), or r(k) = k for natural order. For the input a:

* negacyclic: out[r(k)] = sum over j of a[j] psi^((2k+1) j) mod q
* cyclic: out[r(k)] = sum over j of a[j] (coset omega^k)^j mod q

:param a: shape (..., n), values in [0, input_factor q), or any values, natural order.
:param input_factor: 1, 2 or 4; or None, which allows any value; 1 for multiword moduli.
:param output_factor: 1 or 4; with 4, results are any representatives below 4q, which saves the last reduction; 1 for
    multiword moduli.
:param coset: a factor in [1, q) that replaces the plan's, which need not have seen it: out[r(k)] is then the sum over j
    of a[j] (coset omega^k)^j, in the negacyclic ring with omega = psi^2. This costs two products for each value.
:returns: shape (..., n), values in [0, output_factor q), in the plan's order.

>>> import numpy as np
>>> ntt = Ntt(4, 17)
>>> spectrum = ntt.forward(np.array([1, 2, 3, 4], dtype=np.uint64))
>>> [sum(a * pow(ntt.root, (2 * k + 1) * j, 17) for j, a in enumerate([1, 2, 3, 4])) % 17 for k in range(4)]
[15, 13, 11, 16]
>>> spectrum[bit_reversal(4)]
array([15, 13, 11, 16], dtype=uint64)
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n.

:param a: shape (..., n), values in [0, input_factor q), in the plan's order.
:param input_factor: 1 or 2; 1 for multiword moduli.
:param output_factor: 1 or 2; with 2, results are any representatives below 2q; 1 for multiword moduli.
:param coset: as for :meth:`forward`: finds the polynomial with these values on this coset.
:returns: shape (..., n), values in [0, output_factor q), natural order.
)";

constexpr const char* multiply_doc =
    R"(Multiplies polynomials in the plan's ring; with a coset, modulo X^n - coset^n.

:param x: shape (..., n), values in [0, q), natural order.
:param y: as ``x``.
:param form: for multiword moduli, the form of x, y and the result, as for :func:`mul`.
:returns: the shape to which they broadcast, values in [0, q), natural order.
:raises MemoryError: each thread needs room for one more polynomial.
)";

/// Makes a plan from the options of all moduli.
Ntt::Value make_plan(nb::handle n, const Modulus& q, nb::handle ring, nb::handle psi, nb::handle omega,
                     nb::handle coset, nb::handle order) {
  return q.visit([&]<class Word>(const ringlet::Modulus<Word>& modulus) -> Ntt::Value {
    ringlet::NttOptions<Word> options{
        .ring = to_choice<ringlet::Ring>(ring, "ring"),
        .psi = to_root<Word>(psi, "psi", modulus.value()),
        .omega = to_root<Word>(omega, "omega", modulus.value()),
        .coset = to_root<Word>(coset, "coset", modulus.value()),
        .order = order.is_none() ? ringlet::Order::bit_reversed : to_choice<ringlet::Order>(order, "order")};
    constexpr unsigned max_log_n = std::countr_zero(ringlet::Ntt<Word>::max_size);
    const std::uint64_t size = to_power_of_two(n, "n", 1, max_log_n);
    return make_plan_unlocked(size, [size, modulus, options] { return ringlet::Ntt<Word>(size, modulus, options); });
  });
}

/// Longest row and shortest array, in bytes, for which a forward transform first copies each row to the output and
/// works there. Its first pass writes in strides, which is slow for arrays beyond the second-level cache. Copying first
/// is 1.0 to 1.8 times as fast for these, and 0.9 to 1.0 times for longer rows, for shorter arrays and for inverses.
constexpr std::size_t longest_copied_row = std::size_t{8} << 10;
constexpr std::size_t shortest_copied_array = std::size_t{4} << 20;

/// Calls transform(out, in). Copies in to out first if they are different arrays, and then calls transform(out, out).
template <class Word, class Transform>
void transform_copy(std::span<Word> out, std::span<const Word> in, const Transform& transform) {
  if (out.data() != in.data()) std::ranges::copy(in, out.begin());
  transform(out, std::span<const Word>(out));
}

/// Converts a coset at call time; returns nothing for None.
template <class Word>
std::optional<Word> to_coset(nb::handle coset, const Word& q) {
  const std::optional<Word> factor = to_root<Word>(coset, "coset", q);
  if (factor && *factor == Word{0}) reject("coset", coset, "it must lie in [1, q)");
  return factor;
}

/// Calls transform(plan, out, in, coset, range), which is forward or inverse, on each row; for multiword moduli with an
/// executor instead of the range. `may_copy` allows copying rows to the output first.
template <class Transform>
nb::object transform_rows(const Ntt& ntt, nb::handle a, nb::handle coset, const ringlet::Range& range,
                          const CallOptions& options, bool may_copy, const Transform& transform) {
  require_factor(ntt.modulus(), "input_factor", range.input_factor);
  require_factor(ntt.modulus(), "output_factor", range.output_factor);
  return ntt.visit([&]<class Word>(const ringlet::Ntt<Word>& plan) {
    const Array input = to_rows(a, "a", plan.modulus(), plan.size());
    const std::optional<Word> factor = to_coset<Word>(coset, plan.modulus().value());
    if constexpr (ringlet::MultiwordNumber<Word>) {
      return transform_rows_with_threads(
          input, options, plan.modulus(),
          [&](auto out, auto in, ringlet::Executor* executor) { transform(plan, out, in, factor, executor); });
    } else {
      const auto in_range = [&](auto out, auto in) { transform(plan, out, in, factor, range); };
      const bool copies = may_copy && plan.size() * sizeof(Word) <= longest_copied_row &&
                          input.size() * sizeof(Word) >= shortest_copied_array;
      const auto row = [&](std::span<Word> out, const auto& in) {
        copies ? transform_copy<Word>(out, in[0], in_range) : in_range(out, in[0]);
      };
      return apply<Word>(std::array{input}, options, plan.size(), range.input_factor, plan.modulus().value(),
                         row_by_row<Word, 1>(plan.size(), row));
    }
  });
}

nb::object forward(const Ntt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle coset, nb::handle threads, nb::handle check) {
  return transform_rows(ntt, a, coset, to_range_of_forward(input_factor, output_factor), {out, threads, check}, true,
                        [](const auto& plan, auto result, auto in, const auto& factor, const auto& range) {
                          factor ? plan.evaluate(result, in, factor, range) : plan.forward(result, in, range);
                        });
}

nb::object inverse(const Ntt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle coset, nb::handle threads, nb::handle check) {
  return transform_rows(ntt, a, coset, to_range_of_inverse(input_factor, output_factor), {out, threads, check}, false,
                        [](const auto& plan, auto result, auto in, const auto& factor, const auto& range) {
                          factor ? plan.interpolate(result, in, factor, range) : plan.inverse(result, in, range);
                        });
}

nb::object multiply(const Ntt& ntt, nb::handle x, nb::handle y, nb::handle out, nb::handle form, nb::handle threads,
                    nb::handle check) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  require_form(ntt.modulus(), chosen, 3);
  return ntt.visit([&]<class Word>(const ringlet::Ntt<Word>& plan) {
    const std::array inputs{to_rows(x, "x", plan.modulus(), plan.size()), to_rows(y, "y", plan.modulus(), plan.size())};
    const auto product = [&](std::span<Word> result, const auto& in) {
      if constexpr (ringlet::MultiwordNumber<Word>) {
        plan.multiply(result, in[0], in[1], chosen);
      } else {
        plan.multiply(result, in[0], in[1]);
      }
    };
    return apply<Word>(inputs, {out, threads, check}, plan.size(), 1, plan.modulus().value(),
                       row_by_row<Word, 2>(plan.size(), product));
  });
}

ringlet::Ring ring_of(const Ntt& ntt) {
  return ntt.visit([](const auto& plan) { return plan.ring(); });
}

nb::object root_of(const Ntt& ntt) {
  return ntt.visit([](const auto& plan) { return to_python(plan.root()); });
}

nb::object coset_of(const Ntt& ntt) {
  return ring_of(ntt) == ringlet::Ring::cyclic ? to_python(ntt.coset()) : nb::none();
}

ringlet::Order order_of(const Ntt& ntt) {
  return ntt.visit([](const auto& plan) { return plan.order(); });
}

/// Returns the arguments of the constructor, None for defaults.
nb::tuple arguments_of(const Ntt& ntt) {
  const bool is_cyclic = ring_of(ntt) == ringlet::Ring::cyclic;
  const bool has_order = order_of(ntt) != ringlet::Order::bit_reversed;
  const nb::object root = root_of(ntt), none = nb::none();
  return nb::make_tuple(ntt.visit([](const auto& plan) { return plan.size(); }), ntt.modulus(), to_text(ring_of(ntt)),
                        is_cyclic ? none : root, is_cyclic ? root : none,
                        ntt.coset() == ringlet::UInt<512>{1} ? none : to_python(ntt.coset()),
                        has_order ? nb::object(nb::str(to_text(order_of(ntt)))) : none);
}

}  // namespace

Ntt::Ntt(nb::handle n, nb::handle q, nb::handle ring, nb::handle psi, nb::handle omega, nb::handle coset,
         nb::handle order)
    : OfAnyWord(make_plan(n, *ModulusArgument(q), ring, psi, omega, coset, order)) {
  if (!coset.is_none()) coset_ = *to_number_of<ringlet::UInt<512>>(coset, "coset");
}

Modulus Ntt::modulus() const {
  return visit([](const auto& plan) { return Modulus(plan.modulus()); });
}

void bind_ntt(nb::module_& module) {
  auto cls = define_class<Ntt>(module, "Ntt", ntt_doc);
  define_init<7>(cls,
                 "__init__(self, n, q, *, ring, psi, omega, coset: Integer | None = None, "
                 "order: typing.Literal['natural', 'bit_reversed'] | None = None) -> None");
  define(
      cls,
      "forward(self, a: Residues, *, out, input_factor: int | None = 1, output_factor, coset: Integer | None = None, "
      "threads, check)",
      &forward, forward_doc);
  define(
      cls,
      "inverse(self, a: Residues, *, out, input_factor, output_factor, coset: Integer | None = None, threads, check)",
      &inverse, inverse_doc);
  define(cls, "multiply(self, x: Residues, y: Residues, *, out, form, threads, check)", &multiply, multiply_doc);
  define(cls, "describe(self) -> str", visiting<Ntt>([](const auto& plan) { return plan.describe(); }),
         "Describes the plan for people: the backend of its kernel (the active one or a weaker one), its\n"
         "arithmetic, and its passes, such as ``avx512ifma / ifma52 / radix 2^4, 2^6``.");
  define_property(cls, "n", visiting<Ntt>([](const auto& plan) { return plan.size(); }), "The number of coefficients.");
  define_property(cls, "modulus", &Ntt::modulus, "The modulus q.");
  define_property(
      cls, "ring -> typing.Literal['negacyclic', 'cyclic']", [](const Ntt& ntt) { return to_text(ring_of(ntt)); },
      "``\"negacyclic\"`` or ``\"cyclic\"``.");
  define_property(cls, "root -> int", &root_of, "psi for the negacyclic ring, omega for the cyclic one.");
  define_property(cls, "coset -> int | None", &coset_of,
                  "The factor of the points of evaluation for the cyclic ring, else None.");
  define_property(
      cls, "order -> typing.Literal['natural', 'bit_reversed']", [](const Ntt& ntt) { return to_text(order_of(ntt)); },
      "The order of evaluations: ``\"natural\"`` or ``\"bit_reversed\"``.");
  define_value(cls, &arguments_of);
}

}  // namespace ringlet_python
