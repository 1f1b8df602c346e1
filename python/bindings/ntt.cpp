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
one call. Arrays that are C-contiguous and aligned (to 8 bytes, 16 for 128-bit words) are not copied. Arrays of uint32
are residues of 32-bit words if q < 2^32; the first call with one makes tables and chooses a kernel for them, on the
backend that is active then. Other integers, such as lists and arrays of int64, have shape (..., n) and are reduced. All
methods have these arguments:

* ``out``: the array for the result, of its shape and of the inputs' type. It may be an input, but must not overlap an
  input in part. One that is not C-contiguous or aligned gets its values at the end, from a copy. Default: a new array.
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
:returns: shape (..., n), values in [0, output_factor q), natural order.
)";

constexpr const char* evaluate_doc = R"(Evaluates polynomials at the points coset omega^k, in the plan's order.

In the negacyclic ring, omega = psi^2. The plan need not have seen the coset: this costs two products for each
coefficient more than :meth:`forward`.

:param a: shape (..., m) for any m >= 1: missing coefficients are zeros; more than n give the values modulo
    X^n - coset^n. Values as for :meth:`forward`.
:param coset: an integer in [1, q); None for the plan's own points.
:param out: the array for the result, or None; if m = n, it may be ``a``.
:returns: shape (..., n), values in [0, output_factor q).

>>> import numpy as np
>>> ntt = Ntt(4, 17, ring="cyclic", order="natural")
>>> ntt.evaluate(np.array([1, 2], dtype=np.uint64), 3), [(1 + 2 * 3 * ntt.root**k) % 17 for k in range(4)]
(array([ 7,  8, 12, 11], dtype=uint64), [7, 8, 12, 11])
)";

constexpr const char* interpolate_doc =
    R"(Finds the polynomials with values at the points coset omega^k: the inverse of :meth:`evaluate`.

:param a: as for :meth:`inverse`.
:param coset: as for :meth:`evaluate`.
:returns: shape (..., n), values in [0, output_factor q), natural order.
)";

constexpr const char* extend_doc = R"(Evaluates the polynomials with values at the plan's points on a larger coset.

The points are coset root^k for k from 0 to n 2^log_blowup - 1. Tables are those of n points.

:param a: shape (..., n), values in [0, q), in the plan's order.
:param coset: an integer in [1, q).
:param log_blowup: 0 to 16.
:param root: a primitive root of unity of order n 2^log_blowup whose power 2^log_blowup is omega. Default:
    :meth:`extension_root`, which takes as long as some transforms of short arrays.
:param out: the array for the result, apart from ``a``, or None.
:returns: shape (..., n 2^log_blowup), values in [0, q), in bit-reversed order, whatever the plan's order is.

>>> q = field("babybear").modulus
>>> ntt = Ntt(4, q, ring="cyclic", order="natural")
>>> values = ntt.extend(ntt.forward([1, 2, 3, 4]), 31)
>>> points = [31 * pow(ntt.extension_root(), k, q.value) for k in range(8)]
>>> [(1 + 2 * x + 3 * x**2 + 4 * x**3) % q.value for x in points] == values[bit_reversal(8)].tolist()
True
)";

constexpr const char* multiply_doc =
    R"(Multiplies polynomials in the plan's ring; with a coset, modulo X^n - coset^n.

:param x: shape (..., n), values in [0, q), natural order.
:param y: as ``x``.
:param form: for multiword moduli, the form of x, y and the result, as for :func:`mul`.
:returns: the shape to which they broadcast, values in [0, q), natural order.
:raises MemoryError: each thread needs room for one more polynomial.
)";

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

std::size_t size_of(const Ntt& ntt) {
  return ntt.visit([](const auto& plan) { return plan.size(); });
}

void require_range(const Ntt& ntt, const ringlet::Range& range) {
  require_factor(ntt.modulus(), "input_factor", range.input_factor);
  require_factor(ntt.modulus(), "output_factor", range.output_factor);
}

