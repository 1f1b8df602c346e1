#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

/// The bytes that libFuzzer mutates, read as choices, and what a target does where a result is wrong.
namespace fuzz {

class Input {
 public:
  Input(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes, size) {}

  /// A number in [0, maximum], of as few bytes as that takes. Once there are none left, 0: every input
  /// means something, and what is seldom, slow or wrong is not the choice of 0.
  [[nodiscard]] std::uint64_t up_to(std::uint64_t maximum);
  [[nodiscard]] std::uint64_t word() { return up_to(~std::uint64_t{0}); }
  [[nodiscard]] bool coin() { return up_to(1) != 0; }
  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

  /// A number in [0, bound).
  [[nodiscard]] mpz_class below(const mpz_class& bound);

  template <class T>
  [[nodiscard]] T pick(std::initializer_list<T> choices) {
    return choices.begin()[up_to(choices.size() - 1)];
  }
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& choices) {
    return choices[up_to(choices.size() - 1)];
  }

  /// The bytes that are left.
  [[nodiscard]] std::string text() const { return {bytes_.begin(), bytes_.end()}; }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// Makes one of the backends that this CPU has the active one, and names it.
std::string choose_backend(Input& input);

/// "name=value " of numbers and of arrays of them, whose first 64 elements are written.
[[nodiscard]] std::string named(const char* name, const std::string& value);
[[nodiscard]] std::string named(const char* name, const mpz_class& value);
[[nodiscard]] std::string named(const char* name, const std::vector<mpz_class>& values);
[[nodiscard]] std::string named(const char* name, std::uint64_t value);

/// Writes what was computed, and with what, and aborts.
[[noreturn]] void fail(const std::string& call);

/// Fails where it does not hold.
inline void require(bool holds, const std::function<std::string()>& call) {
  if (!holds) fail(call());
}

/// That `call` throws an Exception and none of another type.
template <class Exception, class Call>
void require_refused(const Call& call, const std::function<std::string()>& description) {
  try {
    call();
  } catch (const Exception&) {
    return;
  }
  fail("not refused: " + description());
}

}  // namespace fuzz
