#include <ringlet/balanced_digits.hpp>
#include <string>

#include "bindings.hpp"
#include "define.hpp"
#include "modulus.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* count_doc = R"(Number of balanced digits to the base 2^w of residues modulo q.

:param q: a :class:`Modulus` of one word or an integer, 2 <= q < 2^62.
:param w: 2 <= w <= 60.
:raises ValueError: with the value and the rule.

>>> balanced_digit_count(2**30, 10)
4
)";

constexpr const char* digit_doc = R"(Computes digit k to the base B = 2^w of residues modulo q, as residues modulo a
base.

The representative of x in [-q/2, q/2) is d_0 + d_1 B + d_2 B^2 + ... with each digit in [-B/2, B/2). Gadget
decompositions use these digits.

:param x: shape (..., n), values in [0, q).
:param q: a :class:`Modulus` of one word or an integer, 2 <= q < 2^62.
:param w: 2 <= w <= 60; 2^(w-1) must not exceed any modulus of the base.
:param k: 0 <= k < balanced_digit_count(q, w).
:param base: the :class:`RnsBase` of the result.
:param out: an array apart from x; other arguments and errors are those of the methods of :class:`RnsBase`.
:returns: shape (..., len(base), n), row i in [0, p_i): d_k, or d_k + p_i where d_k is negative.

Source: I. Chillotti, N. Gama, M. Georgieva, M. Izabachene, J. Cryptology 2020.

>>> import numpy as np
>>> base = RnsBase([97, 193])
>>> x = np.array([5, 12, 80], dtype=np.uint64)  # 5, 12 and -17
>>> [base.to_ints(balanced_digit(x, 97, 4, k, base), lift="centred") for k in range(2)]
[array([5, -4, -1], dtype=object), array([0, 1, -1], dtype=object)]
)";

ringlet::Modulus<std::uint64_t> to_word_modulus(nb::handle q) {
  const ModulusArgument modulus(q);
  if (modulus->words() != 1) reject("q", modulus->value(), "balanced digits need a modulus of one word, q < 2^62");
  return std::get<ringlet::Modulus<std::uint64_t>>(modulus->get());
}

unsigned to_width(nb::handle w) { return to_small(w, "w", 2, 60); }

unsigned count(nb::handle q, nb::handle w) {
  const auto modulus = to_word_modulus(q);
  return ringlet::balanced_digit_count(modulus, to_width(w));
}

nb::object digit(nb::handle x, nb::handle q, nb::handle w, nb::handle k, nb::handle base, nb::handle out,
                 nb::handle threads, nb::handle check) {
  const auto modulus = to_word_modulus(q);
  const unsigned width = to_width(w);
  const unsigned index = to_small(k, "k", 0, ringlet::balanced_digit_count(modulus, width) - 1);
  const RnsBase& moduli = to_base(base, "base");
  for (const auto& p : moduli.moduli()) {
    if (p.value() >> (width - 1) != 0) continue;
    reject("w", w, "2^(w-1) must not exceed the modulus " + std::to_string(p.value()) + " of base");
  }
  const Array in = to_words(x, "x", 1);
  if (in.dimensions() == 0) reject("shape of x", to_string(in.shape()), "it must be (..., n)");
  Shape shape(in.shape().begin(), in.shape().end());
  shape.insert(shape.end() - 1, static_cast<npy_intp>(moduli.size()));
  const unsigned workers = to_small(threads, "threads", 1, 1024);
  const Output result = make_output(out, shape, 1);
  require_separate(result, in);
  if (to_bool(check)) require_values<std::uint64_t>(in, 1, modulus.value());
  if (result.size() == 0) return result.finish();
  const std::size_t n = in.row_size();
  for_each_polynomial(workers, in.size() / n, moduli.size() * n, [&](std::size_t i, ringlet::Executor* executor) {
    ringlet::balanced_digit(polynomial(result, i), in.values<std::uint64_t>().subspan(i * n, n), modulus, width, index,
                            moduli, executor);
  });
  return result.finish();
}

}  // namespace

void bind_balanced_digits(nb::module_& module) {
  define(module, "balanced_digit_count(q, w: Integer) -> int", &count, count_doc);
  define(module, "balanced_digit(x: Residues, q, w: Integer, k: Integer, base, *, out, threads, check)", &digit,
         digit_doc);
}

}  // namespace ringlet_python
