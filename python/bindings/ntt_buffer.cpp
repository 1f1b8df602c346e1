#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <ringlet/ntt_buffer.hpp>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "choices.hpp"
#include "define.hpp"
#include "ntt.hpp"
#include "unlocked.hpp"

namespace ringlet_python {
namespace {

using ringlet::Domain;

constexpr const char* buffer_doc =
    R"(A polynomial that stays in the layout of a plan's kernel between operations.

For moduli of 61 to 511 bits on AVX-512 IFMA, the layout is limbs of 52 bits that are not fully reduced, so operations
need no conversions. Elsewhere it is canonical residues. Operations change the buffer and return it. Use a buffer for a
polynomial that takes several operations; use :class:`Ntt` for arrays, batches and threads.

:param ntt: the :class:`Ntt`; the buffer shares its tables.
:param values: as for :meth:`load`; None for zero coefficients.
:param domain: as for :meth:`load`.
:param check: as for :meth:`load`.
:raises ValueError: with the value and the rule. Methods also raise it for an operand of another :class:`Ntt` object,
    even an equal one, and when the buffer is in the wrong domain.
:raises TypeError: when an argument is of the wrong type.

Buffers are mutable: they compare by identity, cannot be pickled, and threads that use one at once take turns.

>>> import numpy as np
>>> ntt = Ntt(4, 17)
>>> x = NttBuffer(ntt, np.array([0, 1, 0, 0], dtype=np.uint64))  # X
>>> y = NttBuffer(ntt, np.array([1, 2, 3, 4], dtype=np.uint64))
>>> x.forward().mul(y.forward()).inverse().store()
array([13,  1,  2,  3], dtype=uint64)
)";

constexpr const char* load_doc = R"(Replaces the values.

:param values: residues in [0, q), shape (n,), or (n, W) for residues of W words; or other integers, which are reduced.
:param domain: ``"coefficients"``, in natural order, or ``"evaluations"``, in the order of :meth:`Ntt.forward`.
:param check: whether to read the values first and raise ValueError if one is outside its range.
:returns: the buffer.
)";

constexpr const char* store_doc = R"(Returns the values, in [0, q), in the order of the domain.

:param out: the array for them, or None.
:returns: an array of shape (n,), or (n, W) for residues of W words.
)";

constexpr const char* mul_add_doc = R"(Adds the product x y in the plan's ring; all three buffers hold evaluations.

:param x: a buffer of the same :class:`Ntt`; x and y may be this one.
:param y: as ``x``.
:param form: for multiword moduli, the form of all operands, as for :func:`mul`.
:returns: the buffer.
)";

constexpr const char* mul_doc = R"(Multiplies by y in the plan's ring; both buffers hold evaluations.

:param y: a buffer of the same :class:`Ntt`; it may be this one.
:param form: for multiword moduli, the form of all operands, as for :func:`mul`.
:returns: the buffer.
)";

/// Python class NttBuffer. Threads take turns.
class NttBuffer : public OfAnyWord<ringlet::NttBuffer> {
 public:
  using OfAnyWord::OfAnyWord;
  NttBuffer(nb::handle ntt, nb::handle values, nb::handle domain, nb::handle check)
      : OfAnyWord(to_instance<Ntt>(ntt, "ntt", "an Ntt").visit([]<class Word>(const ringlet::Ntt<Word>& plan) -> Value {
          return ringlet::NttBuffer<Word>(plan);
        })) {
    const Domain of_values = to_choice<ringlet::Domain>(domain, "domain");
    if (!values.is_none()) load(values, of_values, to_bool(check));
  }

  void load(nb::handle values, Domain domain, bool check);

  [[nodiscard]] std::mutex& mutex() { return mutex_; }

 private:
  std::mutex mutex_;
};

/// Locks several buffers while the object lives, each once, in one order for all threads. Construct without the
/// interpreter's lock, which a thread that waits for its turn must not hold.
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

/// Calls use(values) on the thread's turn, without the interpreter's lock.
template <class Use>
auto in_turn(NttBuffer& self, const Use& use) {
  return self.visit([&](auto& values) {
    const Unlocked unlocked;
    const Turns turns(std::array{&self});
    return use(values);
  });
}

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
  const Domain of_values = to_choice<ringlet::Domain>(domain, "domain");
  self.load(values, of_values, to_bool(check));
  return self;
}

nb::object store(NttBuffer& self, nb::handle out) {
  return self
      .visit([&]<class Word>(const ringlet::NttBuffer<Word>& values) {
        Output result = make_output<Word>(out, {static_cast<npy_intp>(values.size())});
        const Unlocked unlocked;
        const Turns turns(std::array{&self});
        values.store(result.to_write<Word>());
        return result;
      })
      .finish();
}

/// Returns an operand's values, which must be of the buffer's type.
template <class Word>
const ringlet::NttBuffer<Word>& operand(NttBuffer& buffer, const char* name) {
  return buffer.visit([&]<class Other>(const ringlet::NttBuffer<Other>& values) -> const ringlet::NttBuffer<Word>& {
    if constexpr (std::is_same_v<Word, Other>) return values;
    throw nb::value_error((std::string(name) + " belongs to another Ntt").c_str());
  });
}

