#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "define.hpp"
#include "key_switch.hpp"
#include "rns_base.hpp"
#include "rns_batch.hpp"

namespace ringlet_python {
namespace {

constexpr const char* call_doc = R"(Switches polynomials by a key.

:param x: shape (..., level, n) for a level of 1 to L moduli, row i in [0, q_i), in the domain of the object.
:param key: a :class:`SwitchingKey` of this object.
:param out: a pair of arrays of the shape of x, or None. Either may be x.
:returns: the pair out_b, out_a: arrays of the shape of x, row i in [0, q_i).
:raises MemoryError: the object allocates working memory at the first call and keeps it; each concurrent call has its
    own. Up to eight polynomials are switched together. Ctrl-C ends the call after these.
)";

constexpr const char* add_doc = R"(Switches polynomials by a key and adds the results to a pair of arrays.

:param x: as for a call.
:param key: as for a call.
:param out: a pair of arrays of the shape of x, row i in [0, q_i) before and after.
:returns: the pair.
)";

constexpr const char* decompose_doc = R"(Decomposes a polynomial into digits, which serve many keys.

:param x: shape (level, n) for a level of 1 to L moduli, row i in [0, q_i), in the domain of the object.
:param out: an array of the result's shape, or None.
:returns: an array of shape (digits, level + K, n), digits = level / digit_size rounded up: evaluations of each digit, a
    row for each modulus of the level, then one for each special modulus.
)";

constexpr const char* apply_digits_doc =
    R"(Switches a polynomial from its digits, which takes about half the time.

:param digits: as :meth:`decompose` returns them.
:param key: a :class:`SwitchingKey` of this object.
:param out: a pair of arrays of shape (level, n), or None.
:returns: the pair out_b, out_a.
)";

constexpr const char* add_digits_doc =
    R"(Switches a polynomial from its digits, and adds the result to a pair of arrays.

:param digits: as :meth:`decompose` returns them.
:param key: as for :meth:`apply_digits`.
:param out: a pair of arrays of shape (level, n).
:returns: the pair.
)";

constexpr const char* inner_product_doc =
    R"(Computes the sums of the products of digits and a key modulo Q P, without the division by P.

They are plain residues whatever key it is: they may be added, sent elsewhere, and mapped by
:meth:`Automorphism.on_evaluations`. With a key of an automorphism they are the images.

:param digits: as :meth:`decompose` returns them.
:param key: a :class:`SwitchingKey` of this object.
:param out: a pair of arrays of shape (level + K, n), or None.
:returns: the pair of the sums with b and with a: evaluations, rows as those of a digit.
)";

constexpr const char* accumulate_doc = R"(Multiplies digits by a key, and adds the sums of products to a pair of arrays.

:param digits: as :meth:`decompose` returns them.
:param key: as for :meth:`inner_product`.
:param out: a pair of arrays of shape (level + K, n).
:returns: the pair.
)";

constexpr const char* mod_down_doc = R"(Divides sums modulo Q P by P and rounds.

:param b: an array of shape (level + K, n): evaluations, rows as those of :meth:`inner_product`.
:param a: as ``b``.
:param out: a pair of arrays of shape (level, n), or None.
:returns: the pair out_b, out_a: arrays of shape (level, n), row i in [0, q_i).
)";

constexpr const char* add_mod_down_doc = R"(Divides sums by P, and adds the results to a pair of arrays.

The results are those for sums to which P out_b and P out_a have been added.

:param b: as for :meth:`mod_down`.
:param a: as for :meth:`mod_down`.
:param out: a pair of arrays of shape (level, n).
:returns: the pair.
)";

constexpr const char* add_special_multiple_doc = R"(Adds P c to a sum, so that c is added to its quotient.

:param c: shape (level, n): evaluations.
:param out: an array of shape (level + K, n).
:returns: the array.
)";

const ringlet::SwitchingKey& to_key(nb::handle key) {
  return to_instance<SwitchingKey>(key, "key", "a SwitchingKey").get();
}

using OfPolynomials = void (ringlet::KeySwitch::*)(std::span<const RnsSpan>, std::span<const RnsSpan>, RnsViews,
                                                   const ringlet::SwitchingKey&, Executor*) const;
using OfDigits = void (ringlet::KeySwitch::*)(RnsSpan, RnsSpan, RnsViews, const ringlet::SwitchingKey&,
                                              Executor*) const;
using OfSums = void (ringlet::KeySwitch::*)(RnsSpan, RnsSpan, RnsView, RnsView, Executor*) const;

void require_out(nb::handle out) {
  if (out.is_none()) reject_type("out", "a pair of arrays", out);
}

/// Number of polynomials between two checks for signals: as many as a plan has memory for at once.
constexpr std::size_t group = 8;

