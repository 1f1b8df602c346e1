#include "key_switch.hpp"

#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "rns_base.hpp"

namespace ringlet_python {
namespace {

using ringlet::RnsNtt;

RnsBase base_of(std::span<const ringlet::Modulus<std::uint64_t>> moduli) {
  std::vector<std::uint64_t> values;
  for (const auto& q : moduli) values.push_back(q.value());
  return RnsBase(values);
}

constexpr const char* key_switch_doc =
    R"(Key switching over a base Q with special moduli P. Without special moduli, P is 1.

A key has a pair of polynomials (b_d, a_d) modulo Q P for each digit. A polynomial c at a level has residues modulo the
first moduli of Q. Its digit D_d is the integer in [0, Q_d) that is c modulo Q_d, where Q_d is the product of digit d's
moduli at that level; ``digits`` chooses another representative. Call the object with c and a key to get two
polynomials:

* out_b = the sum over d of D_d b_d / P, rounded
* out_a = the sum over d of D_d a_d / P, rounded as by :class:`ModDown`

Let b_d + a_d s = P T_d s' + e_d modulo Q P with small e_d, where T_d is 1 modulo the moduli of digit d and 0 modulo the
others. Then out_b + out_a s is c s' plus a small error, at every level.

In base 2^w, a modulus q of b bits has ceil(b / w) digits: floor(c / 2^(w j)) modulo 2^w for j = 0, 1, ..., with c modulo
q in [0, q). They follow those of the moduli before q. T_d is 2^(w j) modulo q and 0 modulo the others.

:param ntt: the :class:`RnsNtt` modulo Q P. Polynomials, keys and results are evaluations at its roots.
:param special: number of moduli of P, the last ones of ``ntt.base``; may be 0. At least one is left for Q.
:param digit_size: number of moduli of a digit, at least 1. Digit d has the moduli from index d digit_size on.
:param digit_bits: w, for digits in base 2^w, which need a ``digit_size`` of 1; 0 for digits of whole moduli.
:param plaintext_modulus: the plaintext modulus of BGV, as for :class:`ModDown`.
:param digits: the lift of digits: ``"floor"`` as above; ``"centred"`` for integers in [-Q_d/2, Q_d/2), which halves the
    noise; ``"approximate"``, which saves the exact conversion of digits of several moduli. Digits in base 2^w are
    lifted as residues modulo their q: ``"centred"`` leaves those up to q/2 as they are.
:param division: the lift of the division by P, as for :class:`ModDown`.
:param domain: the domain of polynomials and results: ``"evaluations"``, in the order of :meth:`RnsNtt.forward`, or
    ``"coefficients"``, which saves the transforms there and back. Keys are evaluations in either case.
:param allow_short_special: whether P may be less than half the bound of a digit: Q_d, or 2^w in base 2^w. The error of
    the results then grows with the bound divided by P.
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

constexpr const char* prepare_doc = R"(Prepares a key for fast use.

:param b: one polynomial for each digit, an array of shape (digit_count, L + K, n) or a sequence of arrays of shape
    (L + K, n): evaluations, the rows modulo the L moduli of Q first, row i in [0, q_i).
:param a: as ``b``.
:param automorphism: None, or an :class:`Automorphism` of n coefficients. With it, every method switches the image of c,
    computed from the digits of c: the key holds b and a for the preimage, and the result is mapped. So the digits of
    one c serve rotations by any amount.
:param rotation_key: the ciphertext that b and a are a key for: ``"image"``, so that they lead from the image of s to s,
    as SEAL's keys do, and are mapped back here; or ``"preimage"``, so that they lead from s to its inverse image, as
    Lattigo's and OpenFHE's do. Has no effect without an automorphism.
:param check: as for all methods.
:returns: the :class:`SwitchingKey`.
:raises MemoryError: the key takes 2 digit_count (L + K) rows of n words, as much memory as b and a.
)";

constexpr const char* borrow_doc = R"(Makes a key that reads its polynomials where they are. Results are the same.

The key keeps the arrays. It does not copy C-contiguous arrays of uint64: you may change these between two calls, but
not while a method reads them. It copies all other arrays. A borrowed key is slower to use than a prepared one; prepare
a key that is used several times.

:param b: as for :meth:`prepare`.
:param a: as for :meth:`prepare`.
:param automorphism: as for :meth:`prepare`; b and a are a key of the preimage.
:returns: the :class:`SwitchingKey`.
)";

/// Polynomials b and a of a key.
struct KeyPolynomials {
  std::vector<RnsView> b;
  std::vector<RnsView> a;
  std::vector<nb::object> arrays;

  KeyPolynomials(const ringlet::KeySwitch& plan, nb::handle of_b, nb::handle of_a, bool check) {
    append(b, plan, of_b, "b", check);
    append(a, plan, of_a, "a", check);
  }

 private:
  void append(std::vector<RnsView>& views, const ringlet::KeySwitch& plan, nb::handle value, const char* name,
              bool check) {
    const ringlet::RnsBase all = extended_base(plan, plan.base().size());
    for (nb::handle item : to_list(value, name, "an array of three axes or an iterable of arrays")) {
      const std::string of_item = element(name, views.size());
      const Array array = to_polynomial(item, of_item.c_str(), RowShape::of(all, plan.size()));
      if (check) require_values(array, 1, all);
      views.push_back(polynomial(array, 0));
      arrays.push_back(array.object);
    }
    if (views.size() == plan.digits()) return;
    reject(std::string("number of polynomials ") + name, std::to_string(views.size()),
           "it must be " + std::to_string(plan.digits()) + ", the number of digits of a polynomial");
  }
};

