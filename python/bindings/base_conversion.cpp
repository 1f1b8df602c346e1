#include <optional>
#include <ringlet/base_conversion.hpp>
#include <string>

#include "bindings.hpp"
#include "choices.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* conversion_doc = R"(Converts residues modulo one base to residues modulo another.

Call the object with an array, as in the example. Immutable; any number of threads may use one at once. Objects compare
equal if their arguments are equal, hash and pickle.

:param source: the :class:`RnsBase` of the input, with the product Q.
:param target: the :class:`RnsBase` of the output; the two may have moduli in common.
:param lift: the integer that the residues of x stand for: ``"floor"`` for the one in [0, Q), ``"centred"`` for the one
    in [-Q/2, Q/2), ``"approximate"`` for x + e Q with 0 <= e < L, for L moduli. The approximate one is the fastest.
:param redundant: None, or a modulus m below 2^62 without a factor in common with the source, a :class:`Modulus` or an
    integer. Inputs then have one more row, the residues modulo m, from which the multiple of Q is computed without
    fractions. With a centred lift, the conversion is then exact for all integers in
    [-Q (floor(m/2) - L), Q (floor(m/2) - L)].
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Source: J. Bajard, J. Eynard, A. Hasan, V. Zucca, SAC 2016, for the approximate conversion; S. Halevi, Y. Polyakov,
V. Shoup, CT-RSA 2019, for the multiple of Q that makes it exact, here in fixed point; A. Shenoy, R. Kumaresan,
IEEE Transactions on Computers 38, 1989, for the one with a redundant modulus.

>>> source, target = RnsBase([97, 193]), RnsBase([257, 353])
>>> convert = BaseConversion(source, target, "centred")
>>> x = source.from_ints([1000, -1])
>>> target.to_ints(convert(x), lift="centred")
array([1000, -1], dtype=object)
)";

constexpr const char* call_doc = R"(Returns the lift of x modulo the target.

:param x: shape (..., len(source), n), row i in [0, q_i); the row of a redundant modulus is the last.
:param out: an array apart from x; other arguments and errors are those of the methods of :class:`RnsBase`.
:returns: shape (..., len(target), n), row j in [0, p_j). The lifts ``"floor"`` and ``"centred"`` are exact for one
    modulus. For more, they are exact except near the point where representatives change: with d = 3L 2^-42 Q,
    floor may take x - Q for x >= Q - d, and centred may take x for x - Q where Q/2 <= x < Q/2 + d.
)";

/// Python class BaseConversion: ringlet::BaseConversion and the arguments it was made from.
class BaseConversion {
 public:
  BaseConversion(nb::handle source, nb::handle target, nb::handle lift, nb::handle redundant)
      : inputs_(to_base(source, "source")), plan_(make(inputs_, to_base(target, "target"), lift, redundant)) {
    if (redundant.is_none()) return;
    redundant_ = to_rns_modulus(redundant, "redundant");
    inputs_ = inputs_.followed_by(RnsBase({&*redundant_, 1}));
  }

  [[nodiscard]] const ringlet::BaseConversion& plan() const { return plan_; }
  /// Returns the moduli of the inputs' rows.
  [[nodiscard]] const RnsBase& inputs() const { return inputs_; }
  [[nodiscard]] nb::object redundant() const { return redundant_ ? nb::cast(*redundant_) : nb::none(); }

  [[nodiscard]] nb::tuple arguments() const {
    return nb::make_tuple(plan_.from(), plan_.to(), to_text(plan_.lift()), redundant());
  }

 private:
  static ringlet::BaseConversion make(const RnsBase& source, const RnsBase& target, nb::handle lift,
                                      nb::handle redundant) {
    const ringlet::Lift chosen = to_choice<ringlet::Lift>(lift, "lift");
    if (redundant.is_none()) return {source, target, chosen};
    const ringlet::Modulus<std::uint64_t> modulus(to_rns_modulus(redundant, "redundant"));
    if (chosen != ringlet::Lift::centred) {
      reject("lift", '"' + std::string(to_text(chosen)) + '"', "it must be \"centred\" with a redundant modulus");
    }
    return {source, modulus, target};
  }

  RnsBase inputs_;
  std::optional<std::uint64_t> redundant_;
  ringlet::BaseConversion plan_;
};

PolynomialCall call_of(const BaseConversion& self) {
  return {.base = self.inputs(), .shape = RowShape::of(self.inputs()), .rows = self.plan().to().size()};
}

}  // namespace

void bind_base_conversion(nb::module_& module) {
  auto cls = define_class<BaseConversion>(module, "BaseConversion", conversion_doc);
  define_init<4>(
      cls,
      "__init__(self, source: RnsBase, target: RnsBase, lift: Lift, *, redundant: AnyModulus | None = None) -> None");
  define_on_polynomials<1>(
      cls, "__call__(x)", &call_of,
      [](const BaseConversion& self, Executor* executor, RnsSpan out, RnsView x) { self.plan()(out, x, executor); },
      call_doc);
  define_property(
      cls, "source", [](const BaseConversion& self) { return self.plan().from(); },
      "The base of the input, without a redundant modulus.");
  define_property(
      cls, "target", [](const BaseConversion& self) { return self.plan().to(); }, "The base of the output.");
  define_property(
      cls, "lift -> str", [](const BaseConversion& self) { return to_text(self.plan().lift()); },
      "``\"approximate\"``, ``\"floor\"`` or ``\"centred\"``.");
  define_property(cls, "redundant -> int | None", &BaseConversion::redundant, "The redundant modulus, or None.");
  define(
      cls, "describe(self) -> str", [](const BaseConversion& self) { return self.plan().describe(); },
      "Names backend and arithmetic, for people.");
  define_value(cls, &BaseConversion::arguments);
}

}  // namespace ringlet_python
