#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>

#include "input.hpp"
#include "ringlet/ringlet.h"

/// Calls of the C interface with arguments of all kinds, right and wrong.
namespace fuzz {

constexpr std::size_t arena_words = 4096;

/// Bits of the words in memory that are operands of any modulus. A checked build reports operands out
/// of range, so there all are zero.
#ifdef RINGLET_CHECKED
constexpr unsigned bits_of_any = 0;
#else
constexpr unsigned bits_of_any = 64;
#endif

/// Memory for all pointers of a call, and the errors of the call.
class Call {
 public:
  /// Fills the memory with words of so many bits.
  explicit Call(Input& input, unsigned bits = bits_of_any)
      : input_(input), text_(named("backend", choose_backend(input))) {
    std::uint64_t state = input.up_to(0xffff);
    for (std::uint64_t& word : words_) {
      state = state * 6364136223846793005 + 1442695040888963407;
      word = bits == 0 ? 0 : state >> (64 - bits);
    }
    before_ = words_;
  }

  void is_wrong(ringlet_status status, bool applies = true) {
    if (applies) wrong_.insert(status);
  }
  /// Allows, but does not require, an invalid argument.
  void may_be_wrong() { may_be_invalid_ = true; }

  template <class T>
  T chosen(const char* name, T value) {
    text_ += named(name, static_cast<std::uint64_t>(value));
    return value;
  }

  /// Returns mostly a place for `size` words, rarely null or a misaligned address.
  template <class Element>
  Element* pointer(const char* name, std::size_t size, bool may_be_null = false) {
    const std::uint64_t kind = input_.up_to(31);
    if (kind == 31) {
      is_wrong(RINGLET_NULL_POINTER, !may_be_null);
      text_ += named(name, std::string("null"));
      return nullptr;
    }
    // There are few places, so that arrays are often equal or overlap.
    const std::size_t place = input_.up_to(7) * (size + input_.up_to(1));
    std::size_t bytes = sizeof(Element) * std::min<std::size_t>(place, arena_words / 16);
    if (kind == 30) bytes += input_.up_to(2 * sizeof(Element) - 1);
    is_wrong(RINGLET_INVALID_ARGUMENT, bytes % alignof(Element) != 0);
    text_ += named(name, bytes);
    return reinterpret_cast<Element*>(reinterpret_cast<std::byte*>(words_.data()) + bytes);
  }

  /// Returns mostly the right value, rarely another.
  template <class T>
  T mostly(const char* name, T right, std::initializer_list<T> others) {
    return chosen(name, input_.up_to(15) == 15 ? input_.pick(others) : right);
  }

  template <class Element>
  void check_overlap(const Element* out, const Element* in, std::size_t n) {
    const auto a = reinterpret_cast<std::uintptr_t>(out), b = reinterpret_cast<std::uintptr_t>(in);
    if (out == nullptr || in == nullptr || n > arena_words || a == b) return;
    const std::uintptr_t bytes = n * sizeof(Element);
    is_wrong(RINGLET_INVALID_ARGUMENT, a < b + bytes && b < a + bytes);
  }

  void require(const std::string& function, ringlet_status status) const {
    const auto text = [&] {
      return function + " gave " + std::to_string(status) + " (" + ringlet_last_error_message() + "): " + text_;
    };
    const bool is_allowed = status == RINGLET_OK
                                ? wrong_.empty()
                                : wrong_.contains(status) || (may_be_invalid_ && status == RINGLET_INVALID_ARGUMENT);
    fuzz::require(is_allowed, text);
    fuzz::require(*ringlet_status_message(status) != '\0', text);
    if (status == RINGLET_OK) return;
    const std::string message = ringlet_last_error_message();
    fuzz::require(!message.empty() && message.size() < 512 && words_ == before_, text);
  }

  /// Returns the content of a place of the memory before the call.
  [[nodiscard]] const std::uint64_t* before(const std::uint64_t* place) const {
    return before_.data() + (place - words_.data());
  }

  [[nodiscard]] Input& input() { return input_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  Input& input_;
  std::string text_;
  alignas(64) std::array<std::uint64_t, arena_words> words_;
  std::array<std::uint64_t, arena_words> before_;
  std::set<ringlet_status> wrong_;
  bool may_be_invalid_ = false;
};

/// Returns a number of elements that fit the memory, or one that is impossible.
inline std::size_t count(Call& call) {
  const std::size_t n = call.input().up_to(31) == 31
                            ? call.input().pick<std::size_t>({0, ~std::size_t{0}, std::size_t{1} << 61})
                            : 1 + call.input().up_to(99);
  call.is_wrong(RINGLET_INVALID_ARGUMENT, n == 0 || n > arena_words);
  return call.chosen("n", n);
}

}  // namespace fuzz
