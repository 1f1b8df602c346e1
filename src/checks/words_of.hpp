#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

namespace ringlet::checks {

/// Returns the pointer to an array that the layers below take. An array of multiword numbers becomes one of their
/// words.
template <class Number>
auto* words_of(std::span<Number> array) {
  if constexpr (requires { array.data()->words; }) {
    using Word = std::conditional_t<std::is_const_v<Number>, const std::uint64_t, std::uint64_t>;
    return reinterpret_cast<Word*>(array.data());
  } else {
    return array.data();
  }
}

}  // namespace ringlet::checks
