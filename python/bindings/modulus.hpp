#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <ringlet/modulus.hpp>
#include <ringlet/multiword_modulus.hpp>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "arrays.hpp"
#include "integers.hpp"
#include "unlocked.hpp"

namespace ringlet_python {

/// Variant of Class<Word> for all types of residues: of one word, of two, and of multiword moduli.
template <template <class> class Class>
using OfEachWord =
    std::variant<Class<std::uint64_t>, Class<uint128_t>, Class<ringlet::UInt<192>>, Class<ringlet::UInt<256>>,
                 Class<ringlet::UInt<320>>, Class<ringlet::UInt<384>>, Class<ringlet::UInt<512>>>;

/// Variant of Class<Word> for residues of one word and of two.
template <template <class> class Class>
using OfNarrowWord = std::variant<Class<std::uint64_t>, Class<uint128_t>>;

/// Object of the C++ library for residues of any number of words, or of those in Variant.
template <template <class> class Class, class Variant = OfEachWord<Class>>
class OfAnyWord {
 public:
  using Value = Variant;

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

/// Object of the C++ library for residues of any number of words and, modulo q < 2^32, of arrays of uint32. The first
/// call that has an array of uint32 makes an object for 32-bit words, with the backend that is active then.
template <template <class> class Class, class Variant = OfEachWord<Class>>
class OfAnyArray : public OfAnyWord<Class, Variant> {
 public:
  using Short = Class<std::uint32_t>;

  /// Holds an object and a function that makes the object for 32-bit words, which is empty if q takes none.
  struct Parts {
    Variant value;
    std::function<Short()> make_short;
  };

  explicit OfAnyArray(Parts parts)
      : OfAnyWord<Class, Variant>(std::move(parts.value)), make_short_(std::move(parts.make_short)) {}

  /// Returns whether arrays of uint32 hold residues.
  [[nodiscard]] bool takes_short_words() const { return make_short_ != nullptr; }

  /// Returns the object for arrays of uint32, and makes it first if no call did.
  [[nodiscard]] const Short& of_short_words() const {
    if (!is_ready_) {
      const Unlocked unlocked;
      std::call_once(is_made_, [this] { short_.emplace(make_short_()); });
      is_ready_ = true;
    }
    return *short_;
  }

  /// Calls function with the object for the words that the arguments of a call, the output included, hold.
  template <class Function>
  auto visit_for(std::span<const nb::handle> arguments, const Function& function) const {
    if (takes_short_words() && std::ranges::any_of(arguments, has_uint32)) return function(of_short_words());
    return this->visit(function);
  }

 private:
  std::function<Short()> make_short_;
  mutable std::once_flag is_made_;
  mutable std::optional<Short> short_;
  mutable std::atomic<bool> is_ready_ = false;
};

/// Returns a function that takes an object of Class and calls get with the library's object in it.
template <class Class, class Get>
[[nodiscard]] auto visiting(const Get& get) {
  return [get](const Class& self) { return self.visit(get); };
}

/// Returns the modulus of 32-bit words of the same value.
/// Input     q < 2^32
[[nodiscard]] inline ringlet::Modulus<std::uint32_t> short_modulus(const ringlet::Modulus<std::uint64_t>& q) {
  return ringlet::Modulus(static_cast<std::uint32_t>(q.value()));
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
  explicit Modulus(const ringlet::Modulus<std::uint32_t>& q) : OfAnyWord(ringlet::Modulus(std::uint64_t{q.value()})) {}

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

/// Calls function with the modulus of the words in which the arguments of a call, the output included, hold residues.
/// Errors    those of `visit_only`.
template <Moduli taken, class Function>
auto visit_for(std::span<const nb::handle> arguments, const Modulus& modulus, const char* name,
               const Function& function) {
  return modulus.visit_only<taken>(name, [&]<class Word>(const ringlet::Modulus<Word>& q) {
    if constexpr (std::is_same_v<Word, std::uint64_t>) {
      if (have_short_words(q, arguments)) return function(short_modulus(q));
    }
    return function(q);
  });
}

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
