#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ringlet/multiword_ntt.hpp>
#include <ringlet/ntt.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "choices.hpp"
#include "define.hpp"
#include "modulus.hpp"
#include "unlocked.hpp"

/// Arguments and properties that plans of transforms have in common.
namespace ringlet_python {

/// Converts a root; returns nothing for None.
template <class Word>
[[nodiscard]] std::optional<Word> to_root(nb::handle root, const char* name, const Word& q) {
  if (root.is_none()) return std::nullopt;
  return to_residue<Word>(root, name, q);
}

/// Converts a coset at call time; returns nothing for None.
template <class Word>
[[nodiscard]] std::optional<Word> to_coset(nb::handle coset, const Word& q) {
  const std::optional<Word> factor = to_root<Word>(coset, "coset", q);
  if (factor && *factor == Word{0}) reject("coset", coset, "it must lie in [1, q)");
  return factor;
}

inline constexpr unsigned max_log_blowup = ringlet::Ntt<std::uint64_t>::max_log_blowup;

/// Points coset root^k of an extension.
template <class Word>
struct ExtendedPoints {
  Word coset;
  Word root;
};

/// Converts the arguments of an extension by 2^log_blowup. Root None stands for the plan's own.
template <template <class> class Plan, class Word>
[[nodiscard]] ExtendedPoints<Word> extended_points(const Plan<Word>& plan, unsigned log_blowup, nb::handle coset,
                                                   nb::handle root) {
  if (coset.is_none()) reject_type("coset", "an integer", coset);
  const Word factor = *to_coset<Word>(coset, plan.modulus().value());
  const std::optional<Word> omega = to_root<Word>(root, "root", plan.modulus().value());
  return {factor, omega ? *omega : without_lock([&] { return plan.extension_root(log_blowup); })};
}

/// Arguments of a plan's constructor after the size and the modulus.
struct PlanArguments {
  nb::handle ring, psi, omega, coset, order;
};

template <class Word>
[[nodiscard]] ringlet::NttOptions<Word> to_options(const PlanArguments& given, const Word& q) {
  return {
      .ring = to_choice<ringlet::Ring>(given.ring, "ring"),
      .psi = to_root<Word>(given.psi, "psi", q),
      .omega = to_root<Word>(given.omega, "omega", q),
      .coset = to_root<Word>(given.coset, "coset", q),
      .order = given.order.is_none() ? ringlet::Order::bit_reversed : to_choice<ringlet::Order>(given.order, "order")};
}

/// Returns a function that makes the plan for 32-bit words, with the root of a plan for words of 64 bits.
template <template <class> class Plan>
[[nodiscard]] std::function<Plan<std::uint32_t>()> short_plan_of(const Plan<std::uint64_t>& plan, std::size_t size,
                                                                 const ringlet::NttOptions<std::uint64_t>& options) {
  if (plan.modulus().bits() > ringlet::Modulus<std::uint32_t>::max_bits) return {};
  ringlet::NttOptions<std::uint32_t> of_short{.ring = options.ring, .order = options.order};
  (options.ring == ringlet::Ring::cyclic ? of_short.omega : of_short.psi) = static_cast<std::uint32_t>(plan.root());
  if (options.coset) of_short.coset = static_cast<std::uint32_t>(*options.coset);
  return [size, of_short, q = short_modulus(plan.modulus())] { return Plan<std::uint32_t>(size, q, of_short); };
}

/// Python class of plans with residues of any number of words, or of those in Variant.
template <template <class> class Plan, class Variant = OfEachWord<Plan>>
class PlanOfAnyArray : public OfAnyArray<Plan, Variant> {
 public:
  using typename OfAnyArray<Plan, Variant>::Parts;

  PlanOfAnyArray(Parts parts, nb::handle coset) : OfAnyArray<Plan, Variant>(std::move(parts)) {
    if (!coset.is_none()) coset_ = *to_number_of<ringlet::UInt<512>>(coset, "coset");
  }

  [[nodiscard]] Modulus modulus() const {
    return this->visit([](const auto& plan) { return Modulus(plan.modulus()); });
  }
  [[nodiscard]] ringlet::Ring ring() const {
    return this->visit([](const auto& plan) { return plan.ring(); });
  }
  [[nodiscard]] ringlet::Order order() const {
    return this->visit([](const auto& plan) { return plan.order(); });
  }
  [[nodiscard]] nb::object root() const {
    return this->visit([](const auto& plan) { return to_python(plan.root()); });
  }
  /// Returns the factor of the points of evaluation; None for the negacyclic ring.
  [[nodiscard]] nb::object coset() const { return ring() == ringlet::Ring::cyclic ? to_python(coset_) : nb::none(); }

