#include "choices.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "integers.hpp"

namespace ringlet_python {
namespace {

// In the order of the enumerators.
constexpr std::array rings{"negacyclic", "cyclic"};
constexpr std::array domains{"coefficients", "evaluations"};
constexpr std::array lifts{"approximate", "floor", "centred"};
constexpr std::array forms{"plain", "montgomery"};
constexpr std::array orders{"natural", "bit_reversed"};
constexpr std::array large_orders{"natural", "transposed", "bit_reversed"};
constexpr std::array coefficient_orders{"natural", "transposed"};
constexpr std::array prime_orders{"largest_first", "smallest_first"};
constexpr std::array comparisons{"==", "<", "<=", "never", "!=", ">=", ">", "always"};

/// The enumerator of that name.
template <class Choice>
Choice to_choice(nb::handle value, const char* name, std::span<const char* const> choices) {
  std::string expected;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    expected.append(i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ").append('"' + std::string(choices[i]) + '"');
  }
  if (!nb::isinstance<nb::str>(value)) reject_type(name, expected, value);
  const std::string_view given = nb::borrow<nb::str>(value).c_str();
  const auto found = std::ranges::find(choices, given);
  if (found == choices.end()) reject(name, '"' + std::string(given) + '"', "it must be " + expected);
  return static_cast<Choice>(found - choices.begin());
}

}  // namespace

ringlet::Ring to_ring(nb::handle value, const char* name) { return to_choice<ringlet::Ring>(value, name, rings); }

ringlet::Domain to_domain(nb::handle value, const char* name) {
  return to_choice<ringlet::Domain>(value, name, domains);
}

ringlet::Lift to_lift(nb::handle value, const char* name) { return to_choice<ringlet::Lift>(value, name, lifts); }

ringlet::Comparison to_comparison(nb::handle value, const char* name) {
  return to_choice<ringlet::Comparison>(value, name, comparisons);
}

ringlet::Form to_form(nb::handle value, const char* name) { return to_choice<ringlet::Form>(value, name, forms); }

ringlet::Order to_order(nb::handle value, const char* name) { return to_choice<ringlet::Order>(value, name, orders); }

ringlet::LargeOrder to_large_order(nb::handle value, const char* name) {
  return to_choice<ringlet::LargeOrder>(value, name, large_orders);
}

ringlet::CoefficientOrder to_coefficient_order(nb::handle value, const char* name) {
  return to_choice<ringlet::CoefficientOrder>(value, name, coefficient_orders);
}

ringlet::PrimeOrder to_prime_order(nb::handle value, const char* name) {
  return to_choice<ringlet::PrimeOrder>(value, name, prime_orders);
}

const char* to_text(ringlet::Ring ring) { return rings[static_cast<std::size_t>(ring)]; }

const char* to_text(ringlet::Domain domain) { return domains[static_cast<std::size_t>(domain)]; }

const char* to_text(ringlet::Lift lift) { return lifts[static_cast<std::size_t>(lift)]; }

const char* to_text(ringlet::Order order) { return orders[static_cast<std::size_t>(order)]; }

const char* to_text(ringlet::LargeOrder order) { return large_orders[static_cast<std::size_t>(order)]; }

}  // namespace ringlet_python