nb::tuple switch_arrays(const KeySwitch& self, OfPolynomials operation, bool is_added, nb::handle x, nb::handle key,
                        const CallOptions& options) {
  const ringlet::KeySwitch& plan = self.plan();
  const ringlet::SwitchingKey& switching_key = to_key(key);
  if (is_added) require_out(options.out);
  const unsigned threads = to_threads(options.threads);
  const Array in = to_polynomials(x, "x", shape_of_level(plan));
  const Pair out = make_results(options.out, {in.shape().begin(), in.shape().end()});
  for (const Array& array : {out.b, out.a}) require_no_overlap(array, in);
  if (to_bool(options.check)) {
    require_values(in, 1, plan.base());
    if (is_added) out.require_values(plan.base());
  }
  if (in.size() == 0) return out.get();
  Workers workers(threads);
  const std::size_t all = count_of(in);
  {
    Unlocked unlocked;
    for (std::size_t first = 0; first < all; first += group) {
      if (first > 0) unlocked.look_for_signals();
      const std::size_t count = std::min(group, all - first);
      (plan.*operation)(polynomials(out.b, first, count), polynomials(out.a, first, count),
                        polynomials(in, first, count), switching_key, &workers);
    }
  }
  return out.get();
}

Extended to_sum(nb::handle value, const char* name, const ringlet::KeySwitch& plan) {
  return Extended::of(to_polynomial(value, name, Extended::shape(plan)), plan);
}

Shape shape_of(std::size_t rows, const ringlet::KeySwitch& plan) {
  return {static_cast<npy_intp>(rows), static_cast<npy_intp>(plan.size())};
}

enum class Result { polynomials, sums };

nb::tuple on_digits(const KeySwitch& self, OfDigits operation, Result result, bool is_added, nb::handle digits,
                    nb::handle key, const CallOptions& options) {
  const ringlet::KeySwitch& plan = self.plan();
  const ringlet::SwitchingKey& switching_key = to_key(key);
  if (is_added) require_out(options.out);
  const unsigned threads = to_threads(options.threads);
  const Extended in = to_digits(digits, plan);
  const std::size_t rows = result == Result::sums ? rows_of(in.array.shape()) : in.level;
  const Pair out = make_results(options.out, shape_of(rows, plan));
  for (const Array& array : {out.b, out.a}) require_separate(array, in.array);
  if (to_bool(options.check)) {
    in.require_values(plan);
    if (is_added) out.require_values(extended_base(plan, in.level));
  }
  Workers workers(threads);
  const std::vector<RnsSpan> spans = polynomials(in.array, 0, count_of(in.array));
  without_lock([&] { (plan.*operation)(polynomial(out.b, 0), polynomial(out.a, 0), spans, switching_key, &workers); });
  return out.get();
}

nb::tuple on_sums(const KeySwitch& self, OfSums operation, bool is_added, nb::handle b, nb::handle a,
                  const CallOptions& options) {
  const ringlet::KeySwitch& plan = self.plan();
  if (is_added) require_out(options.out);
  const unsigned threads = to_threads(options.threads);
  const Extended sum_b = to_sum(b, "b", plan), sum_a = to_sum(a, "a", plan);
  if (sum_a.level != sum_b.level) {
    reject("shape of a", to_string(sum_a.array.shape()), "it must be that of b, " + to_string(sum_b.array.shape()));
  }
  const Pair out = make_results(options.out, shape_of(sum_b.level, plan));
  require_no_overlap(out.b, sum_b.array);
  require_no_overlap(out.a, sum_a.array);
  require_separate(out.b, sum_a.array);
  require_separate(out.a, sum_b.array);
  if (to_bool(options.check)) {
    sum_b.require_values(plan);
    sum_a.require_values(plan);
    if (is_added) out.require_values(plan.base());
  }
  Workers workers(threads);
  without_lock([&] {
    (plan.*operation)(polynomial(out.b, 0), polynomial(out.a, 0), polynomial(sum_b.array, 0),
                      polynomial(sum_a.array, 0), &workers);
  });
  return out.get();
}

nb::object decompose(const KeySwitch& self, nb::handle x, nb::handle out, nb::handle threads, nb::handle check) {
  const ringlet::KeySwitch& plan = self.plan();
  const Array in = to_polynomial(x, "x", shape_of_level(plan));
  const std::size_t level = rows_of(in.shape()), count = plan.digits(level);
  Shape shape = shape_of(level + plan.special().size(), plan);
  shape.insert(shape.begin(), static_cast<npy_intp>(count));
  Workers workers(to_threads(threads));
  const Output digits = make_output(out, shape, 1, "out");
  require_separate(digits, in);
  if (to_bool(check)) require_values(in, 1, plan.base());
  const std::vector<RnsSpan> spans = polynomials(digits, 0, count);
  without_lock([&] { plan.decompose(spans, polynomial(in, 0), &workers); });
  return digits.finish();
}

