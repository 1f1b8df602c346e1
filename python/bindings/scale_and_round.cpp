#include <array>
#include <optional>
#include <ringlet/scale_and_round.hpp>

#include "bindings.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* scale_doc = R"(The steps of a BFV multiplication that are no transforms and no products.

Residues modulo a base Q are extended to an auxiliary base, and what is known modulo both is multiplied by t / Q and
rounded, back modulo Q: :meth:`extend`, and a call with both parts. All of it on coefficients. B is the product of the
auxiliary base, without its last modulus m where there is a Montgomery modulus; L and K are the numbers of moduli of Q and
of B.

:param base: the :class:`RnsBase` of Q.
:param auxiliary: that of the auxiliary base; both together have at most 64 moduli, without common factors.
:param t: the plaintext modulus, at least 1 and below 2^64.
:param montgomery_modulus: None for the method of Halevi, Polyakov and Shoup, with exact lifts; else that of Bajard et al.,
    below 2^61 and without a factor in common with any modulus, 2^32 in Microsoft SEAL, whose results these are. The
    auxiliary base has two moduli or more then, of which the last is redundant.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Immutable; any number of threads may use one at once. Objects compare equal where their arguments are, hash and pickle.
The arguments and errors of the methods are those of :class:`RnsBase`'s.

Source: S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016.

>>> base, auxiliary = RnsBase([97, 193]), RnsBase([257, 353, 449])
>>> scale = ScaleAndRound(base, auxiliary, 16)
>>> base.to_ints(scale(base.from_ints([10**5, -10**6]), auxiliary.from_ints([10**5, -10**6])), lift="centred")
array([85, -855], dtype=object)
)";

constexpr const char* extend_doc = R"(x modulo the auxiliary base, of the x in [-Q/2, Q/2) that has the residues.

Near the ends it may be x + Q in place of x: within (2L + 1) 2^-42 Q of -Q/2, with a Montgomery modulus m' within
(L / m') Q.

:param x: shape (..., len(base), n), row i in [0, q_i).
:param out: an array apart from x.
:returns: shape (..., len(auxiliary), n), row i in [0, p_i).
)";

constexpr const char* call_doc = R"(t x / Q rounded to the nearest integer, modulo Q, of the x that has the residues.

Where its fraction lies in [1/2, 1/2 + (2L + 1) 2^-42) and L > 1, it may be rounded down. With a Montgomery modulus it is
rounded down, and up to L - 1 too small. Right for \|t x / Q\| + 1 < (1/2 - (2K + 1) 2^-42)
B, with a Montgomery modulus for \|t x / Q\| + L < (floor(m/2) - K) B.

:param x: shape (..., len(base), n), row i in [0, q_i): the residues modulo Q.
:param auxiliary: of the same shape but for len(auxiliary) rows, row i in [0, p_i): those modulo the auxiliary base.
:param out: an array of x's shape, which may be x.
:returns: the shape of x, row i in [0, q_i).
)";

/// The Python class ScaleAndRound: ringlet::ScaleAndRound and what it was made of.
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
           "it must be that of x but for the rows, " + to_string(expected));
  }
  const PreparedCall prepared = prepare(PolynomialCall::of_level(plan.base()), {out, threads, check}, inputs);
  require_separate(prepared.out, more);
  if (to_bool(check)) require_values(more, 1, plan.auxiliary());
  if (more.size() == 0) return prepared.out.object;
  const std::size_t words = plan.base().size() * more.row_size();
  for_each_polynomial(prepared.threads, count_of(more), words, [&](std::size_t index, Executor* executor) {
    plan(polynomial(prepared.out, index), prepared.input(0, index), polynomial(more, index), executor);
  });
  return prepared.out.object;
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
