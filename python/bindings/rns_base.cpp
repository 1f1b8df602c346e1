#include "rns_base.hpp"

#include <vector>

#include "bindings.hpp"
#include "modulus.hpp"

namespace ringlet_python {
namespace {

using ringlet::Lift;

constexpr const char* base_doc =
    R"(A list of moduli. Integers modulo their product Q are written as residues, one row for each modulus.

A level of a scheme is a prefix of the list: methods take arrays of shape (..., L, n) for any L up to ``len(base)``,
with row i modulo modulus i. Indexing and iterating are those of ``moduli``.

:param moduli: 1 to 2^16 moduli, each a :class:`Modulus` or an integer, 2 <= q < 2^62, no two with a common factor.
:raises ValueError: with the index, the value and the rule.
:raises TypeError: when the argument is no iterable of integers.

Immutable; any number of threads may use one at once. Bases compare equal if their moduli are equal, hash and pickle.

**The methods on residues** have these arguments:

* arrays: uint64 of shape (..., L, n), of any length n. Arrays that are C-contiguous and aligned are not copied. Other
  integers in [0, 2^64), in lists, arrays of int64 or anything else that ``numpy.asarray`` takes, are copied. The last
  two axes of all operands are equal; the others, a batch of polynomials, are broadcast as NumPy does it, by copying.
* ``out``: the array for the result, of its shape. It may be an input, but must not overlap an input in part. One that
  is not C-contiguous or aligned gets its values at the end, from a copy. Default: a new array.
* ``threads``: the number of threads that share the work, 1 to 1024, the calling one included. Each takes polynomials of
  the batch or, if there are fewer of these, rows or pieces of them. The interpreter's lock is released. Ctrl-C ends the
  call between polynomials, with the result half done.
* ``check``: whether to read all inputs first and raise ValueError, with the index, if a value is outside its range.
  Without it, such a value gives a wrong result, and nothing worse.

They raise TypeError for anything but an array of integers, and ValueError, with the argument and the rule, for all
other errors. :meth:`from_ints` reduces integers that are negative or not below the moduli. All classes on rows of
residues share these arguments and errors.

>>> base = RnsBase([97, 193, 257])
>>> base.product
4811297
>>> base[0], len(base), base.first(2)
(Modulus(97), 3, RnsBase((97, 193)))
>>> x = base.from_ints([1000, -1, 1500])
>>> x
array([[ 30,  96,  45],
       [ 35, 192, 149],
       [229, 256, 215]], dtype=uint64)
>>> base.to_ints(base.mul(x, x))
array([1000000, 1, 2250000], dtype=object)
)";

RnsBase make_base(nb::handle moduli) {
  std::vector<std::uint64_t> values;
  for (nb::handle item : to_list(moduli, "moduli", "an iterable of moduli")) {
    values.push_back(to_rns_modulus(item, element("moduli", values.size())));
  }
  return RnsBase(values);
}

nb::tuple moduli_of(const RnsBase& base) {
  nb::list list;
  for (const auto& q : base.moduli()) list.append(Modulus(q));
  return nb::tuple(list);
}

nb::tuple arguments_of(const RnsBase& base) {
  nb::list moduli;
  for (const auto& q : base.moduli()) moduli.append(q.value());
  return nb::make_tuple(nb::tuple(moduli));
}

RnsBase first(const RnsBase& base, nb::handle count) {
  return base.first(to_small(count, "count", 1, static_cast<unsigned>(base.size())));
}

/// Appends the moduli of another base. Extends the library's error, which names moduli by their index in the result.
RnsBase followed_by(const RnsBase& base, nb::handle other) {
  const RnsBase& more = to_base(other, "other");
  try {
    return base.followed_by(more);
  } catch (const std::invalid_argument& error) {
    throw nb::value_error((std::string("other cannot follow this base: in the result, ") + error.what()).c_str());
  }
}

}  // namespace

std::uint64_t to_rns_modulus(nb::handle value, const std::string& name) {
  const bool is_modulus = nb::isinstance<Modulus>(value) && nb::inst_ready(value);
  if (!is_modulus && !is_integer(value)) reject_type(name, "a Modulus or an integer", value);
  const nb::object integer = is_modulus ? nb::inst_ptr<Modulus>(value)->value() : nb::borrow(value);
  const std::optional<uint128_t> number = to_number(integer, name.c_str());
  if (!number || *number < 2 || *number >> 62 != 0) reject(name.c_str(), integer, "it must lie in [2, 2^62)");
  return static_cast<std::uint64_t>(*number);
}

nb::object product(const RnsBase& base) { return to_python(base.product()); }

void bind_rns_base(nb::module_& module) {
  auto base = define_class<RnsBase>(module, "RnsBase", base_doc);
  define(base, "__init__(self, moduli: collections.abc.Iterable[AnyModulus]) -> None",
         [](RnsBase* self, nb::handle moduli) { new (self) RnsBase(make_base(moduli)); });
  define_property(base, "moduli -> tuple[Modulus, ...]", &moduli_of, "The moduli, in order.");
  define_property(base, "product -> int", &product, "The product Q of all moduli.");
  define(base, "first(self, count: Integer) -> RnsBase", &first,
         "Returns the base of the first ``count`` moduli, 1 <= count <= len(base).");
  define(base, "followed_by(self, other: RnsBase) -> RnsBase", &followed_by,
         "Returns the base of these moduli, then those of ``other``, which have no factor in common with them.");
  define(base, "__len__(self) -> int", [](const RnsBase& self) { return self.size(); });
  define(base, "__getitem__(self, index: Integer, /) -> Modulus", [](const RnsBase& self, nb::handle index) {
    return checked(PyObject_GetItem(moduli_of(self).ptr(), index.ptr()));
  });
  define(base, "__iter__(self) -> collections.abc.Iterator[Modulus]",
         [](const RnsBase& self) { return nb::iter(moduli_of(self)); });
  define_value(base, &arguments_of);
  bind_rns_integers(base);
  bind_rns_eltwise(base);
}

}  // namespace ringlet_python
