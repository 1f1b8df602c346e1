#include <optional>
#include <ringlet/mod_down.hpp>
#include <ringlet/rns_ntt.hpp>
#include <string>

#include "bindings.hpp"
#include "choices.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

using ringlet::RnsNtt;

constexpr const char* mod_down_doc =
    R"(Division by the product P of the last moduli of a base, with rounding, modulo the other moduli.

It is the mod down of key switching, with the special moduli last; the rescaling of CKKS and the modulus switching of
BGV, for the last moduli of a level; and the scaling of BFV by t / Q, with the ciphertexts' moduli last and an auxiliary
base before them.

Both methods compute (c x - d) / P for integers x. c is the numerator, and d is c x modulo P in [-P/2, P/2), so the
result is c x / P rounded to the nearest integer. With a plaintext modulus t, d is t times the number in [-P/2, P/2)
that is t^-1 c x modulo P; then P times the result is also congruent to c x modulo t. The lift is that of
:class:`BaseConversion`: exact for one modulus, and for more of them unless x mod P is very close to P/2.

:param base: an :class:`RnsBase`, to divide coefficients; or an :class:`RnsNtt`, to divide evaluations as well.
:param dropped: the number of moduli of P, 1 <= dropped < number of moduli.
:param numerator: c, at least 1 and below 2^64: t for the scaling of BFV.
:param plaintext_modulus: t of BGV, at least 1 and below 2^64, without a factor in common with P.
:param lift: the representative d: ``"centred"`` as above; ``"floor"`` for the one in [0, P), which rounds down;
    ``"approximate"`` for any in [0, K P), for K moduli.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Immutable; any number of threads may use one at once. Objects compare equal if their arguments are equal, hash and
pickle.

Source: S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019; C. Gentry, S. Halevi, N. Smart, CRYPTO 2012, for BGV.

>>> base = RnsBase([97, 193, 257])
>>> divide = ModDown(base, 1)
>>> base.to_ints(divide.on_coefficients(base.from_ints([1000, 2570, -129])), lift="centred")
array([4, 10, -1], dtype=object)
)";

constexpr const char* coefficients_doc = R"(Divides coefficients.

:param x: shape (..., L, n) for all L moduli, row i in [0, q_i).
:param out: an array apart from x; other arguments and errors are those of the methods of :class:`RnsBase`.
:returns: shape (..., kept, n), row i in [0, q_i).
)";

constexpr const char* evaluations_doc = R"(Divides evaluations, in the bit-reversed order of :meth:`RnsNtt.forward`.

:param x: shape (..., L, n) for all L moduli, row i in [0, q_i).
:param out: as for :meth:`on_coefficients`.
:returns: shape (..., kept, n), row i in [0, q_i).
:raises ValueError: when the object was made from an :class:`RnsBase`; otherwise as for all methods.
:raises MemoryError: the object keeps one row for each dropped modulus, one more if they are several, one more for each
    that needs longer arithmetic than most kept moduli, and one for each thread.
)";

/// Python class ModDown: ringlet::ModDown and the arguments it was made from.
class ModDown {
 public:
  ModDown(nb::handle base, nb::handle dropped, nb::handle numerator, nb::handle plaintext_modulus, nb::handle lift)
      : ntt_(to_ntt(base)),
        options_{.numerator = to_positive(numerator, "numerator"),
                 .plaintext_modulus = to_positive(plaintext_modulus, "plaintext_modulus"),
                 .lift = to_choice<ringlet::Lift>(lift, "lift")},
        dropped_(to_dropped(dropped, ntt_ ? ntt_->base() : to_base(base, "base"))),
        plan_(ntt_ ? ringlet::ModDown(*ntt_, dropped_, options_)
                   : ringlet::ModDown(to_base(base, "base"), dropped_, options_)) {}

  [[nodiscard]] const ringlet::ModDown& plan() const { return plan_; }
  [[nodiscard]] const std::optional<RnsNtt>& ntt() const { return ntt_; }

  [[nodiscard]] nb::tuple arguments() const {
    const nb::object base = ntt_ ? nb::cast(*ntt_) : nb::cast(plan_.base());
    return nb::make_tuple(base, dropped_, options_.numerator, options_.plaintext_modulus, to_text(options_.lift));
  }

 private:
  static std::optional<RnsNtt> to_ntt(nb::handle base) {
    if (nb::isinstance<RnsBase>(base)) return std::nullopt;
    return to_instance<RnsNtt>(base, "base", "an RnsBase or an RnsNtt");
  }

  static std::size_t to_dropped(nb::handle dropped, const RnsBase& base) {
    const std::optional<uint128_t> number = to_number(dropped, "dropped");
    if (number && *number >= 1 && *number < base.size()) return static_cast<std::size_t>(*number);
    reject("dropped", dropped, "it must lie in [1, " + std::to_string(base.size()) + "), below the number of moduli");
  }

  std::optional<RnsNtt> ntt_;
  ringlet::ModDownOptions options_;
  std::size_t dropped_;
  ringlet::ModDown plan_;
};

PolynomialCall call_of(const ModDown& self) {
  const RnsBase& base = self.plan().base();
  return {.base = base, .shape = RowShape::of(base), .rows = self.plan().kept()};
}

PolynomialCall call_on_evaluations(const ModDown& self) {
  if (!self.ntt()) throw nb::value_error("base is an RnsBase, but a division of evaluations needs an RnsNtt");
  PolynomialCall call = call_of(self);
  call.shape.n = self.ntt()->size();
  return call;
}

}  // namespace

void bind_mod_down(nb::module_& module) {
  auto cls = define_class<ModDown>(module, "ModDown", mod_down_doc);
  define_init<5>(cls,
                 "__init__(self, base: RnsBase | RnsNtt, dropped: Integer, *, numerator: Integer = 1, "
                 "plaintext_modulus: Integer = 1, lift: Lift = 'centred') -> None");
  define_on_polynomials<1>(
      cls, "on_coefficients(x)", &call_of,
      [](const ModDown& self, Executor* executor, RnsSpan out, RnsView x) {
        self.plan().on_coefficients(out, x, executor);
      },
      coefficients_doc);
  define_on_polynomials<1>(
      cls, "on_evaluations(x)", &call_on_evaluations,
      [](const ModDown& self, Executor* executor, RnsSpan out, RnsView x) {
        self.plan().on_evaluations(out, x, executor);
      },
      evaluations_doc);
  define_property(
      cls, "kept", [](const ModDown& self) { return self.plan().kept(); },
      "The number of kept moduli, which is the number of rows of the result.");
  define_property(cls, "base", [](const ModDown& self) { return self.plan().base(); }, "All moduli.");
  define_value(cls, &ModDown::arguments);
}

}  // namespace ringlet_python
