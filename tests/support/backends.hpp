#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ringlet/backend.hpp"

namespace ringlet_test {

[[nodiscard]] std::vector<std::string> all_backends();
/// Returns the names of all backends but the scalar one.
[[nodiscard]] std::vector<std::string> vector_backends();
[[nodiscard]] std::vector<std::string> supported_backends();
[[nodiscard]] bool is_supported(std::string_view backend);

/// Makes a backend active until the end of the scope.
class ForcedBackend {
 public:
  explicit ForcedBackend(std::string_view backend) { ringlet::backend::force(backend); }
  ~ForcedBackend() { ringlet::backend::unforce(); }

  ForcedBackend(const ForcedBackend&) = delete;
  ForcedBackend& operator=(const ForcedBackend&) = delete;
};

/// Runs a test on every backend of the library, forced by name; skips those that this CPU lacks. `Parameters`
/// are the test's other parameters.
template <class... Parameters>
class BackendTest : public ::testing::TestWithParam<std::tuple<std::string, Parameters...>> {
 protected:
  [[nodiscard]] const std::string& backend() const { return std::get<0>(this->GetParam()); }

  template <std::size_t index = 0>
  [[nodiscard]] const auto& parameter() const {
    return std::get<index + 1>(this->GetParam());
  }

  void SetUp() override {
    if (!is_supported(backend())) GTEST_SKIP() << "this CPU does not support " << backend();
    ringlet::backend::force(backend());
  }

  void TearDown() override { ringlet::backend::unforce(); }
};

/// Returns `text` with an underscore for each character that a test's name must not contain.
[[nodiscard]] std::string test_name(std::string text);

/// Names a test by its backend and its other parameters, which `text_of(parameter)` turns into text.
template <class TextOf>
[[nodiscard]] auto named_by_backend(TextOf text_of) {
  return [text_of](const auto& test) {
    return std::apply(
        [&](const std::string& backend, const auto&... parameters) {
          std::string name = backend;
          (name.append("_").append(text_of(parameters)), ...);
          return test_name(std::move(name));
        },
        test.param);
  };
}

/// Repeats the tests of a suite on every backend.
#define RINGLET_ON_ALL_BACKENDS(Suite)                                                                          \
  INSTANTIATE_TEST_SUITE_P(All, Suite, ::testing::Combine(::testing::ValuesIn(::ringlet_test::all_backends())), \
                           [](const auto& test) { return ::ringlet_test::test_name(std::get<0>(test.param)); })
/// Declares a suite without members, whose tests are repeated on every backend.
#define RINGLET_BACKEND_SUITE(Suite)                     \
  class Suite : public ::ringlet_test::BackendTest<> {}; \
  RINGLET_ON_ALL_BACKENDS(Suite)

}  // namespace ringlet_test
