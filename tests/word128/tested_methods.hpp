#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "lab/methods/method.hpp"
#include "support/backends.hpp"

/// Methods that the tests run on. Each program with these tests defines them.
namespace ringlet_test {

using ringlet::lab::Method;

/// Transform of a method, of one size.
struct MethodCase {
  Method method;
  unsigned log_n;
};

[[nodiscard]] std::vector<Method> tested_methods();
[[nodiscard]] std::vector<MethodCase> tested_transforms();
/// Returns the transforms that take seconds, and those of the papers' methods that must pass the tests of plans.
[[nodiscard]] std::vector<MethodCase> slow_tested_transforms();
[[nodiscard]] std::vector<MethodCase> slow_papers_transforms();

/// Returns the papers' methods among them, which the library does not have.
[[nodiscard]] inline std::vector<Method> tested_papers_methods() {
  std::vector<Method> methods = tested_methods();
  std::erase_if(methods, [](const Method& m) { return m.pease.empty(); });
  return methods;
}

/// Returns every size of each of these methods that has transforms.
[[nodiscard]] inline std::vector<MethodCase> cases_of(std::span<const Method> methods,
                                                      std::span<const unsigned> sizes) {
  std::vector<MethodCase> cases;
  for (const Method& method : methods) {
    for (const unsigned log_n : sizes) {
      if (method.has_transforms()) cases.push_back({method, log_n});
    }
  }
  return cases;
}

/// Sizes for methods whose backends the tests of plans run on, too.
inline constexpr unsigned method_sizes[] = {1, 2, 3, 4, 5, 6, 8, 9, 11};
inline constexpr unsigned slow_method_sizes[] = {14, 17};

inline void PrintTo(const MethodCase& c, std::ostream* out) { *out << c.method.name() << ", 2^" << c.log_n; }

[[nodiscard]] inline std::string name_of(const Method& method) {
  return test_name(std::string(method.backend).append("_").append(method.arithmetic));
}

}  // namespace ringlet_test

namespace ringlet::lab {

inline void PrintTo(const Method& method, std::ostream* out) { *out << method.name(); }

}  // namespace ringlet::lab