/// Calls transform(plan, out, in, coset, range), which is a direction, on each row; for multiword moduli with an
/// executor instead of the range. `may_copy` allows copying rows to the output first.
template <class Transform>
nb::object transform_rows(const Ntt& ntt, nb::handle a, nb::handle coset, const ringlet::Range& range,
                          const CallOptions& options, bool may_copy, const Transform& transform) {
  require_range(ntt, range);
  return ntt.visit_for(std::array{a, options.out}, [&]<class Word>(const ringlet::Ntt<Word>& plan) {
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
                   nb::handle threads, nb::handle check) {
  return transform_rows(
      ntt, a, nb::none(), to_range_of_forward(input_factor, output_factor), {out, threads, check}, true,
      [](const auto& plan, auto result, auto in, const auto&, const auto& range) { plan.forward(result, in, range); });
}

nb::object inverse(const Ntt& ntt, nb::handle a, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                   nb::handle threads, nb::handle check) {
  return transform_rows(
      ntt, a, nb::none(), to_range_of_inverse(input_factor, output_factor), {out, threads, check}, false,
      [](const auto& plan, auto result, auto in, const auto&, const auto& range) { plan.inverse(result, in, range); });
}

nb::object interpolate(const Ntt& ntt, nb::handle a, nb::handle coset, nb::handle out, nb::handle input_factor,
                       nb::handle output_factor, nb::handle threads, nb::handle check) {
  return transform_rows(ntt, a, coset, to_range_of_inverse(input_factor, output_factor), {out, threads, check}, false,
                        [](const auto& plan, auto result, auto in, const auto& factor, const auto& range) {
                          plan.interpolate(result, in, factor, range);
                        });
}

nb::object evaluate(const Ntt& ntt, nb::handle a, nb::handle coset, nb::handle out, nb::handle input_factor,
                    nb::handle output_factor, nb::handle threads, nb::handle check) {
  const ringlet::Range range = to_range_of_forward(input_factor, output_factor);
  require_range(ntt, range);
  return ntt.visit_for(std::array{a, out}, [&]<class Word>(const ringlet::Ntt<Word>& plan) {
    const Array input = to_vectors(a, "a", plan.modulus());
    const std::optional<Word> factor = to_coset<Word>(coset, plan.modulus().value());
    return change_rows<Word>(input, plan.size(), {out, threads, check}, range.input_factor, plan.modulus().value(),
                             [&](auto result, auto in, [[maybe_unused]] ringlet::Executor* executor) {
                               if constexpr (ringlet::MultiwordNumber<Word>) {
                                 plan.evaluate(result, in, factor, executor);
                               } else {
                                 plan.evaluate(result, in, factor, range);
                               }
                             });
  });
}

nb::object extend(const Ntt& ntt, nb::handle a, nb::handle coset, nb::handle log_blowup, nb::handle root,
                  nb::handle out, nb::handle threads, nb::handle check) {
  const unsigned b = to_small(log_blowup, "log_blowup", 0, max_log_blowup);
  return ntt.visit_for(std::array{a, out}, [&]<class Word>(const ringlet::Ntt<Word>& plan) {
    const Array input = to_rows(a, "a", plan.modulus(), plan.size());
    const auto [factor, omega] = extended_points(plan, b, coset, root);
    return change_rows<Word>(input, plan.size() << b, {out, threads, check}, 1, plan.modulus().value(),
                             [&](auto result, auto in, [[maybe_unused]] ringlet::Executor* executor) {
                               if constexpr (ringlet::MultiwordNumber<Word>) {
                                 plan.extend(result, in, factor, omega, executor);
                               } else {
                                 plan.extend(result, in, factor, omega);
                               }
                             });
  });
}

nb::object multiply(const Ntt& ntt, nb::handle x, nb::handle y, nb::handle out, nb::handle form, nb::handle threads,
                    nb::handle check) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  require_form(ntt.modulus(), chosen, 3);
  return ntt.visit_for(std::array{x, y, out}, [&]<class Word>(const ringlet::Ntt<Word>& plan) {
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

}  // namespace

void bind_ntt(nb::module_& module) {
  auto cls = define_class<Ntt>(module, "Ntt", ntt_doc);
  define_init<7>(cls,
                 "__init__(self, n, q, *, ring, psi, omega, coset: Integer | None = None, "
                 "order: typing.Literal['natural', 'bit_reversed'] | None = None) -> None");
  define(cls,
         "forward(self, a: Residues, *, out_of_words, input_factor: int | None = 1, output_factor, threads, check) "
         "-> Words",
         &forward, forward_doc);
  define(cls, "inverse(self, a: Residues, *, out_of_words, input_factor, output_factor, threads, check) -> Words",
         &inverse, inverse_doc);
  define(cls, "multiply(self, x: Residues, y: Residues, *, out_of_words, form, threads, check) -> Words", &multiply,
         multiply_doc);
  define(cls,
         "evaluate(self, a: Residues, coset: Integer | None = None, *, out_of_words, input_factor: int | None = 1, "
         "output_factor, threads, check) -> Words",
         &evaluate, evaluate_doc);
  define(cls,
         "interpolate(self, a: Residues, coset: Integer | None = None, *, out_of_words, input_factor, output_factor, "
         "threads, check) -> Words",
         &interpolate, interpolate_doc);
  define(cls,
         "extend(self, a: Residues, coset: Integer, *, log_blowup: Integer = 1, root: Integer | None = None, "
         "out_of_words, threads, check) -> Words",
         &extend, extend_doc);
  define_extension_root(cls, "n");
  define_property(cls, "n", &size_of, "The number of coefficients.");
  define_properties_of_plan(cls);
  define_value(cls, [](const Ntt& ntt) { return ntt.arguments(size_of(ntt)); });
}

}  // namespace ringlet_python
