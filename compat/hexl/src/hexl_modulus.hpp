#pragma once

#include <array>
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

/// From here on a modulus is too large for Ringlet's kernels (and for HEXL's transforms).
inline constexpr std::uint64_t wide_modulus = std::uint64_t{1} << ringlet::Modulus<std::uint64_t>::max_bits;

using RememberedModulus = std::optional<ringlet::Modulus<std::uint64_t>>;

/// Where a thread remembers a modulus with its constants. HEXL's functions get a plain number each time, and the two
/// divisions that the constants cost would be felt with short vectors: each thread remembers the last few.
inline RememberedModulus& slot_of(std::uint64_t q) {
  constexpr unsigned log_slots = 5;
  thread_local constinit std::array<RememberedModulus, std::size_t{1} << log_slots> slots;
  // Fibonacci hashing (Knuth, TAOCP 3, 6.4): the moduli of one chain differ in few bits.
  return slots[(q * 0x9e3779b97f4a7c15) >> (64 - log_slots)];
}

/// `compute` where the modulus is not remembered: not inline, so that a call that remembers it has nothing to save.
template <class Function, class... Arguments>
[[gnu::noinline]] void compute_anew(std::uint64_t* result, std::uint64_t n, std::uint64_t q, Arguments... arguments) {
  apply_environment();
  if (n == 0) return;
  if (q >= wide_modulus) return Function::wide(result, n, q, arguments...);
  Function::narrow(result, n, slot_of(q).emplace(q), arguments...);
}

/// What all functions with a modulus do: nothing where n is 0; Function::wide for a modulus that is too large for
/// Ringlet's kernels; else Function::narrow, with the modulus and its constants. A modulus that is remembered is in
/// range, and HEXL's environment was applied before.
/// Errors    std::invalid_argument unless 2 <= q; what Function throws
template <class Function, class... Arguments>
void compute(std::uint64_t* result, std::uint64_t n, std::uint64_t q, Arguments... arguments) {
  const RememberedModulus& slot = slot_of(q);
  if (!slot || slot->value() != q) return compute_anew<Function>(result, n, q, arguments...);
  if (n != 0) Function::narrow(result, n, *slot, arguments...);
}

/// std::invalid_argument: the factor is none of those allowed.
[[noreturn]] inline void reject_factor(const char* name, std::uint64_t factor,
                                       std::initializer_list<std::uint64_t> allowed) {
  std::string rule = "it must be one of";
  for (const std::uint64_t value : allowed) rule.append(" ").append(std::to_string(value));
  throw std::invalid_argument(std::string(name) + " is " + std::to_string(factor) + ", but " + rule);
}

/// The factor, if it is one of those allowed.
/// Errors    std::invalid_argument
template <std::uint64_t... allowed>
unsigned validated_factor(const char* name, std::uint64_t factor) {
  if (((factor != allowed) && ...)) reject_factor(name, factor, {allowed...});
  return static_cast<unsigned>(factor);
}

}  // namespace intel::hexl
#pragma GCC visibility pop
