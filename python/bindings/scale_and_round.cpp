#include <array>
#include <optional>
#include <ringlet/scale_and_round.hpp>

#include "bindings.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* scale_doc = R"(The steps of a BFV multiplication other than transforms and products.

:meth:`extend` takes residues modulo a base Q to an auxiliary base. A call multiplies an integer, given modulo both, by
t / Q, rounds it, and returns it modulo Q. All inputs are coefficients. B is the product of the auxiliary base, without
its last modulus m if there is a Montgomery modulus; L and K are the numbers of moduli of Q and of B.

:param base: the :class:`RnsBase` of Q.
:param auxiliary: the auxiliary :class:`RnsBase`; both together have at most 2^16 moduli, without common factors.
:param t: the plaintext modulus, at least 1 and below 2^64.
:param montgomery_modulus: None for the method of Halevi, Polyakov and Shoup, with exact lifts. Otherwise that of Bajard
    et al., a modulus below 2^62 without a factor in common with any other; with 2^32, results are those of Microsoft
    SEAL. The auxiliary base then has at least two moduli, of which the last is redundant.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Immutable; any number of threads may use one at once. Objects compare equal if their arguments are equal, hash and
pickle. Methods have the arguments and errors of the methods of :class:`RnsBase`.

Source: S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016.

>>> base, auxiliary = RnsBase([97, 193]), RnsBase([257, 353, 449])
>>> scale = ScaleAndRound(base, auxiliary, 16)
>>> base.to_ints(scale(base.from_ints([10**5, -10**6]), auxiliary.from_ints([10**5, -10**6])), lift="centred")
array([85, -855], dtype=object)
)";

constexpr const char* extend_doc = R"(Returns x modulo the auxiliary base, for the x in [-Q/2, Q/2) with these residues.

Near the ends of the interval the result may be that of x + Q: within 3L 2^-42 Q of -Q/2, or, with a Montgomery
modulus m', within (L / m') Q.

:param x: shape (..., len(base), n), row i in [0, q_i).
:param out: an array apart from x.
:returns: shape (..., len(auxiliary), n), row i in [0, p_i).
)";

constexpr const char* call_doc = R"(Returns t x / Q, rounded to the nearest integer, modulo Q.

If the fraction lies in [1/2, 1/2 + 3L 2^-42) and L > 1, the result may be rounded down. With a Montgomery modulus
it is rounded down, and up to L - 1 too small. Correct for \|t x / Q\| + 1 < (1/2 - (2K + 1) 2^-42) B; with a Montgomery
modulus for \|t x / Q\| + L < (floor(m/2) - K) B.

:param x: shape (..., len(base), n), row i in [0, q_i): the residues of x modulo Q.
:param auxiliary: the residues of x modulo the auxiliary base: the same shape with len(auxiliary) rows, row i in
    [0, p_i).
:param out: an array of the shape of x, which may be x.
:returns: the shape of x, row i in [0, q_i).
)";

/// Python class ScaleAndRound: ringlet::ScaleAndRound and the arguments it was made from.
class ScaleAndRound {
 public:
  ScaleAndRound(nb::handle base, nb::handle auxiliary, nb::handle t, nb::handle montgomery_modulus)
      : t_(to_positive(t, "t")),
        options_{montgomery_modulus.is_none() ? 0 : to_rns_modulus(montgomery_modulus, "montgomery_modulus")},
        plan_(to_base(base, "base"), to_base(auxiliary, "auxiliary"), t_, options_) {}

  [[nodiscard]] const ringlet::ScaleAndRound& plan() const { return plan_; }

  [[nodiscard]] nb::tuple arguments() const {
    const nb::object modulus = options_.montgomery_modulus == 0 ? nb::none() : nb::cast(options_.montgomery_modulus);
    return nb::make_tuple(plan_.base(), plan_.auxiliary(), t_, modulus);
  }

 private:
  std::uint64_t t_;
  ringlet::ScaleAndRoundOptions options_;
  ringlet::ScaleAndRound plan_;
};

PolynomialCall call_of_extension(const ScaleAndRound& self) {
  const RnsBase& base = self.plan().base();
  return {.base = base, .shape = RowShape::of(base), .rows = self.plan().auxiliary().size()};
}

nb::object scale(const ScaleAndRound& self, nb::handle x, nb::handle auxiliary, nb::handle out, nb::handle threads,
                 nb::handle check) {
  const ringlet::ScaleAndRound& plan = self.plan();
  const std::array inputs{to_polynomials(x, "x", RowShape::of(plan.base()))};
  const Array more = to_polynomials(auxiliary, "auxiliary", RowShape::of(plan.auxiliary()));
  const Shape expected = with_rows(inputs[0].shape(), plan.auxiliary().size());
  if (!std::ranges::equal(more.shape(), expected)) {
    reject("shape of auxiliary", to_string(more.shape()),
           "it must be " + to_string(expected) + ", that of x with a row for each auxiliary modulus");
  }
  const PreparedCall prepared = prepare(PolynomialCall::of_level(plan.base()), {out, threads, check}, inputs);
  require_separate(prepared.out, more);
  if (to_bool(check)) require_values(more, 1, plan.auxiliary());
  if (more.size() == 0) return prepared.out.finish();
  const std::size_t words = plan.base().size() * more.row_size();
  for_each_polynomial(prepared.threads, count_of(more), words, [&](std::size_t index, Executor* executor) {
    plan(polynomial(prepared.out, index), prepared.input(0, index), polynomial(more, index), executor);
  });
  return prepared.out.finish();
}

}  // namespace

void bind_scale_and_round(nb::module_& module) {
  auto cls = define_class<ScaleAndRound>(module, "ScaleAndRound", scale_doc);
  define_init<4>(cls,
                 "__init__(self, base: RnsBase, auxiliary: RnsBase, t: Integer, *, "
                 "montgomery_modulus: AnyModulus | None = None) -> None");
  define_on_polynomials<1>(
      cls, "extend(x)", &call_of_extension,
      [](const ScaleAndRound& self, Executor* executor, RnsSpan out, RnsView x) {
        self.plan().extend(out, x, executor);
      },
      extend_doc);
  define(cls, "__call__(self, x: Residues, auxiliary: Residues, *, out, threads, check)", &scale, call_doc);
  define_property(cls, "base", [](const ScaleAndRound& self) { return self.plan().base(); }, "The base of Q.");
  define_property(
      cls, "auxiliary", [](const ScaleAndRound& self) { return self.plan().auxiliary(); }, "The auxiliary base.");
  define_value(cls, &ScaleAndRound::arguments);
}

}  // namespace ringlet_python