  /// Returns the arguments of the constructor, None for defaults.
  [[nodiscard]] nb::tuple arguments(std::size_t size) const {
    const bool is_cyclic = ring() == ringlet::Ring::cyclic;
    const nb::object none = nb::none();
    return nb::make_tuple(size, modulus(), to_text(ring()), is_cyclic ? none : root(), is_cyclic ? root() : none,
                          coset_ == ringlet::UInt<512>{1} ? none : to_python(coset_),
                          order() == ringlet::Order::bit_reversed ? none : nb::object(nb::str(to_text(order()))));
  }

 protected:
  /// Makes a plan for moduli in the set `taken`. `name` is that of the class, `name_of_size` that of its first
  /// argument.
  template <Moduli taken>
  [[nodiscard]] static Parts make(const char* name, const char* name_of_size, nb::handle size, const Modulus& q,
                                  const PlanArguments& given) {
    return q.visit_only<taken>(name, [&]<class Word>(const ringlet::Modulus<Word>& modulus) -> Parts {
      const ringlet::NttOptions<Word> options = to_options(given, modulus.value());
      constexpr unsigned max_log_size = std::countr_zero(ringlet::Ntt<Word>::max_size);
      const std::uint64_t points = to_power_of_two(size, name_of_size, 1, max_log_size);
      Plan<Word> plan =
          make_plan_unlocked(points, [points, modulus, options] { return Plan<Word>(points, modulus, options); });
      std::function<Plan<std::uint32_t>()> make_short;
      if constexpr (std::is_same_v<Word, std::uint64_t>) make_short = short_plan_of<Plan>(plan, points, options);
      return {std::move(plan), std::move(make_short)};
    });
  }

 private:
  // Kept here, in the type of the widest coset, because a plan does not return it.
  ringlet::UInt<512> coset_{1};
};

/// Returns an object's description for arrays of that type.
template <class Object>
std::string description_of(const Object& object, nb::handle dtype) {
  constexpr std::array types{"uint64", "uint32"};
  if (to_place(dtype, "dtype", types) == 0) return object.visit([](const auto& value) { return value.describe(); });
  if (!object.takes_short_words()) reject("dtype", "\"uint32\"", "only one-word moduli q < 2^32 take arrays of uint32");
  return object.of_short_words().describe();
}

/// Adds the method `extension_root` to a class of plans of so many points.
template <class Plan>
void define_extension_root(nb::class_<Plan>& cls, const std::string& points) {
  const auto root = [](const Plan& self, nb::handle log_blowup) {
    const unsigned b = to_small(log_blowup, "log_blowup", 0, max_log_blowup);
    return self.visit(
        [&](const auto& plan) { return to_python(without_lock([&] { return plan.extension_root(b); })); });
  };
  const std::string doc = "Returns the smallest root of unity whose power 2^log_blowup is omega, of order " + points +
                          " 2^log_blowup.\n\n:param log_blowup: 0 to 16.\n:raises ValueError: also when " + points +
                          " 2^log_blowup does not divide q - 1.\n";
  define(cls, "extension_root(self, log_blowup: Integer = 1) -> int", root, doc.c_str());
}

/// Adds the properties of plans to their class.
template <class Plan>
void define_properties_of_plan(nb::class_<Plan>& cls) {
  define(cls, "describe(self, dtype: typing.Literal['uint64', 'uint32'] = 'uint64') -> str", &description_of<Plan>,
         "Describes the plan for people: the backend of its kernel (the active one or a weaker one), its\n"
         "arithmetic, and its passes, such as ``avx512ifma / ifma52 / radix 2^4, 2^6``. ``dtype`` is the type of the\n"
         "arrays that it transforms.");
  define_property(cls, "modulus", &Plan::modulus, "The modulus q.");
  define_property(
      cls, "ring -> typing.Literal['negacyclic', 'cyclic']", [](const Plan& plan) { return to_text(plan.ring()); },
      "``\"negacyclic\"`` or ``\"cyclic\"``.");
  define_property(cls, "root -> int", &Plan::root, "psi for the negacyclic ring, omega for the cyclic one.");
  define_property(cls, "coset -> int | None", &Plan::coset,
                  "The factor of the points of evaluation for the cyclic ring, else None.");
  define_property(
      cls, "order -> typing.Literal['natural', 'bit_reversed']", [](const Plan& plan) { return to_text(plan.order()); },
      "The order of evaluations: ``\"natural\"`` or ``\"bit_reversed\"``.");
}

}  // namespace ringlet_python
