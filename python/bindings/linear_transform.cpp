#include <algorithm>
#include <optional>
#include <ringlet/linear_transform.hpp>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "define.hpp"
#include "key_switch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* class_doc =
    R"(Linear transform of encrypted slots: a sum of rotations of a ciphertext, each times a plaintext.

Call the object with the polynomials b and a of a ciphertext c, in the domain of the key switch, to get two polynomials:
the sum over the giant steps g of Gamma_g(the sum over the baby steps i of p_(g i) phi_i(c)), with the automorphisms
phi_i and Gamma_g of the steps' keys. One giant step, the identity, gives the plain sum over rotations. A matrix of n_1 n_2 diagonals takes
n_1 + n_2 keys and n_1 n_2 plaintexts: with Gamma_g the rotation by g n_1 slots, p_(g i) is diagonal g n_1 + i, rotated
back by g n_1 slots.

Let D_d be the digits of a, (b_(i d), a_(i d)) the key of baby step i and (B_(g d), A_(g d)) that of giant step g. Then:

* u_g = the sum over i of p_(g i) phi_i(P b + the sum over d of D_d b_(i d))
* v_g = the sum over i of p_(g i) phi_i(the sum over d of D_d a_(i d)), with P a instead of a sum for the identity
* out_b = the sum over g of Gamma_g(u_g + the sum over d of E_(g d) B_(g d)) / P, rounded
* out_a = the sum over g of Gamma_g(the sum over d of E_(g d) A_(g d)) / P, rounded

E_(g d) are the digits of v_g / P, rounded. The identity has no key: its terms are u_g and v_g. Digits and rounding are
those of the key switch. Digits are made once, and the inner sums in one passage over the keys of the baby steps.

:param key_switch: a :class:`KeySwitch`.
:param baby: an iterable of at least one baby step: a :class:`SwitchingKey` of ``key_switch``, made with the step's
    automorphism, or None for the identity.
:param giant: the giant steps, as ``baby``.
:param plaintexts: an iterable with a plaintext for each giant and each baby step, index g len(baby) + i for steps g and
    i: each is an array of shape (level + K, n), evaluations, a row for each modulus of
    a level, then one for each special modulus; or None if the term is absent. Levels may differ.
:param check: whether to read the plaintexts and raise ValueError if a value is outside its range.
:raises ValueError: with the value and the rule.
:raises TypeError: when an argument is of the wrong type.

Keeps the keys, and the arrays of plaintexts. It does not copy C-contiguous arrays of uint64: you may change these
between two calls, but not while a method reads them. Any number of threads may use one at once. It cannot be pickled.

Source: S. Halevi, V. Shoup, CRYPTO 2018; J.-P. Bossuat et al., EUROCRYPT 2021, for sums modulo Q P.

>>> import numpy as np
>>> switch = KeySwitch(RnsNtt(8, RnsBase([97, 193, 257])), 1)
>>> zeros = np.zeros((2, 3, 8), dtype=np.uint64)
>>> rotation = switch.prepare(zeros, zeros, Automorphism(8, 5))
>>> transform = LinearTransform(switch, [None, rotation], [None], np.full((2, 3, 8), 2, dtype=np.uint64))
>>> b, a = transform(np.ones((2, 8), dtype=np.uint64), np.ones((2, 8), dtype=np.uint64))
>>> int(b[0, 0]), int(a[0, 0])  # 2 (1 + 1), and 2 (1 + 0), as the key is 0
(4, 2)
)";

constexpr const char* steps_doc =
    R"(Splits rotations, in slots, into baby and giant steps: each is the sum of a giant and a baby step.

Giant steps are multiples of n_1, baby steps are below n_1. n_1 is the power of two that takes the least time, if a giant
step takes as long as three baby steps and a step by 0 takes no time.

:param rotations: an iterable of at least one int, each in [0, 2^64).
:returns: the pair of the lists of baby and of giant steps, each in ascending order.
:raises ValueError: with the value and the rule.

>>> baby_giant_steps(range(12))
([0, 1, 2, 3], [0, 4, 8])
)";

constexpr const char* call_doc = R"(Transforms ciphertexts.