nb::object add_special_multiple(const KeySwitch& self, nb::handle c, nb::handle out, nb::handle threads,
                                nb::handle check) {
  const ringlet::KeySwitch& plan = self.plan();
  if (out.is_none()) reject_type("out", "an array", out);
  const Array in = to_polynomial(c, "c", shape_of_level(plan));
  Workers workers(to_threads(threads));
  const Output array = make_output(out, shape_of(rows_of(in.shape()) + plan.special().size(), plan), 1, "out");
  require_no_overlap(array, in);
  if (to_bool(check)) {
    require_values(in, 1, plan.base());
    Extended::of(array, plan).require_values(plan);
  }
  without_lock([&] { plan.add_special_multiple(polynomial(array, 0), polynomial(in, 0), &workers); });
  return array.finish();
}

/// Defines a method by its signature and a function with all other arguments bound.
template <class Function, class... Bound>
void define_bound(KeySwitchClass& cls, const char* signature, const char* doc, Function function, Bound... bound) {
  define(
      cls, signature,
      [=](const KeySwitch& self, nb::handle first, nb::handle second, nb::handle out, nb::handle threads,
          nb::handle check) { return function(self, bound..., first, second, CallOptions{out, threads, check}); },
      doc);
}

#define RINGLET_NEW "*, out: Arrays | None = None, threads, check) -> tuple[Array, Array]"
#define RINGLET_ADDED "out: Arrays, *, threads, check) -> tuple[Array, Array]"
#define RINGLET_SWITCHED "(self, x: Residues, key: SwitchingKey, "
#define RINGLET_DIGITS "(self, digits: Residues, key: SwitchingKey, "
#define RINGLET_SUMS "(self, b: Residues, a: Residues, "

}  // namespace

Array to_polynomial(nb::handle value, const char* name, const RowShape& expected) {
  Array array = to_polynomials(value, name, expected);
  if (array.dimensions() == 2) return array;
  reject(std::string("shape of ") + name, to_string(array.shape()), "it must have two axes");
}

std::vector<RnsSpan> polynomials(const Array& array, std::size_t first, std::size_t count) {
  std::vector<RnsSpan> spans;
  for (std::size_t index = first; index < first + count; ++index) spans.emplace_back(polynomial(array, index));
  return spans;
}

void Pair::require_values(const RnsBase& base) const {
  for (const Array& array : {b, a}) ringlet_python::require_values(array, 1, base);
}

Pair make_results(nb::handle out, const Shape& shape) {
  if (out.is_none()) return {make_output(out, shape, 1, "out[0]"), make_output(out, shape, 1, "out[1]")};
  const nb::list list = to_list(out, "out", "a pair of arrays");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const nb::object item = list[i];
    if (!PyArray_Check(item.ptr())) reject_type(element("out", i), "a NumPy array of uint64", item);
  }
  if (list.size() != 2) reject("number of arrays in out", std::to_string(list.size()), "it must be 2");
  const Pair pair{make_output(list[0], shape, 1, "out[0]"), make_output(list[1], shape, 1, "out[1]")};
  require_separate(pair.b, pair.a);
  return pair;
}

Extended to_digits(nb::handle value, const ringlet::KeySwitch& plan) {
  const Extended digits = Extended::of(to_polynomials(value, "digits", Extended::shape(plan)), plan);
  if (digits.array.dimensions() == 3) return digits;
  reject("shape of digits", to_string(digits.array.shape()), "it must have three axes");
}

void bind_key_switch_calls(KeySwitchClass& cls) {
  using ringlet::KeySwitch;
  const OfPolynomials apply = &KeySwitch::operator(), add = &KeySwitch::add;
  define_bound(cls, "__call__" RINGLET_SWITCHED RINGLET_NEW, call_doc, &switch_arrays, apply, false);
  define_bound(cls, "add" RINGLET_SWITCHED RINGLET_ADDED, add_doc, &switch_arrays, add, true);
  define(cls, "decompose(self, x: Residues, *, out, threads, check) -> Array", &decompose, decompose_doc);
  const OfDigits apply_digits = &KeySwitch::operator(), add_digits = &KeySwitch::add;
  define_bound(cls, "apply_digits" RINGLET_DIGITS RINGLET_NEW, apply_digits_doc, &on_digits, apply_digits,
               Result::polynomials, false);
  define_bound(cls, "add_digits" RINGLET_DIGITS RINGLET_ADDED, add_digits_doc, &on_digits, add_digits,
               Result::polynomials, true);
  define_bound(cls, "inner_product" RINGLET_DIGITS RINGLET_NEW, inner_product_doc, &on_digits,
               &KeySwitch::inner_product, Result::sums, false);
  define_bound(cls, "accumulate" RINGLET_DIGITS RINGLET_ADDED, accumulate_doc, &on_digits, &KeySwitch::accumulate,
               Result::sums, true);
  define_bound(cls, "mod_down" RINGLET_SUMS RINGLET_NEW, mod_down_doc, &on_sums, &KeySwitch::mod_down, false);
  define_bound(cls, "add_mod_down" RINGLET_SUMS RINGLET_ADDED, add_mod_down_doc, &on_sums, &KeySwitch::add_mod_down,
               true);
  define(cls, "add_special_multiple(self, c: Residues, out: Array, *, threads, check) -> Array", &add_special_multiple,
         add_special_multiple_doc);
}

}  // namespace ringlet_python
