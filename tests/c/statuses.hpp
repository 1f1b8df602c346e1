#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "ringlet/ringlet.h"

/// Expects errors from calls of the C interface, and returns their messages.
namespace ringlet_test::c_api {

inline constexpr ringlet_status is_invalid = RINGLET_INVALID_ARGUMENT, is_null = RINGLET_NULL_POINTER;

/// Expects a call to return `expected`, and returns its message.
[[nodiscard]] inline std::string message(ringlet_status expected, ringlet_status status) {
  EXPECT_EQ(status, expected);
  return status == RINGLET_OK ? std::string() : ringlet_last_error_message();
}

[[nodiscard]] inline std::string invalid(ringlet_status status) { return message(is_invalid, status); }
[[nodiscard]] inline std::string null(ringlet_status status) { return message(is_null, status); }

/// Expects a function `..._create` to fail and to leave no handle, and returns its message.
template <class Handle, class... Parameters, class... Arguments>
[[nodiscard]] std::string refused(ringlet_status expected, ringlet_status (*create)(Handle**, Parameters...),
                                  const Arguments&... arguments) {
  auto* handle = reinterpret_cast<Handle*>(1);
  const std::string text = message(expected, create(&handle, arguments...));
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(create(nullptr, arguments...), RINGLET_NULL_POINTER);
  return text;
}

/// Returns a misaligned address.
template <class Element>
[[nodiscard]] Element* odd(Element* p) {
  return reinterpret_cast<Element*>(reinterpret_cast<std::uintptr_t>(p) + 1);
}

}  // namespace ringlet_test::c_api