:param b: shape (..., level, n) for a level of 1 to L moduli that each plaintext has, row i in [0, q_i).
:param a: as ``b``, of the same shape.
:param out: a pair of arrays of the shape of b, or None. Either may be b or a.
:returns: the pair out_b, out_a: arrays of the shape of b, row i in [0, q_i).
:raises MemoryError: the object allocates working memory at the first call and keeps it; each concurrent call has its
    own. Up to four ciphertexts are transformed together. Ctrl-C ends the call after these.
)";

constexpr const char* sums_doc = R"(Computes the inner sums u_g and v_g modulo Q P.

Other orders of giant steps can be made from them. Keys of giant steps are not used.

:param b: shape (level, n), evaluations.
:param a: as ``b``.
:param digits: the digits of a, as :meth:`KeySwitch.decompose` returns them.
:param out: a pair of arrays of shape (giant_steps, level + K, n), or None.
:returns: the pair of the u_g and the v_g: evaluations, rows as those of a digit.
)";

using Step = ringlet::LinearTransform::Step;

/// Python class LinearTransform: the transform, its plan, and the keys and arrays that it reads.
class LinearTransform {
 public:
  LinearTransform(nb::handle key_switch, nb::handle baby, nb::handle giant, nb::handle plaintexts, nb::handle check)
      : plan_(to_instance<KeySwitch>(key_switch, "key_switch", "a KeySwitch").plan()),
        transform_(make(baby, giant, plaintexts, to_bool(check))) {}

  [[nodiscard]] const ringlet::KeySwitch& plan() const { return plan_; }
  [[nodiscard]] const ringlet::LinearTransform& get() const { return transform_; }

 private:
  [[nodiscard]] ringlet::LinearTransform make(nb::handle baby, nb::handle giant, nb::handle plaintexts, bool check) {
    std::vector<Step> baby_steps = steps(baby, "baby"), giant_steps = steps(giant, "giant");
    const std::vector<RnsView> rows = views(plaintexts, check);
    return {plan_, std::move(baby_steps), std::move(giant_steps), rows};
  }

  [[nodiscard]] std::vector<Step> steps(nb::handle value, const char* name) {
    std::vector<Step> result;
    for (nb::handle item : to_list(value, name, "an iterable of SwitchingKey or None")) {
      if (item.is_none()) {
        result.emplace_back(std::nullopt);
        continue;
      }
      const std::string of_item = element(name, result.size());
      result.emplace_back(to_instance<SwitchingKey>(item, of_item.c_str(), "a SwitchingKey or None").get());
      kept_.push_back(nb::borrow(item));
    }
    return result;
  }

  [[nodiscard]] std::vector<RnsView> views(nb::handle value, bool check) {
    std::vector<RnsView> result;
    for (nb::handle item : to_list(value, "plaintexts", "an array of three axes or an iterable of arrays or None")) {
      RnsView view;
      if (!item.is_none()) {
        const std::string of_item = element("plaintexts", result.size());
        const Array array = to_polynomial(item, of_item.c_str(), Extended::shape(plan_));
        if (check) Extended::of(array, plan_).require_values(plan_);
        view = polynomial(array, 0);
        kept_.push_back(array.object);
      }
      result.push_back(view);
    }
    return result;
  }

  ringlet::KeySwitch plan_;
  std::vector<nb::object> kept_;
  ringlet::LinearTransform transform_;
};

/// Polynomials b and a of ciphertexts.
struct Ciphertexts {
  Array b;
  Array a;

  /// Checks the shapes, and the values if the caller asks for it.
  Ciphertexts(nb::handle of_b, nb::handle of_a, const ringlet::KeySwitch& plan, bool check)
      : b(to_polynomials(of_b, "b", shape_of_level(plan))), a(to_polynomials(of_a, "a", shape_of_level(plan))) {
    if (!std::ranges::equal(a.shape(), b.shape())) {
      reject("shape of a", to_string(a.shape()), "it must be that of b, " + to_string(b.shape()));
    }
    if (!check) return;
    for (const Array& array : {b, a}) require_values(array, 1, plan.base());
  }
};

/// Number of ciphertexts between two checks for signals: as many as the library works on together.
constexpr std::size_t group = 4;

