#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <typeinfo>

namespace ringlet_test {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Returns the message of the exception that `call` throws. Fails the test unless it is an `Exception`.
template <class Exception, class Call>
[[nodiscard]] std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "expected " << typeid(Exception).name() << ", caught " << typeid(error).name() << ": "
                  << error.what();
    return {};
  }
  ADD_FAILURE() << "expected " << typeid(Exception).name() << ", nothing was thrown";
  return {};
}

/// Returns whether `text` contains `number` as a whole number, not as a part of a longer one.
[[nodiscard]] inline bool contains_number(std::string_view text, std::string_view number) {
  const auto is_digit = [text](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  for (std::size_t at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
    if (!(at > 0 && is_digit(at - 1)) && !is_digit(at + number.size())) return true;
  }
  return false;
}

MATCHER_P(Names, number, "names the value " + std::to_string(number)) {
  return contains_number(arg, std::to_string(number));
}

/// Matches texts that name the bound factor * q, as a number or by its factors.
[[nodiscard]] inline auto names_bound(unsigned factor, std::uint64_t q) {
  return AnyOf(Names(factor * q), AllOf(Names(factor), Names(q)));
}

}  // namespace ringlet_test
