#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "backends/registry.hpp"

namespace bench::double_words {

/// A backend of this CPU and one of its own arithmetics, by name: those that it chooses from, and those that are only
/// there to be compared.
struct Method {
  const ringlet::backends::Backend* backend;
  std::string arithmetic;

  [[nodiscard]] std::string name() const { return std::string(backend->name) + " / " + arithmetic; }
};

/// The methods of which `serves` accepts a kernel; `lists` gives the kernels of a family.
template <class Lists, class Serves>
std::vector<Method> find_methods(Lists lists, Serves serves) {
  std::vector<Method> methods;
  for (const ringlet::backends::Backend& backend : ringlet::backends::all()) {
    if (!ringlet::backends::is_supported(backend)) continue;
    for (const auto& families : {backend.kernels->families, backend.kernels->named}) {
      for (const auto* family : families.double_words) {
        for (const auto& kernel : lists(*family)) {
          Method method{&backend, kernel.arithmetic};
          const bool listed = std::ranges::any_of(methods, [&](const Method& m) { return m.name() == method.name(); });
          if (!listed && serves(kernel)) methods.push_back(std::move(method));
        }
      }
    }
  }
  return methods;
}

}  // namespace bench::double_words
