#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
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

constexpr const char* prepare_doc = R"(Prepares a key for fast use.

:param b: one polynomial for each digit, an array of shape (digit_count, L + K, n) or a sequence of arrays of shape
    (L + K, n): evaluations, the rows modulo the L moduli of Q first, row i in [0, q_i).
:param a: as ``b``.
:param automorphism: None, or an :class:`Automorphism` of n coefficients. With it, every method switches the image of c,
    computed from the digits of c: the key holds the inverse images of b and a, and the result is mapped. So the digits
    of one c serve rotations by any amount.
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
:returns: the :class:`SwitchingKey`.
)";

constexpr const char* call_doc = R"(Switches polynomials by a key.

:param x: shape (..., level, n) for a level of 1 to L moduli, row i in [0, q_i), in the domain of the object; or the
    :class:`KeySwitchDigits` of one polynomial, which saves two thirds or more of the work.
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
:returns: the :class:`KeySwitchDigits`.
)";

constexpr const char* accumulate_doc = R"(Adds the products of digits and a key to a sum, without the division by P.

:param sum: a :class:`KeySwitchSum` of the digits' level.
:param digits: :class:`KeySwitchDigits`.
:param key: a :class:`SwitchingKey`, with or without an automorphism.
)";

constexpr const char* mod_down_doc = R"(Divides a sum by P and rounds.

:param sum: a :class:`KeySwitchSum`, which does not change.
:param out: a pair of arrays of shape (level, n), or None.
:returns: the pair out_b, out_a: arrays of shape (level, n), row i in [0, q_i).
)";

/// Pair of the results out_b and out_a.
struct Pair {
  Array b;
  Array a;

  [[nodiscard]] nb::tuple get() const { return nb::make_tuple(b.object, a.object); }
};

unsigned to_threads(nb::handle threads) { return to_small(threads, "threads", 1, 1024); }

const ringlet::SwitchingKey& to_key(nb::handle key) {
  return to_instance<SwitchingKey>(key, "key", "a SwitchingKey").get();
}

/// Returns the arrays of `out`, or new ones where it is None.
Pair make_pair(nb::handle out, const Shape& shape) {
  if (out.is_none()) return {make_output(out, shape, 1, "out[0]"), make_output(out, shape, 1, "out[1]")};
  const nb::list list = to_list(out, "out", "a pair of arrays");
  std::vector<Array> arrays;
  for (nb::handle item : list) arrays.push_back(to_array(item, arrays.empty() ? "out[0]" : "out[1]", 1));
  if (arrays.size() != 2) reject("number of arrays in out", std::to_string(arrays.size()), "it must be 2");
  const Pair pair{make_output(arrays[0].object, shape, 1, "out[0]"), make_output(arrays[1].object, shape, 1, "out[1]")};
  require_separate(pair.b, pair.a);
  return pair;
}

/// Converts an argument to one polynomial.
Array to_polynomial(nb::handle value, const char* name, const RowShape& expected) {
  Array array = to_polynomials(value, name, expected);
  if (array.dimensions() == 2) return array;
  reject(std::string("shape of ") + name, to_string(array.shape()), "it must have two axes");
}

RowShape shape_of_level(const ringlet::KeySwitch& plan) { return RowShape::of_level(plan.base(), plan.size()); }

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
    const ringlet::RnsBase all = plan.base().followed_by(plan.special());
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

SwitchingKey prepare_key(const KeySwitch& self, nb::handle b, nb::handle a, nb::handle automorphism, nb::handle check) {
  const ringlet::Automorphism* image = nullptr;
  if (!automorphism.is_none()) {
    image = &to_instance<ringlet::Automorphism>(automorphism, "automorphism", "an Automorphism or None");
    if (image->size() != self.plan().size()) {
      reject("n of automorphism", std::to_string(image->size()), "it must be " + std::to_string(self.plan().size()));
    }
  }
  const KeyPolynomials polynomials(self.plan(), b, a, to_bool(check));
  const Unlocked unlocked;
  const auto& plan = self.plan();
  return {image != nullptr ? plan.prepare(polynomials.b, polynomials.a, *image)
                           : plan.prepare(polynomials.b, polynomials.a),
          {}};
}

