#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/checks.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/ringlet.h"

/// What every function of the C interface does around the call of its C++ counterpart.
struct ringlet_modulus {
  ringlet::Modulus<std::uint64_t> q;
};

namespace ringlet::c_api {

class NullPointer : public std::invalid_argument {
 public:
  explicit NullPointer(const char* name) : std::invalid_argument(std::string(name) + " is null") {}
};

/// The status of the exception that is being handled; keeps its message for `ringlet_last_error_message`.
ringlet_status status_of_exception() noexcept;

/// No exception leaves `call`: what it throws becomes a status.
template <class Call>
ringlet_status guarded(const Call& call) noexcept {
  try {
    call();
    return RINGLET_OK;
  } catch (...) {
    return status_of_exception();
  }
}

/// What a pointer points to, which must not be null.
template <class Type>
Type& deref(const char* name, Type* pointer) {
  if (pointer == nullptr) throw NullPointer(name);
  return *pointer;
}

inline const Modulus<std::uint64_t>& value(const ringlet_modulus* q) { return deref("q", q).q; }

/// *handle = a new Handle{value()}, or null when that throws.
template <class Handle, class Value>
ringlet_status create(const char* name, Handle** handle, const Value& value) noexcept {
  return guarded([&] {
    deref(name, handle) = nullptr;
    *handle = new Handle{value()};
  });
}

/// An array of the caller's, as far as that can be checked.
template <class Word>
std::span<Word> array(const char* name, Word* words, std::size_t n) {
  if (words == nullptr) throw NullPointer(name);
  if (n > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Word)) {
    api::reject("n", n, "no array has so many elements");
  }
  return {words, n};
}

/// An input of a call that writes n words to `out`.
template <class Word>
std::span<const Word> input(const char* name, const Word* words, std::size_t n, const Word* out) {
  const std::span<const Word> in = array(name, words, n);
  const auto in_address = reinterpret_cast<std::uintptr_t>(words);
  const auto out_address = reinterpret_cast<std::uintptr_t>(out);
  const auto distance = std::max(in_address, out_address) - std::min(in_address, out_address);
  if (distance != 0 && distance < in.size_bytes()) {
    throw std::invalid_argument(std::string("out overlaps ") + name +
                                " in part, but it must be the same array or a separate one");
  }
  return in;
}

}  // namespace ringlet::c_api