nb::tuple transform(const LinearTransform& self, nb::handle b, nb::handle a, nb::handle of_out, nb::handle of_threads,
                    nb::handle check) {
  const unsigned threads = to_threads(of_threads);
  const Ciphertexts in(b, a, self.plan(), to_bool(check));
  const Pair out = make_results(of_out, {in.b.shape().begin(), in.b.shape().end()});
  for (const Array& result : {out.b, out.a}) {
    for (const Array& operand : {in.b, in.a}) require_no_overlap(result, operand);
  }
  if (in.b.size() == 0) return out.get();
  Workers workers(threads);
  const std::size_t all = count_of(in.b);
  {
    Unlocked unlocked;
    for (std::size_t first = 0; first < all; first += group) {
      if (first > 0) unlocked.look_for_signals();
      const std::size_t count = std::min(group, all - first);
      self.get()(polynomials(out.b, first, count), polynomials(out.a, first, count), polynomials(in.b, first, count),
                 polynomials(in.a, first, count), &workers);
    }
  }
  return out.get();
}

nb::tuple sums(const LinearTransform& self, nb::handle b, nb::handle a, nb::handle of_digits, nb::handle of_out,
               nb::handle of_threads, nb::handle check) {
  const ringlet::KeySwitch& plan = self.plan();
  const std::size_t giant = self.get().giant_steps();
  Workers workers(to_threads(of_threads));
  const Ciphertexts in(b, a, plan, to_bool(check));
  if (in.b.dimensions() != 2) reject("shape of b", to_string(in.b.shape()), "it must have two axes");
  const Extended digits = to_digits(of_digits, plan);
  if (to_bool(check)) digits.require_values(plan);
  const Pair out = make_results(
      of_out, {static_cast<npy_intp>(giant), in.b.shape()[0] + static_cast<npy_intp>(plan.special().size()),
               static_cast<npy_intp>(plan.size())});
  for (const Array& result : {out.b, out.a}) {
    for (const Array& operand : {in.b, in.a, digits.array}) require_separate(result, operand);
  }
  const std::vector<RnsSpan> of_b = polynomials(out.b, 0, giant), of_a = polynomials(out.a, 0, giant),
                             rows = polynomials(digits.array, 0, count_of(digits.array));
  without_lock([&] { self.get().sums(of_b, of_a, polynomial(in.b, 0), polynomial(in.a, 0), rows, &workers); });
  return out.get();
}

nb::tuple baby_giant_steps(nb::handle rotations) {
  std::vector<std::size_t> numbers;
  for (nb::handle item : to_list(rotations, "rotations", "an iterable of int")) {
    numbers.push_back(to_word(item, element("rotations", numbers.size()).c_str()));
  }
  const ringlet::BabyGiantSteps steps = ringlet::baby_giant_steps(numbers);
  const auto to_python_list = [](const std::vector<std::size_t>& list) {
    nb::list result;
    for (const std::size_t step : list) result.append(step);
    return result;
  };
  return nb::make_tuple(to_python_list(steps.baby), to_python_list(steps.giant));
}

}  // namespace

void bind_linear_transform(nb::module_& module) {
  define(module, "baby_giant_steps(rotations: collections.abc.Iterable[Integer]) -> tuple[list[int], list[int]]",
         &baby_giant_steps, steps_doc);
  auto cls = define_class<LinearTransform>(module, "LinearTransform", class_doc);
  define_init<5>(cls,
                 "__init__(self, key_switch: KeySwitch, baby: collections.abc.Iterable[SwitchingKey | None], giant: "
                 "collections.abc.Iterable[SwitchingKey | None], plaintexts: collections.abc.Iterable[Residues | None] "
                 "| Residues, *, check) -> None");
  define_property(
      cls, "baby_steps", [](const LinearTransform& self) { return self.get().baby_steps(); },
      "The number of baby steps.");
  define_property(
      cls, "giant_steps", [](const LinearTransform& self) { return self.get().giant_steps(); },
      "The number of giant steps.");
  define(cls,
         "__call__(self, b: Residues, a: Residues, *, out: Arrays | None = None, threads, check) -> tuple[Array, "
         "Array]",
         &transform, call_doc);
  define(cls,
         "sums(self, b: Residues, a: Residues, digits: Residues, *, out: Arrays | None = None, threads, check) -> "
         "tuple[Array, Array]",
         &sums, sums_doc);
}

}  // namespace ringlet_python
