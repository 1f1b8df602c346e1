#include "ntt_buffer.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <ringlet/ntt_buffer.hpp>
#include <string>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "choices.hpp"
#include "docstrings.hpp"
#include "modulus.hpp"
#include "ntt.hpp"
#include "python_init.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

using ringlet::Domain;

constexpr const char* buffer_doc =
    R"(A polynomial that stays in the layout of a plan's kernel from one operation to the next.

For moduli of 61 to 511 bits on AVX-512 IFMA that is limbs of 52 bits, not reduced fully, so that nothing is converted in
between; elsewhere it is canonical residues. Operations change the buffer and return it. One is for polynomials that are
worked on several times; arrays, batches and threads are for :class:`Ntt`.

:param ntt: the :class:`Ntt`, whose tables the buffer shares.
:param values: as for :meth:`load`; None: zero, as coefficients.
:param domain: as for :meth:`load`.
:param check: as for :meth:`load`.
:raises ValueError: with the value and the rule; from the methods also for an operand of another :class:`Ntt` object, even
    an equal one, and where the other domain is wanted.
:raises TypeError: when an argument is of the wrong type.

It is the one class whose objects change: they are not pickled, are compared by identity, and threads that use one at once
take turns.

>>> import numpy as np
>>> ntt = Ntt(4, 17)
>>> x = NttBuffer(ntt, np.array([0, 1, 0, 0], dtype=np.uint64))  # X
>>> y = NttBuffer(ntt, np.array([1, 2, 3, 4], dtype=np.uint64))
>>> x.forward().mul(y.forward()).inverse().store()
array([13,  1,  2,  3], dtype=uint64)
)";

constexpr const char* load_doc = R"(Replaces the values.

:param values: shape (n,), or (n, W) for residues of W words, in [0, q); or other integers, of which it takes the residues.
:param domain: ``"coefficients"``, in natural order, or ``"evaluations"``, in the order of :meth:`Ntt.forward`.
:param check: whether to read the values first and raise ValueError where one is outside its range.
:returns: the buffer.
)";

constexpr const char* store_doc = R"(The values, in [0, q), in the order of the domain.

:param out: the array for them, or None.
:returns: an array of shape (n,), or (n, W) for residues of W words.
)";

constexpr const char* mul_add_doc = R"(Adds a product to the buffer, of evaluations: self + x y in the plan's ring.

:param x: a buffer of the same :class:`Ntt`; like y, it may be this one.
:param y: as x.
:param form: of wide moduli, that of all operands, as for :func:`mul`.
:returns: the buffer.
)";

constexpr const char* mul_doc = R"(Multiplies by y, evaluations: the product in the plan's ring.

:param y: a buffer of the same :class:`Ntt`; it may be this one.
:param form: of wide moduli, that of all operands, as for :func:`mul`.
:returns: the buffer.
)";

#define RINGLET_BUFFER_FORM "form: typing.Literal['plain', 'montgomery'] = 'plain') -> NttBuffer"

/// The Python class NttBuffer: threads take turns.
class NttBuffer {
 public:
  using Values = OfEachWord<ringlet::NttBuffer>;

  explicit NttBuffer(Values values) : values_(std::move(values)) {}
  NttBuffer(nb::handle ntt, nb::handle values, nb::handle domain, nb::handle check)
      : values_(to_instance<Ntt>(ntt, "ntt", "an Ntt").visit([]<class Word>(const ringlet::Ntt<Word>& plan) -> Values {
          return ringlet::NttBuffer<Word>(plan);
        })) {
    const Domain of_values = to_domain(domain, "domain");
    if (!values.is_none()) load(values, of_values, to_bool(check));
  }

  void load(nb::handle values, Domain domain, bool check);

  /// use(values), with a ringlet::NttBuffer<Word>.
  template <class Use>
  decltype(auto) visit(const Use& use) {
    return std::visit(use, values_);
  }
  [[nodiscard]] std::mutex& mutex() { return mutex_; }

 private:
  std::mutex mutex_;
  Values values_;
};

