#include "modulus.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "python_init.hpp"

namespace ringlet_python {
namespace {

constexpr const char* modulus_doc = R"(A modulus q with the constants that its arithmetic needs.

A modulus below 2^62 works on residues of one word: arrays of uint64. From there to 2^124 it works on double words:
arrays whose last axis has two uint64, the low word first (:func:`from_ints` and :func:`to_ints` convert). Functions
that take ``q`` take an integer, too, and make a modulus of it at each call.

:param q: the modulus, 2 <= q < 2^124. It need not be prime, nor odd.
:param words: 1 or 2: how many uint64 a residue has. Default: 1 where q < 2^62, else 2.
:raises ValueError: when q or words is outside its range, or q >= 2^62 has words=1.
:raises TypeError: when an argument is no integer.

Immutable; it may be used by any number of threads at once. It compares equal to a modulus of the same value and words,
and hashes, pickles and converts to ``int``.

Source: P. Barrett, "Implementing the Rivest Shamir and Adleman public key encryption algorithm...", CRYPTO '86.

>>> q = Modulus(97)
>>> q.value, q.bits, q.words, q.reduce(1000)
(97, 7, 1, 30)
>>> Modulus(2**100).words
2
)";

Modulus::Value make_modulus(nb::handle q, nb::handle words) {
  const std::optional<uint128_t> number = to_number(q, "q");
  const bool is_one_word = !words.is_none() && to_factor(words, "words", {1, 2}) == 1;
  constexpr unsigned word_bits = ringlet::Modulus<std::uint64_t>::max_bits;
  constexpr unsigned double_bits = ringlet::Modulus<uint128_t>::max_bits;
  if (!number || *number < 2 || *number >> (is_one_word ? word_bits : double_bits) != 0) {
    reject("q", q, is_one_word ? "with words=1 it must satisfy 2 <= q < 2^62" : "it must satisfy 2 <= q < 2^124");
  }
  if (is_one_word || (words.is_none() && *number >> word_bits == 0)) {
    return ringlet::Modulus<std::uint64_t>(static_cast<std::uint64_t>(*number));
  }
  return ringlet::Modulus<uint128_t>(*number);
}

nb::object reduce(const Modulus& modulus, nb::handle x) { return to_python(remainder(x, "x", modulus.value())); }

std::string represent(const Modulus& modulus) {
  const bool is_default = (modulus.words() == 2) == (modulus.value() >> 62 != 0);
  return "Modulus(" + to_string(modulus.value()) + (is_default ? ")" : ", words=2)");
}

}  // namespace

Modulus::Modulus(nb::handle q, nb::handle words) : value_(make_modulus(q, words)) {}

uint128_t Modulus::value() const {
  return visit([](const auto& q) { return uint128_t{q.value()}; });
}

ModulusArgument::ModulusArgument(nb::handle q) {
  if (nb::isinstance<Modulus>(q)) {
    given_ = nb::inst_ptr<Modulus>(q);
  } else if (is_integer(q)) {
    made_.emplace(q, nb::none());
  } else {
    reject_type("q", "a Modulus or an integer", q);
  }
}

void bind_modulus(nb::module_& module) {
  nb::class_<Modulus>(module, "Modulus", nb::type_slots(python_init), modulus_doc)
      .def(nb::init<nb::handle, nb::handle>(), nb::arg("q").none(), nb::arg("words").none() = nb::none(),
           nb::sig("def __init__(self, q: typing.SupportsIndex, *, words: int | None = None) -> None"))
      .def_prop_ro(
          "value", [](const Modulus& q) { return to_python(q.value()); }, nb::sig("def value(self) -> int"),
          "The modulus as an integer.")
      .def_prop_ro(
          "bits", [](const Modulus& q) { return q.visit([](const auto& m) { return m.bits(); }); },
          "The number of significant bits: 2^(bits-1) <= q < 2^bits.")
      .def_prop_ro("words", &Modulus::words, "How many uint64 a residue has: 1 or 2.")
      .def("reduce", &reduce, nb::arg("x").none(), nb::sig("def reduce(self, x: typing.SupportsIndex) -> int"),
           "x mod q, in [0, q), for any integer x.")
      .def(
          "__int__", [](const Modulus& q) { return to_python(q.value()); }, nb::sig("def __int__(self) -> int"))
      .def(
          "__eq__",
          [](const Modulus& q, nb::handle other) {
            return nb::isinstance<Modulus>(other) && q == *nb::inst_ptr<Modulus>(other);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Modulus& q) { return nb::hash(nb::make_tuple(to_python(q.value()), q.words())); })
      .def("__repr__", &represent)
      .def(
          "__getstate__", [](const Modulus& q) { return nb::make_tuple(to_python(q.value()), q.words()); },
          nb::sig("def __getstate__(self) -> tuple[int, int]"))
      .def(
          "__setstate__",
          [](Modulus& q, const nb::tuple& state) { new (&q) Modulus(nb::handle(state[0]), nb::handle(state[1])); },
          nb::sig("def __setstate__(self, state: tuple[int, int], /) -> None"));
}

}  // namespace ringlet_python
