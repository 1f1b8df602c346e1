#include <algorithm>
#include <array>
#include <atomic>
#include <ringlet/multiword_eltwise.hpp>
#include <stdexcept>

#include "bindings.hpp"
#include "operation.hpp"

namespace ringlet_python {
namespace {

/// Throws ValueError with the first number that has no inverse. Searches again, because the library counts from the
/// beginning of a piece.
template <class Word>
[[noreturn]] void reject_factor(const Array& a, const Word& q) {
  const nb::object gcd = nb::module_::import_("math").attr("gcd"), modulus = to_python(q);
  const std::span<const Word> values = a.values<Word>();
  const auto found = std::ranges::find_if(
      values, [&](const Word& value) { return value != Word{} && !gcd(to_python(value), modulus).equal(nb::int_(1)); });
  // Nothing is found if the error came from a value that is not below q.
  const auto position = static_cast<std::size_t>(found - values.begin()) % values.size();
  reject(a.name + index_of(a.residue_shape(), position), to_string(values[position]),
         "it must be 0 or have no factor in common with q");
}

/// Calls compute(form), or compute() for 128-bit words, which have no form.
template <class Word, class Compute>
void with_form(ringlet::Form form, const Compute& compute) {
  if constexpr (std::is_same_v<Word, ringlet::uint128_t>) {
    compute();
  } else {
    compute(form);
  }
}

/// Refuses Montgomery form of two words, and of even moduli of one word.
void require_montgomery(const ModulusArgument& q, ringlet::Form form) {
  require_form(*q, form, 1);
  q->visit([&]<class Word>(const ringlet::Modulus<Word>& m) {
    if constexpr (std::is_same_v<Word, std::uint64_t>) {
      if (form == ringlet::Form::montgomery && m.value() % 2 == 0) {
        reject("q", std::to_string(m.value()), "it must be odd for Montgomery form");
      }
    }
  });
}

nb::object invert(nb::handle a, nb::handle q, nb::handle out, nb::handle form, nb::handle threads, nb::handle check) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  const ModulusArgument modulus(q);
  require_montgomery(modulus, chosen);
  const auto compute = [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const Array input = to_residues(a, "a", m);
    std::atomic<bool> is_refused = false;
    const nb::object result = apply<Word>(
        std::array{input}, {out, threads, check}, grain, 1, m.value(), [&](std::span<Word> piece, const auto& in) {
          try {
            with_form<Word>(chosen, [&](auto... options) { ringlet::invert(piece, in[0], m, options...); });
          } catch (const std::invalid_argument&) {
            is_refused = true;
          }
        });
    if (is_refused) reject_factor(input, m.value());
    return result;
  };
  return visit_for<Moduli::all>(std::array{a, out}, *modulus, "invert", compute);
}

nb::object inner_product(nb::handle a, nb::handle b, nb::handle q, nb::handle out, nb::handle form, nb::handle threads,
                         nb::handle check) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  const ModulusArgument modulus(q);
  return modulus->visit_only<Moduli::multiword>("inner_product", [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const auto operands = to_operands<Word>(std::array{to_vectors(a, "a", m), to_vectors(b, "b", m)},
                                            {out, threads, check}, 1, m.value());
    const std::span<const npy_intp> shape = operands.arrays[0].residue_shape();
    const Output result = make_output<Word>(out, {shape.begin(), shape.end() - 1});
    for (const Array& operand : operands.arrays) require_separate(result, operand);
    const std::span<Word> sums = result.to_write<Word>();
    const std::size_t n = operands.arrays[0].row_size();
    if (n == 0) {
      std::ranges::fill(sums, Word{});
      return result.finish();
    }
    in_stretches(operands.threads, operands.size(), n, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; row += n) {
        const auto in = operands.part(row, row + n);
        sums[row / n] = ringlet::inner_product(in[0], in[1], m, chosen);
      }
    });
    return result.finish();
  });
}

nb::object powers(nb::handle first, nb::handle ratio, nb::handle n, nb::handle q, nb::handle out, nb::handle form) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  const unsigned size = to_small(n, "n", 1, 1U << 30);
  const ModulusArgument modulus(q);
  require_form(*modulus, chosen, 1);
  const auto compute = [&]<class Word>(const ringlet::Modulus<Word>& m) {
    const Word start = remainder(first, "first", m.value());
    const Word factor = remainder(ratio, "ratio", m.value());
    const Output result = make_output<Word>(out, {static_cast<npy_intp>(size)});
    without_lock([&] {
      with_form<Word>(chosen,
                      [&](auto... options) { ringlet::powers(result.to_write<Word>(), start, factor, m, options...); });
    });
    return result.finish();
  };
  return visit_for<Moduli::all>(std::array{out}, *modulus, "powers", compute);
}

constexpr const char* invert_doc =
    R"(1 / a mod q, element by element, and 0 where a is 0.

:param a: residues of any shape, values in [0, q).
:param form: the form of a and of the result, as for :func:`mul`.
:returns: the same shape, values in [0, q).
:raises ValueError: also when a number other than 0 has a factor in common with q, which is then composite; ``out`` then
    holds some of the results.

Takes three products for each number, and one inversion for many numbers. The time depends on the values: not for
secrets.

Source: P. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", Math. Comp. 48 (1987).

>>> q = Modulus(2**255 - 19)
>>> to_ints(mul(invert(from_ints([2, 3], q), q), 6, q), q)
array([3, 2], dtype=object)
)";

constexpr const char* inner_product_doc =
    R"(a[0] b[0] + a[1] b[1] + ... mod q along the last axis, for multiword moduli, q >= 2^124.

:param a: residues of shape (..., n), values in [0, q).
:param b: as ``a``.
:param out: an array of the result's shape, apart from the inputs.
:param form: the form of a, b and the result, as for :func:`mul`.
:returns: the shape to which a and b broadcast, without the last axis, values in [0, q).

>>> q = Modulus(2**255 - 19)
>>> to_ints(inner_product(from_ints([1, 2, 3], q), from_ints([4, 5, -6], q), q), q).item() - q.value
-4
)";

constexpr const char* powers_doc = R"(first ratio^i mod q for i from 0 to n - 1.

:param first: an integer, which is reduced.
:param ratio: as ``first``.
:param n: the number of powers, 1 to 2^30.
:param out: an array for the result, of its shape, or None. One of uint32 makes it one of 32-bit words, q < 2^32.
:param form: the form of first, ratio and the result, as for :func:`mul`.
:returns: residues of shape (n,), values in [0, q).

Ctrl-C takes effect at the end: two million powers take about a tenth of a second.

>>> to_ints(powers(2, 10, 4, 2**255 - 19), 2**255 - 19)
array([2, 20, 200, 2000], dtype=object)
)";

}  // namespace

void bind_multiword_eltwise(nb::module_& module) {
  define(module, "invert(a: Operand, q, *, out_of_words, form, threads, check) -> Words", &invert, invert_doc);
  define(module, "inner_product(a: Residues, b: Residues, q, *, out, form, threads, check)", &inner_product,
         inner_product_doc);
  define(module, "powers(first: Integer, ratio: Integer, n, q, *, out_of_words, form) -> Words", &powers, powers_doc);
}

}  // namespace ringlet_python