/// Holds the turns of several buffers, each once, in an order that is the same for all threads. To be made without the
/// interpreter's lock, which a thread that waits for its turn must not keep.
template <std::size_t count>
class Turns {
 public:
  explicit Turns(const std::array<NttBuffer*, count>& buffers) : buffers_(buffers) {
    std::ranges::sort(buffers_, std::less<>());
    end_ = std::ranges::unique(buffers_).begin();
    for (auto buffer = buffers_.begin(); buffer != end_; ++buffer) (*buffer)->mutex().lock();
  }
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns() {
    for (auto buffer = buffers_.begin(); buffer != end_; ++buffer) (*buffer)->mutex().unlock();
  }

 private:
  std::array<NttBuffer*, count> buffers_;
  typename std::array<NttBuffer*, count>::iterator end_;
};

void NttBuffer::load(nb::handle values, Domain domain, bool check) {
  visit([&]<class Word>(ringlet::NttBuffer<Word>& buffer) {
    const Array array = to_rows(values, "values", buffer.modulus(), buffer.size());
    require_one_axis(array);
    if (check) require_values<Word>(array, 1, buffer.modulus().value());
    const Unlocked unlocked;
    const Turns turns(std::array{this});
    buffer.load(array.values<Word>(), domain);
  });
}

NttBuffer& load(NttBuffer& self, nb::handle values, nb::handle domain, nb::handle check) {
  const Domain of_values = to_domain(domain, "domain");
  self.load(values, of_values, to_bool(check));
  return self;
}

nb::object store(NttBuffer& self, nb::handle out) {
  return self.visit([&]<class Word>(const ringlet::NttBuffer<Word>& buffer) {
    constexpr unsigned words = words_of<Word>;
    const Array result = make_output(out, with_words({static_cast<npy_intp>(buffer.size())}, words), words);
    {
      const Unlocked unlocked;
      const Turns turns(std::array{&self});
      buffer.store({static_cast<Word*>(result.data()), result.size()});
    }
    return result.object;
  });
}

/// operation(buffer), and the buffer.
template <class Operation>
NttBuffer& change(NttBuffer& self, const Operation& operation) {
  self.visit([&](auto& buffer) {
    const Unlocked unlocked;
    const Turns turns(std::array{&self});
    operation(buffer);
  });
  return self;
}

NttBuffer& to_buffer(nb::handle value, const char* name) { return to_instance<NttBuffer>(value, name, "an NttBuffer"); }

/// An operand's values, of the same words as the buffer's.
template <class Word>
const ringlet::NttBuffer<Word>& operand(NttBuffer& buffer, const char* name) {
  return buffer.visit([&]<class Other>(const ringlet::NttBuffer<Other>& values) -> const ringlet::NttBuffer<Word>& {
    if constexpr (std::is_same_v<Word, Other>) return values;
    throw nb::value_error((std::string(name) + " belongs to another Ntt").c_str());
  });
}

/// operation(buffer, y), and the buffer.
template <class Operation>
NttBuffer& combine(NttBuffer& self, nb::handle y, const Operation& operation) {
  NttBuffer& other = to_buffer(y, "y");
  self.visit([&]<class Word>(ringlet::NttBuffer<Word>& buffer) {
    const auto& values = operand<Word>(other, "y");
    const Unlocked unlocked;
    const Turns turns(std::array{&self, &other});
    operation(buffer, values);
  });
  return self;
}

Modulus modulus(NttBuffer& self) {
  return self.visit([](const auto& buffer) { return Modulus(buffer.modulus()); });
}

/// The form of a product of a buffer's values.
ringlet::Form form_of_product(NttBuffer& self, nb::handle form) {
  const ringlet::Form chosen = to_form(form, "form");
  require_form(modulus(self), chosen);
  return chosen;
}

NttBuffer& mul(NttBuffer& self, nb::handle y, nb::handle form) {
  const ringlet::Form chosen = form_of_product(self, form);
  return combine(self, y, [chosen](auto& buffer, const auto& operand) { buffer.mul(operand, chosen); });
}

NttBuffer& mul_add(NttBuffer& self, nb::handle x, nb::handle y, nb::handle form) {
  const ringlet::Form chosen = form_of_product(self, form);
  NttBuffer &first = to_buffer(x, "x"), &second = to_buffer(y, "y");
  self.visit([&]<class Word>(ringlet::NttBuffer<Word>& buffer) {
    const auto& left = operand<Word>(first, "x");
    const auto& right = operand<Word>(second, "y");
    const Unlocked unlocked;
    const Turns turns(std::array{&self, &first, &second});
    buffer.mul_add(left, right, chosen);
  });
  return self;
}

