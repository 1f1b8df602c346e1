#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

/// Choices read from the bytes that libFuzzer mutates, and the failure of a target with a wrong result.
namespace fuzz {

class Input {
 public:
  Input(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes, size) {}

  /// Returns a number in [0, maximum], read from as few bytes as possible. Returns 0 if no bytes are left, so that
  /// every input is valid. Rare, slow and wrong choices must therefore not be 0.
  [[nodiscard]] std::uint64_t up_to(std::uint64_t maximum);
  [[nodiscard]] std::uint64_t word() { return up_to(~std::uint64_t{0}); }
  [[nodiscard]] bool coin() { return up_to(1) != 0; }
  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

  /// Returns a number in [0, bound).
  [[nodiscard]] mpz_class below(const mpz_class& bound);

  template <class T>
  [[nodiscard]] T pick(std::initializer_list<T> choices) {
    return choices.begin()[up_to(choices.size() - 1)];
  }
  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& choices) {
    return choices[up_to(choices.size() - 1)];
  }

  /// Returns the remaining bytes.
  [[nodiscard]] std::string text() const { return {bytes_.begin(), bytes_.end()}; }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// Makes one of this CPU's backends the active one, and returns its name.
std::string choose_backend(Input& input);

/// Returns "name=value ". Of an array, only the first 64 elements are included.
[[nodiscard]] std::string named(const char* name, const std::string& value);
[[nodiscard]] std::string named(const char* name, const mpz_class& value);
[[nodiscard]] std::string named(const char* name, const std::vector<mpz_class>& values);
[[nodiscard]] std::string named(const char* name, std::uint64_t value);

/// Prints the call with its operands, and aborts.
[[noreturn]] void fail(const std::string& call);

/// Fails unless `holds` is true.
inline void require(bool holds, const std::function<std::string()>& call) {
  if (!holds) fail(call());
}

/// Requires `call` to throw an `Exception`.
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
