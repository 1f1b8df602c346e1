#include <ringlet/eltwise.hpp>
#include <ringlet/multiword_eltwise.hpp>

#include "bindings.hpp"
#include "operation.hpp"

namespace ringlet_python {
namespace {

// The package's docstring describes what the functions have in common.

constexpr OperationOptions for_all{};
constexpr OperationOptions products_for_all{.max_factor = 4, .has_form = true};
constexpr OperationOptions scalar_products_for_all{.max_factor = 8, .has_form = true};
constexpr OperationOptions conversions{.moduli = Moduli::single_or_multiword};

/// Calls product(s, q, options...) for a number s in the form of the arrays. Words have no product by a number in
/// Montgomery form; there, s is converted to the plain number that gives the same product.
constexpr auto with_number = [](const auto& product, auto s, const auto& q, const auto&... options) {
  if constexpr (sizeof...(options) == 2) {  // words: a form and a range
    const auto [form, range] = std::pair(options...);
    if (form == ringlet::Form::montgomery) ringlet::from_montgomery(std::span(&s, 1), std::span(&s, 1), q);
    product(s, q, range);
  } else {
    product(s, q, options...);
  }
};

constexpr auto multiply_by_number = [](auto out, auto x, const auto&... rest) {
  with_number([&](const auto&... more) { ringlet::mul(out, x, more...); }, rest...);
};

/// Multiplies two arrays, or an array and a number.
constexpr auto multiply = [](auto out, auto x, const auto& y, const auto&... options) {
  if constexpr (requires { y.data(); }) {
    ringlet::mul(out, x, y, options...);
  } else {
    multiply_by_number(out, x, y, options...);
  }
};

/// Computes x s + z, or x s without z.
constexpr auto multiply_and_add = [](auto out, auto x, const auto& s, const auto& first, const auto&... rest) {
  if constexpr (requires { first.data(); }) {
    with_number([&](const auto& factor, const auto&... more) { ringlet::mul_add(out, x, factor, first, more...); }, s,
                rest...);
  } else {
    multiply_by_number(out, x, s, first, rest...);
  }
};

void define_operations(nb::module_& module) {
  using enum Argument;
  define_operation<for_all, array, array_or_number>(module, {"add(a, b)", "a + b mod q, element by element.", R"(
>>> import numpy as np
>>> add(np.array([1, 96], dtype=np.uint64), 5, 97)
array([6, 4], dtype=uint64)
)"},
                                                    RINGLET_KERNEL(add));
  define_operation<for_all, array, array_or_number>(module, {"sub(a, b)", "a - b mod q, element by element.", R"(
>>> import numpy as np
>>> sub(np.array([1, 96], dtype=np.uint64), np.array([2, 96], dtype=np.uint64), 97)
array([96,  0], dtype=uint64)
)"},
                                                    RINGLET_KERNEL(sub));
  define_operation<for_all, array>(module, {"neg(a)", "-a mod q, element by element.", R"(
>>> import numpy as np
>>> neg(np.array([0, 1], dtype=np.uint64), 97)
array([ 0, 96], dtype=uint64)
)"},
                                   RINGLET_KERNEL(neg));
  define_operation<products_for_all, array, array_or_number>(module, {"mul(a, b)", "a b mod q, element by element.", R"(
>>> import numpy as np
>>> mul(np.array([2, 96], dtype=np.uint64), np.array([50, 96], dtype=np.uint64), 97)
array([3, 1], dtype=uint64)
)"},
                                                             multiply);
  define_operation<scalar_products_for_all, array, number>(module,
                                                           {"mul_scalar(a, s)", "a s mod q, element by element.", R"(
>>> import numpy as np
>>> mul_scalar(np.array([2, 96], dtype=np.uint64), 50, 97)
array([ 3, 47], dtype=uint64)
)"},
                                                           multiply_by_number);
  define_operation<products_for_all, array, array, array>(module,
                                                          {"mul_sub(a, b, c)", "a b - c mod q, element by element.", R"(
>>> import numpy as np
>>> a = np.array([2, 96], dtype=np.uint64)
>>> mul_sub(a, np.array([50, 96], dtype=np.uint64), a, 97)
array([1, 2], dtype=uint64)
)"},
                                                          RINGLET_KERNEL(mul_sub));
  define_operation<scalar_products_for_all, array, number, array_or_none>(
      module, {"axpy(x, s, z)", "x s + z mod q, element by element.", R"(
>>> import numpy as np
>>> axpy(np.array([2, 96], dtype=np.uint64), 50, np.array([1, 0], dtype=np.uint64), 97)
array([ 4, 47], dtype=uint64)
)"},
      multiply_and_add);
  define_operation<products_for_all, array, array, array>(module,
                                                          {"mul_add(a, b, c)", "a b + c mod q, element by element.", R"(
>>> import numpy as np
>>> a = np.array([2, 96], dtype=np.uint64)
>>> mul_add(a, a, np.array([1, 5], dtype=np.uint64), 97)
array([5, 6], dtype=uint64)
)"},
                                                          RINGLET_KERNEL(mul_add));
  define_operation<conversions, array>(
      module,
      {"to_montgomery(a)",
       "a R mod q, element by element: plain numbers in Montgomery form; q odd, of one word or q >= 2^124.",
       R"(
R = 2^(64 W) for residues of W words. Sums and transforms are the same for numbers in either form; products take the
form as ``form``. Lattigo keeps words in this form. arkworks, gnark-crypto and blst keep multiword numbers in it, with
as many words as q has by default.

>>> q = Modulus(2**255 - 19)
>>> to_ints(to_montgomery(from_ints([1], q), q), q)  # 2^256 = 38 (mod q)
array([38], dtype=object)
)"},
      RINGLET_KERNEL(to_montgomery));
  define_operation<conversions, array>(
      module, {"from_montgomery(a)", "a / R mod q, element by element: the inverse of :func:`to_montgomery`.", R"(
>>> q = Modulus(2**255 - 19)
>>> to_ints(from_montgomery(from_ints([38], q), q), q)
array([1], dtype=object)
)"},
      RINGLET_KERNEL(from_montgomery));
}

nb::object reduce(nb::handle a, nb::handle q, nb::handle out, nb::handle input_factor, nb::handle output_factor,
                  nb::handle threads, nb::handle check) {
  const ringlet::Range range{to_factor_or_any(input_factor, "input_factor", {2, 4}),
                             to_factor(output_factor, "output_factor", {1, 2})};
  const ModulusArgument modulus(q);
  const auto compute = [&]<class Word>(const ringlet::Modulus<Word>& m) {
    return apply<Word>(std::array{to_residues(a, "a", m)}, {out, threads, check}, grain, range.input_factor, m.value(),
                       [&](std::span<Word> result, const auto& in) { ringlet::reduce(result, in[0], m, range); });
  };
  return visit_for<Moduli::narrow>(std::array{a, out}, *modulus, "reduce", compute);
}

/// Runs kernel(out, in) on integers of type Word.
template <class Word, class Kernel>
nb::object compare(nb::handle a, nb::handle out, nb::handle threads, const Kernel& kernel) {
  return apply<Word>(std::array{to_words(a, "a", words_in_arrays<Word>)}, {out, threads, nb::handle(Py_False)}, grain,
                     1, 0, [&](std::span<Word> result, const auto& in) { kernel(result, in[0]); });
}

/// Converts an integer in [0, 2^32) or [0, 2^64).
template <class Word>
Word to_bound(nb::handle value, const char* name) {
  return static_cast<Word>(to_bits(value, name, 8 * sizeof(Word)));
}

nb::object cmp_add(nb::handle a, nb::handle comparison, nb::handle bound, nb::handle diff, nb::handle out,
                   nb::handle threads) {
  const ringlet::Comparison chosen = to_choice<ringlet::Comparison>(comparison, "comparison");
  const auto compute = [&]<class Word>() {
    const auto limit = to_bound<Word>(bound, "bound"), difference = to_bound<Word>(diff, "diff");
    return compare<Word>(a, out, threads,
                         [&](auto result, auto in) { ringlet::cmp_add(result, in, chosen, limit, difference); });
  };
  return has_uint32(a) ? compute.operator()<std::uint32_t>() : compute.operator()<std::uint64_t>();
}

nb::object cmp_sub(nb::handle a, nb::handle q, nb::handle comparison, nb::handle bound, nb::handle diff, nb::handle out,
                   nb::handle threads) {
  const ringlet::Comparison chosen = to_choice<ringlet::Comparison>(comparison, "comparison");
  const auto compute = [&]<class Word>(const ringlet::Modulus<Word>& m) -> nb::object {
    if constexpr (words_of<Word> > 1) {
      reject("q", to_python(m.value()), "cmp_sub takes moduli of one word");
    } else {
      const auto limit = to_bound<Word>(bound, "bound"), difference = to_residue(diff, "diff", m.value());
      return compare<Word>(a, out, threads,
                           [&](auto result, auto in) { ringlet::cmp_sub(result, in, m, chosen, limit, difference); });
    }
  };
  return visit_for<Moduli::all>(std::array{a}, *ModulusArgument(q), "cmp_sub", compute);
}

constexpr const char* reduce_doc = R"(a mod q, element by element; q < 2^124.

:param a: residues of any shape, any value, or values in [0, input_factor q).
:param input_factor: None, which allows any value; or 2 or 4.
:param output_factor: 1 or 2; with 2, results are any representatives below 2q.
:returns: the same shape, values in [0, output_factor q).

>>> import numpy as np
>>> reduce(np.array([100, 2**64 - 1], dtype=np.uint64), 97)
array([ 3, 60], dtype=uint64)
)";

constexpr const char* cmp_add_doc = R"(a + diff modulo 2^64 where ``a comparison bound`` holds, else a; one word only.

Arrays of uint32 hold integers in [0, 2^32); sums are then modulo 2^32, and bound and diff are below it.

:param a: integers of any shape, in [0, 2^64).
:param comparison: ``"=="``, ``"<"``, ``"<="``, ``"!="``, ``">="``, ``">"``, ``"never"`` or ``"always"``.
:param bound: an integer in [0, 2^64).
:param diff: an integer in [0, 2^64).
:returns: the same shape, any value.

>>> import numpy as np
>>> cmp_add(np.array([1, 5], dtype=np.uint64), ">", 2, 100)
array([  1, 105], dtype=uint64)
)";

