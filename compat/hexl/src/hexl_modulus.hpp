#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "hexl_backend.hpp"
#include "ringlet/modulus.hpp"

#pragma GCC visibility push(hidden)
namespace intel::hexl {

/// Least modulus that is too large for Ringlet's kernels (and for HEXL's transforms).
inline constexpr std::uint64_t least_long_modulus = std::uint64_t{1} << 62;

/// Modulus with its constants, on a cache line. Neither changes once `q` is set.
struct alignas(64) RememberedModulus {
  std::atomic<std::uint64_t> q = 0;
  std::atomic<bool> taken = false;
  std::optional<ringlet::Modulus<std::uint64_t>> modulus;
};

inline constexpr unsigned log_remembered_moduli = 10;

/// Cache of moduli that the program has used, as far as there is room. HEXL's functions receive a plain number each
/// time, and the constants cost two divisions, a noticeable share of the time for short vectors.
extern std::array<RememberedModulus, std::size_t{1} << log_remembered_moduli> remembered_moduli;

/// Returns the only index at which a modulus can be remembered.
inline std::size_t place_of(std::uint64_t q) {
  // Fibonacci hashing (Knuth, TAOCP 3, 6.4): the moduli of one chain differ in few bits.
  return (q * 0x9e3779b97f4a7c15) >> (64 - log_remembered_moduli);
}

/// Makes the modulus and remembers it if its place is free.
/// Errors    std::invalid_argument unless 2 <= q < 2^62
ringlet::Modulus<std::uint64_t> remember(std::uint64_t q);

/// Does what `compute` does for a modulus that is not remembered. Not inline, so that the common path saves no
/// registers.
template <class Function, class... Arguments>
[[gnu::noinline]] void compute_anew(std::uint64_t* result, std::uint64_t n, std::uint64_t q, Arguments... arguments) {
  apply_environment();
  if (n == 0) return;
  if (q >= least_long_modulus) return Function::long_modulus(result, n, q, arguments...);
  Function::narrow(result, n, remember(q), arguments...);
}

/// Calls Function::narrow with the modulus and its constants, or Function::long_modulus if the modulus is too large for
/// Ringlet's kernels. Does nothing if n is 0. A remembered modulus is in range, and the environment was applied before
/// it was remembered.
/// Errors    std::invalid_argument unless 2 <= q; what Function throws
template <class Function, class... Arguments>
void compute(std::uint64_t* result, std::uint64_t n, std::uint64_t q, Arguments... arguments) {
  const RememberedModulus& remembered = remembered_moduli[place_of(q)];
  if (remembered.q.load(std::memory_order_acquire) != q || q == 0 || n == 0) {
    return compute_anew<Function>(result, n, q, arguments...);
  }
  Function::narrow(result, n, *remembered.modulus, arguments...);
}

/// Throws std::invalid_argument for a factor that is not allowed.
[[noreturn]] inline void reject_factor(const char* name, std::uint64_t factor,
                                       std::initializer_list<std::uint64_t> allowed) {
  std::string rule = "it must be one of";
  for (const std::uint64_t value : allowed) rule.append(" ").append(std::to_string(value));
  throw std::invalid_argument(std::string(name) + " is " + std::to_string(factor) + ", but " + rule);
}

/// Returns the factor if it is allowed.
/// Errors    std::invalid_argument
template <std::uint64_t... allowed>
unsigned validated_factor(const char* name, std::uint64_t factor) {
  if (((factor != allowed) && ...)) reject_factor(name, factor, {allowed...});
  return static_cast<unsigned>(factor);
}

}  // namespace intel::hexl
#pragma GCC visibility pop
