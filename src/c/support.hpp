#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "checks/checks.hpp"
#include "ringlet/modulus.hpp"
#include "ringlet/ringlet.h"
#include "ringlet/types.hpp"
#include "ringlet/word32.h"

// Support for every function of the C interface around the call of its C++ counterpart.

struct ringlet_modulus32 {
  ringlet::Modulus<std::uint32_t> q;
};

struct ringlet_modulus {
  ringlet::Modulus<std::uint64_t> q;
};

struct ringlet_modulus128 {
  ringlet::Modulus<ringlet::uint128_t> q;
};

namespace ringlet::c {

class NullPointer : public std::invalid_argument {
 public:
  explicit NullPointer(const char* name) : std::invalid_argument(std::string(name) + " is null") {}
};

/// Returns the status of the exception that is being handled, and keeps its message for `ringlet_last_error_message`.
ringlet_status status_of_exception() noexcept;

/// Runs `call` and returns its exception as a status, so that no exception leaves the C interface.
template <class Call>
ringlet_status guarded(const Call& call) noexcept {
  try {
    call();
    return RINGLET_OK;
  } catch (...) {
    return status_of_exception();
  }
}

/// Checks the address of an array or a result: neither null nor misaligned.
template <class Element>
void require_address(const char* name, const Element* elements) {
  if (elements == nullptr) throw NullPointer(name);
  const auto address = reinterpret_cast<std::uintptr_t>(elements);
  if (address % alignof(Element) == 0) return;
  checks::reject(std::string("address of ") + name, address,
                 "it must be a multiple of " + std::to_string(alignof(Element)));
}

/// Returns the object behind a pointer, which must be neither null nor misaligned.
template <class Type>
Type& deref(const char* name, Type* pointer) {
  require_address(name, pointer);
  return *pointer;
}

/// Convert the caller's words to the library's, and back.
inline std::uint32_t from_c(std::uint32_t x) { return x; }
inline std::uint64_t from_c(std::uint64_t x) { return x; }
inline uint128_t from_c(ringlet_uint128 x) { return uint128_t{x.high} << 64 | x.low; }
inline std::uint32_t* from_c(std::uint32_t* words) { return words; }
inline const std::uint32_t* from_c(const std::uint32_t* words) { return words; }
inline std::uint64_t* from_c(std::uint64_t* words) { return words; }
inline const std::uint64_t* from_c(const std::uint64_t* words) { return words; }
inline uint128_t* from_c(ringlet_uint128* words) { return reinterpret_cast<uint128_t*>(words); }
inline const uint128_t* from_c(const ringlet_uint128* words) { return reinterpret_cast<const uint128_t*>(words); }

inline std::uint32_t to_c(std::uint32_t x) { return x; }
inline std::uint64_t to_c(std::uint64_t x) { return x; }
inline ringlet_uint128 to_c(uint128_t x) {
  return {static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(x >> 64)};
}

/// Library's type for a word of the caller.
template <class CWord>
using Native = decltype(from_c(CWord{}));

/// Returns the modulus of a handle.
template <class Handle>
const auto& value(const Handle* q) {
  return deref("q", q).q;
}

/// *handle = a new Handle{make()}, or null when that throws.
template <class Handle, class Make>
ringlet_status create(const char* name, Handle** handle, const Make& make) noexcept {
  return guarded([&] {
    deref(name, handle) = nullptr;
    *handle = new Handle{make()};
  });
}

/// Checks that there are elements, and no more than memory can hold.
template <class Element>
void require_length(std::size_t n, const char* n_name = "n") {
  if (n == 0) checks::reject(n_name, n, "it must be at least 1");
  if (n > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Element)) {
    checks::reject(n_name, n, "no array has so many elements");
  }
}

/// Returns an array of the caller, checked as far as possible.
template <class Word>
auto array(const char* name, Word* words, std::size_t n, const char* n_name = "n") {
  require_address(name, words);
  require_length<Word>(n, n_name);
  return std::span(from_c(words), n);
}

/// Returns a scalar operand, checked under its name in C.
template <class Word, class Handle>
auto scalar(const char* name, Word s, const Handle* q) {
  checks::require_below_modulus(name, from_c(s), value(q));
  return from_c(s);
}

/// Object of the library and its description, for which C gets a pointer.
template <class Object>
struct Described {
  explicit Described(Object made) : object(std::move(made)), description(object.describe()) {}

  Object object;
  std::string description;
};

template <class Handle>
const char* description_of(const Handle* handle) {
  return handle == nullptr ? "" : handle->description.c_str();
}

/// Checks n in a call that takes arrays of one size only.
inline std::size_t require_n(std::size_t n, std::size_t expected) {
  if (n != expected) checks::reject("n", n, "it must be " + std::to_string(expected));
  return n;
}

/// Returns the object of a handle, for arrays of n words.
template <class Handle>
const auto& object_for(const char* name, const Handle* handle, std::size_t n) {
  const auto& object = deref(name, handle).object;
  require_n(n, object.size());
  return object;
}

}  // namespace ringlet::c