SwitchingKey borrow_key(const KeySwitch& self, nb::handle b, nb::handle a, nb::handle check) {
  KeyPolynomials polynomials(self.plan(), b, a, to_bool(check));
  return {self.plan().borrow(polynomials.b, polynomials.a), std::move(polynomials.arrays)};
}

/// Key switch of a call or of `add`, which adds its result to `out`.
struct SwitchCall {
  const ringlet::KeySwitch& plan;
  const ringlet::SwitchingKey& key;
  bool add;

  /// Switches the digits of one polynomial, or several polynomials.
  template <class Results, class Source>
  void operator()(const Results& out_b, const Results& out_a, const Source& source, Executor& executor) const {
    if (add) {
      plan.add(out_b, out_a, source, key, &executor);
    } else {
      plan(out_b, out_a, source, key, &executor);
    }
  }
};

/// Number of polynomials between two checks for signals: as many as a plan has memory for at once.
constexpr std::size_t group = 8;

/// Returns `count` polynomials of an array.
template <class Span>
std::vector<Span> polynomials(const Array& array, std::size_t first, std::size_t count) {
  std::vector<Span> spans;
  for (std::size_t index = first; index < first + count; ++index) spans.emplace_back(polynomial(array, index));
  return spans;
}

nb::tuple switch_digits(const SwitchCall& call, const KeySwitchDigits& digits, const CallOptions& options) {
  const unsigned threads = to_threads(options.threads);
  const Shape shape{static_cast<npy_intp>(digits.get().level()), static_cast<npy_intp>(call.plan.size())};
  const Pair out = make_pair(options.out, shape);
  if (call.add && to_bool(options.check)) {
    for (const Array& array : {out.b, out.a}) require_values(array, 1, call.plan.base());
  }
  Workers workers(threads);
  without_lock([&] { call(polynomial(out.b, 0), polynomial(out.a, 0), digits.get(), workers); });
  return out.get();
}

nb::tuple switch_arrays(const SwitchCall& call, nb::handle x, const CallOptions& options) {
  const unsigned threads = to_threads(options.threads);
  const Array in = to_polynomials(x, "x", shape_of_level(call.plan));
  const Pair out = make_pair(options.out, {in.shape().begin(), in.shape().end()});
  for (const Array& array : {out.b, out.a}) require_no_overlap(array, in);
  if (to_bool(options.check)) {
    require_values(in, 1, call.plan.base());
    for (const Array& array : {out.b, out.a}) {
      if (call.add) require_values(array, 1, call.plan.base());
    }
  }
  if (in.size() == 0) return out.get();
  Workers workers(threads);
  const std::size_t all = count_of(in);
  {
    Unlocked unlocked;
    for (std::size_t first = 0; first < all; first += group) {
      if (first > 0) unlocked.look_for_signals();
      const std::size_t count = std::min(group, all - first);
      const std::vector<RnsSpan> out_b = polynomials<RnsSpan>(out.b, first, count);
      const std::vector<RnsSpan> out_a = polynomials<RnsSpan>(out.a, first, count);
      const std::vector<RnsView> source = polynomials<RnsView>(in, first, count);
      call(std::span(out_b), std::span(out_a), std::span(source), workers);
    }
  }
  return out.get();
}

nb::tuple switch_any(const SwitchCall& call, nb::handle x, const CallOptions& options) {
  if (nb::isinstance<KeySwitchDigits>(x)) {
    return switch_digits(call, to_instance<KeySwitchDigits>(x, "x", "KeySwitchDigits"), options);
  }
  return switch_arrays(call, x, options);
}