constexpr const char* cmp_sub_doc =
    R"(a - diff mod q where the unreduced a satisfies ``a comparison bound``, else a mod q; one word only.

:param a: integers of any shape, in [0, 2^64).
:param comparison: as for :func:`cmp_add`.
:param bound: an integer in [0, 2^64).
:param diff: an integer in [0, q).
:returns: the same shape, values in [0, q).

>>> import numpy as np
>>> cmp_sub(np.array([1, 100], dtype=np.uint64), 97, ">", 2, 5)
array([ 1, 95], dtype=uint64)
)";

#define RINGLET_COMPARISON \
  "comparison: typing.Literal['==', '<', '<=', '!=', '>=', '>', 'never', 'always'], bound: Integer, diff: Integer, "

}  // namespace

void bind_eltwise(nb::module_& module) {
  define_operations(module);
  define(
      module,
      "reduce(a: Operand, q, *, out_of_words, input_factor: int | None = None, output_factor, threads, check) -> Words",
      &reduce, reduce_doc);
  define(module, "cmp_add(a: Residues, " RINGLET_COMPARISON "*, out_of_words, threads) -> Words", &cmp_add,
         cmp_add_doc);
  define(module, "cmp_sub(a: Residues, q, " RINGLET_COMPARISON "*, out_of_words, threads) -> Words", &cmp_sub,
         cmp_sub_doc);
}

}  // namespace ringlet_python
