#pragma once

#include <cstdint>
#include <optional>
#include <ringlet/modulus.hpp>
#include <ringlet/multiword_modulus.hpp>
#include <type_traits>
#include <utility>
#include <variant>

#include "integers.hpp"

namespace ringlet_python {

/// Variant of Class<Word> for all types of residues: of one word, of two, and of multiword moduli.
template <template <class> class Class>
using OfEachWord =
    std::variant<Class<std::uint64_t>, Class<uint128_t>, Class<ringlet::UInt<192>>, Class<ringlet::UInt<256>>,
                 Class<ringlet::UInt<320>>, Class<ringlet::UInt<384>>, Class<ringlet::UInt<512>>>;

/// Object of the C++ library for residues of any number of words.
template <template <class> class Class>
class OfAnyWord {
 public:
  using Value = OfEachWord<Class>;

  explicit OfAnyWord(Value value) : value_(std::move(value)) {}

  /// Calls function with the Class<Word> that the object holds.
  template <class Function>
  decltype(auto) visit(Function&& function) const {
    return std::visit(std::forward<Function>(function), value_);
  }
  template <class Function>
  decltype(auto) visit(Function&& function) {
    return std::visit(std::forward<Function>(function), value_);
  }

  [[nodiscard]] const Value& get() const { return value_; }

 private:
  Value value_;
};

/// Returns a function that takes an object of Class and calls get with the library's object in it.
template <class Class, class Get>
[[nodiscard]] auto visiting(const Get& get) {
  return [get](const Class& self) { return self.visit(get); };
}

/// Number of bits of the greatest modulus.
constexpr unsigned max_modulus_bits = ringlet::Modulus<ringlet::UInt<512>>::max_bits;

/// Returns the least number of words that a modulus of `bits` bits needs; 8 where even these are too few.
[[nodiscard]] unsigned fewest_words(std::size_t bits);

/// Set of moduli that a function takes: all, those of one or two words, multiword ones, or all but those of two words.
enum class Moduli { all, narrow, multiword, single_or_multiword };

/// Returns whether the moduli of residues of type Word are in the set.
template <class Word>
constexpr bool is_in(Moduli set) {
  if (set == Moduli::single_or_multiword) return !std::is_same_v<Word, uint128_t>;
  return set == Moduli::all || ringlet::MultiwordNumber<Word> == (set == Moduli::multiword);
}

/// Throws ValueError, which says that the named function does not take q.
[[noreturn]] void reject_modulus(const nb::object& q, const char* function, Moduli taken);

/// Python class Modulus: a modulus for residues of any number of words that the library has.
class Modulus : public OfAnyWord<ringlet::Modulus> {
 public:
  using OfAnyWord::OfAnyWord;

  /// Makes a modulus for residues of 1, 2, 3, 4, 5, 6 or 8 words; for words = None, of the fewest that take q.
  /// Errors    ValueError, TypeError.
  Modulus(nb::handle q, nb::handle words);

  /// Returns q as a Python integer.
  [[nodiscard]] nb::object value() const;

  [[nodiscard]] unsigned words() const {
    return visit([]<class Word>(const ringlet::Modulus<Word>& /*q*/) { return words_of<Word>; });
  }

  /// Calls function with the ringlet::Modulus<Word>.
  /// Errors    ValueError, with `name` as the function's name, when the modulus is not in the set `taken`.
  template <Moduli taken, class Function>
  auto visit_only(const char* name, const Function& function) const {
    using Some = std::conditional_t<taken == Moduli::multiword, ringlet::UInt<192>, std::uint64_t>;
    using Result = std::invoke_result_t<const Function&, const ringlet::Modulus<Some>&>;
    return visit([&]<class Word>(const ringlet::Modulus<Word>& q) -> Result {
      if constexpr (is_in<Word>(taken)) {
        return function(q);
      } else {
        reject_modulus(to_python(q.value()), name, taken);
      }
    });
  }
};

/// Argument q of a function: a Modulus, or one that is made from an integer for this call.
class ModulusArgument {
 public:
  explicit ModulusArgument(nb::handle q);

  const Modulus& operator*() const { return made_ ? *made_ : *given_; }
  const Modulus* operator->() const { return &**this; }

 private:
  const Modulus* given_ = nullptr;
  std::optional<Modulus> made_;
};

/// Errors    ValueError for Montgomery form and a modulus of fewer than `words` words, or of two.
void require_form(const Modulus& q, ringlet::Form form, unsigned words);

/// Errors    ValueError when the modulus is multiword and the factor is not 1.
void require_factor(const Modulus& q, const char* name, unsigned factor);

}  // namespace ringlet_python