/// Calls operation(values, operands...) on a buffer and named operands; returns the buffer.
template <class Operation, class... Names>
NttBuffer& change(NttBuffer& self, const Operation& operation, std::pair<nb::handle, Names>... operands) {
  const std::array buffers{&self, &to_instance<NttBuffer>(operands.first, operands.second, "an NttBuffer")...};
  self.visit([&]<class Word>(ringlet::NttBuffer<Word>& values) {
    const auto call = [&](const auto&... others) {
      const Unlocked unlocked;
      const Turns turns(buffers);
      operation(values, others...);
    };
    call(operand<Word>(*nb::inst_ptr<NttBuffer>(operands.first), operands.second)...);
  });
  return self;
}

Modulus modulus(const NttBuffer& self) {
  return self.visit([](const auto& values) { return Modulus(values.modulus()); });
}

/// Converts the form of a product of the buffer's values.
ringlet::Form form_of_product(const NttBuffer& self, nb::handle form) {
  const ringlet::Form chosen = to_choice<ringlet::Form>(form, "form");
  require_form(modulus(self), chosen, 3);
  return chosen;
}

NttBuffer& forward(NttBuffer& self) {
  return change(self, [](auto& values) { values.forward(); });
}

NttBuffer& inverse(NttBuffer& self) {
  return change(self, [](auto& values) { values.inverse(); });
}

NttBuffer& add(NttBuffer& self, nb::handle y) {
  return change(self, [](auto& values, const auto& other) { values.add(other); }, std::pair{y, "y"});
}

NttBuffer& sub(NttBuffer& self, nb::handle y) {
  return change(self, [](auto& values, const auto& other) { values.sub(other); }, std::pair{y, "y"});
}

/// Function object for a product of numbers in `form`, which is plain for words.
template <class Product>
auto in_form(ringlet::Form form, const Product& product) {
  return [=]<class Word>(ringlet::NttBuffer<Word>& values, const auto&... operands) {
    if constexpr (ringlet::MultiwordNumber<Word>) {
      product(values, operands..., form);
    } else {
      product(values, operands...);
    }
  };
}

NttBuffer& mul(NttBuffer& self, nb::handle y, nb::handle form) {
  const ringlet::Form chosen = form_of_product(self, form);
  const auto product = [](auto& values, const auto&... arguments) { values.mul(arguments...); };
  return change(self, in_form(chosen, product), std::pair{y, "y"});
}

NttBuffer& mul_add(NttBuffer& self, nb::handle x, nb::handle y, nb::handle form) {
  const ringlet::Form chosen = form_of_product(self, form);
  const auto product = [](auto& values, const auto&... arguments) { values.mul_add(arguments...); };
  return change(self, in_form(chosen, product), std::pair{x, "x"}, std::pair{y, "y"});
}

std::unique_ptr<NttBuffer> clone(NttBuffer& self) {
  return in_turn(self,
                 [](const auto& values) { return std::make_unique<NttBuffer>(NttBuffer::Value(values.clone())); });
}

}  // namespace

void bind_ntt_buffer(nb::module_& module) {
  const auto itself = nb::rv_policy::reference;
  auto cls = define_class<NttBuffer>(module, "NttBuffer", buffer_doc);
  define_init<4>(cls, "__init__(self, ntt: Ntt, values: Residues | None = None, *, domain, check) -> None");
  define(cls, "load(self, values: Residues, *, domain, check) -> NttBuffer", &load, load_doc, itself);
  define(cls, "store(self, *, out)", &store, store_doc);
  define(cls, "forward(self) -> NttBuffer", &forward, "Transforms coefficients to evaluations.", itself);
  define(cls, "inverse(self) -> NttBuffer", &inverse, "Transforms evaluations to coefficients.", itself);
  define(cls, "add(self, y: NttBuffer) -> NttBuffer", &add, "Adds y, of the same domain.", itself);
  define(cls, "sub(self, y: NttBuffer) -> NttBuffer", &sub, "Subtracts y, of the same domain.", itself);
  define(cls, "mul(self, y: NttBuffer, *, form) -> NttBuffer", &mul, mul_doc, itself);
  define(cls, "mul_add(self, x: NttBuffer, y: NttBuffer, *, form) -> NttBuffer", &mul_add, mul_add_doc, itself);
  define(cls, "clone(self) -> NttBuffer", &clone, "Returns a copy.");
  define_property(
      cls, "domain -> Domain",
      [](NttBuffer& self) { return to_text(in_turn(self, [](const auto& values) { return values.domain(); })); },
      "``\"coefficients\"`` or ``\"evaluations\"``.");
  define_property(cls, "n", visiting<NttBuffer>([](const auto& values) { return values.size(); }),
                  "The number of coefficients.");
  define_property(cls, "modulus", &modulus, "The modulus q.");
}

}  // namespace ringlet_python
