#include "key_switch.hpp"

#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "rns_base.hpp"

namespace ringlet_python {
namespace {

using ringlet::RnsNtt;

constexpr const char* key_switch_doc =
    R"(Key switching over a base Q with special moduli P.

A key has a pair of polynomials (b_d, a_d) modulo Q P for each digit. A polynomial c at a level has residues modulo the
first moduli of Q. Its digit D_d is the integer in [0, Q_d) that is c modulo Q_d, where Q_d is the product of digit d's
moduli at that level; ``digits`` chooses another representative. Call the object with c and a key to get two
polynomials:

* out_b = the sum over d of D_d b_d / P, rounded
* out_a = the sum over d of D_d a_d / P, rounded as by :class:`ModDown`

Let b_d + a_d s = P T_d s' + e_d modulo Q P with small e_d, where T_d is 1 modulo the moduli of digit d and 0 modulo the
others. Then out_b + out_a s is c s' plus a small error, at every level.

:param ntt: the :class:`RnsNtt` modulo Q P. Polynomials, keys and results are evaluations at its roots.
:param special: number of moduli of P, the last ones of ``ntt.base``. At least one is left for Q.
:param digit_size: number of moduli of a digit, at least 1. Digit d has the moduli from index d digit_size on.
:param plaintext_modulus: the plaintext modulus of BGV, as for :class:`ModDown`.
:param digits: the lift of digits: ``"floor"`` as above; ``"centred"`` for integers in [-Q_d/2, Q_d/2), which halves the
    noise; ``"approximate"``, which saves the exact conversion of digits of several moduli.
:param division: the lift of the division by P, as for :class:`ModDown`.
:param domain: the domain of polynomials and results: ``"evaluations"``, in the order of :meth:`RnsNtt.forward`, or
    ``"coefficients"``, which saves the transforms there and back. Keys are evaluations in either case.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Immutable; any number of threads may use one at once. Objects compare equal if their arguments are equal, hash and
pickle. Keys belong to the object that made them. Methods have the arguments and errors of the methods
of :class:`RnsBase`.

Source: K. Han, D. Ki, CT-RSA 2020; J. Bajard et al., SAC 2016; S. Halevi, V. Shoup, CRYPTO 2018, for digits that serve
many keys.

>>> import numpy as np
>>> switch = KeySwitch(RnsNtt(8, RnsBase([97, 193, 257])), 1)
>>> switch.digit_count  # a key has pairs of two polynomials, each modulo 97, 193 and 257
2
>>> key = switch.prepare(np.zeros((2, 3, 8), dtype=np.uint64), np.zeros((2, 3, 8), dtype=np.uint64))
>>> b, a = switch(np.ones((5, 2, 8), dtype=np.uint64), key)  # five polynomials
>>> b.shape, int(b.max())
((5, 2, 8), 0)
)";

constexpr const char* key_doc = R"(A switching key, made by :meth:`KeySwitch.prepare` or :meth:`KeySwitch.borrow`.

A prepared key stores its values in the order in which they are read. A borrowed key keeps the arrays that it reads. Any
number of threads may use one at once. It belongs to the :class:`KeySwitch` that made it, and cannot be pickled.
)";

ringlet::KeySwitch make(const RnsNtt& ntt, nb::handle special, const ringlet::KeySwitchOptions& options) {
  const unsigned most = static_cast<unsigned>(ntt.base().size()) - 1;
  if (most == 0) throw nb::value_error("ntt has one modulus, but it must have at least 2");
  return {ntt, to_small(special, "special", 1, most), options};
}

}  // namespace

KeySwitch::KeySwitch(nb::handle ntt, nb::handle special, nb::handle digit_size, nb::handle plaintext_modulus,
                     nb::handle digits, nb::handle division, nb::handle domain)
    : ntt_(to_instance<RnsNtt>(ntt, "ntt", "an RnsNtt")),
      options_{.digit_size = to_positive(digit_size, "digit_size"),
               .plaintext_modulus = to_positive(plaintext_modulus, "plaintext_modulus"),
               .digits = to_choice<ringlet::Lift>(digits, "digits"),
               .division = to_choice<ringlet::Lift>(division, "division"),
               .domain = to_choice<ringlet::Domain>(domain, "domain")},
      plan_(make(ntt_, special, options_)) {}

nb::tuple KeySwitch::arguments() const {
  return nb::make_tuple(ntt_, plan_.special().size(), options_.digit_size, options_.plaintext_modulus,
                        to_text(options_.digits), to_text(options_.division), to_text(options_.domain));
}

void bind_key_switch(nb::module_& module) {
  nb::class_<SwitchingKey> key(module, "SwitchingKey", key_doc);
  define_property(
      key, "nbytes", [](const SwitchingKey& self) { return self.get().bytes(); },
      "Number of bytes of the key; 0 for a borrowed one.");
  auto cls = define_class<KeySwitch>(module, "KeySwitch", key_switch_doc);
  define_init<7>(
      cls,
      "__init__(self, ntt: RnsNtt, special: Integer, *, digit_size: Integer = 1, plaintext_modulus: Integer = 1, "
      "digits: Lift = 'floor', division: Lift = 'centred', domain: Domain = 'evaluations') -> None");
  define_property(cls, "n", [](const KeySwitch& self) { return self.plan().size(); }, "The number of coefficients.");
  define_property(cls, "base", [](const KeySwitch& self) { return self.plan().base(); }, "The base of Q.");
  define_property(cls, "special", [](const KeySwitch& self) { return self.plan().special(); }, "The base of P.");
  define_property(
      cls, "digit_count", [](const KeySwitch& self) { return self.plan().digits(); },
      "The number of digits of a polynomial modulo Q, and of pairs of polynomials of a key.");
  define_value(cls, &KeySwitch::arguments);
  bind_key_switch_calls(cls);
}

}  // namespace ringlet_python