/// Returns the automorphism of a key for rotations, or null for None.
const ringlet::Automorphism* to_automorphism(nb::handle value, const ringlet::KeySwitch& plan) {
  if (value.is_none()) return nullptr;
  const auto& map = to_instance<ringlet::Automorphism>(value, "automorphism", "an Automorphism or None");
  if (map.size() != plan.size()) {
    reject("n of automorphism", std::to_string(map.size()), "it must be " + std::to_string(plan.size()));
  }
  return &map;
}

SwitchingKey prepare_key(const KeySwitch& self, nb::handle b, nb::handle a, nb::handle automorphism,
                         nb::handle rotation_key, nb::handle check) {
  const auto& plan = self.plan();
  const ringlet::Automorphism* map = to_automorphism(automorphism, plan);
  const auto kind = to_choice<ringlet::RotationKey>(rotation_key, "rotation_key");
  const KeyPolynomials polynomials(plan, b, a, to_bool(check));
  const Unlocked unlocked;
  return {map != nullptr ? plan.prepare(polynomials.b, polynomials.a, *map, kind)
                         : plan.prepare(polynomials.b, polynomials.a),
          {}};
}

SwitchingKey borrow_key(const KeySwitch& self, nb::handle b, nb::handle a, nb::handle automorphism, nb::handle check) {
  const auto& plan = self.plan();
  const ringlet::Automorphism* map = to_automorphism(automorphism, plan);
  KeyPolynomials polynomials(plan, b, a, to_bool(check));
  return {map != nullptr ? plan.borrow(polynomials.b, polynomials.a, *map) : plan.borrow(polynomials.b, polynomials.a),
          std::move(polynomials.arrays)};
}

ringlet::KeySwitch make(const RnsNtt& ntt, nb::handle special, const ringlet::KeySwitchOptions& options) {
  const unsigned most = static_cast<unsigned>(ntt.base().size()) - 1;
  return {ntt, to_small(special, "special", 0, most), options};
}

nb::object special_base(const KeySwitch& self) {
  const auto special = self.plan().special();
  return special.empty() ? nb::none() : nb::cast(base_of(special));
}

}  // namespace

ringlet::RnsBase extended_base(const ringlet::KeySwitch& plan, std::size_t level) {
  const ringlet::RnsBase base = plan.base().first(level);
  return plan.special().empty() ? base : base.followed_by(base_of(plan.special()));
}

KeySwitch::KeySwitch(nb::handle ntt, nb::handle special, nb::handle digit_size, nb::handle digit_bits,
                     nb::handle plaintext_modulus, nb::handle digits, nb::handle division, nb::handle domain,
                     nb::handle allow_short_special)
    : ntt_(to_instance<RnsNtt>(ntt, "ntt", "an RnsNtt")),
      options_{.digit_size = to_positive(digit_size, "digit_size"),
               .digit_bits = to_small(digit_bits, "digit_bits", 0, 64),
               .plaintext_modulus = to_positive(plaintext_modulus, "plaintext_modulus"),
               .digits = to_choice<ringlet::Lift>(digits, "digits"),
               .division = to_choice<ringlet::Lift>(division, "division"),
               .domain = to_choice<ringlet::Domain>(domain, "domain"),
               .allow_short_special = to_flag(allow_short_special, "allow_short_special")},
      plan_(make(ntt_, special, options_)) {}

nb::tuple KeySwitch::arguments() const {
  return nb::make_tuple(ntt_, plan_.special().size(), options_.digit_size, options_.digit_bits,
                        options_.plaintext_modulus, to_text(options_.digits), to_text(options_.division),
                        to_text(options_.domain), options_.allow_short_special);
}

void bind_key_switch(nb::module_& module) {
  nb::class_<SwitchingKey> key(module, "SwitchingKey", key_doc);
  define_property(
      key, "nbytes", [](const SwitchingKey& self) { return self.get().bytes(); },
      "Number of bytes of the key; 0 for a borrowed one.");
  auto cls = define_class<KeySwitch>(module, "KeySwitch", key_switch_doc);
  define_init<9>(cls,
                 "__init__(self, ntt: RnsNtt, special: Integer, *, digit_size: Integer = 1, digit_bits: Integer = 0, "
                 "plaintext_modulus: Integer = 1, digits: Lift = 'floor', division: Lift = 'centred', domain: Domain = "
                 "'evaluations', allow_short_special: bool = False) -> None");
  define_property(cls, "n", [](const KeySwitch& self) { return self.plan().size(); }, "The number of coefficients.");
  define_property(cls, "base", [](const KeySwitch& self) { return self.plan().base(); }, "The base of Q.");
  define_property(cls, "special -> RnsBase | None", special_base, "The base of P, or None if P is 1.");
  define_property(
      cls, "digit_count", [](const KeySwitch& self) { return self.plan().digits(); },
      "The number of digits of a polynomial modulo Q, and of pairs of polynomials of a key.");
  define_value(cls, &KeySwitch::arguments);
  define(cls,
         "prepare(self, b: ManyResidues, a: ManyResidues, automorphism: Automorphism | None = None, rotation_key: "
         "typing.Literal['image', 'preimage'] = 'image', *, check) -> SwitchingKey",
         &prepare_key, prepare_doc);
  define(cls,
         "borrow(self, b: ManyResidues, a: ManyResidues, automorphism: Automorphism | None = None, *, check) -> "
         "SwitchingKey",
         &borrow_key, borrow_doc);
  bind_key_switch_calls(cls);
}

}  // namespace ringlet_python