nb::tuple switch_key(const KeySwitch& self, nb::handle x, nb::handle key, nb::handle out, nb::handle threads,
                     nb::handle check) {
  return switch_any({.plan = self.plan(), .key = to_key(key), .add = false}, x, {out, threads, check});
}

nb::tuple add(const KeySwitch& self, nb::handle x, nb::handle key, nb::handle out, nb::handle threads,
              nb::handle check) {
  if (out.is_none()) reject_type("out", "a pair of arrays", out);
  return switch_any({.plan = self.plan(), .key = to_key(key), .add = true}, x, {out, threads, check});
}

std::unique_ptr<KeySwitchDigits> decompose(const KeySwitch& self, nb::handle x, nb::handle threads, nb::handle check) {
  const Array in = to_polynomial(x, "x", shape_of_level(self.plan()));
  Workers workers(to_threads(threads));
  if (to_bool(check)) require_values(in, 1, self.plan().base());
  const Unlocked unlocked;
  return std::make_unique<KeySwitchDigits>(self.plan(), polynomial(in, 0), &workers);
}

KeySwitchSum& to_sum(nb::handle sum) { return to_instance<KeySwitchSum>(sum, "sum", "a KeySwitchSum"); }

void accumulate(const KeySwitch& self, nb::handle sum, nb::handle digits, nb::handle key, nb::handle threads) {
  KeySwitchSum& total = to_sum(sum);
  const auto& factors = to_instance<KeySwitchDigits>(digits, "digits", "KeySwitchDigits").get();
  const ringlet::SwitchingKey& switching_key = to_key(key);
  Workers workers(to_threads(threads));
  total.in_turn(
      [&](ringlet::KeySwitchSum& target) { self.plan().accumulate(target, factors, switching_key, &workers); });
}

nb::tuple mod_down(const KeySwitch& self, nb::handle sum, nb::handle out, nb::handle threads) {
  KeySwitchSum& total = to_sum(sum);
  Workers workers(to_threads(threads));
  const Pair pair = make_pair(out, {static_cast<npy_intp>(total.level()), static_cast<npy_intp>(self.plan().size())});
  total.in_turn([&](const ringlet::KeySwitchSum& source) {
    self.plan().mod_down(polynomial(pair.b, 0), polynomial(pair.a, 0), source, &workers);
  });
  return pair.get();
}

#define RINGLET_SWITCHED "x: Residues | KeySwitchDigits, key: SwitchingKey, "
#define RINGLET_TO_PAIR ") -> tuple[Array, Array]"

}  // namespace

void bind_key_switch_calls(KeySwitchClass& cls) {
  define(cls,
         "prepare(self, b: ManyResidues, a: ManyResidues, automorphism: Automorphism | None = None, *, check) -> "
         "SwitchingKey",
         &prepare_key, prepare_doc);
  define(cls, "borrow(self, b: ManyResidues, a: ManyResidues, *, check) -> SwitchingKey", &borrow_key, borrow_doc);
  define(cls, "__call__(self, " RINGLET_SWITCHED "*, out: Arrays | None = None, threads, check" RINGLET_TO_PAIR,
         &switch_key, call_doc);
  define(cls, "add(self, " RINGLET_SWITCHED "out: Arrays, *, threads, check" RINGLET_TO_PAIR, &add, add_doc);
  define(cls, "decompose(self, x: Residues, *, threads, check) -> KeySwitchDigits", &decompose, decompose_doc);
  define(cls, "accumulate(self, sum: KeySwitchSum, digits: KeySwitchDigits, key: SwitchingKey, *, threads) -> None",
         &accumulate, accumulate_doc);
  define(cls, "mod_down(self, sum: KeySwitchSum, *, out: Arrays | None = None, threads" RINGLET_TO_PAIR, &mod_down,
         mod_down_doc);
}

}  // namespace ringlet_python
