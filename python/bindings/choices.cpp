#include "choices.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "integers.hpp"

namespace ringlet_python {

std::size_t to_place(nb::handle value, const char* name, std::span<const char* const> all) {
  std::string expected;
  for (std::size_t i = 0; i < all.size(); ++i) {
    expected.append(i == 0 ? "" : i + 1 < all.size() ? ", " : " or ").append('"' + std::string(all[i]) + '"');
  }
  if (!nb::isinstance<nb::str>(value)) reject_type(name, expected, value);
  const std::string_view given = nb::borrow<nb::str>(value).c_str();
  const auto found = std::ranges::find(all, given);
  if (found == all.end()) reject(name, '"' + std::string(given) + '"', "it must be " + expected);
  return static_cast<std::size_t>(found - all.begin());
}

}  // namespace ringlet_python
