#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "ringlet/modulus.hpp"

#pragma GCC visibility push(hidden)
namespace intel::hexl {

/// From here on a modulus is too large for Ringlet's kernels (and for HEXL's transforms).
inline constexpr std::uint64_t wide_modulus = std::uint64_t{1} << ringlet::Modulus<std::uint64_t>::max_bits;

/// The modulus with its constants. HEXL's functions get a plain number each time, and the two divisions that its
/// constants cost would be felt with short vectors: each thread remembers the last few.
/// Errors    std::invalid_argument unless 2 <= q < 2^62
inline const ringlet::Modulus<std::uint64_t>& modulus_of(std::uint64_t q) {
  constexpr unsigned log_slots = 5;
  thread_local constinit std::array<std::optional<ringlet::Modulus<std::uint64_t>>, std::size_t{1} << log_slots> slots;
  // Fibonacci hashing (Knuth, TAOCP 3, 6.4): the moduli of one chain differ in few bits.
  auto& slot = slots[(q * 0x9e3779b97f4a7c15) >> (64 - log_slots)];
  if (!slot || slot->value() != q) slot.emplace(q);
  return *slot;
}

/// The factor, if it is one of those allowed.
/// Errors    std::invalid_argument
inline unsigned validated_factor(const char* name, std::uint64_t factor, std::initializer_list<std::uint64_t> allowed) {
  if (std::ranges::find(allowed, factor) != allowed.end()) return static_cast<unsigned>(factor);
  std::string rule = "it must be one of";
  for (const std::uint64_t value : allowed) rule.append(" ").append(std::to_string(value));
  throw std::invalid_argument(std::string(name) + " is " + std::to_string(factor) + ", but " + rule);
}

}  // namespace intel::hexl
#pragma GCC visibility pop