std::unique_ptr<NttBuffer> clone(NttBuffer& self) {
  return self.visit([&](const auto& buffer) {
    const Unlocked unlocked;
    const Turns turns(std::array{&self});
    return std::make_unique<NttBuffer>(NttBuffer::Values(buffer.clone()));
  });
}

const char* domain(NttBuffer& self) {
  const Domain domain = self.visit([&](const auto& buffer) {
    const Unlocked unlocked;
    const Turns turns(std::array{&self});
    return buffer.domain();
  });
  return to_text(domain);
}

}  // namespace

void bind_ntt_buffer(nb::module_& module) {
  const auto y = nb::arg("y").none();
  const auto domain_argument = nb::arg("domain").none() = "coefficients";
  const auto check = nb::arg("check").none() = false;
  const auto form = nb::arg("form").none() = "plain";
  const auto itself = nb::rv_policy::reference;
  nb::class_<NttBuffer>(module, "NttBuffer", nb::type_slots(python_init), buffer_doc)
      .def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle>(), nb::arg("ntt").none(),
           nb::arg("values").none() = nb::none(), domain_argument, check,
           nb::sig("def __init__(self, ntt: Ntt, values: " RINGLET_RESIDUES " | None = None, *, domain: " RINGLET_DOMAIN
                   " = 'coefficients', check: bool = False) -> None"))
      .def("load", &load, nb::arg("values").none(), domain_argument, check, itself,
           nb::sig("def load(self, values: " RINGLET_RESIDUES ", *, domain: " RINGLET_DOMAIN
                   " = 'coefficients', check: bool = False) -> NttBuffer"),
           load_doc)
      .def("store", &store, nb::arg("out").none() = nb::none(),
           nb::sig("def store(self, *, " RINGLET_OUT ") -> " RINGLET_ARRAY), store_doc)
      .def(
          "forward", [](NttBuffer& self) -> NttBuffer& { return change(self, [](auto& x) { x.forward(); }); }, itself,
          nb::sig("def forward(self) -> NttBuffer"), "From coefficients to evaluations.")
      .def(
          "inverse", [](NttBuffer& self) -> NttBuffer& { return change(self, [](auto& x) { x.inverse(); }); }, itself,
          nb::sig("def inverse(self) -> NttBuffer"), "From evaluations to coefficients.")
      .def(
          "add",
          [](NttBuffer& self, nb::handle other) -> NttBuffer& {
            return combine(self, other, [](auto& buffer, const auto& operand) { buffer.add(operand); });
          },
          y, itself, nb::sig("def add(self, y: NttBuffer) -> NttBuffer"), "Adds y, of the same domain.")
      .def(
          "sub",
          [](NttBuffer& self, nb::handle other) -> NttBuffer& {
            return combine(self, other, [](auto& buffer, const auto& operand) { buffer.sub(operand); });
          },
          y, itself, nb::sig("def sub(self, y: NttBuffer) -> NttBuffer"), "Subtracts y, of the same domain.")
      .def("mul", &mul, y, form, itself, nb::sig("def mul(self, y: NttBuffer, *, " RINGLET_BUFFER_FORM), mul_doc)
      .def("mul_add", &mul_add, nb::arg("x").none(), y, form, itself,
           nb::sig("def mul_add(self, x: NttBuffer, y: NttBuffer, *, " RINGLET_BUFFER_FORM), mul_add_doc)
      .def("clone", &clone, nb::sig("def clone(self) -> NttBuffer"), "A copy of its own.")
      .def_prop_ro("domain", &domain, nb::sig("def domain(self) -> " RINGLET_DOMAIN),
                   "``\"coefficients\"`` or ``\"evaluations\"``.")
      .def_prop_ro(
          "n", [](NttBuffer& self) { return self.visit([](const auto& buffer) { return buffer.size(); }); },
          "The number of coefficients.")
      .def_prop_ro("modulus", &modulus, "The modulus q.");
}

}  // namespace ringlet_python
